"""The calendar's pages: choosing and editing it, advancing the date, what a session and a note do."""

from copy import deepcopy

import pytest

from campaigns.log.calendar import actions, dates
from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from tests.campaigns.calendar.helpers import words_of


def today(campaign):
    row = Calendar.objects.get(campaign=campaign)
    return row.format(row.now)


def form_data(client, campaign, **changes):
    """What a browser posts when the GM saves the page as it was served."""
    return read_form(client.get(f"/campaigns/{campaign.pk}/calendar/edit/")) | changes


def read_form(page):
    """What a browser posts of a page that shows the form."""
    forms = page.context["forms"]
    data = {"revision": page.context["revision"]}
    for form in (forms.week, *forms.parts.values()):
        rows = [form] if hasattr(form, "fields") else [form.management_form, *form]
        for row in rows:
            given = {field.html_name: field.value() for field in row}
            data |= {name: value for name, value in given.items() if value is not None and value is not False}
    return data


def test_a_gm_chooses_a_preset_and_players_see_the_date(client, gm, ana, campaign):
    client.force_login(ana)
    assert "has no calendar yet" in words_of(client.get(f"/campaigns/{campaign.pk}/calendar/"))
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/calendar/start/"
    assert "Harvestmoon" in words_of(client.get(address))
    refused = client.post(address, {"preset": "twelve-moons", "date": "3 Octember 312"})
    assert "no month or season “Octember”" in words_of(refused)
    assert not Calendar.objects.exists()
    client.post(address, {"preset": "twelve-moons", "date": "3 Harvestmoon 312"})
    client.force_login(ana)
    for page in ("calendar/", ""):
        shown = words_of(client.get(f"/campaigns/{campaign.pk}/{page}"))
        assert "3 Harvestmoon 312" in shown
        assert "Autumn" in shown
        assert "Moon: waxing crescent" in shown
        assert "Next day" not in shown


def test_a_gm_advances_the_date_with_buttons(client, gm, ana, campaign, calendar):
    address = f"/campaigns/{campaign.pk}/calendar/advance/"
    client.force_login(gm)
    for body, date in [
        ({"step": "1"}, "13 Harvestmoon 312"),
        ({"step": "week"}, "19 Harvestmoon 312"),
        ({"step": "-1"}, "18 Harvestmoon 312"),
        ({"date": "1 Leafmoon 312, 18:00"}, "1 Leafmoon 312, 18:00"),
        ({"step": "1"}, "2 Leafmoon 312, 18:00"),
        ({"date": "spring 313"}, "2 Leafmoon 312, 18:00"),
        ({"date": "soon"}, "2 Leafmoon 312, 18:00"),
        ({"step": "999999999999"}, "2 Leafmoon 312, 18:00"),
    ]:
        client.post(address, body)
        assert today(campaign) == date
    client.force_login(ana)
    assert client.post(address, {"step": "1"}).status_code == 403


def test_every_part_is_edited_without_code(client, gm, campaign, calendar):
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/calendar/edit/"
    before = Calendar.objects.get().definition
    assert client.post(address, form_data(client, campaign)).status_code == 302
    assert Calendar.objects.get().definition == before
    changed = form_data(
        client,
        campaign,
        **{
            "months-8-name": "Reaping",
            "months-12-place": "2.5",
            "months-12-name": "Fools’ Feast",
            "months-12-days": "1",
            "months-12-outside_week": "on",
            "weekdays-5-name": "",
            "leap_rules-0-month": "Fools’ Feast",
            "leap_rules-0-every": "4",
            "eras-0-short": "AC",
            "seasons-0-start": "5 Thawmoon",
            "moons-1-name": "Little Moon",
            "moons-1-period": "12.5",
            "hours": "20",
        },
    )
    preview = words_of(client.post(address, changed | {"preview": "1"}))
    assert "12 Reaping 312 AC" in preview
    assert "Little Moon" in preview
    assert today(campaign) == "12 Harvestmoon 312"
    assert client.post(address, changed).status_code == 302
    new = Calendar.objects.get().definition
    assert today(campaign) == "12 Reaping 312 AC"
    assert new["months"][2] == {"name": "Fools’ Feast", "days": 1, "outside_week": True}
    assert len(new["weekdays"]) == 5
    assert new["leap_rules"][0]["month"] == 3
    assert new["seasons"][0] == {"name": "Spring", "month": 4, "day": 5}
    assert new["moons"][1] == {"name": "Little Moon", "period": "12.5", "new_moon": "0"}


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"months-8-name": "Frostmoon"}, "used twice"),
        ({"seasons-0-start": "1 Nomoon"}, "no month “Nomoon”"),
        ({"seasons-0-start": ""}, "Enter the day on which"),
        ({"months-0-days": "x"}, "Some rows cannot be read"),
        ({"moons-0-period": "soon"}, "must be a number"),
        ({"revision": "1"}, "changed"),
    ],
)
def test_an_edit_that_does_not_fit_changes_nothing(client, gm, campaign, calendar, change, refusal):
    client.force_login(gm)
    before = Calendar.objects.get().definition
    answer = client.post(f"/campaigns/{campaign.pk}/calendar/edit/", form_data(client, campaign, **change))
    assert answer.status_code == 200
    assert refusal in words_of(answer)
    assert Calendar.objects.get().definition == before


