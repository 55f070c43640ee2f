"""Real cards in A Game of Bastards: two decks with jokers, hands of everyone, and a conflict put right."""

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import pending_draws, physical_draws
from campaigns.log.models import LogEntry
from people.access import membership_for
from rules import play as rules
from tests import factories

GAME = "game-of-bastards"
HANDS = {"ilse": ["KD", "KD", "XX", "4S", "7C"], "crake": ["QH", "5D", "AS", "KS", "2C"], "sharp": ["JC", "2H"]}
pytestmark = pytest.mark.django_db


def sheet(**fields):
    return {**rules.new_sheet(GAME), "suit": "clubs", **fields}


@pytest.fixture
def people(gm, ana, ben):
    return {"ilse": ana, "crake": ben, "sharp": gm}


@pytest.fixture
def deal(gm, ana, ben, people):
    """A table of bastards with real cards; everyone names the given hand."""
    campaign = factories.CampaignFactory(name="Knives", system=GAME, created_by=gm, real_cards=True)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    membership = campaign.members.get(user=gm)
    row = actions.create(membership=membership, title="The ledger")
    for user, name in ((ana, "Ilse"), (ben, "Crake")):
        character = factories.CharacterFactory(campaign=campaign, owner=user, name=name, sheet=sheet())
        actions.add_characters(membership=membership, encounter=row, characters=[character])
    stats = {"kind": "extras", "power_rating": 2, "members": 2}
    actions.add_monsters(
        membership=membership, encounter=row, monster=factories.MonsterFactory(system=GAME, name="Sharp", stats=stats)
    )
    row = actions.start(membership=membership, encounter=row, seed=1)

    def named(hands):
        for owner, cards in hands.items():
            physical_draws.enter_cards(encounter=row, by=people[owner], owner=owner, cards=cards)
        return Encounter.objects.get(pk=row.pk)

    return named


def hand(row, user, seat):
    return play.view(row, membership_for(user, row), seat)["hand"]


def test_two_equal_cards_and_a_joker_are_dealt_gob_01_gob_05(deal, people):
    row = deal(HANDS)
    assert hand(row, people["ilse"], "ilse") == ["KD", "KD", "4S", "7C"]
    assert play.view(row, membership_for(people["ilse"], row), "ilse")["participants"]["ilse"]["wildcards"] == 1
    assert play.replays_equal(row)


def test_more_copies_than_the_decks_have_are_refused_at_once_gob_01(deal, people):
    for cards in (["KD"] * 3 + ["4S", "7C"], ["XX"] * 5):
        with pytest.raises(play.Refused) as refused:
            deal({"ilse": cards})
        assert refused.value.code == rules.ELSEWHERE


def test_a_third_copy_is_a_conflict_of_the_deal_and_told_to_all_gob_01(deal, people):
    with pytest.raises(play.Refused) as refused:
        deal({**HANDS, "sharp": ["KD", "2H"]})
    assert refused.value.code == rules.ELSEWHERE
    assert LogEntry.objects.filter(text__contains="contradict each other").count() == 1
    row = deal(HANDS)
    assert row.status == Encounter.Status.RUNNING
    assert hand(row, people["crake"], "crake") == HANDS["crake"]


def test_hands_are_named_again_after_the_second_conflict_gob_40_gob_41(deal, people, ana):
    row = deal(HANDS)
    for owner, card in (("ilse", "4S"), ("crake", "2C"), ("sharp", "JC")):
        command = {"type": "initiative", "actor": owner, "card": card}
        play.submit(encounter=row, by=people[owner], command=command)
    first = play.view(row, membership_for(people["sharp"], row), "gm")["turn"][0]
    play.submit(encounter=row, by=people[first], command={"type": "draw", "actor": first})
    for _ in range(2):
        with pytest.raises(play.Refused):
            # Both kings of diamonds are in Ilse's hand, as far as the site knows.
            physical_draws.enter_cards(encounter=row, by=people[first], owner=first, cards=["KD"])
    asked = {
        draw.owner: (draw.cards_in_hand, draw.fresh)
        for draw in pending_draws.awaited_cards(row, membership_for(ana, row))
    }
    assert asked == {
        "ilse": (3, 0),
        "crake": (4, 0),
        "sharp": (1, 0),
        first: ({"ilse": 3, "crake": 4, "sharp": 1}[first], 1),
    }
    again = {"ilse": ["KD", "QD", "7C"], "crake": ["QH", "5D", "AS", "KS"], "sharp": ["2H"]}
    for owner, cards in again.items():
        drawn = [*cards, "KD"] if owner == first else cards
        physical_draws.enter_cards(encounter=row, by=people[owner], owner=owner, cards=drawn)
    row.refresh_from_db()
    for owner, cards in again.items():
        assert hand(row, people[owner], owner) == ([*cards, "KD"] if owner == first else cards)
    assert play.replays_equal(row)
