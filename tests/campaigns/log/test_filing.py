"""Filing under a session afterwards: entries, awards and encounters, by GMs alone, and never over other changes."""

from datetime import UTC, datetime

import pytest
from django.utils.html import escape

from campaigns.encounters.models import Encounter
from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.sessions.filing import actions, queries
from campaigns.sessions.filing.actions import ChosenRow
from campaigns.sessions.queries import get_session_page
from campaigns.sessions.recaps.drafts import draft_recap
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.models import Reveal
from characters.experience import actions as experience
from tests import factories
from tests.people.helpers import forbidden, place, refused


@pytest.fixture
def session(campaign):
    return campaign.sessions.create(number=1, starts=datetime(2026, 5, 12, 19, tzinfo=UTC))


def session_of(row):
    return type(row).objects.values_list("session", flat=True).get(pk=row.pk)


def test_a_line_and_an_award_with_its_experience_are_filed_and_taken_out(gm, campaign, session):
    membership, hero = place(campaign, gm), factories.CharacterFactory(campaign=campaign)
    (entry,) = experience.award_party(characters=[hero], amount=1, reason="r", by=gm)
    award, note = LogEntry.objects.get(kind="award"), LogEntry.objects.create(campaign=campaign, text="x")
    lines = [ChosenRow(award.pk, None), ChosenRow(note.pk, None)]
    assert actions.file_under_session(membership=membership, session=session, entries=lines) == 2
    assert session_of(award) == session_of(note) == session_of(entry) == session.pk
    actions.file_under_session(membership=membership, session=None, entries=[ChosenRow(award.pk, session.pk)])
    assert session_of(award) is session_of(entry) is None
    assert session_of(note) == session.pk


def test_an_encounter_brings_its_lines_and_awards(gm, campaign, session):
    hero = factories.CharacterFactory(campaign=campaign)
    fight = Encounter.objects.create(campaign=campaign, title="The mill", status="ended", outcome="victory")
    (entry,) = experience.award_party(characters=[hero], amount=1, reason="r", by=gm, encounter=fight)
    ended = LogEntry.objects.create(campaign=campaign, text="ended", kind="encounter", encounter=fight)
    other = LogEntry.objects.create(campaign=campaign, text="other")
    actions.file_under_session(membership=place(campaign, gm), session=session, encounters=[ChosenRow(fight.pk, None)])
    assert {session_of(row) for row in (fight, entry, ended)} == {session.pk}
    assert session_of(other) is None


def test_encounters_that_are_only_prepared_are_not_ticked_in_advance(client, gm, campaign, session):
    """An import prepares a whole adventure on one day. Its encounters are for other evenings."""
    rows = {
        status: Encounter.objects.create(
            campaign=campaign, title=status, status=status, created=datetime(2026, 5, 12, 20, tzinfo=UTC)
        )
        for status in ("prepared", "running", "ended")
    }
    client.force_login(gm)
    page = " ".join(client.get(f"/sessions/{session.pk}/file/").content.decode().split())
    ticked = {status: f'value="{row.pk}:0" checked' in page for status, row in rows.items()}
    assert ticked == {"prepared": False, "running": True, "ended": True}
    assert f'value="{rows["prepared"].pk}:0"' in page, "it can be filed all the same"


def test_an_entry_and_its_corrections_are_filed_and_moved_together(gm, campaign, session):
    membership, second = place(campaign, gm), campaign.sessions.create(number=2)
    note = log_actions.add_note(membership=membership, text="The bell rang twice.")
    better = log_actions.correct_entry(membership=membership, entry=note, text="The bell rang thrice.")
    last = log_actions.correct_entry(membership=membership, entry=better, text="The bell rang four times.")
    actions.file_under_session(membership=membership, session=session, entries=[ChosenRow(note.pk, None)])
    assert {session_of(row) for row in (note, better, last)} == {session.pk}
    draft = draft_recap(membership, session, "all")
    assert "four times" in draft
    assert "twice" not in draft
    actions.file_under_session(membership=membership, session=second, entries=[ChosenRow(better.pk, session.pk)])
    assert {session_of(row) for row in (note, better, last)} == {second.pk}


