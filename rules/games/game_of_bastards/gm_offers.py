"""The offers of the Dealer (GOB-49, GOB-50, GOB-53, GOB-97)."""

from rules.engine import hidden
from rules.engine.offers import Offer, number, offer, one, text
from rules.games.game_of_bastards import tables, view
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant


def offers(fight: Fight) -> list[Offer]:
    """All orders; while a participant must answer, only the end."""
    state = fight.state
    if state.questions or state.play is not None:
        return [end(fight)]
    participants = state.participants
    orders = [
        *adjusts([participant for participant in participants if participant.kind == "fated"], list(tables.POOLS))
    ]
    orders += adjusts([participant for participant in participants if participant.kind == "follower"], ["power"])
    if participants:
        orders += [rest(participants), assign(participants), leave(participants)]
    orders += hidden.reveal_offers(state, [*tables.PRESENCE_RULES], tables.MOST_PARTICIPANTS)
    orders += hidden.leave_offers(state, [*tables.PRESENCE_RULES])
    if len(participants) + len(state.hidden) < tables.MOST_PARTICIPANTS:
        orders.append(join(fight))
    return [*orders, end(fight)]


def ids(participants: list[Participant]) -> list[str]:
    return [participant.id for participant in participants]


def adjusts(participants: list[Participant], pools: list[str]) -> list[Offer]:
    """Raising or lowering a pool, with a reason (GOB-11, GOB-49)."""
    if not participants:
        return []
    most = max([max(participant.traits) for participant in participants]) * tables.POOL_A_RANK
    whose = participants[0].name if len(participants) == 1 else "a participant"
    return [
        offer(
            "adjust",
            tables.DEALER,
            f"Change a pool of {whose}",
            ["GOB-11", "GOB-48", "GOB-49"],
            choices={
                "target": one(ids(participants)),
                "pool": one(list(pools)),
                "amount": number(-most, most),
                "reason": text(),
            },
            example={"target": participants[0].id, "pool": pools[0], "amount": 0, "reason": "by hand"},
        )
    ]


def rest(participants: list[Participant]) -> Offer:
    """Refilling pools, fully or in part (GOB-53)."""
    return offer(
        "rest",
        tables.DEALER,
        "Call a rest",
        ["GOB-53"],
        choices={"target": one(ids(participants), optional=True), "percent": number(1, 100, optional=True)},
        help="Without a name everyone rests; without a percentage every pool is filled.",
    )


def assign(participants: list[Participant]) -> Offer:
    """Giving a participant to another player (GOB-97)."""
    fated = [participant.id for participant in participants if participant.kind == "fated"]
    return offer(
        "assign",
        tables.DEALER,
        "Give a participant to another player",
        ["GOB-97"],
        choices={"target": one(ids(participants)), "controller": one([*fated, tables.DEALER])},
        example={"target": participants[0].id, "controller": participants[0].controller},
    )


def leave(participants: list[Participant]) -> Offer:
    """Removing a participant."""
    return offer(
        "leave",
        tables.DEALER,
        "Remove a participant",
        ["GOB-98"],
        choices={"target": one(ids(participants))},
        example={"target": participants[0].id},
    )


def join(fight: Fight) -> Offer:
    """Adding a participant; the page builds the values."""
    newcomer_id = f"newcomer-{hidden.unused_number(fight, fight.state, 'newcomer')}"
    sides = list(dict.fromkeys([participant.side for participant in fight.state.participants])) or ["players"]
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
