"""Three sessions of one campaign: what happened on the first is found again on the third, by whom it was told to."""

import datetime

import pytest
from django.utils import timezone

from campaigns.sessions.models import Session
from tests.browser.test_evening import ambush, play_out, prepare  # noqa: F401 (a fixture)

HERE = {"timezone_id": "Europe/Berlin", "locale": "en-GB"}
NOTES = "Harrow **betrayed** Ketil at the ford.\n\n:::secret\nHarrow serves the baron.\n:::\n"


def plan(dealer, campaign, title):
    """An evening that begins now, typed in the zone of the person who types it."""
    page = dealer.page
    dealer.open(f"/campaigns/{campaign.pk}/sessions/new/")
    page.fill("input[name=title]", title)
    now = page.evaluate("new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 16)")
    page.fill("input[name=starts]", now)
    page.get_by_role("button", name="Plan the session").click()
    made = Session.objects.get(title=title)
    assert abs(timezone.now() - made.starts) < datetime.timedelta(minutes=5), "the start is read in the browser's zone"
    assert now[11:] in page.inner_text("main"), "and shown in it"
    return made


def hold(dealer, session, notes):
    """Notes and who came; then a week goes by."""
    page = dealer.page
    dealer.open(f"/sessions/{session.pk}/edit/")
    page.fill("textarea[name=notes]", notes)
    page.get_by_role("button", name="Save the session").click()
    page.get_by_role("link", name="Mark as played").click()
    page.get_by_role("button", name="Record attendance").click()
    page.wait_for_url(lambda url: url.endswith(f"/sessions/{session.pk}/"))
    for row in Session.objects.filter(campaign=session.campaign_id):
        row.starts -= datetime.timedelta(days=7)
        row.save()


def search(person, campaign, words):
    """From the log on to the search of everything, as someone does who begins there: what it shows."""
    page = person.page
    person.open(f"/campaigns/{campaign.pk}/log/")
    page.get_by_label("Contains").fill(words)
    page.get_by_role("button", name="Filter the log").click()
    page.wait_for_url(lambda url: "/log/" in url and "text=" in url)
    page.get_by_role("link", name="Search everything for").click()
    page.wait_for_url(lambda url: "/search/" in url and "text=" in url)
    return page.inner_text("main")


@pytest.fixture
def three(people, ambush, gm, ana, ben):  # noqa: F811
    """A GM and two players with browsers of their own, who have seen the site before: it knows their zone."""
    dealer = people(**HERE).sign_in("gm")
    phones = [people(phone=True, **HERE).sign_in(name) for name in ("ana", "ben")]
    return ambush, dealer, phones


def test_a_betrayal_is_found_again_two_sessions_later(three):
    campaign, dealer, (ana, ben) = three
    first = plan(dealer, campaign, "The toll at Brackwater")
    play_out(dealer, [ana, ben], prepare(dealer, campaign))
    hold(dealer, first, NOTES)
    assert "Ambush on the salt road" in dealer.page.inner_text("main"), "what was played stands on its evening"

    second = plan(dealer, campaign, "Rain on the causeway")
    dealer.open(f"/campaigns/{campaign.pk}/world/new/?kind=handout")
    dealer.page.fill("input[name=name]", "A letter to Ana")
    dealer.page.fill("textarea[name=text]", "Trust no ferryman.")
    dealer.page.get_by_role("button", name="Save the page").click()
    dealer.page.get_by_label("ana", exact=True).check()
    dealer.page.get_by_role("button", name="Show to the selected players").click()
    hold(dealer, second, "It rained.")
    assert "A letter to Ana" in dealer.page.inner_text("main"), "and what was learned"

    plan(dealer, campaign, "The third evening")
    assert "The toll at Brackwater" in search(ben, campaign, "betrayed ketil")
    ben.page.get_by_role("link", name="The toll at Brackwater").click()
    ben.page.wait_for_url(lambda url: url.endswith(f"/sessions/{first.pk}/"))
    assert "Harrow betrayed Ketil" in ben.page.inner_text("main")
    assert "baron" not in ben.page.inner_text("main")
    assert "No results" in search(ben, campaign, "baron")
    assert "The toll at Brackwater" in search(dealer, campaign, "baron")
    assert "A letter to Ana" in search(ana, campaign, "ferryman")
    assert "No results" in search(ben, campaign, "ferryman")