def test_a_corrected_award_is_shown_as_corrected_in_its_session(gm, campaign, session):
    membership, hero = place(campaign, gm), factories.CharacterFactory(campaign=campaign)
    (experience_entry,) = experience.award_party(characters=[hero], amount=1, reason="for the bell", by=gm)
    award = LogEntry.objects.get(kind="award")
    better = log_actions.correct_entry(membership=membership, entry=award, text="For the tower.")
    actions.file_under_session(membership=membership, session=session, entries=[ChosenRow(better.pk, None)])
    [shown] = get_session_page(membership, session).awards
    assert (shown.current_text, shown.is_corrected) == ("For the tower.", True)
    assert session_of(experience_entry) == session.pk


def test_entries_that_somebody_else_filed_meanwhile_stay_and_nothing_else_changes(gm, campaign, session):
    second = campaign.sessions.create(number=2)
    first, moved = (LogEntry.objects.create(campaign=campaign, text=text) for text in "ab")
    LogEntry.objects.filter(pk=moved.pk).update(session=second)
    with refused("by now. Look at the list"):
        actions.file_under_session(
            membership=place(campaign, gm),
            session=session,
            entries=[ChosenRow(first.pk, None), ChosenRow(moved.pk, None)],
        )
    assert session_of(first) is None
    assert session_of(moved) == second.pk


def test_rows_and_sessions_of_another_campaign_are_refused(gm, campaign, session):
    other = factories.CampaignFactory()
    theirs = LogEntry.objects.create(campaign=other, text="theirs")
    own = LogEntry.objects.create(campaign=campaign, text="own")
    membership = place(campaign, gm)
    with refused("by now. Look at the list"):
        actions.file_under_session(membership=membership, session=session, entries=[ChosenRow(theirs.pk, None)])
    with forbidden("another campaign"):
        actions.file_under_session(
            membership=membership, session=other.sessions.create(number=1), entries=[ChosenRow(own.pk, None)]
        )
    own.data = {
        "entries": [
            experience.award_experience(
                character=factories.CharacterFactory(campaign=other), amount=1, reason="r", by=gm
            ).pk
        ]
    }
    own.save()
    actions.file_under_session(membership=membership, session=session, entries=[ChosenRow(own.pk, None)])
    assert not session.experience.exists()


def test_players_file_nothing(ana, campaign, session):
    line = LogEntry.objects.create(campaign=campaign, text="x")
    with forbidden("Only the GM"):
        actions.file_under_session(membership=place(campaign, ana), session=session, entries=[ChosenRow(line.pk, None)])


def test_nothing_chosen_and_too_much_are_refused(gm, campaign, session):
    membership = place(campaign, gm)
    with refused("at least one"):
        actions.file_under_session(membership=membership, session=session)
    with refused("at most"):
        many = [ChosenRow(n, None) for n in range(1, actions.MOST_AT_ONCE + 2)]
        actions.file_under_session(membership=membership, session=session, entries=many)


