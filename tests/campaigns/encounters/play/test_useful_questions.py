"""At a table of the site nobody waits for somebody who has no card to defend with (F52-22)."""

import pytest

from campaigns.encounters import actions, play
from tests import factories

pytestmark = pytest.mark.django_db
# Three cards for Mara, three for Tilda, one for the Fate Dealer, then initiative: the players act first.
DECK = ["KD", "9C", "4S", "QH", "JC", "5S", "7C", "KS", "TS", "2H"]


def strike(actor, card):
    return {"type": "attack", "actor": actor, "target": "bandit", "weapon": "melee", "cards": [card]}


def test_the_fate_dealer_is_asked_while_there_is_a_card_and_never_without_one(campaign, membership, gm, ana):
    heroes = [
        factories.CharacterFactory(campaign=campaign, owner=ana, name=name, sheet={"class": "warrior"})
        for name in ("Mara", "Tilda")
    ]
    row = actions.create(membership=membership, title="The ford")
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    monster = factories.MonsterFactory(name="Bandit", stats={"max_hp": 9})
    actions.add_monsters(membership=membership, encounter=row, monster=monster)
    row = actions.start(membership=membership, encounter=row, seed=7, deck=DECK)

    play.submit(encounter=row, by=ana, command=strike("mara", "KD"))
    assert play.view(row, membership, "gm")["phase"] == "defending"
    play.submit(encounter=row, by=gm, command={"type": "defend", "actor": "bandit", "cards": ["7C"]})
    before = play.view(row, membership, "gm")["participants"]["bandit"]["hp"]

    play.submit(encounter=row, by=ana, command=strike("tilda", "QH"))
    after = play.view(row, membership, "gm")
    assert after["phase"] != "defending"
    assert after["participants"]["bandit"]["hp"] < before
