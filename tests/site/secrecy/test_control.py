"""Whose hand is whose when seats move: by the table's hand-over, by the rules' own control, and without a dealer.

Attacks that once worked, each with what stops it now (GOB-97, GOB-98).
"""

import pytest
from django.core.exceptions import ValidationError

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import command_access, visibility
from campaigns.overview import actions as overview_actions
from campaigns.overview.members import actions as member_actions
from people.access import get_membership
from rules import play as rules
from tests.site.secrecy.channels import cards_in, hands, received
from tests.site.secrecy.scenes import SCENES

CALLED = 6  # so much of the script until the dockers have come
without_a_dealer = pytest.mark.parametrize("scene", ["dealerless"], indirect=True)


@pytest.fixture
def scene(request):
    """A Game of Bastards with its dealer, unless a test is asked of another table."""
    return SCENES[getattr(request, "param", "bastards")]


def place(table, name):
    return table.campaign.members.select_related("campaign", "user").get(user__username=name)


def look(table, name):
    return play.read_encounter(Encounter.objects.get(pk=table.pk), place(table, name))


def known(table, name):
    """Every card that a member's seats show, in views, offers and the account."""
    seen = look(table, name)
    return cards_in(str([[seen.view(seat), seen.offers(seat), seen.events(-1, seat)] for seat in seen.seats]))


def hand_over(table, by, who, to):
    player = place(table, to) if to else None
    play.hand_over_participant(encounter=table, by=place(table, by).user, participant=who, controller=player)


def order(table, by, **command):
    return play.submit(encounter=table, by=place(table, by).user, command={"actor": "gm", **command})


def secret(table, who):
    """The cards of a hand, of which none may be known by another way."""
    held = set(hands(table)[who])
    assert held
    return held


def test_reinforcements_given_to_another_player_are_seen_by_their_caller_no_more(fight, give, viewers):
    give(fight, 0, CALLED)
    held = secret(fight, "dockers")
    assert held <= known(fight, "ana")
    hand_over(fight, "gm", "dockers", "ben")
    assert known(fight, "ana").isdisjoint(held), "neither in the hands nor in what was dealt before"
    assert held <= known(fight, "ben")
    told = "\n".join(received(viewers["ana"], fight).values())
    assert cards_in(told).isdisjoint(held)
    public = {who: participant["controller"] for who, participant in look(fight, "ana").view()["participants"].items()}
    assert public == {
        who: participant["controller"] for who, participant in look(fight, "watcher").view()["participants"].items()
    }
    hand_over(fight, "gm", "dockers", "ana")
    assert held <= known(fight, "ana")
    assert known(fight, "ben").isdisjoint(held)


def test_a_monster_given_to_a_player_is_seen_by_the_dealer_no_more(fight, give):
    give(fight, 0, 4)
    held = secret(fight, "sharp")
    assert held <= known(fight, "gm")
    hand_over(fight, "gm", "sharp", "ben")
    assert known(fight, "gm").isdisjoint(held)
    assert known(fight, "co-gm").isdisjoint(held)
    assert held <= known(fight, "ben")


def test_the_odds_know_no_hand_that_was_given_away(fight, give, monkeypatch):
    """Cards that the asker sees lower or raise the chance of others: Ana's must not depend on the dockers' any more."""
    give(fight, 0, CALLED)
    strike = {"type": "attack", "actor": "mara", "target": "sharp", "kind": "physical", "card": "9C"}
    strike |= {"skill": "Combat (Sword)", "weapon": "Sword"}
    before = look(fight, "ana").odds(strike)
    hand_over(fight, "gm", "dockers", "ben")
    after = look(fight, "ana").odds(strike)
    assert before["chance"] != after["chance"]
    monkeypatch.setattr(visibility.EncounterReading, "_state_without_control", property(lambda self: self._state))
    assert look(fight, "ana").odds(strike) == before, "the control: by the rules' own control it would"


@pytest.mark.parametrize("planted", ["_state_without_control", "_still_plays"])
def test_a_hand_given_away_that_still_shows_is_found(fight, give, monkeypatch, planted):
    give(fight, 0, CALLED)
    hand_over(fight, "gm", "dockers", "ben")
    leaky = {"_state_without_control": property(lambda self: self._state), "_still_plays": lambda self, told: True}
    monkeypatch.setattr(visibility.EncounterReading, planted, leaky[planted])
    assert known(fight, "ana") >= secret(fight, "dockers")


def test_a_participant_whom_the_rules_give_to_another_player_is_played_by_that_one_alone(fight, give):
    give(fight, 0, CALLED)
    held = secret(fight, "dockers")
    order(fight, "gm", type="assign", target="dockers", controller="oskar")
    assert held <= known(fight, "ben")
    assert known(fight, "ana").isdisjoint(held)
    assert "dockers" not in look(fight, "ana").seats
    play.undo(encounter=fight, by=place(fight, "gm").user, to=CALLED)
    assert "dockers" in look(fight, "ana").seats
    assert "dockers" not in look(fight, "ben").seats
    assert known(fight, "ben").isdisjoint(held)


