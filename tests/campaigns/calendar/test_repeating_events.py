"""Planned events that repeat: falling due, the timeline, the month, what players know, and a changed calendar."""

import time

import pytest
from django.core.exceptions import ValidationError

from campaigns.log.calendar import actions, events, queries, repetitions
from campaigns.log.calendar.models import PlannedEvent
from campaigns.log.calendar.reckoning.repeating import Occurrences
from campaigns.log.calendar.reckoning.spans import DAY, Span
from campaigns.log.models import LogEntry
from tests.campaigns.calendar.conftest import TWELVE
from tests.campaigns.calendar.helpers import words_of
from tests.campaigns.calendar.test_timeline import long_campaign, titles
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def plan(gm_seat, calendar):
    """Plans an event; today is 12 Harvestmoon 312."""

    def planned(title, date, audience="all", **repetition):
        return events.plan_event(membership=gm_seat, title=title, date=date, audience=audience, **repetition)

    return planned


def test_each_occurrence_falls_due_once(client, gm, gm_seat, campaign, plan):
    plan("The market", "10 Harvestmoon 312", repeats="days", every=7)
    assert not LogEntry.objects.exists(), "an occurrence in the past is only put on the timeline"
    for _again in range(2):
        actions.advance_to(membership=gm_seat, date="25 Harvestmoon 312")
    lines = list(LogEntry.objects.order_by("id").values_list("text", flat=True))
    assert lines == ["17 Harvestmoon 312: The market", "24 Harvestmoon 312: The market"]
    actions.advance_days(membership=gm_seat, days=-5)
    assert actions.advance_days(membership=gm_seat, days=5) == []
    client.force_login(gm)
    assert "24 Harvestmoon 312 · every 7 days" in words_of(client.get(f"/campaigns/{campaign.pk}/"))


def test_very_many_occurrences_share_one_line_of_the_log(gm_seat, plan):
    plan("The bell", "13 Harvestmoon 312", repeats="days")
    assert len(actions.advance_to(membership=gm_seat, date="1 Harvestmoon 900000")) == 1
    line = LogEntry.objects.get()
    assert line.text == "Repeatedly from 13 Harvestmoon 312 to 1 Harvestmoon 900000: The bell"


def test_the_timeline_shows_occurrences_until_the_next_one_or_those_of_the_window(client, ana, campaign, plan):
    plan("The fair", "1 Harvestmoon 310", repeats="year")
    plan("The oath", "5 Harvestmoon 311", repeats="year", until="312")
    client.force_login(ana)
    expected = ["The fair", "The oath", "The fair", "The oath", "The fair", "The fair"]
    assert titles(client, campaign) == expected
    assert titles(client, campaign, "?order=oldest") == expected[::-1]
    assert titles(client, campaign, "?since=400&until=402") == ["The fair"] * 3
    assert titles(client, campaign, "?kind=page") == []
    assert "every year until" in words_of(client.get(f"/campaigns/{campaign.pk}/timeline/"))


def test_a_daily_event_of_a_million_years_is_paged_and_found_in_the_search(client, ana, campaign, plan):
    plan("The bell", "1 Harvestmoon 312", repeats="days")
    client.force_login(ana)
    address = f"/campaigns/{campaign.pk}/timeline/?until=999999"
    client.get(address)
    started = time.perf_counter()
    page = client.get(address)
    seen = [line.date for line in page.context["timeline"].lines]
    page = client.get(f"/campaigns/{campaign.pk}/timeline/?{page.context['further']}")
    seen += [line.date for line in page.context["timeline"].lines]
    assert time.perf_counter() - started < 2
    assert len(seen) == len(set(seen)) == 100
    found = words_of(client.get(f"/campaigns/{campaign.pk}/search/?text=7 Harvestmoon 500"))
    assert "The bell" in found


def test_the_month_shows_its_events(client, ana, campaign, plan):
    plan("The market", "10 Harvestmoon 312", repeats="days", every=10)
    plan("The murder", "11 Harvestmoon 312", audience="gm", repeats="days")
    client.force_login(ana)
    page = client.get(f"/campaigns/{campaign.pk}/calendar/")
    days = [place for week in page.context["page"].sheet.weeks for place in week if place and place.events]
    expected = [(day, ["The market"]) for day in (10, 20, 30)]
    assert [(place.day, place.events) for place in days] == expected
    assert "murder" not in words_of(page)


