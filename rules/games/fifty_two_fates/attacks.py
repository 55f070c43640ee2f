"""Attacks and defences (F52-21 to F52-29)."""

from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import allowances, declaration, defenses, play_rules
from rules.games.fifty_two_fates.commands import Attack, Defend
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Pending


def attack(fight: Fight, command: Attack) -> None:
    """A physical attack: melee, missile or unarmed (F52-20, F52-21)."""
    participant = play_rules.require_able_to_act(fight, command.actor)
    target = play_rules.require_opponent(fight, participant, command.target)
    if command.weapon != "unarmed":
        play_rules.require_weapon(participant)
    if target.helpless:
        if command.cards:
            text = f"cards: {target.name} cannot defend themselves; attack without cards, and one card is drawn."
            refuse("card.not-needed", text, "F52-55")
        pile = ""
    else:
        pile = play_rules.check_played_cards(
            fight, participant, command.cards, allowances.attack_allowance(participant, target)
        )
    moved = command.weapon != "missile" and play_rules.close_in(fight, participant, target)
    if command.weapon == "missile" and fight.range_between(participant.id, target.id) == "unseen":
        refuse(
            "range.unseen",
            f"target: {target.name} is out of sight; choose a target that can be seen.",
            "F52-17",
        )
    declaration.declare(
        fight, participant, target, Pending("attack", participant.id, target.id, pile, command.weapon), moved
    )


def defend(fight: Fight, command: Defend) -> None:
    """Answer a pending attack with cards from the hand, or with none (F52-21, F52-22)."""
    play = fight.state.pending
    assert play is not None
    target = fight.by_id[play.target]
    pile = play_rules.check_played_cards(
        fight, target, command.cards, allowances.defense_allowance(target, play), least=0
    )
    fight.state.pending = None
    defenses.resolve(fight, play, pile)
