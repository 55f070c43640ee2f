"""A Game of Bastards: an order lets somebody else play a participant, and gives it back to its own player."""

import pytest

from campaigns.encounters import actions, play
from people.access import get_membership
from rules import play as rules
from tests import factories

GAME = "game-of-bastards"
pytestmark = pytest.mark.django_db


@pytest.fixture
def opposition(gm, ana, ben, watcher):
    """Ana's Ilse and Ben's Crake against street toughs."""
    campaign = factories.CampaignFactory(name="Knives", system=GAME, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    heroes = [
        factories.CharacterFactory(
            campaign=campaign, owner=owner, name=name, sheet={**rules.new_sheet(GAME), "suit": "clubs"}
        )
        for owner, name in ((ana, "Ilse"), (ben, "Crake"))
    ]
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The tollhouse")
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    foe = factories.MonsterFactory(system=GAME, name="Sharp", stats={"kind": "extras", "power_rating": 1, "members": 1})
    actions.add_monsters(membership=membership, encounter=row, monster=foe, count=1)
    return actions.start(membership=membership, encounter=row, seed=7)


def assign(encounter, gm, target, controller):
    play.submit(
        encounter=encounter,
        by=gm,
        command={"type": "assign", "actor": "gm", "target": target, "controller": controller},
    )


def seats(encounter, user):
    """What the person plays."""
    return play.read_encounter(encounter, get_membership(user, encounter.campaign_id)).seats


def test_the_seat_goes_to_the_other_player_and_back_to_its_own(opposition, gm, ana, ben):
    assign(opposition, gm, "ilse", "crake")
    assert (seats(opposition, ana), seats(opposition, ben)) == (["observer"], ["ilse", "crake"])
    assign(opposition, gm, "ilse", "ilse")
    assert (seats(opposition, ana), seats(opposition, ben)) == (["ilse"], ["crake"])


def test_an_order_that_is_taken_back_gives_the_seat_back(opposition, gm, ana, ben):
    before = opposition.number
    assign(opposition, gm, "ilse", "crake")
    play.undo(encounter=opposition, by=gm, to=before)
    assert (seats(opposition, ana), seats(opposition, ben)) == (["ilse"], ["crake"])


def test_a_seat_that_was_handed_over_since_stays_there(opposition, gm, ana, ben):
    assign(opposition, gm, "ilse", "crake")
    play.hand_over_participant(encounter=opposition, by=gm, participant="ilse", controller=None)
    assign(opposition, gm, "ilse", "ilse")
    assert seats(opposition, ana) == ["observer"]
    assert "ilse" in seats(opposition, gm)
