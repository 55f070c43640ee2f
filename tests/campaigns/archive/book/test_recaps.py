"""Recaps in a book: without the title of a draft, and without what its reader may not read."""

import io
import re
import zipfile

import pytest

from campaigns.archive.book import texts
from campaigns.archive.book.making import write_book
from campaigns.sessions.models import Session
from campaigns.sessions.recaps import actions as recap_actions
from campaigns.sessions.recaps.drafts import draft_recap
from people.access import get_membership

pytestmark = pytest.mark.django_db
SECRET = ":::secret\nCANARY did it.\n:::\n\nThe party slept."


@pytest.fixture
def session(seeded_campaign):
    """A session that was played."""
    return Session.objects.filter(campaign=seeded_campaign, status="held").first()


def book_with(session, gm, text, user, audience):
    """The files of a book after a GM wrote the recap."""
    membership = get_membership(gm, session.campaign_id)
    recap_actions.save_recap(membership=membership, session=session, audience="party", text=text)
    into = io.BytesIO()
    write_book(get_membership(user, session.campaign_id), audience, into)
    with zipfile.ZipFile(into) as book:
        return {name: book.read(name).decode("utf-8", "replace") for name in book.namelist()}


def leaks_in(session, gm, ana, text):
    """The files in which players would read the secret of a recap."""
    books = [(ana, "me"), (ana, "party"), (gm, "party")]
    files = [book_with(session, gm, text, user, audience) for user, audience in books]
    assert all("The party slept." in book[f"session-{session.number}.html"] for book in files)
    return {name for book in files for name, words in book.items() if "CANARY" in words}


def test_a_secret_that_begins_in_the_title_or_the_day_of_a_recap_stays_secret(session, gm, ana):
    Session.objects.filter(pk=session.pk).update(title="After the feast")
    for head in ("# After the feast ", "# Another title ", "*Present: gm* ", "# After the feast\n\n*Present: gm "):
        text = head + SECRET.replace("\n", "*\n", 1) if head.endswith("gm ") else head + SECRET
        assert leaks_in(session, gm, ana, text) == set(), head
        page = book_with(session, gm, text, gm, "gm")[f"session-{session.number}.html"]
        assert "GMs only" in page.partition("CANARY did it.")[0].rpartition("The party")[2], head


def test_a_planted_cut_of_the_first_line_is_found(session, gm, ana, monkeypatch):
    monkeypatch.setattr(
        texts.BookTexts, "render_recap", lambda self, text, title: self.render_note(text.partition("\n")[2])
    )
    page = f"session-{session.number}.html"
    assert {page, "words.js", "print.html"} <= leaks_in(session, gm, ana, f"# After the feast {SECRET}")


def test_only_the_title_of_a_draft_is_left_out_and_not_a_heading_of_the_gm(session, gm):
    Session.objects.filter(pk=session.pk).update(title="After the *feast*")
    session.refresh_from_db()
    draft = draft_recap(get_membership(gm, session.campaign_id), session, "party")
    page = f"session-{session.number}.html"
    assert draft.startswith("# After the \\*feast\\*\n")
    assert "<h3>After the" not in book_with(session, gm, draft + "\n\nRain.", gm, "party")[page]
    assert "<h3>After the" not in book_with(session, gm, "# After the \\*feast\\*\n\nRain.", gm, "party")[page]
    for mark in ("#", "##"):
        text = f"{mark} The Night of Knives\n\nRain."
        assert "The Night of Knives</h" in book_with(session, gm, text, gm, "party")[page]


def test_the_title_of_a_draft_is_left_out_after_the_session_was_renamed(session, gm):
    membership = get_membership(gm, session.campaign_id)
    session.attendance.add(membership)
    draft = draft_recap(membership, session, "party")
    title, _end, rest = draft.partition("\n\n")
    old = title.removeprefix("# ")
    assert "Present: " in rest.partition("\n")[0]
    Session.objects.filter(pk=session.pk).update(title="The Night of Knives")
    page = f"session-{session.number}.html"
    for text, is_left_out in (
        (f"{draft}\n\nRain.", True),
        (f"{title}\n\nRain.\n\n{rest}", False),
        (f"{title}\n\n*Present: all whom we love*\n\nRain.", False),
        (f"#{draft}\n\nRain.", False),
    ):
        html = book_with(session, gm, text, gm, "party")[page]
        assert (f"{old}</h" not in html) == is_left_out, text[:40]
        assert (re.search(r"<em>[^<]*Present: ", html) is None) == is_left_out, text[:40]
        assert "Rain." in html


def test_a_secret_in_the_title_of_a_renamed_session_stays_secret(session, gm, ana):
    text = f"# Another title {SECRET}".replace("The party", "*1 May. Present: gm.*\n\nThe party")
    assert leaks_in(session, gm, ana, text) == set()
    text = f"# Another title\n\n*1 May. Present: gm.* {SECRET}"
    assert leaks_in(session, gm, ana, text) == set()
