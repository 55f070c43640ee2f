"""The adventure that the project ships: whole, credited, and playable from the first fight to the last."""

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.modules.format.vocabulary import SINGULAR
from tests import factories
from tests.campaigns.modules import samples
from tests.campaigns.modules.fights import join, play_out

TITLES = ["Hands on the steps", "Lanterns on the ridge", "The Lampers at home", "The ringer"]


def test_the_drowned_bell_fills_a_session():
    adventure = samples.bell()
    counted = {name: len(adventure.get(name, [])) for name in SINGULAR}
    assert counted["locations"] == 6
    assert counted["scenes"] == 3
    assert counted["encounters"] == len(TITLES)
    assert min(counted[name] for name in ("npcs", "checks", "hazards", "treasures", "tables", "handouts")) >= 1
    assert adventure["module"]["licence"]["spdx"] == "CC-BY-4.0"


def test_every_monster_of_it_has_three_lines_with_words_of_their_own():
    """F52-95: the text of a line is shown when it strikes."""
    for monster in samples.bell()["monsters"]:
        lines = monster["stats"]["fifty-two-fates"]["lines"]
        assert set(lines) == {"number", "face", "ace"}
        assert len({line["text"] for line in lines.values()}) == 3


@pytest.mark.django_db
@pytest.mark.parametrize("title", TITLES)
def test_every_fight_of_it_is_played_to_its_end(membership, imported_bell, ana, ben, title):
    party = [
        factories.CharacterFactory(campaign=membership.campaign, owner=owner, name=name, sheet={"class": kind})
        for owner, name, kind in ((ana, "Mara", "warrior"), (ben, "Oskar", "wizard"), (ana, "Tilda", "warrior"))
    ]
    encounter = Encounter.objects.get(campaign=membership.campaign, title=title)
    join(encounter, party)
    play.begin(encounter=encounter, by=membership.user, seed=title)
    given, outcome = play_out(encounter, membership)
    encounter.refresh_from_db()
    assert given > 5
    assert (encounter.status, encounter.outcome) == ("ended", outcome)