def test_groups_that_a_leaving_leader_called_in_fall_to_the_dealer_openly(fight, give):
    give(fight, 0, CALLED)
    held = secret(fight, "dockers")
    order(fight, "gm", type="leave", target="mara")
    assert "dockers" not in look(fight, "ana").seats
    assert held <= known(fight, "gm")
    assert known(fight, "ana").isdisjoint(held)
    play.undo(encounter=fight, by=place(fight, "gm").user, to=CALLED)
    assert look(fight, "ana").seats == ["mara", "dockers"]


def test_the_id_of_one_who_was_here_opens_nobody_elses_hand(fight, give, people):
    """An id that an undo freed belongs to its first player: who took it again would play into that one's hands."""
    give(fight, 0, CALLED)
    play.undo(encounter=fight, by=people["gm"], to=5)
    assert "dockers" not in look(fight, "ana").seats
    give(fight, 5, CALLED)
    assert "dockers" in look(fight, "ana").seats, "its own player may take it again"
    order(fight, "gm", type="leave", target="dockers")
    order(fight, "gm", type="leave", target="oskar")
    thugs = {"name": "Thugs", "side": "monsters", "kind": "extras", "power_rating": 1, "members": 2}
    for taken in ("dockers", "oskar"):
        with pytest.raises(rules.Refused, match="choose a different id"):
            order(fight, "gm", type="join", participant={"id": taken, **thugs})
    order(fight, "gm", type="join", participant={"id": "thugs", **thugs})
    assert "thugs" in look(fight, "gm").seats


@without_a_dealer
def test_without_a_dealer_nobody_sees_an_unplayed_seat_and_who_gave_it_away_no_longer(fight, give, viewers):
    give(fight, 0, 4)
    held = secret(fight, "sharp")
    assert held <= known(fight, "ben")
    for name in ("ana", "gm", "co-gm", "watcher"):
        assert known(fight, name).isdisjoint(held), name
    hand_over(fight, "ben", "sharp", None)
    for name in ("ana", "ben", "gm", "co-gm", "watcher"):
        assert known(fight, name).isdisjoint(held), name
    assert cards_in("\n".join(received(viewers["ben"], fight).values())).isdisjoint(held)


@without_a_dealer
@pytest.mark.parametrize(
    "command",
    [
        {"type": "assign", "target": "oskar", "controller": "mara"},
        {"type": "assign", "target": "sharp", "controller": "mara"},
        {"type": "assign", "target": "oskar", "controller": "gm"},
        {"type": "leave", "target": "oskar"},
        {"type": "adjust", "target": "oskar", "pool": "bp", "amount": -5, "reason": "to look"},
        {"type": "rest", "target": "sharp"},
    ],
)
def test_without_a_dealer_no_order_opens_a_hand_that_somebody_else_has(fight, give, command):
    give(fight, 0, 5)
    held = secret(fight, "oskar") | secret(fight, "sharp")
    with pytest.raises(rules.Refused, match="the person who plays this"):
        order(fight, "ana", **command)
    assert known(fight, "ana").isdisjoint(held)


@without_a_dealer
def test_an_order_that_opens_a_hand_is_found(fight, give, monkeypatch):
    """The control: without that refusal the hand would be open to the person who gave the order."""
    give(fight, 0, 5)
    monkeypatch.setattr(command_access, "_require_order_permission", lambda *_args: None)
    order(fight, "ana", type="assign", target="oskar", controller="mara")
    assert secret(fight, "oskar") <= known(fight, "ana")


@without_a_dealer
def test_without_a_dealer_orders_about_oneself_and_about_free_seats_stand(fight, give):
    give(fight, 0, 5)
    order(fight, "ana", type="adjust", target="mara", pool="sp", amount=-1, reason="a bad dream")
    order(fight, "ana", type="assign", target="mob", controller="mara")
    assert "mob" in look(fight, "ana").seats
    assert secret(fight, "mob") <= known(fight, "ana")
    assert known(fight, "gm").isdisjoint(secret(fight, "mob"))


@without_a_dealer
def test_without_a_dealer_the_seat_of_one_who_left_the_campaign_may_be_taken(fight, give):
    give(fight, 0, 4)
    held = secret(fight, "sharp")
    member_actions.leave_campaign(membership=place(fight, "ben"))
    assert known(fight, "ana").isdisjoint(held), "it stays folded until someone takes it, openly"
    hand_over(fight, "ana", "sharp", "ana")
    assert held <= known(fight, "ana")


@without_a_dealer
def test_a_race_for_a_seat_has_one_winner(fight, people):
    """Both looked while it was free; who comes second is refused under the lock, whatever was read before."""
    early = {name: get_membership(people[name], fight.campaign_id) for name in ("ana", "ben")}
    play.hand_over_participant(encounter=fight, by=people["ana"], participant="sharp", controller=early["ana"])
    for controller in (early["ben"], None):
        with pytest.raises(rules.Refused, match="already plays this"):
            play.hand_over_participant(encounter=fight, by=people["ben"], participant="sharp", controller=controller)
    assert known(fight, "ben").isdisjoint(secret(fight, "sharp"))


@without_a_dealer
def test_the_dealer_is_not_changed_under_a_running_table(fight):
    """It would open every unplayed hand to the campaign's GM, and fold them again."""
    with pytest.raises(ValidationError, match="is running"):
        overview_actions.change_campaign(membership=place(fight, "gm"), dealerless=False)
    assert known(fight, "gm").isdisjoint(secret(fight, "sharp"))
