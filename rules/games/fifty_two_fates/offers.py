"""The offers of a participant in 52 Fates."""

from rules.engine import cards
from rules.engine.offers import Offer, offer, one, some, truth
from rules.engine.refusals import quote, refuse
from rules.games.fifty_two_fates import allowances, gm_offers, other_offers, rounds, tables
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant


def offers(fight: Fight, actor: object) -> list[Offer]:
    """The offers of a participant or "gm"; [] when the actor can do nothing now."""
    participant = fight.by_id.get(actor) if isinstance(actor, str) else None
    if participant is None and actor not in (tables.FD, "observer"):
        refuse("actor.unknown", f"{quote(actor)} is not a participant; name a participant or gm.")
    if fight.state.outcome is not None or actor == "observer":
        return []
    if participant is None:
        return gm_offers.offers(fight)
    pending = fight.state.pending
    if pending is not None:
        return [other_offers.defend(fight, participant)] if pending.target == participant.id else []
    holder = fight.surplus()
    if holder is not None:
        return [other_offers.discard(holder)] if holder is participant else []
    return in_turn(fight, participant) if participant.id in rounds.turn(fight.state) else []


def in_turn(fight: Fight, participant: Participant) -> list[Offer]:
    """All offers of a participant whose turn it is (F52-16, F52-20)."""
    if participant.status == "dying":
        return [
            offer("death-draw", participant.id, "Draw for your life", ["F52-32", "F52-33"], help="A heart saves you.")
        ]
    passing = offer("pass", participant.id, "Pass", ["F52-20"], declines=True)
    if participant.unconscious:
        number_to_beat = f"A card above {participant.unconscious} wakes you."
        return [offer("wake-draw", participant.id, "Draw to wake up", ["F52-56"], help=number_to_beat), passing]
    return [
        *attacks(fight, participant),
        *maneuvers(fight, participant),
        *casts(fight, participant),
        *other_offers.checks(participant),
        *other_offers.resists(fight, participant),
        *other_offers.pick_ups(participant),
        passing,
    ]


def targets(fight: Fight, participant: Participant) -> list[Participant]:
    """Others with hit points, opponents first (F52-21)."""
    others = [other for other in fight.state.participants if other is not participant and other.hp]
    return sorted(others, key=lambda other: other.side == participant.side)


def within_range(fight: Fight, participant: Participant, others: list[Participant], *refused: str) -> list[Participant]:
    """The `others` at a range that is not among the `refused` ranges."""
    return [other for other in others if fight.range_between(participant.id, other.id) not in refused]


def ids(participants: list[Participant]) -> list[str]:
    return [participant.id for participant in participants]


def label_with_target(verb: str, participants: list[Participant], whom: str) -> str:
    """A label: the verb with the target's name, or with `whom` when there are several targets."""
    return f"{verb} {participants[0].name if len(participants) == 1 else whom}"


def attacks(fight: Fight, participant: Participant) -> list[Offer]:
    """Attacks with cards, and attacks without cards on helpless targets (F52-21, F52-55)."""
    in_sight = within_range(fight, participant, targets(fight, participant), "unseen")
    attack_offers = []
    for helpless in (False, True):
        others = [other for other in in_sight if other.helpless == helpless]
        close = within_range(fight, participant, others, "far")
        held = participant.weapon == "held"
        weapons = [*(["melee"] if held and close else []), *(["missile"] if held and others else [])]
        weapons += ["unarmed"] if close else []
        if weapons and (helpless or fight.hand_of(participant)):
            reach = others if held else close
            first = close[0] if close else reach[0]
            build = strike_helpless if helpless else attack
            attack_offers.append(build(fight, participant, reach, weapons, first))
    return attack_offers


def attack(
    fight: Fight, participant: Participant, reach: list[Participant], weapons: list[str], first: Participant
) -> Offer:
    """An attack with cards from the hand (F52-21, F52-23)."""
    hand = cards.names_of(fight.hand_of(participant))
    most = max([allowances.attack_allowance(participant, other) for other in reach])
    return offer(
        "attack",
        participant.id,
        label_with_target("Attack", reach, "an opponent"),
        ["F52-20", "F52-21", "F52-23", "F52-29"],
        choices={"target": one(ids(reach)), "weapon": one(weapons), "cards": some(hand, 1, most)},
        example={"target": first.id, "weapon": weapons[0], "cards": hand[:1]},
        help="An ace is played alone.",
        harms=True,
    )


def strike_helpless(
    _fight: Fight, participant: Participant, reach: list[Participant], weapons: list[str], first: Participant
) -> Offer:
    """An attack on one who cannot defend itself plays no card (F52-55)."""
    return offer(
        "attack",
        participant.id,
        label_with_target("Strike", reach, "the helpless"),
        ["F52-20", "F52-21", "F52-55"],
        fixed={"cards": []},
        choices={"target": one(ids(reach)), "weapon": one(weapons)},
        example={"target": first.id, "weapon": weapons[0]},
        help="They cannot defend themselves; one card is drawn for the damage.",
        harms=True,
    )


