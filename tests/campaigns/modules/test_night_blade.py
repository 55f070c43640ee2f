"""The Night Blade, as it stands beside the project: imported, prepared, started, and fought to the end."""

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.modules import actions
from campaigns.modules.imports.local_changes import collect_changes, lines_of
from campaigns.modules.models import ImportedObject
from characters.models import Character, Monster
from tests import factories
from tests.campaigns.modules import samples
from tests.campaigns.modules.fights import join, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def imported(membership, night_blade):
    actions.apply_import(membership=membership, version=night_blade, options={"party_size": 4})
    return membership.campaign


@pytest.fixture
def party(imported, ana, ben):
    """A warrior, a wizard and one of neither."""
    return [
        factories.CharacterFactory(campaign=imported, owner=owner, name=name, sheet={"class": kind})
        for owner, name, kind in ((ana, "Mara", "warrior"), (ben, "Oskar", "wizard"), (None, "Tilda", None))
    ]


def test_its_summary_comes_with_places_people_monsters_and_fights(imported):
    assert ImportedObject.objects.filter(campaign=imported).count() == 34
    assert Monster.objects.filter(campaign=imported).count() == 7
    assert Encounter.objects.filter(campaign=imported, status="prepared").count() == 8
    names = set(Character.objects.filter(campaign=imported).values_list("name", flat=True))
    assert names == {"Sheriff Ruth Willowmane", "Gardren the Night Lord", "Ralavaz the Night Blade"}


def test_its_monsters_stand_in_the_ledgers_words(imported):
    """F52-95: hit points, speed and three lines."""
    stirge = Monster.objects.get(campaign=imported, name="Stirge")
    assert stirge.stats["max_hp"] == 2
    assert stirge.stats["lines"]["face"]["effect"] == {"name": "blood loss", "strength": 5}
    assert stirge.converted
    assert "System Reference Document" in stirge.attribution


def test_its_named_bandits_keep_their_names(imported):
    group = EncounterGroup.objects.get(encounter__title="Roadside ambush", encounter__campaign=imported)
    assert group.names == ["Artur", "Dobarn", "Kirci", "Dorra", "Rhuda", "Tasty Pete"]
    assert group.hidden
    assert group.note == ""


def test_a_line_that_the_gm_shows_at_once_is_a_change_of_the_campaigns_own(imported):
    group = EncounterGroup.objects.get(encounter__title="Roadside ambush", encounter__campaign=imported)
    row = group.encounter.source
    assert (
        collect_changes(row, imported.system, group.encounter, lines_of(group.encounter, {group.monster_id}))["groups"][
            0
        ]["hidden"]
        is True
    )
    EncounterGroup.objects.filter(pk=group.pk).update(hidden=False)
    assert (
        collect_changes(row, imported.system, group.encounter, lines_of(group.encounter, {group.monster_id}))["groups"][
            0
        ]["hidden"]
        is False
    )


def test_the_ambush_starts_with_its_bandits_unseen(imported, party, gm):
    encounter = Encounter.objects.get(title="Roadside ambush", campaign=imported)
    join(encounter, party)
    play.begin(encounter=encounter, by=gm)
    hidden = encounter.participants.filter(hidden=True)
    assert set(hidden.values_list("name", flat=True)) == {"Artur", "Dobarn", "Kirci", "Dorra", "Rhuda", "Tasty Pete"}
    mara = encounter.participants.exclude(controller=None).first().controller
    seen = str(play.read_encounter(encounter, mara).view()) + str(play.events(encounter, mara))
    assert not any(name in seen for name in ("Artur", "Tasty Pete", "bandits"))


def test_every_encounter_of_it_starts(imported, party, gm):
    for encounter in Encounter.objects.filter(campaign=imported).order_by("pk"):
        foes = sum(encounter.groups.values_list("count", flat=True))
        join(encounter, party)
        play.begin(encounter=encounter, by=gm)
        encounter.refresh_from_db()
        assert encounter.status == "running"
        assert Participant.objects.filter(encounter=encounter).count() == foes + 3


@pytest.mark.parametrize("title", ["Roadside ambush", "Lost Throne — who is here"])
def test_a_fight_of_it_is_played_to_its_end(imported, party, membership, gm, title):
    encounter = Encounter.objects.get(campaign=imported, title=title)
    join(encounter, party)
    play.begin(encounter=encounter, by=gm, seed=7)
    given, outcome = play_out(encounter, membership)
    encounter.refresh_from_db()
    assert given > 10
    assert encounter.status == "ended"
    assert encounter.outcome == outcome
    again = actions.apply_import(membership=membership, version=membership.campaign.imports.get().version)
    assert set(again.result["counts"]) == {"unchanged"}
    encounter.refresh_from_db()
    assert encounter.status == "ended"


def test_the_file_beside_the_project_is_the_one_that_is_meant():
    assert samples.night_blade()["module"]["key"] == "the-night-blade"