def test_of_an_event_that_is_shown_when_due_players_know_only_what_fell_due(
    client, ana, ana_seat, gm, gm_seat, campaign, plan
):
    flood = plan("The flood", "20 Harvestmoon 312", audience="due", repeats="year")
    client.force_login(ana)
    assert "flood" not in words_of(client.get(f"/campaigns/{campaign.pk}/calendar/"))
    actions.advance_to(membership=gm_seat, date="21 Harvestmoon 313")
    assert titles(client, campaign) == ["The flood", "The flood"]
    assert titles(client, campaign, "?until=320") == ["The flood", "The flood"]
    assert "flood" in words_of(client.get(f"/campaigns/{campaign.pk}/search/?text=20 Harvestmoon 313"))
    assert "The flood" not in words_of(client.get(f"/campaigns/{campaign.pk}/search/?text=20 Harvestmoon 314"))
    address = f"/campaigns/{campaign.pk}"
    for page in (f"{address}/calendar/", f"{address}/timeline/", f"{address}/", f"{address}/search/?text=flood"):
        assert "every year" not in words_of(client.get(page))
    sheet = client.get(f"{address}/calendar/?month=314-9").context["page"].sheet
    assert not [place for week in sheet.weeks for place in week if place and place.events]
    told = client.get(f"/api/v1/planned-events/{flood.pk}/").json()
    assert (told["repeats"], told["repetition"], told["next"], told["until"]) == ("", "", None, "")
    assert told["last"] == "20 Harvestmoon 313"
    client.force_login(gm)
    assert titles(client, campaign) == ["The flood"] * 3
    told = client.get(f"/api/v1/planned-events/{flood.pk}/").json()
    assert (told["repeats"], told["next"]) == ("year", "20 Harvestmoon 314")


def test_a_planted_leak_of_the_repetition_is_found(client, ana, gm_seat, campaign, plan, monkeypatch):
    plan("The flood", "20 Harvestmoon 312", audience="due", repeats="year")
    actions.advance_to(membership=gm_seat, date="21 Harvestmoon 312")
    monkeypatch.setattr(repetitions, "last_known_hour", lambda membership, event, hour: hour)
    client.force_login(ana)
    assert titles(client, campaign) == ["The flood", "The flood"]


def test_the_forms_write_a_repetition_and_show_it_again(client, gm, campaign, calendar):
    client.force_login(gm)
    moon = calendar.reckoning.definition.moons[0].name
    form = client.get(f"/campaigns/{campaign.pk}/calendar/events/new/").context["form"]
    assert "data-links" in str(form["text"]), "names are offered while someone writes a link"
    fields = {"title": "The hunt", "date": "1 Harvestmoon 312", "text": "", "audience": "gm", "repeats": "moon"}
    new = f"/campaigns/{campaign.pk}/calendar/events/new/"
    refused = client.post(new, fields | {"moon": ""})
    assert "Choose one of the calendar's moons." in words_of(refused)
    assert "Write the day of an event" in words_of(client.post(new, fields | {"repeats": "year", "date": "312"}))
    assert client.post(new, fields | {"moon": moon, "phase": "0", "until": "320"}).status_code == 302
    event = PlannedEvent.objects.get()
    assert (event.repeats, event.moon, event.phase, event.every) == ("moon", moon, 0, 1)
    page = client.get(f"/planned-events/{event.pk}/")
    initial = page.context["form"].initial
    assert initial["until"]
    kept = {name: initial[name] for name in ("title", "date", "text", "audience", "repeats", "every", "moon", "phase")}
    again = client.post(page.request["PATH_INFO"], kept | {"until": initial["until"], "revision": event.revision})
    assert again.status_code == 302
    changed = PlannedEvent.objects.get()
    assert (changed.repeats_until, changed.in_world_dates.get().first) == (
        event.repeats_until,
        event.in_world_dates.get().first,
    )


def test_the_api_writes_a_repetition(gm, campaign, calendar):
    api = Caller(gm)
    body = {"title": "The fair", "date": "1 Leafmoon 312", "audience": "all", "repeats": "month", "every": 2}
    made = ok(api.post(f"campaigns/{campaign.pk}/planned-events/", body), 201)
    assert (made["repetition"], made["next"]) == ("every 2 months", "1 Leafmoon 312")
    path = f"planned-events/{made['id']}/"
    changed = ok(api.patch(path, {"title": "The fairs"}))
    assert (changed["repeats"], changed["every"]) == ("month", 2)
    assert ok(api.patch(path, {"repeats": ""}))["repetition"] == ""
    for wrong in ({"repeats": "week"}, {"repeats": "year", "every": 0}, {"repeats": "moon", "moon": "None such"}):
        refused(api.patch(path, wrong), 422)


