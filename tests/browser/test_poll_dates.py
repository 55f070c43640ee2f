"""The proposed dates of a session, as a GM sees who can come when."""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from campaigns.sessions import actions
from campaigns.sessions.planning.actions import propose_dates
from tests import factories
from tests.browser.steps import campaign_with_members

CENTRE = "e => { const box = e.getBoundingClientRect(); return (box.top + box.bottom) / 2; }"


def test_the_chip_and_the_button_of_a_past_date_stand_level_with_the_date(people, transactional_db):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fifty-two-fates", {keeper: "gm"}, "The Salt Road")
    gm = campaign.members.get(user=keeper)
    session = actions.plan_session(membership=gm, title="The bell tower")
    dates = [timezone.now() + timedelta(days=days) for days in (8, 9)]
    poll = propose_dates(
        membership=gm, session=session, dates=dates, until=timezone.now() + timedelta(days=7), origin=""
    )
    poll.dates.filter(starts=dates[0]).update(starts=F("starts") - timedelta(days=20))
    person = people().sign_in("gm")
    person.page.set_viewport_size({"width": 1280, "height": 900})
    person.open(f"/sessions/{session.pk}/when/")
    for selector in (".chip", "button"):
        row = person.page.locator(".answers tr", has=person.page.locator(".date-buttons .chip"))
        date, beside = (row.locator(each).evaluate(CENTRE) for each in ("th time", f".date-buttons {selector}"))
        assert abs(date - beside) <= 2, selector
