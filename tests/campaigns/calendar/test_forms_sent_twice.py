"""A form of the calendar that arrives twice, because its answer was lost on the way, counts once."""

import re

import pytest

from campaigns.log.calendar import events
from campaigns.log.calendar.models import PlannedEvent
from tests.campaigns.calendar.helpers import words_of

pytestmark = pytest.mark.django_db


def key_of(page):
    """The key of the first form in the text of a page."""
    return re.search(r'name="key"\s+value="([\w-]+)"', page)[1]


@pytest.fixture
def twice(client, gm):
    """Posts a form of a page twice, with the page's key, and returns the text of the page after the second time."""
    client.force_login(gm)

    def send(page, to, fields):
        form = client.get(page).content.decode().partition(f'action="{to}"')[2]
        key = key_of(form)
        answers = [client.post(to, fields | {"key": key}, follow=True) for _tap in range(2)]
        return words_of(answers[1])

    return send


@pytest.mark.parametrize("page", ["", "calendar/"])
@pytest.mark.parametrize(("step", "today"), [("1", "13 Harvestmoon 312"), ("week", "18 Harvestmoon 312")])
def test_the_date_advances_once(twice, campaign, calendar, page, step, today):
    home = f"/campaigns/{campaign.pk}/"
    twice(home + page, f"{home}calendar/advance/", {"step": step})
    calendar.refresh_from_db()
    assert calendar.format(calendar.now) == today


def test_the_second_answer_also_says_what_fell_due(twice, campaign, gm_seat, calendar):
    events.plan_event(membership=gm_seat, title="The fair", date="13 Harvestmoon 312")
    home = f"/campaigns/{campaign.pk}/calendar/"
    assert "1 event fell due: The fair." in twice(home, f"{home}advance/", {"step": "1"})


def test_another_button_of_the_same_page_counts_too(client, gm, campaign, calendar):
    client.force_login(gm)
    home = f"/campaigns/{campaign.pk}/calendar/"
    key = key_of(client.get(home).content.decode())
    for step in ("1", "week"):
        client.post(f"{home}advance/", {"step": step, "key": key})
    calendar.refresh_from_db()
    assert calendar.format(calendar.now) == "19 Harvestmoon 312"


def test_an_event_is_planned_once_from_both_of_its_forms(client, twice, campaign, calendar):
    home = f"/campaigns/{campaign.pk}/calendar/"
    fields = {"title": "The fair", "date": "1 Leafmoon 312", "audience": "gm"}
    twice(home, f"{home}events/new/", fields)
    assert PlannedEvent.objects.count() == 1
    page = client.post(f"{home}events/new/", fields | {"title": ""}).content.decode()
    key = key_of(page)
    for _tap in range(2):
        client.post(f"{home}events/new/", fields | {"title": "The market", "key": key})
    assert PlannedEvent.objects.count() == 2