def of_suit(fight: Fight, participant: Participant, suit: str) -> list[str]:
    return [cards.NAME[card] for card in fight.hand_of(participant) if cards.SUIT[card] == suit]


def maneuvers(fight: Fight, participant: Participant) -> list[Offer]:
    """The maneuvers for which there are cards (F52-70 to F52-75)."""
    if not allowances.does_maneuvers(participant):
        return []
    close = within_range(fight, participant, targets(fight, participant), "far", "unseen")
    armed = [other for other in close if other.weapon == "held"]
    maneuver_offers = [
        maneuver(fight, participant, "disarm", "Disarm", armed),
        fury(fight, participant, close),
        maneuver(fight, participant, "push", "Push", close),
        parry(fight, participant),
    ]
    return [maneuver_offer for maneuver_offer in maneuver_offers if maneuver_offer is not None]


def maneuver(fight: Fight, participant: Participant, name: str, verb: str, others: list[Participant]) -> Offer | None:
    """A maneuver against an opponent."""
    hand = of_suit(fight, participant, tables.MANEUVER_SUIT[name])
    if not hand or not others:
        return None
    most = max([allowances.attack_allowance(participant, other) for other in others])
    return offer(
        "maneuver",
        participant.id,
        label_with_target(verb, others, "an opponent"),
        ["F52-70", "F52-71", tables.MANEUVER_RULE[name]],
        fixed={"maneuver": name},
        choices={"target": one(ids(others)), "cards": some(hand, 1, most)},
        example={"target": others[0].id, "cards": hand[:1]},
        harms=True,
    )


def fury(fight: Fight, participant: Participant, others: list[Participant]) -> Offer | None:
    """A fury strike takes two spades or more, none an ace (F52-73)."""
    hand = [name for name in of_suit(fight, participant, "S") if name[0] != "A"]
    allowed = {other.id: allowances.attack_allowance(participant, other) for other in others}
    reach = [other for other in others if allowed[other.id] >= 2]
    if len(hand) < 2 or not reach or participant.weapon != "held":
        return None
    return offer(
        "maneuver",
        participant.id,
        label_with_target("Strike in fury at", reach, "an opponent"),
        ["F52-70", "F52-71", "F52-73"],
        fixed={"maneuver": "fury-strike"},
        choices={"target": one(ids(reach)), "cards": some(hand, 2, max(allowed.values()))},
        example={"target": reach[0].id, "cards": hand[:2]},
        help="The damage of all cards adds up.",
        harms=True,
    )


def parry(fight: Fight, participant: Participant) -> Offer | None:
    """A parry: hearts that count in every defence until the round ends (F52-74)."""
    hand = of_suit(fight, participant, "H")
    if not hand:
        return None
    return offer(
        "maneuver",
        participant.id,
        "Parry until the round ends",
        ["F52-70", "F52-74"],
        fixed={"maneuver": "parry"},
        choices={"cards": some(hand, 1, allowances.own_allowance(participant, True))},
        example={"cards": hand[:1]},
        help="The cards are added to every defence of this round.",
    )


def casts(fight: Fight, participant: Participant) -> list[Offer]:
    """The spells for which there are cards (F52-80 to F52-89)."""
    if not allowances.does_spells(participant):
        return []
    living = [other for other in fight.state.participants if other.status != "dead"]
    in_sight = within_range(fight, participant, [participant, *targets(fight, participant)], "far", "unseen")
    curable = within_range(fight, participant, living, "far", "unseen")
    spell_offers = []
    for suit, spell in tables.SPELL_OF_SUIT.items():
        hand = of_suit(fight, participant, suit)
        reach = curable if spell == "heal" else in_sight
        if hand and reach:
            spell_offers.append(cast(participant, spell, hand, reach))
    return spell_offers


def cast(participant: Participant, spell: str, hand: list[str], reach: list[Participant]) -> Offer:
    """One spell; the example target is a friend for heal and protect, an opponent for the others."""
    helps = spell in ("heal", "protect")
    first = next((other for other in reach if (other.side == participant.side) == helps), reach[0])
    choices = {"target": one(ids(reach)), "cards": some(hand, 1, allowances.own_allowance(participant, False))}
    if not helps and any(other.side == participant.side for other in reach):
        choices["willing"] = truth(optional=True)
    return offer(
        "cast",
        participant.id,
        label_with_target(f"Cast {spell} on", reach, "someone"),
        ["F52-80", "F52-81", tables.SPELL_RULE[spell]],
        choices=choices,
        example={"target": first.id, "cards": hand[:1]},
        harms=not helps,
    )
