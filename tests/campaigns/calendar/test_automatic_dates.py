"""What the site dated in a session follows the date of the session; what someone dated stays."""

import html

import pytest
from django.utils import timezone

from campaigns.encounters import play
from campaigns.log import actions as log_actions
from campaigns.log.calendar import actions, dates
from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from campaigns.sessions.filing.actions import ChosenRow, file_under_session
from campaigns.sessions.models import Session
from characters.sheets import status_actions
from tests.campaigns.encounters.play.conftest import fight, mara, membership, oskar, prepared

__all__ = ["fight", "mara", "membership", "oskar", "prepared"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def session(campaign):
    """A session that is not played yet."""
    return Session.objects.create(campaign=campaign, number=1, title="The ford")


def date_of(campaign, **thing):
    """The date of one thing in words."""
    return Calendar.objects.get(campaign=campaign).format(InWorldDate.objects.get(**thing).span)


def hold(gm_seat, session, date):
    session_actions.record_attendance(membership=gm_seat, session=session, attendance=[], in_world=date)


@pytest.fixture
def ended(fight, gm_seat, session, calendar):
    """The log line of a fight that ended before the GM recorded the session."""
    type(fight).objects.filter(pk=fight.pk).update(session=session)
    fight.refresh_from_db()
    ending = {"type": "end", "actor": "gm", "outcome": "victory"}
    play.submit(encounter=fight, by=gm_seat.user, command=ending)
    return LogEntry.objects.get(encounter=fight, kind="encounter", data__has_key="outcome")


def test_a_fight_gets_the_date_of_its_session_and_follows_its_corrections(campaign, gm_seat, session, ended):
    assert date_of(campaign, entry=ended) == "12 Harvestmoon 312"
    hold(gm_seat, session, "3 Leafmoon 312")
    assert date_of(campaign, entry=ended) == "3 Leafmoon 312"
    hold(gm_seat, session, "1 Leafmoon 312 – 2 Leafmoon 312")
    assert date_of(campaign, entry=ended) == "1 Leafmoon 312 – 2 Leafmoon 312", "though this is before the current date"
    dates.set_date(membership=gm_seat, kind="session", thing=session, date="2 Leafmoon 312")
    assert date_of(campaign, entry=ended) == "2 Leafmoon 312", "the page of dates corrects it too"


def test_an_encounter_that_ends_after_its_session_was_recorded_gets_its_date(
    campaign, gm_seat, ana_seat, session, fight, mara, calendar, gm
):
    hold(gm_seat, session, "3 Leafmoon 312")
    actions.advance_to(membership=gm_seat, date="1 Leafmoon 313")
    type(fight).objects.filter(pk=fight.pk).update(session=session)
    fight.refresh_from_db()
    play.submit(encounter=fight, by=gm, command={"type": "end", "actor": "gm", "outcome": "victory"})
    line = LogEntry.objects.get(encounter=fight, kind="encounter", data__has_key="outcome")
    note = log_actions.add_note(membership=ana_seat, text="We met Otto.", session=session)
    assert date_of(campaign, entry=line) == date_of(campaign, entry=note) == "3 Leafmoon 312"
    hold(gm_seat, session, "4 Leafmoon 312")
    assert date_of(campaign, entry=line) == date_of(campaign, entry=note) == "4 Leafmoon 312", "and follows it"
    InWorldDate.objects.filter(session=session).update(gm_only=True)
    later = log_actions.add_note(membership=ana_seat, text="We met Ida.", session=session)
    assert date_of(campaign, entry=later) == "1 Leafmoon 313", "a date for GMs dates nothing that players see"


def test_a_death_in_a_session_that_was_recorded_gets_the_date_of_the_session(gm_seat, campaign, calendar, mara, gm):
    running = Session.objects.create(campaign=campaign, number=1, starts=timezone.now(), status="held")
    dates.set_date(membership=gm_seat, kind="session", thing=running, date="3 Leafmoon 312")
    status_actions.mark_dead(character=mara, by=gm, reason="a fall")
    assert LogEntry.objects.get(kind="death").session == running
    assert date_of(campaign, character=mara) == "3 Leafmoon 312"


def test_a_note_from_the_form_is_dated_by_hand_only_if_the_date_was_changed(
    campaign, client, ana_seat, gm_seat, session, calendar
):
    client.force_login(ana_seat.user)
    address = f"/campaigns/{campaign.pk}/log/"
    assert 'name="initial-in_world" value="12 Harvestmoon 312"' in client.get(address).content.decode()
    left = {"session": session.pk, "in_world": "12 Harvestmoon 312", "initial-in_world": "12 Harvestmoon 312"}
    client.post(address, left | {"text": "We met Otto."})
    client.post(address, left | {"text": "He was born.", "in_world": "11 Harvestmoon 312"})
    client.post(address, left | {"text": "Undated.", "in_world": ""})
    hold(gm_seat, session, "3 Leafmoon 312")
    client.post(address, left | {"text": "The form was opened before."})
    found = {date.entry.text: calendar.format(date.span) for date in InWorldDate.objects.filter(kind="log")}
    assert found == {
        "We met Otto.": "3 Leafmoon 312",
        "He was born.": "11 Harvestmoon 312",
        "The form was opened before.": "3 Leafmoon 312",
    }


def test_a_note_is_saved_after_the_calendar_got_other_names_unless_its_date_was_changed(
    client, gm, gm_seat, campaign, calendar
):
    client.force_login(gm)
    address, offered = f"/campaigns/{campaign.pk}/log/", {"initial-in_world": "12 Harvestmoon 312"}
    months = [month | {"name": month["name"].replace("Harvest", "Barley")} for month in calendar.definition["months"]]
    actions.save_calendar(membership=gm_seat, definition=calendar.definition | {"months": months})
    refused = client.post(address, {"text": "A.", "in_world": "11 Harvestmoon 312", "audience": "all"} | offered)
    assert "no month or season “Harvestmoon”" in html.unescape(refused.content.decode())
    note = {"text": "A bell.", "in_world": "12 Harvestmoon 312", "audience": "all"}
    assert client.post(address, note | offered).status_code == 302
    assert date_of(campaign, entry__text="A bell.") == "12 Barleymoon 312"


def test_a_fight_that_someone_dated_stays(campaign, gm_seat, session, ended):
    dates.set_date(membership=gm_seat, kind="log", thing=ended, date="1 Harvestmoon 312")
    hold(gm_seat, session, "3 Leafmoon 312")
    assert date_of(campaign, entry=ended) == "1 Harvestmoon 312"


def test_an_entry_filed_under_a_recorded_session_gets_its_date(campaign, gm_seat, session, ended):
    later = Session.objects.create(campaign=campaign, number=2)
    hold(gm_seat, later, "3 Leafmoon 312")
    own = log_actions.add_note(membership=gm_seat, text="He was born.", in_world="1 Harvestmoon 312")
    file_under_session(
        membership=gm_seat,
        session=later,
        entries=[ChosenRow(own.pk, None)],
        encounters=[ChosenRow(ended.encounter_id, session.pk)],
    )
    assert date_of(campaign, entry=ended) == "3 Leafmoon 312"
    assert date_of(campaign, entry=own) == "1 Harvestmoon 312"


@pytest.mark.parametrize("undated", [False, True])
def test_an_entry_filed_by_mistake_and_taken_out_gets_its_first_date_back(
    campaign, gm_seat, session, calendar, gm, mara, undated
):
    hold(gm_seat, session, "3 Harvestmoon 312")
    status_actions.mark_dead(character=mara, by=gm, reason="a fall")
    death = LogEntry.objects.get(kind="death")
    note = log_actions.add_note(membership=gm_seat, text="We met Otto.")
    own = log_actions.add_note(membership=gm_seat, text="She came.", in_world="3 Harvestmoon 312")
    actions.advance_to(membership=gm_seat, date="1 Leafmoon 312")
    better = log_actions.correct_entry(membership=gm_seat, entry=note, text="We met Ida.")
    rows = [note, own, death]
    chosen = [ChosenRow(row.pk, None) for row in rows]
    file_under_session(membership=gm_seat, session=session, entries=chosen)
    things = [{"entry": row} for row in (note, better)] + [{"character": mara}]
    assert {date_of(campaign, **thing) for thing in things} == {"3 Harvestmoon 312"}
    to = Session.objects.create(campaign=campaign, number=2) if undated else None
    chosen = [ChosenRow(row.pk, session.pk) for row in rows]
    file_under_session(membership=gm_seat, session=to, entries=chosen)
    assert {date_of(campaign, **thing) for thing in things} == {"12 Harvestmoon 312"}
    assert date_of(campaign, entry=own) == "3 Harvestmoon 312", "somebody dated it"


def test_an_entry_that_is_taken_out_keeps_its_date_if_the_calendar_has_other_days_since(
    campaign, gm_seat, session, calendar
):
    hold(gm_seat, session, "3 Harvestmoon 312")
    note = log_actions.add_note(membership=gm_seat, text="We met Otto.", session=session)
    months = [*calendar.definition["months"], {"name": "Lastmoon", "days": 3}]
    actions.save_calendar(membership=gm_seat, definition=calendar.definition | {"months": months})
    file_under_session(membership=gm_seat, session=None, entries=[ChosenRow(note.pk, session.pk)])
    assert date_of(campaign, entry=note) == "3 Harvestmoon 312"


def test_filing_under_a_session_that_only_gms_date_moves_nothing(campaign, gm_seat, session, calendar):
    dates.set_date(membership=gm_seat, kind="session", thing=session, date="3 Leafmoon 312", gm_only=True)
    note = log_actions.add_note(membership=gm_seat, text="We met Otto.")
    file_under_session(membership=gm_seat, session=session, entries=[ChosenRow(note.pk, None)])
    assert date_of(campaign, entry=note) == "12 Harvestmoon 312"


def test_dates_of_other_sessions_and_dates_for_gms_move_nothing(campaign, gm_seat, session, ended):
    other = Session.objects.create(campaign=campaign, number=2)
    hold(gm_seat, other, "3 Leafmoon 312")
    assert date_of(campaign, entry=ended) == "12 Harvestmoon 312"
    dates.set_date(membership=gm_seat, kind="session", thing=session, date="5 Leafmoon 312", gm_only=True)
    assert date_of(campaign, entry=ended) == "12 Harvestmoon 312", "players see the fight's date, and not this one"


def test_notes_follow_the_session_unless_their_author_gave_a_date(campaign, gm_seat, ana_seat, session, calendar):
    note = {"membership": ana_seat, "session": session}
    plain = log_actions.add_note(text="We met Otto.", **note)
    own = log_actions.add_note(text="He was born.", in_world="12 Harvestmoon 312", **note)
    correction = log_actions.correct_entry(membership=ana_seat, entry=plain, text="We met Otto and Ida.")
    hold(gm_seat, session, "3 Leafmoon 312")
    assert date_of(campaign, entry=plain) == date_of(campaign, entry=correction) == "3 Leafmoon 312"
    assert date_of(campaign, entry=own) == "12 Harvestmoon 312"
    own = log_actions.correct_entry(membership=ana_seat, entry=own, text="He was born in spring.")
    hold(gm_seat, session, "4 Leafmoon 312")
    assert date_of(campaign, entry=own) == "12 Harvestmoon 312", "a correction keeps what its author wrote"


def die(hero, gm, session):
    status_actions.mark_dead(character=hero, by=gm, reason="a fall")
    LogEntry.objects.filter(kind="death", session=None).update(session=session)


def test_a_death_follows_the_session_in_which_the_character_died_last(campaign, gm_seat, session, calendar, mara, gm):
    die(mara, gm, session)
    hold(gm_seat, session, "3 Leafmoon 312")
    assert date_of(campaign, character=mara) == "3 Leafmoon 312"
    status_actions.restore_character(character=mara, by=gm, reason="a wonder")
    actions.advance_to(membership=gm_seat, date="1 Leafmoon 313")
    later = Session.objects.create(campaign=campaign, number=2)
    die(mara, gm, later)
    hold(gm_seat, session, "4 Leafmoon 312")
    assert date_of(campaign, character=mara) == "1 Leafmoon 313", "the first death is not the last"
    hold(gm_seat, later, "2 Leafmoon 313")
    assert date_of(campaign, character=mara) == "2 Leafmoon 313"
    dates.set_date(membership=gm_seat, kind="death", thing=mara, date="winter 313")
    hold(gm_seat, later, "3 Leafmoon 313")
    assert date_of(campaign, character=mara) == "Winter 313"


def test_a_players_note_of_a_death_moves_no_date(campaign, gm_seat, ana_seat, session, calendar, mara, gm):
    die(mara, gm, Session.objects.create(campaign=campaign, number=2))
    log_actions.add_note(membership=ana_seat, text="Mara fell.", kind="death", character=mara, session=session)
    hold(gm_seat, session, "3 Leafmoon 312")
    assert date_of(campaign, character=mara) == "12 Harvestmoon 312"


def test_a_new_calendar_keeps_what_is_automatic(campaign, gm_seat, session, ended, calendar):
    renamed = Calendar.objects.get(pk=calendar.pk).definition
    renamed["months"][0]["days"] += 1
    actions.save_calendar(membership=gm_seat, definition=renamed)
    hold(gm_seat, session, "3 Leafmoon 312")
    assert date_of(campaign, entry=ended) == "3 Leafmoon 312"


def test_a_session_that_only_gms_date_stays_theirs_when_it_is_played(gm_seat, calendar, campaign):
    row = Session.objects.create(campaign=campaign, number=9)
    dates.set_date(membership=gm_seat, kind="session", thing=row, date="20 Harvestmoon 312", gm_only=True)
    session_actions.record_attendance(membership=gm_seat, session=row, attendance=[], in_world="21 Harvestmoon 312")
    stored = InWorldDate.objects.get(kind="session", session=row)
    calendar.refresh_from_db()
    assert stored.gm_only
    assert calendar.now.last < stored.first, "players read the current date"
    open_session = Session.objects.create(campaign=campaign, number=10)
    session_actions.record_attendance(
        membership=gm_seat, session=open_session, attendance=[], in_world="22 Harvestmoon 312"
    )
    assert not InWorldDate.objects.get(kind="session", session=open_session).gm_only
    calendar.refresh_from_db()
    assert calendar.now.last == InWorldDate.objects.get(kind="session", session=open_session).last
