"""What the page of a session lists: recaps of characters, corrected entries, stand-ins."""

import pytest

from campaigns.encounters.models import Encounter, Participant
from campaigns.log.actions import correct_entry
from campaigns.log.calendar.actions import save_calendar
from campaigns.log.calendar.dates import set_date
from campaigns.log.models import LogEntry
from campaigns.sessions import queries
from campaigns.sessions.models import Recap, Session
from campaigns.world import queries as world_queries
from campaigns.world.actions import create_entry
from campaigns.world.models import Reveal
from people.access import get_membership
from tests import factories
from tests.campaigns.calendar.conftest import TWELVE
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db


def names_of(membership, session):
    return [character.name for character in queries.list_recap_characters(membership, session)]


def test_the_recap_of_a_hero_who_died_is_still_reached(client, campaign, running, session, ana, ben):
    for name, status, owner in [("Mara", "active", ana), ("Oskar", "dead", ana), ("Pip", "retired", ben)]:
        factories.CharacterFactory(campaign=campaign, owner=owner, name=name, kind="pc", status=status)
    oskar, pip = campaign.characters.get(name="Oskar"), campaign.characters.get(name="Pip")
    assert names_of(running, session) == ["Mara"]
    Recap.objects.create(session=session, audience="character", character=oskar, text="He fell.")
    LogEntry.objects.create(campaign=campaign, session=session, kind="note", text="Pip went home.", character=pip)
    assert names_of(running, session) == ["Mara", "Oskar", "Pip"]
    assert names_of(get_membership(ana, campaign.pk), session) == ["Mara", "Oskar"]
    assert names_of(get_membership(ben, campaign.pk), session) == ["Pip"]
    client.force_login(ana)
    page = client.get(f"/sessions/{session.pk}/").content.decode()
    assert f"?for={oskar.pk}" in page
    assert f"?for={pip.pk}" not in page


def test_a_hero_who_played_and_died_later_keeps_the_recap_of_the_session(campaign, running, session, ana):
    mara, ghost = [
        factories.CharacterFactory(campaign=campaign, owner=ana, name=name, kind="pc", status="dead")
        for name in ("Mara", "Ghost")
    ]
    played = Encounter.objects.create(campaign=campaign, session=session, title="The ford", status="ended")
    for place, (character, hidden) in enumerate(((mara, False), (ghost, True))):
        row = {"key": character.name.lower(), "name": character.name, "position": place}
        Participant.objects.create(encounter=played, character=character, hidden=hidden, side="players", **row)
    assert names_of(running, session) == ["Mara"]
    assert names_of(get_membership(ana, campaign.pk), session) == ["Mara"]


@pytest.mark.parametrize("most", [100, 1])
def test_corrected_entries_say_so_and_groups_show_the_last_correction(client, running, session, gm, monkeypatch, most):
    monkeypatch.setattr(queries, "MAX_ENTRIES", most)
    about = {"campaign": session.campaign, "session": session, "by": gm}
    entry = LogEntry.objects.create(**about, kind="award", text="Everyone: +1")
    LogEntry.objects.create(**about, kind="award", text="Mara: +3")
    for text in ("Everyone: +5", "Everyone: +2"):
        entry = correct_entry(membership=running, entry=entry, text=text)
    page = queries.get_session_page(running, session)
    assert next((row.current_text, row.is_corrected) for row in page.awards) == ("Everyone: +2", True)
    assert [row.is_corrected for row in page.entries] == [True, False, True, False][:most]
    client.force_login(gm)
    shown = client.get(f"/sessions/{session.pk}/").content.decode()
    assert "Everyone: +2" in shown
    assert ">corrected</span>" in shown


def test_a_group_that_is_cut_names_no_count_and_leads_to_the_log(client, running, session, gm, monkeypatch):
    monkeypatch.setattr(queries, "MAX_ENTRIES", 10)
    monkeypatch.setattr(world_queries, "JOURNAL", 2)
    about = {"campaign": session.campaign, "session": session, "by": gm}

    place = create_entry(membership=running, kind="location", name="The ford")

    def page_with(checks, reveals):
        for model, count, fields in (
            (LogEntry, checks, about | {"kind": "check", "text": "A check."}),
            (Reveal, reveals, about | {"entry": place}),
        ):
            have = model.objects.filter(**fields).count()
            model.objects.bulk_create(model(**fields) for _ in range(count - have))
        client.force_login(gm)
        return " ".join(client.get(f"/sessions/{session.pk}/").content.decode().split())

    log = f"/campaigns/{session.campaign_id}/log/?session={session.pk}"
    complete = page_with(checks=10, reveals=2)
    assert "<summary>2 more</summary>" in complete
    assert f"{log}&amp;kind=check" not in complete
    assert "All of them are under “Who learned what”" not in complete
    LogEntry.objects.bulk_create(LogEntry(**about, kind="character", text="Mara.") for _ in range(11))
    cut = page_with(checks=11, reveals=3)
    assert "<summary>2 more</summary>" not in cut
    assert cut.count("<summary>Show more</summary>") == 2
    assert f'href="{log}&amp;kind=check"' in cut
    assert f'href="{log}">All of them are in the log' in cut
    assert "All of them are under “Who learned what”" in cut
    assert client.get(f"{log}&kind=check").content.decode().count("A check.") == 11


@pytest.mark.parametrize("most", [100, 1])
def test_the_list_of_events_names_what_the_reader_may_open_however_many_entries_there_are(
    campaign, running, session, gm, ana, ben, monkeypatch, most
):
    monkeypatch.setattr(queries, "MAX_ENTRIES", most)
    hero = factories.CharacterFactory(campaign=campaign, owner=ana)
    fight = campaign.encounters.create(title="The ford", status="prepared", session=session)
    save_calendar(membership=running, definition=TWELVE, date="12 Harvestmoon 312")
    about = {"campaign": campaign, "session": session, "character": hero, "encounter": fight}
    for kind in ("character", "check"):
        entry = LogEntry.objects.create(**about, kind=kind, text="Mara falls.")
        set_date(membership=running, kind="log", thing=entry, date="11 Harvestmoon 312")

    def happened(user):
        return Caller(user).get(f"sessions/{session.pk}/happened/").json()

    for name in ("characters", "checks"):
        [row] = happened(gm)[name]
        assert (row["character"], row["encounter"]) == (hero.pk, fight.pk)
        assert row["in_world"].startswith("11 Harvestmoon 312")
        [row] = happened(ben)[name]
        assert (row["character"], row["encounter"]) == (hero.pk, None), "players see no preparations"


def test_a_played_session_without_entries_leads_to_the_page_that_files_some(client, gm, running, session):
    Session.objects.filter(pk=session.pk).update(status=Session.Status.HELD)
    client.force_login(gm)
    page = " ".join(client.get(f"/sessions/{session.pk}/").content.decode().split())
    assert f'Nothing yet. <a href="/sessions/{session.pk}/file/">File what you played outside the session</a>' in page
    assert ">File entries under this session</a>" in page


@pytest.mark.parametrize(
    ("status", "sentence", "leads"),
    [("planned", "No date yet.", True), ("held", "Played on an unknown date.", True), ("cancelled", "No date.", False)],
)
def test_a_session_without_a_date_says_what_that_means(client, campaign, gm, ana, status, sentence, leads):
    session = Session.objects.create(campaign=campaign, number=7, status=status)
    for user, is_led in ((gm, leads), (ana, False)):
        client.force_login(user)
        page = " ".join(client.get(f"/sessions/{session.pk}/").content.decode().split())
        assert sentence in page
        assert ("Set it under “Edit agenda and notes”." in page) == is_led
