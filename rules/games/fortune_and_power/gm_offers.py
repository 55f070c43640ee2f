"""The offers of the Adversary."""

from rules.engine import hidden
from rules.engine.offers import Offer, number, offer, one, some, text
from rules.games.fortune_and_power import tables, view, wording
from rules.games.fortune_and_power.context import Scene

VERDICTS = ["success", "failure", "tie"]


def offers(scene: Scene) -> list[Offer]:
    """All orders; while a hit waits, only its answer, removing a participant, and the end (FNP-06, FNP-42)."""
    everyone = [participant.id for participant in scene.state.participants]
    pending = scene.state.pending
    if pending is not None:
        leaving = [leave(everyone), *hidden.leave_offers(scene.state, [*tables.PRESENCE_RULES])]
        return [*([confirm(scene)] if pending.kind == "damage" else []), *leaving, end(scene)]
    orders = [rule(number_of) for number_of in scene.state.marginal]
    if everyone:
        orders.append(adjust(everyone))
    orders += [*order(scene, everyone), rest()]
    if everyone:
        orders.append(leave(everyone))
    orders += hidden.reveal_offers(scene.state, [*tables.PRESENCE_RULES], tables.MOST_PARTICIPANTS)
    orders += hidden.leave_offers(scene.state, [*tables.PRESENCE_RULES])
    if len(everyone) + len(scene.state.hidden) < tables.MOST_PARTICIPANTS:
        orders.append(join(scene))
    return [*orders, end(scene)]


def confirm(scene: Scene) -> Offer:
    """The damage of a hit that waits (FNP-42)."""
    pending = scene.state.pending
    assert pending is not None
    name = scene.find(pending.target, "pending.target").name
    return offer(
        "confirm",
        tables.GM,
        f"Say how many {'shocks' if pending.mental else 'wounds'} {name} takes",
        ["FNP-42"],
        choices={"damage": number(0, tables.MOST_POOL), "reason": text(optional=True)},
        example={"damage": pending.damage},
        help=f"By the rules it is {pending.damage}.",
    )


def rule(number_of: int) -> Offer:
    """A ruling on one marginal result (FNP-16)."""
    return offer(
        "rule",
        tables.GM,
        f"Rule on result {number_of}",
        ["FNP-16"],
        fixed={"event": number_of},
        choices={"verdict": one(VERDICTS)},
        example={"verdict": "success"},
        help="The total was exactly the challenge. It counts as a success until you rule; a ruling takes nothing back.",
    )


def adjust(everyone: list[str]) -> Offer:
    """Corrections, healing by other means, gifts of fortune (FNP-42, FNP-43)."""
    change = number(-tables.MOST_CHANGE, tables.MOST_CHANGE, optional=True)
    return offer(
        "adjust",
        tables.GM,
        "Adjust wounds, shocks or fortune",
        ["FNP-06", "FNP-42", "FNP-43"],
        choices={
            "target": one(everyone),
            "wounds": change,
            "shocks": change.copy(),
            "fortune": change.copy(),
            "reason": text(),
        },
        example={"target": everyone[0], "wounds": 0, "reason": "by hand"},
        help="Signed changes: -2 heals two wounds.",
    )


def order(scene: Scene, everyone: list[str]) -> list[Offer]:
    """The order, set or rolled (FNP-32)."""
    now = scene.state.order
    traits = sorted(
        {*tables.LISTED, *[trait for participant in scene.state.participants for trait in participant.traits]}
    )
    rolled = offer(
        "roll-order",
        tables.GM,
        "Roll for the order",
        ["FNP-32"],
        choices={"trait": one(traits)},
        example={"trait": tables.PERCEPTION},
        rolls={"count": tables.DICE * len(everyone), "sides": tables.SIDES} if everyone else None,
    )
    placed = offer(
        "set-order",
        tables.GM,
        "Set the order",
        ["FNP-32"],
        choices={"order": some(list(now), len(now), len(now))},
        example={"order": list(now)},
        help="Name everyone exactly once. Nobody gets more actions.",
    )
    return [placed, rolled]


def rest() -> Offer:
    """Weeks of rest (FNP-43)."""
    return offer(
        "rest",
        tables.GM,
        "Let everyone rest for some weeks",
        ["FNP-43"],
        choices={"weeks": number(1, 99)},
        example={"weeks": 1},
        help="A new round begins afterwards.",
    )


def leave(everyone: list[str]) -> Offer:
    """Removing a participant (FNP-32)."""
    choices, example = {"target": one(everyone)}, {"target": everyone[0]}
    return offer("leave", tables.GM, "Remove a participant", ["FNP-32"], choices=choices, example=example)


def join(scene: Scene) -> Offer:
    """Adding a participant; the page builds the values, the example is a bystander (FNP-32)."""
    number_of = hidden.unused_number(scene, scene.state, "newcomer")
    newcomer = {"id": f"newcomer-{number_of}", "name": f"Newcomer {number_of}", "traits": {}}
    choices = [
        {**newcomer, "side": tables.PLAYERS, "kind": "pc"},
        {**newcomer, "side": tables.MONSTERS, "kind": "npc"},
    ]
    return offer(
        "join",
        tables.GM,
        "Add a newcomer",
        ["FNP-32"],
        choices={"participant": one(choices)},
        example={"participant": choices[1]},
        help="They come last in the order, with two actions.",
    )


def end(scene: Scene) -> Offer:
    """Ending the encounter in free words, at any time (FNP-30)."""
    side = view.proposed_outcome(scene.state, True)
    outcome = wording.prevails(side) if side else "The conflict is over."
    return offer(
        "end",
        tables.GM,
        "End the encounter",
        ["FNP-30"],
        choices={"outcome": text()},
        example={"outcome": outcome},
    )
