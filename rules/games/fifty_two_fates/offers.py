"""The offers of a participant in 52 Fates."""

from rules.engine import cards
from rules.engine.offers import Offer, offer, one, some, truth
from rules.engine.refusals import quote, refuse
from rules.games.fifty_two_fates import allowances, gm_offers, other_offers, rounds, tables
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant


def offers(fight: Fight, actor: object) -> list[Offer]:
    """The offers of a participant or "gm"; [] when the actor can do nothing now."""
    person = fight.by_id.get(actor) if isinstance(actor, str) else None
    if person is None and actor not in (tables.FD, "observer"):
        refuse("actor.unknown", f"{quote(actor)} is not a participant; name a participant or gm.")
    if fight.state.outcome is not None or actor == "observer":
        return []
    if person is None:
        return gm_offers.offers(fight)
    pending = fight.state.pending
    if pending is not None:
        return [other_offers.defend(fight, person)] if pending.target == person.id else []
    holder = fight.surplus()
    if holder is not None:
        return [other_offers.discard(holder)] if holder is person else []
    return in_turn(fight, person) if person.id in rounds.turn(fight.state) else []


def in_turn(fight: Fight, person: Participant) -> list[Offer]:
    """All offers of a participant whose turn it is (F52-16, F52-20)."""
    if person.status == "dying":
        return [offer("death-draw", person.id, "Draw for your life", ["F52-32", "F52-33"], help="A heart saves you.")]
    passing = offer("pass", person.id, "Pass", ["F52-20"], declines=True)
    if person.unconscious:
        number_to_beat = f"A card above {person.unconscious} wakes you."
        return [offer("wake-draw", person.id, "Draw to wake up", ["F52-56"], help=number_to_beat), passing]
    return [
        *attacks(fight, person),
        *maneuvers(fight, person),
        *casts(fight, person),
        *other_offers.checks(person),
        *other_offers.resists(fight, person),
        *other_offers.pick_ups(person),
        passing,
    ]


def targets(fight: Fight, person: Participant) -> list[Participant]:
    """Others with hit points, opponents first (F52-21)."""
    others = [other for other in fight.state.people if other is not person and other.hp]
    return sorted(others, key=lambda other: other.side == person.side)


def within_range(fight: Fight, person: Participant, others: list[Participant], *refused: str) -> list[Participant]:
    """The `others` at a range that is not among the `refused` ranges."""
    return [other for other in others if fight.range_between(person.id, other.id) not in refused]


def ids(people: list[Participant]) -> list[str]:
    return [person.id for person in people]


def label_with_target(verb: str, people: list[Participant], whom: str) -> str:
    """A label: the verb with the target's name, or with `whom` when there are several targets."""
    return f"{verb} {people[0].name if len(people) == 1 else whom}"


def attacks(fight: Fight, person: Participant) -> list[Offer]:
    """Attacks with cards, and attacks without cards on helpless targets (F52-21, F52-55)."""
    in_sight = within_range(fight, person, targets(fight, person), "unseen")
    attack_offers = []
    for helpless in (False, True):
        others = [other for other in in_sight if other.helpless == helpless]
        close = within_range(fight, person, others, "far")
        held = person.weapon == "held"
        weapons = [*(["melee"] if held and close else []), *(["missile"] if held and others else [])]
        weapons += ["unarmed"] if close else []
        if weapons and (helpless or fight.hand_of(person)):
            reach = others if held else close
            first = close[0] if close else reach[0]
            build = strike_helpless if helpless else attack
            attack_offers.append(build(fight, person, reach, weapons, first))
    return attack_offers


def attack(
    fight: Fight, person: Participant, reach: list[Participant], weapons: list[str], first: Participant
) -> Offer:
    """An attack with cards from the hand (F52-21, F52-23)."""
    hand = cards.names_of(fight.hand_of(person))
    most = max([allowances.attack_allowance(person, other) for other in reach])
    return offer(
        "attack",
        person.id,
        label_with_target("Attack", reach, "an opponent"),
        ["F52-20", "F52-21", "F52-23", "F52-29"],
        choices={"target": one(ids(reach)), "weapon": one(weapons), "cards": some(hand, 1, most)},
        example={"target": first.id, "weapon": weapons[0], "cards": hand[:1]},
        help="An ace is played alone.",
        harms=True,
    )


def strike_helpless(
    _fight: Fight, person: Participant, reach: list[Participant], weapons: list[str], first: Participant
) -> Offer:
    """An attack on one who cannot defend itself plays no card (F52-55)."""
    return offer(
        "attack",
        person.id,
        label_with_target("Strike", reach, "the helpless"),
        ["F52-20", "F52-21", "F52-55"],
        fixed={"cards": []},
        choices={"target": one(ids(reach)), "weapon": one(weapons)},
        example={"target": first.id, "weapon": weapons[0]},
        help="They cannot defend themselves; one card is drawn for the damage.",
        harms=True,
    )


