"""The book is read and searched from files, without a network."""

import io
import re
import zipfile
from datetime import UTC, datetime

import pytest

from campaigns.archive.book.making import write_book
from campaigns.log import actions as log_actions
from campaigns.sessions.models import Session
from campaigns.world.reveals import create_shown_entry
from people.access import get_membership
from tests import factories
from tests.browser import steps
from tests.browser.conftest import LAPTOP, PHONE


@pytest.fixture
def book(transactional_db, tmp_path):
    """The folder of an unpacked book."""
    gm = factories.UserFactory(username="frida")
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm"}, "The cellar")
    membership = get_membership(gm, campaign.pk)
    night = Session.objects.create(
        campaign=campaign, number=7, title="The ferry", status="held", starts=datetime(2026, 1, 5, 19, tzinfo=UTC)
    )
    create_shown_entry(membership=membership, kind="location", name="The sunken bell", text="It rings.", shown=True)
    log_actions.add_note(membership=membership, session=night, text="Olga rowed to [[The sunken bell]] — a séance.")
    log_actions.add_note(membership=membership, session=night, text="The ferryman lies.", audience="gm")
    into = io.BytesIO()
    write_book(membership, "party", into)
    with zipfile.ZipFile(into) as made:
        made.extractall(tmp_path)
    return tmp_path


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_book_is_searched_without_a_network(chromium, book, screen):
    context = chromium.new_context(**screen, offline=True)
    page, faults, asked = context.new_page(), [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{(book / 'index.html').as_uri()}")
    page.fill("input[name=q]", "SEANCE olga")
    page.press("input[name=q]", "Enter")
    page.wait_for_selector("#hits li")
    assert page.inner_text("#found") == "1 result"
    assert page.locator("#hits mark").all_inner_texts() == ["Olga", "séance"]
    page.click("#hits a")
    assert page.url.split("/")[-1].startswith("session-7.html#line-")
    page.click("main a")
    assert page.locator(":target h2").inner_text().endswith("The sunken bell")
    page.goto(f"{(book / 'search.html').as_uri()}?q=ferryman")
    assert page.inner_text("#found") == "Nothing found.", "only GMs know"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults == []
    assert all(url.startswith("file:") for url in asked)
    context.close()


def test_the_book_is_printed_on_two_sizes_of_paper(chromium, book):
    context = chromium.new_context(**LAPTOP, offline=True)
    page = context.new_page()
    page.goto((book / "print.html").as_uri())
    assert b"/MediaBox [0 0 59" in page.pdf(prefer_css_page_size=True), "A4"
    page.check("#a5")
    assert b"/MediaBox [0 0 4" in page.pdf(prefer_css_page_size=True), "A5"
    context.close()


def pages_of(pdf):
    """The number of the page of each named place in a PDF of Chromium."""
    order = [int(number) for number in re.findall(rb"(\d+) 0 obj\s*<</Type /Page\b", pdf)]
    named = re.findall(rb"/([\w-]+) \[(\d+) 0 R /XYZ", pdf)
    return {name.decode(): order.index(int(page)) + 1 for name, page in named}


@pytest.fixture
def long_book(transactional_db, tmp_path):
    """The folder of a book whose chapters and lists have several pages."""
    gm = factories.UserFactory(username="frida")
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm"}, "The cellar")
    membership = get_membership(gm, campaign.pk)
    for number in range(1, 9):
        night = Session.objects.create(
            campaign=campaign, number=number, title=f"Night {number}", status="held", notes="Rain fell. " * 40 * number
        )
        notes = [{"text": f"{line}. They walked on and talked of salt. " * 3, "session": night} for line in range(30)]
        log_actions.add_notes(membership=membership, notes=notes)
    for number in range(40):
        create_shown_entry(
            membership=membership,
            kind="location",
            name=f"Place {number}",
            text="Stones and wind. " * number,
            shown=True,
        )
    into = io.BytesIO()
    write_book(membership, "party", into)
    with zipfile.ZipFile(into) as made:
        made.extractall(tmp_path)
    return tmp_path


def test_the_printed_contents_have_the_numbers_of_the_pages(chromium, long_book):
    context = chromium.new_context(**LAPTOP, offline=True)
    page = context.new_page()
    page.goto((long_book / "print.html").as_uri())
    told = {}
    for paper in ("a4", "a5"):
        page.check(f"#{paper}")
        links = page.locator(".contents a").evaluate_all(
            "links => links.map(one => [one.hash.slice(1), one.dataset.page])"
        )
        told[paper] = {stem: int(number) for stem, number in links}
        printed = pages_of(page.pdf(prefer_css_page_size=True))
        assert told[paper] == {stem: printed[stem] for stem in told[paper]}, paper
    assert max(told["a5"].values()) > max(told["a4"].values()) > 12
    assert "measuring" not in (page.get_attribute("html", "class") or "")
    context.close()