def test_a_changed_calendar_keeps_repetitions_and_the_moon_that_they_need(gm_seat, calendar, plan):
    moon = calendar.reckoning.definition.moons[0].name
    hunt = plan("The hunt", "1 Harvestmoon 312", repeats="moon", moon=moon, until="1 Harvestmoon 320")
    without = TWELVE | {"moons": []}
    with pytest.raises(ValidationError, match="Keep the moon"):
        actions.save_calendar(membership=gm_seat, definition=without)
    longer = TWELVE | {"months": [month | {"days": month["days"] + 1} for month in TWELVE["months"]]}
    row = actions.save_calendar(membership=gm_seat, definition=longer)
    hunt.refresh_from_db()
    assert row.reckoning.day_of(hunt.repeats_until // 24).year == 320


def test_an_event_that_would_end_before_it_happens_first_is_refused(plan, calendar):
    with pytest.raises(ValidationError, match="happens first on 12 Leafmoon 312") as refusal:
        plan("The fair", "12 Leafmoon 312", repeats="year", until="11 Leafmoon 312")
    assert "until" in refusal.value.error_dict
    plan("The fair", "12 Leafmoon 312", repeats="year", until="12 Leafmoon 312")
    moon = {"repeats": "moon", "moon": calendar.reckoning.definition.moons[0].name}
    first = plan("The hunt", "1 Harvestmoon 312", **moon).in_world_dates.get().first
    before = calendar.format(Span(first - 24, first - 1, DAY))
    with pytest.raises(ValidationError, match="happens first on"):
        plan("The hunt", "1 Harvestmoon 312", **moon, until=before)


def test_a_campaign_has_a_limited_number_of_events_that_repeat(plan, monkeypatch):
    monkeypatch.setattr(events, "MOST_REPEATING", 1)
    first = plan("The fair", "1 Harvestmoon 312", repeats="year")
    with pytest.raises(ValidationError, match="at most 1 events"):
        plan("The market", "1 Harvestmoon 312", repeats="year")
    assert PlannedEvent.objects.get() == first


def test_a_hundred_repeating_events_in_a_long_campaign_are_fast(
    client, ana, gm, gm_seat, campaign, plan, django_assert_max_num_queries
):
    client.force_login(ana)
    addresses = [f"/campaigns/{campaign.pk}/{page}" for page in ("timeline/", "timeline/?until=9999", "calendar/", "")]
    plan("The fair", "1 Harvestmoon 312", repeats="year")
    long_campaign(campaign, gm, 0.04)
    with django_assert_max_num_queries(99) as few:
        for address in addresses:
            client.get(address)
    long_campaign(campaign, gm)
    for kind in ("days", "month", "year") * 33:
        plan(f"Every {kind}", "1 Harvestmoon 300", repeats=kind)
    with django_assert_max_num_queries(len(few)):
        for address in addresses:
            client.get(address)
    for address in addresses:
        times = []
        for _try in range(3):
            start = time.process_time()
            assert client.get(address).status_code == 200
            times.append(time.process_time() - start)
        assert min(times) < 0.5, f"{address}: {min(times):.3f} s"


def test_a_long_month_with_many_daily_events_is_limited(gm_seat, monkeypatch):
    months = [{"name": "Age", "days": 1000, "outside_week": False}]
    row = actions.save_calendar(
        membership=gm_seat, definition=TWELVE | {"months": months, "seasons": []}, date="1 Age 3"
    )
    for number in range(100):
        title = f"Watch {number}"
        events.plan_event(membership=gm_seat, title=title, date="1 Age 1", audience="all", repeats="days")
    computed = []
    compute = Occurrences._at
    monkeypatch.setattr(Occurrences, "_at", lambda self, place: computed.append(place) or compute(self, place))
    sheet = queries.month_sheet(row, None, gm_seat)
    assert len(computed) <= queries.MOST_REPEATED + 2 * 100
    days = [day for week in sheet.weeks for day in week if day is not None]
    assert all(len(day.events) == queries.MOST_OF_A_DAY for day in days[:40])


def test_a_long_leap_with_many_events_writes_few_lines(gm_seat, plan):
    for number in range(60):
        plan(f"Watch {number}", "13 Harvestmoon 312", repeats="days")
    due = actions.advance_days(membership=gm_seat, days=8)
    assert len(due) == 60
    assert LogEntry.objects.count() == 60
    actions.advance_days(membership=gm_seat, days=2)
    assert LogEntry.objects.count() == 60 + 120
