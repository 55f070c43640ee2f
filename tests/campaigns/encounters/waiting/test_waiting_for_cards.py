"""A table with the group's own cards waits for those who drew, until they have entered the cards."""

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter, EncounterSecret
from campaigns.encounters.play import pending_draws, physical_draws
from campaigns.encounters.play.waits import read_waits
from campaigns.encounters.waiting.queries import get_waiting_tables
from rules import play as rules
from tests.campaigns.encounters.test_real_cards_of_bastards import HANDS, deal, people

__all__ = ["deal", "people"]
pytestmark = pytest.mark.django_db
MOST = 12


def state_of(row):
    return EncounterSecret.sealed.get(encounter=row).state


def wait_for_cards(deal, people):
    """A table that waits for the cards of the participant whose turn it is."""
    row = deal(HANDS)
    for _command in range(MOST):
        actor = rules.awaited(row.campaign.system, state_of(row))["who"][0]
        command = rules.decline(row.campaign.system, state_of(row), actor)
        play.submit(encounter=row, by=people[actor], command=command)
        row = Encounter.objects.get(pk=row.pk)
        if pending_draws.pending_draw(row) is not None:
            break
    return row


def test_a_table_waits_for_the_cards_that_a_player_drew(deal, people):
    row = wait_for_cards(deal, people)
    [(actor, phase)] = [(wait.actor, wait.phase) for wait in read_waits(row)]
    assert phase == "cards"
    [table] = get_waiting_tables(people[actor])
    assert [seat.asked for seat in table.seats] == ["Enter the cards that you drew"]
    physical_draws.enter_cards(encounter=row, by=people[actor], owner=actor, cards=["3C"])
    row = Encounter.objects.get(pk=row.pk)
    assert [wait.phase for wait in read_waits(row)] == [rules.awaited(row.campaign.system, state_of(row))["phase"]]


def waits_of(row):
    return [(wait.actor, wait.phase, wait.since, wait.number) for wait in read_waits(row)]


def test_a_hand_over_while_cards_are_drawn_leaves_the_wait_as_it_is(deal, people, gm):
    row = wait_for_cards(deal, people)
    before = waits_of(row)
    [(actor, phase, *_since)] = before
    assert phase == "cards"
    for participant in (next(key for key in people if key != actor), actor):
        play.hand_over_participant(encounter=row, by=gm, participant=participant, controller=None)
        row = Encounter.objects.get(pk=row.pk)
        assert waits_of(row) == before
    [table] = get_waiting_tables(gm)
    assert [(seat.actor, seat.asked) for seat in table.seats] == [(actor, "Enter the cards that you drew")]
    assert get_waiting_tables(people[actor]) == []
    physical_draws.enter_cards(encounter=row, by=gm, owner=actor, cards=["3C"])
    assert [wait.phase for wait in read_waits(Encounter.objects.get(pk=row.pk))] != ["cards"]