def test_dates_keep_their_names_when_months_change(client, gm, gm_seat, campaign, calendar):
    session = Session.objects.create(campaign=campaign, number=1)
    dates.set_date(membership=gm_seat, kind="session", thing=session, date="30 Harvestmoon 300")
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/calendar/edit/"
    changed = form_data(client, campaign, **{"months-0-days": "35", "months-8-days": "29"})
    refused = words_of(client.post(address, changed))
    assert "1 date is on a day that the new calendar does not have" in refused
    assert "Move dates" in refused
    assert client.post(address, changed | {"move_dates": "on"}).status_code == 302
    row, date = Calendar.objects.get(), InWorldDate.objects.get()
    assert row.format(date.span) == "29 Harvestmoon 300"
    assert today(campaign) == "12 Harvestmoon 312"


def insert_month(gm_seat, place, name):
    """Another GM puts a month into the calendar."""
    definition = deepcopy(Calendar.objects.get().definition)
    definition["months"].insert(place, {"name": name, "days": 30, "outside_week": False})
    for row in (*definition["seasons"], *definition["leap_rules"]):
        row["month"] += row["month"] > place
    actions.save_calendar(membership=gm_seat, definition=definition)


def test_saving_again_after_a_conflict_keeps_dates_in_their_months(client, gm, gm_seat, campaign, calendar):
    session = Session.objects.create(campaign=campaign, number=1)
    dates.set_date(membership=gm_seat, kind="session", thing=session, date="30 Harvestmoon 300")
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/calendar/edit/"
    posted = form_data(client, campaign, **{"months-1-name": "Thaw"})
    insert_month(gm_seat, 0, "Newmoon")
    refused = client.post(address, posted)
    assert "changed" in words_of(refused)
    assert "Newmoon, Days: 30; Frostmoon" in words_of(refused)
    assert Calendar.objects.get().definition["months"][2]["name"] == "Snowmoon"
    assert client.post(address, read_form(refused)).status_code == 302
    row, date = Calendar.objects.get(), InWorldDate.objects.get()
    assert [month["name"] for month in row.definition["months"][:2]] == ["Frostmoon", "Thaw"]
    assert row.format(date.span) == "30 Harvestmoon 300"
    assert today(campaign) == "12 Harvestmoon 312"


def test_a_month_that_both_added_is_kept_when_saving_again(client, gm, gm_seat, campaign, calendar):
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/calendar/edit/"
    posted = form_data(client, campaign, **{"months-12-place": "13", "months-12-name": "Lastmoon"})
    posted |= {"months-12-days": "30"}
    insert_month(gm_seat, 12, "Lastmoon")
    refused = client.post(address, posted | {"months-12-was": "Lastmoon"})
    assert client.post(address, read_form(refused)).status_code == 302
    assert len(Calendar.objects.get().definition["months"]) == 13


def test_a_played_session_gets_its_dates_and_advances_the_current_date(client, gm, ana, campaign, calendar):
    session = Session.objects.create(campaign=campaign, number=1)
    client.force_login(gm)
    address = f"/sessions/{session.pk}/attendance/"
    assert 'value="12 Harvestmoon 312"' in client.get(address).content.decode()
    refused = client.post(address, {"in_world": "12 Harvestmoon 312 – 5 Nomoon 312", "revision": "1"})
    assert "Nomoon" in words_of(refused)
    session.refresh_from_db()
    assert session.status == "planned"
    client.post(address, {"in_world": "12 Harvestmoon 312 – 3 Leafmoon 312", "revision": "1"})
    assert today(campaign) == "3 Leafmoon 312"
    client.force_login(ana)
    assert "12 Harvestmoon 312 – 3 Leafmoon 312" in words_of(client.get(f"/sessions/{session.pk}/"))
    client.force_login(gm)
    client.post(address, {"in_world": "12 Harvestmoon 312", "revision": "2"})
    assert today(campaign) == "3 Leafmoon 312", "an earlier date does not turn time back"
    assert InWorldDate.objects.count() == 1


