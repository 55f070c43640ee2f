"""Who joins a running encounter: each character once, and hidden only if the GM says so."""

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import EncounterGroup
from rules.play import Refused
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


def test_a_character_is_seated_once(fight, mara, gm):
    with pytest.raises(Refused, match="Mara is at the table already"):
        play.join(encounter=fight, by=gm, group=EncounterGroup(character=mara))
    refused(Caller(gm).post(f"encounters/{fight.pk}/arrivals/", {"character": mara.pk}), 422)
    assert fight.participants.filter(character=mara).count() == 1
    late = factories.CharacterFactory(campaign=fight.campaign, name="Vane", sheet={"class": "wizard"})
    ok(Caller(gm).post(f"encounters/{fight.pk}/arrivals/", {"character": late.pk}))
    assert fight.participants.filter(character=late).count() == 1


def test_only_the_gm_brings_somebody_who_is_hidden(fight, campaign, gm, ana):
    hidden = EncounterGroup(
        character=factories.CharacterFactory(campaign=campaign, owner=ana, name="Vane"), hidden=True
    )
    with pytest.raises(Refused):
        play.join(encounter=fight, by=ana, group=hidden, actor="mara")
    assert not hidden.hidden
    wolf = EncounterGroup(side="monsters", monster=factories.MonsterFactory(name="Wolf"), hidden=True)
    play.join(encounter=fight, by=gm, group=wolf)
    assert fight.participants.get(name="Wolf").hidden