def test_the_page_offers_the_session_and_files_what_is_ticked(client, gm, campaign, session):
    at = datetime(2026, 5, 12, 21, tzinfo=UTC)
    near = LogEntry.objects.create(campaign=campaign, text="That session", created=at)
    LogEntry.objects.create(campaign=campaign, text="A year before", created=at.replace(year=2025))
    LogEntry.objects.create(campaign=campaign, text="Settings", created=at, kind="campaign")
    LogEntry.objects.create(campaign=campaign, text="Imported", created=at, kind="module", data={"import": 1})
    roll = LogEntry.objects.create(campaign=campaign, text="A fog", created=at, kind="module", data={"rolled": True})
    fight = Encounter.objects.create(campaign=campaign, title="The mill", created=at, started=at, status="running")
    client.force_login(gm)
    address = f"/sessions/{session.pk}/file/"
    page = client.get(address).content.decode()
    assert f'value="{near.pk}:0" checked' in page
    assert f'value="{fight.pk}:0" checked' in page
    assert "A year before" not in page
    assert "Settings" not in page
    assert "Imported" not in page
    assert f'value="{roll.pk}:0" checked' in page
    assert "A year before" in client.get(f"{address}?since=2025-05-12&until=2025-05-12").content.decode()
    assert client.get(f"{address}?since=x").status_code == 200
    answer = client.post(address, {"line": [f"{near.pk}:0", "x", "1:2:3"], "scene": f"{fight.pk}:0", "to": "session"})
    assert answer.status_code == 302
    assert session_of(near) == session_of(fight) == session.pk
    # The same form again, because its answer was lost.
    answer = client.post(address, {"line": f"{near.pk}:0", "scene": f"{fight.pk}:0", "to": "session"}, follow=True)
    assert "Filed." in answer.content.decode()
    other = campaign.sessions.create(number=2)
    again = client.post(f"/sessions/{other.pk}/file/", {"line": f"{near.pk}:0", "to": "session"})
    assert "Some of these are gone or under another session by now" in again.content.decode()
    client.post(address, {"line": f"{near.pk}:{session.pk}", "to": "none"})
    assert session_of(near) is None


def test_a_refusal_keeps_the_chosen_days_and_ticks(client, gm, campaign, session):
    at = datetime(2025, 3, 1, 21, tzinfo=UTC)
    chosen, left_out, moved = (LogEntry.objects.create(campaign=campaign, text=text, created=at) for text in "abc")
    other = campaign.sessions.create(number=2)
    LogEntry.objects.filter(pk=moved.pk).update(session=other)
    client.force_login(gm)
    address = f"/sessions/{session.pk}/file/?since=2025-03-01&until=2025-03-02"
    assert f'action="{escape(address)}"' in client.get(address).content.decode()
    answer = client.post(address, {"line": [f"{chosen.pk}:0", f"{moved.pk}:0"], "to": "session"})
    page = answer.content.decode()
    assert "Some of these are gone or under another session by now" in page
    assert 'value="2025-03-01"' in page
    assert f'value="{chosen.pk}:0" checked' in page
    for row, seen in ((left_out, 0), (moved, other.pk)):
        assert f'value="{row.pk}:{seen}">' in page


def test_the_list_costs_the_same_queries_however_long(gm, campaign, session, django_assert_max_num_queries):
    def grow(count):
        for number in range(count):
            LogEntry.objects.create(campaign=campaign, text="x", by=gm, session=session)
            Encounter.objects.create(campaign=campaign, title=f"{number}", session=session)

    membership, period = place(campaign, gm), queries.Period()
    grow(1)
    with django_assert_max_num_queries(9) as few:
        queries.get_filing(membership, period)
    grow(8)
    with django_assert_max_num_queries(len(few)):
        assert len(queries.get_filing(membership, period).entries) == 9


def test_a_reveal_is_filed_and_taken_out(client, gm, ana, campaign, session):
    page = world_actions.create_entry(membership=place(campaign, gm), kind="note", name="The mill")
    reveals.show_entry(membership=place(campaign, gm), entry=page, members=[place(campaign, ana)])
    learned = page.reveals.get()
    Reveal.objects.filter(pk=learned.pk).update(session=None, created=datetime(2026, 5, 12, 21, tzinfo=UTC))
    client.force_login(gm)
    address = f"/sessions/{session.pk}/file/"
    listed = client.get(address).content.decode()
    assert f'value="{learned.pk}:0"' in listed
    assert "ana learned" in " ".join(listed.split())
    client.post(address, {"reveal": f"{learned.pk}:0", "to": "session"})
    assert session_of(learned) == session.pk
    assert "The mill" in client.get(f"/sessions/{session.pk}/").content.decode()
    body = {"reveals": [{"id": learned.pk, "session": session.pk}], "out": True}
    api = f"/api/v1/sessions/{session.pk}/filing/"
    assert client.post(api, body, content_type="application/json").json() == {"count": 1}
    assert session_of(learned) is None
    found = client.get(f"{api}?since=2026-05-12").json()["reveals"]
    assert [row["id"] for row in found] == [learned.pk]
