"""Offers of advantages: declared alone, with an attack, or with a defence (GOB-60 to GOB-82)."""

from itertools import combinations
from typing import Any

from rules.engine import cards
from rules.engine.offers import Offer, number, offer, one
from rules.games.game_of_bastards import defenses, figures, powers, tables, wording
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Person

MOST_SETS = 64


def usable(fight: Fight, person: Person, key: str) -> bool:
    """Whether an advantage can be used and paid now (GOB-16, GOB-48)."""
    if not figures.is_usable(person, key):
        return False
    state, one_of = fight.state, tables.ADVANTAGES[key]
    if person.wildcards < figures.figure(state, key, "wildcards"):
        return False
    cost = figures.figure(state, key, "cost")
    points_left = person.pools[figures.POOL[tables.SUIT_POOL[one_of.suit]]] - cost
    return not cost or points_left > 0 or (points_left == 0 and 0 not in person.pools)


def plain(fight: Fight, person: Person, key: str) -> Offer:
    """An advantage without choices."""
    one_of = tables.ADVANTAGES[key]
    return offer(
        "use",
        person.id,
        wording.POWERS[key],
        [one_of.rule],
        fixed={"advantage": key},
        help=price(fight, one_of.name, key),
    )


def price(fight: Fight, name: str, key: str) -> str:
    """The cost of an advantage in words."""
    state, one_of = fight.state, tables.ADVANTAGES[key]
    cost, wildcards = figures.figure(state, key, "cost"), figures.figure(state, key, "wildcards")
    parts = [f"{cost} {tables.SUIT_POOL[one_of.suit].upper()}"] if cost else []
    if wildcards:
        parts.append("a wildcard" if wildcards == 1 else f"{wildcards} wildcards")
    return f"{name}: {' and '.join(parts)}." if parts else f"{name}."


def outside(fight: Fight, person: Person) -> list[Offer]:
    """Advantages that can be declared at any time outside a play."""
    if not person.advantages:
        return []
    power_offers = []
    to_come = powers.action_to_come(fight, person)
    standing = {"iron-wall": person.iron, "karmic-shuffle": fight.state.karmic, "soul-of-steel": person.soul}
    for key in ("all-out-defense", "soul-of-steel", "iron-wall", "karmic-shuffle", "dodge", "serendipity"):
        if not usable(fight, person, key) or standing.get(key):
            continue
        if to_come or key not in ("all-out-defense", "soul-of-steel"):
            power_offers.append(plain(fight, person, key))
    return power_offers


def in_turn(fight: Fight, person: Person) -> list[Offer]:
    """Advantages that can also be declared in the participant's own turn."""
    power_offers = outside(fight, person)
    if usable(fight, person, "berserk") and not person.berserk:
        power_offers.append(plain(fight, person, "berserk"))
    if person.berserk and not person.spent:
        text = "A Meditation fate draw on Mind; you stay berserk if it fails."
        label = "Give up your action to come to your senses"
        fixed = {"advantage": "berserk", "stop": True}
        power_offers.append(offer("use", person.id, label, ["GOB-80"], fixed=fixed, help=text))
    if fight.state.step != "declare":
        return power_offers
    if usable(fight, person, "ass-pull"):
        power_offers.append(plain(fight, person, "ass-pull"))
    return [*power_offers, *stance(fight, person), *study(fight, person)]


def stance(fight: Fight, person: Person) -> list[Offer]:
    """Defensive Stance: up to Body cards (GOB-62)."""
    if person.stance or not usable(fight, person, "defensive-stance"):
        return []
    return [
        offer(
            "use",
            person.id,
            "Take a defensive stance",
            ["GOB-62"],
            fixed={"advantage": "defensive-stance"},
            choices={"cards": number(1, figures.trait(person, "body"))},
            example={"cards": 1},
            help="You play so many fewer cards on attacks and as many more in defence.",
        )
    ]


def study(fight: Fight, person: Person) -> list[Offer]:
    """Study: one opponent (GOB-67)."""
    others = [other for other in fight.ins() if other is not person and other.id not in person.studied]
    if not others or not usable(fight, person, "study"):
        return []
    others.sort(key=lambda other: other.side == person.side)
    whom = others[0].name if len(others) == 1 else "an opponent"
    return [
        offer(
            "use",
            person.id,
            f"Give up your action to study {whom}",
            ["GOB-67"],
            fixed={"advantage": "study"},
            choices={"target": one([other.id for other in others])},
            example={"target": others[0].id},
            help="Your Mind counts twice in physical defences against them.",
        )
    ]


def with_attack(fight: Fight, person: Person, melee: bool) -> list[dict[str, Any]]:
    """Advantages for a physical attack."""
    choices: list[dict[str, Any]] = []
    keys = ["zeal", "fortune"] + (["disarm"] if melee else [])
    if melee and fight.state.step != "follow":
        keys.append("savage")
    for key in keys:
        if usable(fight, person, key):
            choices.append({"advantage": key})
    if {"advantage": "disarm"} in choices:
        choices.append({"advantage": "disarm", "take": True})
    if melee and usable(fight, person, "wild-swing") and not person.desperate:
        last = person.pools[0] == figures.figure(fight.state, "wild-swing", "cost")
        most = 0 if last else figures.trait(person, "body")
        choices += [{"advantage": "wild-swing", "amount": amount} for amount in range(1, most + 1)]
    return choices


def with_defense(fight: Fight, person: Person, pair: list[str] | None) -> list[dict[str, Any]]:
    """Advantages for a physical defence; a counter with each set of cards that it can take."""
    play = fight.playing()
    choices: list[dict[str, Any]] = [
        {"advantage": key} for key in ("dodge", "serendipity") if usable(fight, person, key)
    ]
    wields = set(pair if pair is not None else [weapon.name for weapon in person.weapons])
    countered = defenses.can_be_countered(fight.state, play) and not play.counter
    if countered and wields & set(person.counters) and usable(fight, person, "counter"):
        hand = cards.names_of(person.hand)
        most = min(highest_defense(fight, person, pair) - 1, len(hand) - 1)
        choices += [{"advantage": "counter", "cards": names} for names in sets(hand, most)]
    return choices


def highest_defense(fight: Fight, person: Person, pair: list[str] | None) -> int:
    """The highest number of cards in a physical defence with any skill and weapon (GOB-44, GOB-60)."""
    ways = [[weapon] for weapon in person.weapons] if pair is None else [figures.find_arms(person, pair)]
    if pair is None and len(figures.wielded_weapons(person)) > 1:
        ways.append(figures.find_arms(person, figures.wielded_weapons(person)))
    skills: list[str | None] = [None, *person.skills, *tables.CRIMINAL_SKILLS, *tables.HEARTY_SKILLS]
    limits = [
        figures.limit(person, skill, way, figures.defense_changes(fight.state, person, "physical", skill, way))
        for way in ways
        for skill in skills
    ]
    return max(limits)


def sets(hand: list[str], most: int) -> list[list[str]]:
    """The sets of 1 to `most` cards of a hand, small ones first, as many as a page can show."""
    key_sets: list[list[str]] = []
    for size in range(1, most + 1):
        more = [list(names) for names in dict.fromkeys(combinations(hand, size))]
        if size > 1 and len(key_sets) + len(more) > MOST_SETS:
            break
        key_sets += more
    return key_sets
