"""The session that is running: it can be asked for, notes belong to it, and times are in the campaign's zone."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import quick_preparation
from campaigns.encounters.play import settlement
from campaigns.log.models import LogEntry
from campaigns.sessions import actions
from people.access import get_membership
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(campaign):
    return f"campaigns/{campaign.pk}/"


@pytest.fixture
def running(gm, campaign):
    """A session that began an hour ago, and one that begins in a week."""
    membership, now = get_membership(gm, campaign.pk), timezone.now()
    row = actions.plan_session(membership=membership, title="Tonight", starts=now - timedelta(hours=1))
    actions.plan_session(membership=membership, title="Next week", starts=now + timedelta(days=7))
    return row


def test_the_running_session_can_be_asked_for(ana_api, at, running):
    assert [row["id"] for row in ok(ana_api.get(f"{at}sessions/?running=true"))["results"]] == [running.pk]
    assert len(ok(ana_api.get(f"{at}sessions/"))["results"]) == 2
    assert len(ok(ana_api.get(f"{at}sessions/?running=false"))["results"]) == 2


def test_without_a_running_session_none_is_found_and_notes_have_none(gm_api, at, campaign):
    campaign.sessions.create(number=1, starts=timezone.now() - timedelta(days=2))
    assert ok(gm_api.get(f"{at}sessions/?running=true"))["results"] == []
    assert ok(gm_api.post(f"{at}log/", {"text": "We rest."}), 201)["session"] is None


def test_a_note_belongs_to_the_running_session_unless_it_says_otherwise(ana_api, at, running, campaign):
    other = campaign.sessions.exclude(pk=running.pk).get()
    assert ok(ana_api.post(f"{at}log/", {"text": "We met."}), 201)["session"] == running.pk
    assert ok(ana_api.post(f"{at}log/", {"text": "We met.", "session": other.pk}), 201)["session"] == other.pk
    assert ok(ana_api.post(f"{at}log/", {"text": "We met.", "session": None}), 201)["session"] is None
    entries = [{"text": "One"}, {"text": "Two", "session": None}, {"text": "Three", "session": other.pk}]
    rows = ok(ana_api.post(f"{at}log/bulk/", {"entries": entries}), 201)["results"]
    assert [row["session"] for row in rows] == [running.pk, None, other.pk]


def test_an_award_belongs_to_the_running_session_as_its_log_entry_does(gm_api, at, ana, running, campaign):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    body = {"amount": 1, "reason": "Crossed the ford"}
    [row] = ok(gm_api.post(f"{at}awards/", body | {"characters": [hero.pk]}), 201)["results"]
    assert row["session"] == running.pk
    assert campaign.log.get(kind="award").session == running
    alone = ok(gm_api.post(f"characters/{hero.pk}/awards/", body), 201)
    fought = campaign.encounters.create(title="The ford", status="ended")
    for_fight = ok(gm_api.post(f"characters/{hero.pk}/awards/", body | {"encounter": fought.pk}), 201)
    found = ok(gm_api.get(f"{at}awards/?session={running.pk}"))["results"]
    assert {row["id"], alone["id"], for_fight["id"]} == {entry["id"] for entry in found}


def kill_all(left):
    """The aftermath with nobody alive."""
    for fate in left["participants"].values():
        fate["survived"] = False
    return left


def test_a_death_in_an_encounter_belongs_to_its_session_and_is_among_what_happened(
    gm, gm_api, ana, campaign, running, monkeypatch
):
    membership = get_membership(gm, campaign.pk)
    earlier = actions.plan_session(membership=membership, title="Earlier", starts=timezone.now() - timedelta(days=30))
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    groups = [{"character": hero}, {"monster": factories.MonsterFactory(campaign=campaign)}]
    encounter = quick_preparation.create_with_groups(
        membership=membership, title="At the ford", groups=groups, session=earlier
    )
    encounter_actions.start(membership=membership, encounter=encounter, seed=1)
    # Which cards kill is tested with the rules; here every participant of the table is dead when it ends.
    aftermath = settlement.rules.aftermath
    monkeypatch.setattr(settlement.rules, "aftermath", lambda *given: kill_all(aftermath(*given)))
    command = {"type": "end", "actor": "gm", "outcome": "defeat"}
    ok(gm_api.post(f"encounters/{encounter.pk}/commands/", {"command": command}))
    line = LogEntry.objects.get(kind="death", text__contains="has died")
    assert (line.encounter_id, line.session_id, line.character_id) == (encounter.pk, earlier.pk, hero.pk)
    assert [entry["id"] for entry in ok(gm_api.get(f"campaigns/{campaign.pk}/log/?kind=death"))["results"]] == [line.pk]
    happened = ok(gm_api.get(f"sessions/{earlier.pk}/happened/"))
    assert [entry["id"] for entry in happened["characters"]] == [line.pk]
    assert [entry["character"] for entry in happened["characters"]] == [hero.pk]
    assert ok(gm_api.get(f"sessions/{running.pk}/happened/"))["characters"] == []


def test_a_time_without_a_zone_is_read_in_the_zone_of_the_campaign(gm, at, campaign):
    campaign.zone = "Europe/Berlin"
    campaign.save()
    api = Caller(gm)
    made = ok(api.post(f"{at}sessions/", {"starts": "2026-12-01T19:00:00"}), 201)
    row = campaign.sessions.get(pk=made["id"])
    assert row.starts == datetime(2026, 12, 1, 18, tzinfo=UTC)
    assert datetime.fromisoformat(made["starts"]) == row.starts
    ok(api.patch(f"sessions/{row.pk}/", {"starts": "2026-07-01T19:00:00"}))
    row.refresh_from_db()
    assert row.starts == datetime(2026, 7, 1, 17, tzinfo=UTC)
    ok(api.patch(f"sessions/{row.pk}/", {"starts": "2026-07-01T19:00:00Z"}))
    row.refresh_from_db()
    assert row.starts == datetime(2026, 7, 1, 19, tzinfo=UTC)
    refused(api.patch(f"sessions/{row.pk}/", {"starts": "2026-07-01 at seven"}), 422)
