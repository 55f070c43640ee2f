"""Offers with few choices: answers that play waits for, and actions without an opponent."""

from rules.engine import cards
from rules.engine.cards import count_cards
from rules.engine.offers import Offer, number, offer, one, some
from rules.games.fifty_two_fates import allowances
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant


def defend(fight: Fight, participant: Participant) -> Offer:
    """The answer to a pending play; playing no card is also possible (F52-22)."""
    play = fight.state.pending
    assert play is not None
    hand = cards.names_of(fight.hand_of(participant))
    attacker = fight.by_id[play.actor]
    return offer(
        "defend",
        participant.id,
        f"Defend against {attacker.name}",
        ["F52-21", "F52-22", "F52-23", "F52-24"],
        choices={"cards": some(hand, 0, allowances.defense_allowance(participant, play))},
        example={"cards": []},
        help=f"{attacker.name} plays {' '.join(cards.names_of(play.cards))}. You may also play no card.",
        declines=True,
    )


def discard(holder: Participant) -> Offer:
    """Discarding the surplus (F52-31)."""
    hand = cards.names_of(holder.hand)
    count = len(hand) - holder.hp
    return offer(
        "discard",
        holder.id,
        f"Discard {count_cards(count)}",
        ["F52-31"],
        choices={"cards": some(hand, count, count)},
        example={"cards": hand[:count]},
    )


def checks(participant: Participant) -> list[Offer]:
    """An action skill check; the Fate Dealer decides the difficulty (F52-03 to F52-07)."""
    choices = {"difficulty": number(2, 10)}
    if participant.skills:
        choices["background"] = one(list(participant.skills), optional=True)
        choices["needs"] = one(list(participant.skills), optional=True)
    most = allowances.check_allowance(participant, bool(participant.skills))
    choices["cards"] = number(1, most, optional=True)
    return [
        offer(
            "skill-check",
            participant.id,
            "Try an action skill check",
            ["F52-03", "F52-04", "F52-05", "F52-06", "F52-07"],
            choices=choices,
            example={"difficulty": 5},
            help="The Fate Dealer names the difficulty.",
        )
    ]


def resists(fight: Fight, participant: Participant) -> list[Offer]:
    """A card against each continuous effect (F52-52)."""
    hand = cards.names_of(fight.hand_of(participant))
    if not hand:
        return []
    return [
        offer(
            "resist",
            participant.id,
            f"Resist {effect.name}",
            ["F52-52"],
            fixed={"effect": effect.name},
            choices={"cards": some(hand, 1, 1)},
            example={"cards": hand[:1]},
            help=f"A card above {effect.strength}, or an ace, ends it.",
        )
        for effect in participant.effects
    ]


def pick_ups(participant: Participant) -> list[Offer]:
    """Picking up the participant's weapon from the floor (F52-72)."""
    return (
        [offer("pick-up", participant.id, "Pick up your weapon", ["F52-72"])] if participant.weapon == "floor" else []
    )
