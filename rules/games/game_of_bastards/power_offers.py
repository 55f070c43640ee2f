"""Offers of advantages: declared alone, with an attack, or with a defence (GOB-60 to GOB-82)."""

from itertools import combinations
from typing import Any

from rules.engine import cards
from rules.engine.offers import Offer, number, offer, one
from rules.games.game_of_bastards import (
    defenses,
    figures,
    harm,
    meditation,
    powers,
    sheet_tables,
    tables,
    wording,
)
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant

MOST_SETS = 64


def plain(fight: Fight, participant: Participant, key: str) -> Offer:
    """An advantage without choices."""
    one_of = tables.ADVANTAGES[key]
    return offer(
        "use",
        participant.id,
        wording.POWERS[key],
        [one_of.rule],
        fixed={"advantage": key},
        help=price(fight, participant, key),
    )


def price_words(fight: Fight, participant: Participant, key: str) -> str:
    """The cost of a participant's advantage in words; "" when it is free."""
    pool = tables.SUIT_POOL[tables.ADVANTAGES[key].suit]
    points, wildcards = (figures.figure(fight.state, participant, key, name) for name in ("cost", "wildcards"))
    cost = {pool: points, "wildcards": wildcards}
    return sheet_tables.cost_words({name: amount for name, amount in cost.items() if amount})


def price(fight: Fight, participant: Participant, key: str) -> str:
    """The name of a participant's advantage with its cost in words."""
    words = price_words(fight, participant, key)
    return f"{tables.ADVANTAGES[key].name}: {words}." if words else f"{tables.ADVANTAGES[key].name}."


def priced(fight: Fight, participant: Participant, key: str, text: str) -> str:
    """A help text, after the cost of an advantage that is free unless the campaign's row says otherwise."""
    return f"{price(fight, participant, key)} {text}" if price_words(fight, participant, key) else text


def outside(fight: Fight, participant: Participant) -> list[Offer]:
    """Advantages that can be declared at any time outside a play."""
    if not participant.advantages:
        return []
    power_offers = []
    to_come = powers.has_action_left(fight, participant)
    standing = {"iron-wall": participant.iron, "karmic-shuffle": fight.state.karmic, "soul-of-steel": participant.soul}
    for key in ("all-out-defense", "soul-of-steel", "iron-wall", "karmic-shuffle", "dodge", "serendipity"):
        if not harm.usable(fight, participant, key) or standing.get(key):
            continue
        if to_come or key not in ("all-out-defense", "soul-of-steel"):
            power_offers.append(plain(fight, participant, key))
    return power_offers


def in_turn(fight: Fight, participant: Participant) -> list[Offer]:
    """Advantages that can also be declared in the participant's own turn."""
    power_offers = outside(fight, participant)
    if harm.usable(fight, participant, "berserk") and not participant.berserk:
        power_offers.append(plain(fight, participant, "berserk"))
    if participant.berserk and not participant.spent:
        trait = meditation.trait(fight, participant).capitalize()
        text = f"A Meditation fate draw on {trait}; you stay berserk if it fails."
        label = "Give up your action to come to your senses"
        fixed = {"advantage": "berserk", "stop": True}
        power_offers.append(offer("use", participant.id, label, ["GOB-80"], fixed=fixed, help=text))
    if fight.state.step != "declare":
        return power_offers
    if harm.usable(fight, participant, "ass-pull"):
        power_offers.append(plain(fight, participant, "ass-pull"))
    return [*power_offers, *stance(fight, participant), *study(fight, participant)]


def stance(fight: Fight, participant: Participant) -> list[Offer]:
    """Defensive Stance: up to Body cards (GOB-62)."""
    if participant.stance or not harm.usable(fight, participant, "defensive-stance"):
        return []
    return [
        offer(
            "use",
            participant.id,
            "Take a defensive stance",
            ["GOB-62"],
            fixed={"advantage": "defensive-stance"},
            choices={"cards": number(1, figures.trait(participant, "body"))},
            example={"cards": 1},
            help=priced(
                fight,
                participant,
                "defensive-stance",
                "You play so many fewer cards on attacks and as many more in defence.",
            ),
        )
    ]


def study(fight: Fight, participant: Participant) -> list[Offer]:
    """Study: one opponent (GOB-67)."""
    others = [
        other
        for other in fight.remaining_participants()
        if other is not participant and other.id not in participant.studied
    ]
    if not others or not harm.usable(fight, participant, "study"):
        return []
    others.sort(key=lambda other: other.side == participant.side)
    whom = others[0].name if len(others) == 1 else "an opponent"
    return [
        offer(
            "use",
            participant.id,
            f"Give up your action to study {whom}",
            ["GOB-67"],
            fixed={"advantage": "study"},
            choices={"target": one([other.id for other in others])},
            example={"target": others[0].id},
            help=priced(fight, participant, "study", "Your Mind counts twice in physical defences against them."),
        )
    ]


def with_attack(fight: Fight, participant: Participant, melee: bool) -> list[dict[str, Any]]:
    """Advantages for a physical attack."""
    choices: list[dict[str, Any]] = []
    keys = ["zeal", "fortune"] + (["disarm"] if melee else [])
    if melee and fight.state.step != "follow":
        keys.append("savage")
    for key in keys:
        if harm.usable(fight, participant, key):
            choices.append({"advantage": key})
    if {"advantage": "disarm"} in choices:
        choices.append({"advantage": "disarm", "take": True})
    if melee and harm.usable(fight, participant, "wild-swing") and not participant.desperate:
        last = participant.pools[0] == figures.figure(fight.state, participant, "wild-swing", "cost")
        most = 0 if last else figures.trait(participant, "body")
        choices += [{"advantage": "wild-swing", "amount": amount} for amount in range(1, most + 1)]
    return choices


def with_defense(fight: Fight, participant: Participant, pair: list[str] | None) -> list[dict[str, Any]]:
    """Advantages for a physical defence; a counter with each set of cards that it can take."""
    play = fight.require_play()
    choices: list[dict[str, Any]] = [
        {"advantage": key} for key in ("dodge", "serendipity") if harm.usable(fight, participant, key)
    ]
    wields = set(pair if pair is not None else [weapon.name for weapon in participant.weapons])
    countered = defenses.can_be_countered(fight.state, play) and not play.counter
    if countered and wields & set(participant.counters) and figures.is_usable(participant, "counter"):
        hand = cards.names_of(participant.hand)
        most = min(highest_defense(fight, participant, pair) - 1, len(hand) - 1)
        choices += [{"advantage": "counter", "cards": names} for names in sets(hand, most)]
    return choices


def highest_defense(fight: Fight, participant: Participant, pair: list[str] | None) -> int:
    """The highest number of cards in a physical defence with any skill and weapon (GOB-44, GOB-60)."""
    ways = [[weapon] for weapon in participant.weapons] if pair is None else [figures.find_arms(participant, pair)]
    if pair is None and len(figures.wielded_weapons(participant)) > 1:
        ways.append(figures.find_arms(participant, figures.wielded_weapons(participant)))
    skills: list[str | None] = [None, *participant.skills, *tables.CRIMINAL_SKILLS, *tables.HEARTY_SKILLS]
    limits = [
        figures.limit(
            participant, skill, way, figures.defense_changes(fight.state, participant, "physical", skill, way)
        )
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
