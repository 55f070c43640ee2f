"""The offers of the Dealer (GOB-49, GOB-50, GOB-53, GOB-97)."""

from rules.engine import hidden
from rules.engine.offers import Offer, number, offer, one, text
from rules.games.game_of_bastards import tables, view
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Person


def offers(fight: Fight) -> list[Offer]:
    """All orders; while a participant must answer, only the end."""
    state = fight.state
    if state.questions or state.play is not None:
        return [end(fight)]
    people = state.people
    orders = [*adjusts([person for person in people if person.kind == "fated"], list(tables.POOLS))]
    orders += adjusts([person for person in people if person.kind == "follower"], ["power"])
    if people:
        orders += [rest(people), assign(people), leave(people)]
    orders += hidden.reveal_offers(state, [*tables.PRESENCE_RULES], tables.MOST_PARTICIPANTS)
    orders += hidden.leave_offers(state, [*tables.PRESENCE_RULES])
    if len(people) + len(state.hidden) < tables.MOST_PARTICIPANTS:
        orders.append(join(fight))
    return [*orders, end(fight)]


def ids(people: list[Person]) -> list[str]:
    return [person.id for person in people]


def adjusts(people: list[Person], pools: list[str]) -> list[Offer]:
    """Raising or lowering a pool, with a reason (GOB-11, GOB-49)."""
    if not people:
        return []
    most = max([max(person.traits) for person in people]) * tables.POOL_A_RANK
    whose = people[0].name if len(people) == 1 else "a participant"
    return [
        offer(
            "adjust",
            tables.DEALER,
            f"Change a pool of {whose}",
            ["GOB-11", "GOB-48", "GOB-49"],
            choices={
                "target": one(ids(people)),
                "pool": one(list(pools)),
                "amount": number(-most, most),
                "reason": text(),
            },
            example={"target": people[0].id, "pool": pools[0], "amount": 0, "reason": "the table agrees"},
        )
    ]


def rest(people: list[Person]) -> Offer:
    """Refilling pools, fully or in part (GOB-53)."""
    return offer(
        "rest",
        tables.DEALER,
        "Call a rest",
        ["GOB-53"],
        choices={"target": one(ids(people), optional=True), "percent": number(1, 100, optional=True)},
        help="Without a name everyone rests; without a percentage every pool is filled.",
    )


def assign(people: list[Person]) -> Offer:
    """Giving a participant to another player (GOB-97)."""
    fated = [person.id for person in people if person.kind == "fated"]
    return offer(
        "assign",
        tables.DEALER,
        "Give a participant to another player",
        ["GOB-97"],
        choices={"target": one(ids(people)), "controller": one([*fated, tables.DEALER])},
        example={"target": people[0].id, "controller": people[0].controller},
    )


def leave(people: list[Person]) -> Offer:
    """Removing a participant."""
    return offer(
        "leave",
        tables.DEALER,
        "Remove a participant",
        ["GOB-98"],
        choices={"target": one(ids(people))},
        example={"target": people[0].id},
    )


def join(fight: Fight) -> Offer:
    """Adding a participant; the page builds the values."""
    newcomer_id = f"newcomer-{hidden.unused_number(fight, fight.state, 'newcomer')}"
    sides = list(dict.fromkeys([person.side for person in fight.state.people])) or ["players"]
    choices = [
        {"id": newcomer_id, "name": "Newcomer", "side": side, "kind": "extras", "power_rating": 1, "members": 3}
        for side in sides
    ]
    choices += [{"id": newcomer_id, "name": "Newcomer", "side": side, "kind": "fated"} for side in sides]
    return offer(
        "join",
        tables.DEALER,
        "Add a newcomer",
        ["GOB-98", "GOB-97"],
        choices={"participant": one(choices)},
        example={"participant": choices[-1]},
        help="They draw a hand at once and act from the next round.",
    )


def end(fight: Fight) -> Offer:
    """Ending the opposition at any time; the example is the proposed outcome (GOB-49, GOB-50)."""
    return offer(
        "end",
        tables.DEALER,
        "End the opposition",
        ["GOB-49", "GOB-50"],
        choices={"outcome": text()},
        example={"outcome": view.proposed_outcome(fight.state, True) or "ended by agreement"},
    )
