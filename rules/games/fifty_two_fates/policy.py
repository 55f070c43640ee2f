"""The simple policy of simulations: attack the weakest, defend with the lowest cards, heal the wounded."""

from itertools import combinations
from typing import Any

from rules.engine import cards
from rules.games.fifty_two_fates import allowances, comparison, defenses, rounds, tables, view
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, State

Command = dict[str, Any]
LONGEST = 60  # rounds
WORTH = {card: (card in tables.ACES, value, card) for card, value in tables.VALUE.items()}


def choose(fight: Fight) -> Command | None:
    """The next command; None when nobody can act."""
    state = fight.state
    if state.pending is not None:
        return defend(fight)
    holder = fight.surplus()
    if holder is not None:
        least = by_worth(holder.hand)[: len(holder.hand) - holder.hp]
        return {"type": "discard", "actor": holder.id, "cards": cards.names_of("".join(least))}
    first = rounds.first_on_turn(state)
    return act(fight, fight.by_id[first]) if first is not None else None


def command(state: State, actor: object) -> Command | None:
    """The command that the policy gives for `actor`, the Fate Dealer included; None while someone else must answer."""
    if state.outcome is not None:
        return None
    chosen: Command
    if is_decided(Fight(state)):
        chosen = {"type": "end", "actor": tables.FD, "outcome": view.proposed_outcome(state) or "other"}
    else:
        chosen = choose(Fight(state)) or {"type": "next-round", "actor": tables.FD}
    return chosen if chosen["actor"] == actor else None


def is_decided(fight: Fight) -> bool:
    """Whether the end is clear: an outcome is proposed and nobody is dying or must answer; or it took too long."""
    state = fight.state
    if state.pending is not None or fight.surplus() is not None:
        return False
    if state.round > LONGEST:
        return True
    if view.proposed_outcome(state) is None:
        return False
    return not any(
        participant.status == "dying" and participant.group == tables.PLAYERS for participant in state.participants
    )


def by_worth(pile: str) -> list[str]:
    """The cards from the least to the most useful one; aces last."""
    return sorted(pile, key=WORTH.__getitem__)


def defend(fight: Fight) -> Command:
    """The defence with the fewest and lowest cards that holds, or none."""
    play = fight.state.pending
    assert play is not None
    target = fight.by_id[play.target]
    bonus, guard = defenses.added_values(target, play)
    hand = by_worth(fight.hand_of(target))
    for count in range(allowances.defense_allowance(target, play) + 1):
        for chosen in combinations(hand, count):
            pile = "".join(chosen)
            if count > 1 and not tables.ACES.isdisjoint(pile):
                continue
            if not comparison.judge(play.cards, pile, bonus, guard, target.parry == tables.ACE).success:
                return {"type": "defend", "actor": target.id, "cards": cards.names_of(pile)}
    return {"type": "defend", "actor": target.id, "cards": []}


def act(fight: Fight, participant: Participant) -> Command:
    """What a participant does in its turn."""
    if participant.status == "dying":
        return {"type": "death-draw", "actor": participant.id}
    if participant.unconscious:
        return {"type": "wake-draw", "actor": participant.id}
    return heal(fight, participant) or attack(fight, participant) or {"type": "pass", "actor": participant.id}


def heal(fight: Fight, participant: Participant) -> Command | None:
    """A wizard helps a friend who is down, or at half or less."""
    hearts = [card for card in by_worth(fight.hand_of(participant)) if cards.SUIT[card] == "H"]
    if not hearts or not allowances.does_spells(participant):
        return None
    hurt = [
        friend
        for friend in fight.state.participants
        if friend.side == participant.side and friend.status != "dead" and friend.hp * 2 <= friend.max_hp
    ]
    for friend in sorted(hurt, key=lambda ally: ally.hp):
        if fight.range_between(participant.id, friend.id) not in ("far", "unseen"):
            return {"type": "cast", "actor": participant.id, "target": friend.id, "cards": [cards.NAME[hearts[-1]]]}
    return None


def attack(fight: Fight, participant: Participant) -> Command | None:
    """The strongest attack on the weakest opponent in reach."""
    opponents = [other for other in fight.state.participants if other.side != participant.side and other.hp]
    opponents = [
        opponent for opponent in opponents if fight.range_between(participant.id, opponent.id) not in ("far", "unseen")
    ]
    if not opponents:
        return None
    target = min(opponents, key=lambda opponent: (not opponent.helpless, opponent.hp))
    command: Command = {"type": "attack", "actor": participant.id, "target": target.id}
    command["weapon"] = "melee" if participant.weapon == "held" else "unarmed"
    if target.helpless:
        return {**command, "cards": []}
    hand = by_worth(fight.hand_of(participant))
    if not hand:
        return None
    pile = hand[-1:]
    if pile[0] not in tables.ACES:
        pile = hand[-allowances.attack_allowance(participant, target) :]
    return {**command, "cards": cards.names_of("".join(pile))}