def of_suit(fight: Fight, person: Participant, suit: str) -> list[str]:
    return [cards.NAME[card] for card in fight.hand_of(person) if cards.SUIT[card] == suit]


def maneuvers(fight: Fight, person: Participant) -> list[Offer]:
    """The maneuvers for which there are cards (F52-70 to F52-75)."""
    if not allowances.does_maneuvers(person):
        return []
    close = within_range(fight, person, targets(fight, person), "far", "unseen")
    armed = [other for other in close if other.weapon == "held"]
    maneuver_offers = [
        maneuver(fight, person, "disarm", "Disarm", armed),
        fury(fight, person, close),
        maneuver(fight, person, "push", "Push", close),
        parry(fight, person),
    ]
    return [maneuver_offer for maneuver_offer in maneuver_offers if maneuver_offer is not None]


def maneuver(fight: Fight, person: Participant, name: str, verb: str, others: list[Participant]) -> Offer | None:
    """A maneuver against an opponent."""
    hand = of_suit(fight, person, tables.MANEUVER_SUIT[name])
    if not hand or not others:
        return None
    most = max([allowances.attack_allowance(person, other) for other in others])
    return offer(
        "maneuver",
        person.id,
        label_with_target(verb, others, "an opponent"),
        ["F52-70", "F52-71", tables.MANEUVER_RULE[name]],
        fixed={"maneuver": name},
        choices={"target": one(ids(others)), "cards": some(hand, 1, most)},
        example={"target": others[0].id, "cards": hand[:1]},
        harms=True,
    )


def fury(fight: Fight, person: Participant, others: list[Participant]) -> Offer | None:
    """A fury strike takes two spades or more, none an ace (F52-73)."""
    hand = [name for name in of_suit(fight, person, "S") if name[0] != "A"]
    allowed = {other.id: allowances.attack_allowance(person, other) for other in others}
    reach = [other for other in others if allowed[other.id] >= 2]
    if len(hand) < 2 or not reach or person.weapon != "held":
        return None
    return offer(
        "maneuver",
        person.id,
        label_with_target("Strike in fury at", reach, "an opponent"),
        ["F52-70", "F52-71", "F52-73"],
        fixed={"maneuver": "fury-strike"},
        choices={"target": one(ids(reach)), "cards": some(hand, 2, max(allowed.values()))},
        example={"target": reach[0].id, "cards": hand[:2]},
        help="The damage of all cards adds up.",
        harms=True,
    )


def parry(fight: Fight, person: Participant) -> Offer | None:
    """A parry: hearts that count in every defence until the round ends (F52-74)."""
    hand = of_suit(fight, person, "H")
    if not hand:
        return None
    return offer(
        "maneuver",
        person.id,
        "Parry until the round ends",
        ["F52-70", "F52-74"],
        fixed={"maneuver": "parry"},
        choices={"cards": some(hand, 1, allowances.own_allowance(person, True))},
        example={"cards": hand[:1]},
        help="The cards are added to every defence of this round.",
    )


def casts(fight: Fight, person: Participant) -> list[Offer]:
    """The spells for which there are cards (F52-80 to F52-89)."""
    if not allowances.does_spells(person):
        return []
    living = [other for other in fight.state.people if other.status != "dead"]
    in_sight = within_range(fight, person, [person, *targets(fight, person)], "far", "unseen")
    curable = within_range(fight, person, living, "far", "unseen")
    spell_offers = []
    for suit, spell in tables.SPELL_OF_SUIT.items():
        hand = of_suit(fight, person, suit)
        reach = curable if spell == "heal" else in_sight
        if hand and reach:
            spell_offers.append(cast(person, spell, hand, reach))
    return spell_offers


def cast(person: Participant, spell: str, hand: list[str], reach: list[Participant]) -> Offer:
    """One spell; the example target is a friend for heal and protect, an opponent for the others."""
    helps = spell in ("heal", "protect")
    first = next((other for other in reach if (other.side == person.side) == helps), reach[0])
    choices = {"target": one(ids(reach)), "cards": some(hand, 1, allowances.own_allowance(person, False))}
    if not helps and any(other.side == person.side for other in reach):
        choices["willing"] = truth(optional=True)
    return offer(
        "cast",
        person.id,
        label_with_target(f"Cast {spell} on", reach, "someone"),
        ["F52-80", "F52-81", tables.SPELL_RULE[spell]],
        choices=choices,
        example={"target": first.id, "cards": hand[:1]},
        harms=not helps,
    )
