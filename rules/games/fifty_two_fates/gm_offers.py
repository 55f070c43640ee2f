"""The offers of the Fate Dealer."""

from rules.engine import hidden
from rules.engine.offers import Offer, number, offer, one, text, truth
from rules.games.fifty_two_fates import rounds, tables, view
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant

OUTCOMES = ["victory", "defeat", "escape", "parley", "other"]
RANGES = ["melee", "near", "far", "unseen"]


def offers(fight: Fight) -> list[Offer]:
    """All orders; while a participant must answer, only the end."""
    if fight.state.pending is not None or fight.surplus() is not None:
        return [end(fight)]
    everyone = [participant.id for participant in fight.state.participants]
    orders = [] if rounds.turn(fight.state) else [next_round()]
    if everyone:
        orders += [*conditions(fight, everyone), *table(fight, everyone), *hit_points(fight)]
    orders += hidden.reveal_offers(fight.state, [*tables.PRESENCE_RULES], tables.MOST_PARTICIPANTS)
    orders += hidden.leave_offers(fight.state, [*tables.PRESENCE_RULES])
    if len(everyone) + len(fight.state.hidden) < tables.MOST_PARTICIPANTS:
        orders.append(join(fight))
    return [*orders, end(fight)]


def conditions(fight: Fight, everyone: list[str]) -> list[Offer]:
    """Effects, incapacitation and release (F52-50 to F52-57)."""
    orders = [*effects(everyone), incapacity(everyone), release(everyone)]
    for participant in fight.state.participants:
        orders += [end_effect(participant, name, rule) for name, rule in named_effects(participant).items()]
    return orders


def named_effects(participant: Participant) -> dict[str, str]:
    """The rule of each effect, by name. Of several with one name the first counts, because a release ends that one."""
    rule_by_name: dict[str, str] = {}
    for effect in view.effects(participant):
        rule_by_name.setdefault(effect["name"], tables.EFFECT_RULE[effect["kind"]])
    return rule_by_name


def end_effect(participant: Participant, name: str, rule: str) -> Offer:
    """The end of one effect: a continuous effect, a parry or a lasting spell."""
    label = f"End {name} on {participant.name}"
    return offer("release", tables.FD, label, [rule], fixed={"target": participant.id, "effect": name})


def effects(everyone: list[str]) -> list[Offer]:
    """A continuous effect for a number of rounds, until resisted, or for a drawn time (F52-50, F52-51)."""
    choices = {"target": one(everyone), "name": text(), "strength": number(2, 10)}
    example = {"target": everyone[0], "name": "poison", "strength": 5}
    return [
        offer(
            "afflict",
            tables.FD,
            "Cause an effect",
            ["F52-50"],
            choices={**choices, "rounds": number(1, 99, optional=True)},
            example=example,
        ),
        offer(
            "afflict",
            tables.FD,
            "Cause an effect for a time that a card decides",
            ["F52-50", "F52-51"],
            fixed={"rounds": "draw"},
            choices=choices,
            example=example,
        ),
    ]


def incapacity(everyone: list[str]) -> Offer:
    """Partly, fully, or unconscious (F52-53, F52-55, F52-56)."""
    return offer(
        "incapacitate",
        tables.FD,
        "Incapacitate someone",
        ["F52-53", "F52-55", "F52-56"],
        choices={
            "target": one(everyone),
            "degree": one(["partial", "full"]),
            "unconscious": truth(optional=True),
            "wake": number(2, 10, optional=True),
        },
        example={"target": everyone[0], "degree": "partial"},
    )


def release(everyone: list[str]) -> Offer:
    """The end of every incapacitation (F52-53 to F52-57)."""
    return offer(
        "release",
        tables.FD,
        "End someone's incapacitation",
        ["F52-53", "F52-55", "F52-56", "F52-57"],
        choices={"target": one(everyone)},
        example={"target": everyone[0]},
    )


def table(_fight: Fight, everyone: list[str]) -> list[Offer]:
    """Falls, ranges, weapons, leaving (F52-17, F52-28, F52-72)."""
    target, first = one(everyone), {"target": everyone[0]}
    orders = [
        offer(
            "fall",
            tables.FD,
            "Make someone fall",
            ["F52-28"],
            choices={"target": target, "feet": number(0, 10000)},
            example={**first, "feet": 30},
        ),
        offer("arm", tables.FD, "Give someone a weapon", ["F52-72"], choices={"target": target}, example=first),
        offer("leave", tables.FD, "Remove a participant", ["F52-62"], choices={"target": target}, example=first),
    ]
    if len(everyone) > 1:
        orders.append(
            offer(
                "set-range",
                tables.FD,
                "Set the range between two participants",
                ["F52-17"],
                choices={"a": target, "b": target, "range": one(RANGES)},
                example={"a": everyone[0], "b": everyone[1], "range": "near"},
            )
        )
    return orders


def hit_points(fight: Fight) -> list[Offer]:
    """Adjust the hit points of anyone but the dead (F52-30, F52-34)."""
    living = [participant for participant in fight.state.participants if participant.status != "dead"]
    if not living:
        return []
    return [
        offer(
            "adjust",
            tables.FD,
            "Adjust hit points",
            ["F52-30", "F52-34"],
            choices={
                "target": one([participant.id for participant in living]),
                "hp": number(0, max([participant.max_hp for participant in living])),
                "reason": text(),
            },
            example={"target": living[0].id, "hp": living[0].hp, "reason": "by hand"},
        )
    ]


def join(fight: Fight) -> Offer:
    """Adding a participant; the page builds the values, the example is a bystander (F52-16)."""
    number_of = hidden.unused_number(fight, fight.state, "newcomer")
    choices = [
        {"id": f"newcomer-{number_of}", "name": f"Newcomer {number_of}", "side": side}
        for side in ("players", "monsters")
    ]
    return offer(
        "join",
        tables.FD,
        "Add a newcomer",
        ["F52-10", "F52-13", "F52-16"],
        choices={"participant": one(choices)},
        example={"participant": choices[1]},
        help="They act from the next round.",
    )


def next_round() -> Offer:
    """The next round, when nobody can act (F52-16)."""
    return offer("next-round", tables.FD, "Go to the next round", ["F52-16", "F52-61"])


def end(fight: Fight) -> Offer:
    """Ending the encounter at any time; the example is the proposed outcome (F52-62)."""
    return offer(
        "end",
        tables.FD,
        "End the encounter",
        ["F52-62", "F52-90"],
        choices={"outcome": one(OUTCOMES), "counts": truth(optional=True)},
        example={"outcome": view.proposed_outcome(fight.state, True) or "other", "counts": True},
    )