def test_an_emptied_date_is_taken_from_a_played_session(client, gm, gm_seat, campaign, calendar):
    session = Session.objects.create(campaign=campaign, number=1)
    client.force_login(gm)
    address = f"/sessions/{session.pk}/attendance/"
    client.post(address, {"in_world": "13 Harvestmoon 312", "revision": "1"})
    client.post(address, {"revision": "2"})
    body = {"status": "held"}
    client.patch(f"/api/v1/sessions/{session.pk}/", body, content_type="application/json", headers={"If-Match": "*"})
    assert InWorldDate.objects.get().session == session, "a page without a calendar, and the API, leave it as it is"
    session.refresh_from_db()
    client.post(address, {"in_world": "", "revision": session.revision})
    assert not InWorldDate.objects.exists()
    assert today(campaign) == "13 Harvestmoon 312"


@pytest.mark.parametrize("first", ["", "13 Harvestmoon 312"])
def test_attendance_keeps_a_date_that_the_session_got_meanwhile(client, gm, gm_seat, campaign, calendar, first):
    session = Session.objects.create(campaign=campaign, number=1, status="held")
    if first:
        dates.set_date(membership=gm_seat, kind="session", thing=session, date=first)
    client.force_login(gm)
    address = f"/sessions/{session.pk}/attendance/"
    assert 'name="initial-in_world"' in client.get(address).content.decode()
    dates.set_date(membership=gm_seat, kind="session", thing=session, date="12 Harvestmoon 312")
    shown = {"in_world": first, "initial-in_world": first}
    assert client.post(address, shown | {"revision": "1"}).status_code == 302
    assert calendar.format(InWorldDate.objects.get().span) == "12 Harvestmoon 312"
    emptied = {"in_world": "", "initial-in_world": "12 Harvestmoon 312"}
    client.post(address, emptied | {"revision": "2"})
    assert not InWorldDate.objects.exists()


def test_a_date_that_attendance_shows_becomes_the_current_one_when_it_is_saved(client, gm, gm_seat, campaign, calendar):
    session = Session.objects.create(campaign=campaign, number=1)
    client.force_login(gm)
    address, date = f"/sessions/{session.pk}/attendance/", "12 Harvestmoon 312"
    client.post(address, {"in_world": date, "initial-in_world": date, "revision": "1"})
    assert calendar.format(InWorldDate.objects.get().span) == date, "the current date was offered"
    later = Session.objects.create(campaign=campaign, number=2)
    dates.set_date(membership=gm_seat, kind="session", thing=later, date="3 Leafmoon 312")
    shown = {"in_world": "3 Leafmoon 312", "initial-in_world": "3 Leafmoon 312"}
    client.post(f"/sessions/{later.pk}/attendance/", shown | {"revision": "1"})
    assert today(campaign) == "3 Leafmoon 312"


def test_a_note_takes_the_current_date_unless_another_is_given(client, ana, gm_seat, campaign, calendar):
    client.force_login(ana)
    address = f"/campaigns/{campaign.pk}/log/"
    assert 'value="12 Harvestmoon 312"' in client.get(address).content.decode()
    client.post(address, {"text": "We met Otto.", "in_world": "12 Harvestmoon 312"})
    client.post(address, {"text": "He was born.", "in_world": "spring 280"})
    client.post(address, {"text": "No date.", "in_world": ""})
    assert "Octember" in words_of(client.post(address, {"text": "Never.", "in_world": "3 Octember 1"}))
    found = {date.entry.text: calendar.format(date.span) for date in InWorldDate.objects.all()}
    assert found == {"We met Otto.": "12 Harvestmoon 312", "He was born.": "Spring 280"}
    shown = words_of(client.get(address))
    assert "Spring 280" in shown
    line = LogEntry.objects.get(text="He was born.")
    client.post(f"/log/{line.pk}/correct/", {"text": "He was found."})
    corrected = InWorldDate.objects.get(entry__text="He was found.")
    assert calendar.format(corrected.span) == "Spring 280"


def test_without_a_calendar_notes_have_no_date(client, ana, campaign):
    client.force_login(ana)
    address = f"/campaigns/{campaign.pk}/log/"
    assert "Date in the world" not in words_of(client.get(address))
    client.post(address, {"text": "We met Otto."})
    assert LogEntry.objects.count() == 1
    assert not InWorldDate.objects.exists()


def test_pages_of_a_calendar_ask_a_constant_number_of_queries(
    client, gm, gm_seat, campaign, calendar, django_assert_max_num_queries
):
    client.force_login(gm)
    with django_assert_max_num_queries(9):
        client.get(f"/campaigns/{campaign.pk}/calendar/")
    with django_assert_max_num_queries(12):
        client.get(f"/campaigns/{campaign.pk}/log/")
    for step in range(3):
        actions.advance_days(membership=gm_seat, days=step)
