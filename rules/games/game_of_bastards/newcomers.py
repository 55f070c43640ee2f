"""Participants who come later: dramatic actions, and newcomers that the Dealer adds (GOB-97, GOB-98)."""

from collections.abc import Callable

from rules.engine import hidden
from rules.engine.codec import RESERVED_IDS
from rules.engine.refusals import refuse
from rules.engine.upgrades import began_before
from rules.games.game_of_bastards import commands, entry, figures, harm, opening, rounds, tables, wording
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.shapes import Entry
from rules.games.game_of_bastards.state import Arm, Distance, Participant

FIELDS = {
    "reinforce": ("id", "name", "weapon"),
    "involve": ("participants",),
    "appearance": ("participant",),
    "distance": ("wildcards",),
}
REQUIRED_FIELDS = {
    "reinforce": ("id", "name"),
    "involve": ("participants",),
    "appearance": ("participant",),
    "distance": ("wildcards",),
}


def dramatic(fight: Fight, order: commands.Dramatic) -> None:
    """A dramatic action of a fated character in its turn; it does not use the action (GOB-98)."""
    participant = fight.by_id[order.actor]
    if participant.kind != "fated":
        refuse(
            "dramatic.fated",
            f"actor: only fated characters take dramatic actions, and {participant.name} is not one.",
            "GOB-98",
        )
    for name in ("id", "name", "weapon", "participants", "participant", "wildcards"):
        is_given = getattr(order, name) is not None
        if is_given and name not in FIELDS[order.action]:
            refuse("dramatic.field", f"{name}: not a field of {order.action}; leave it out.", "GOB-98")
        if not is_given and name in REQUIRED_FIELDS[order.action]:
            refuse("dramatic.field", f"{name}: missing, but {order.action} needs it.", "GOB-98")
    ACTIONS[order.action](fight, participant, order)


def rating_of(participant: Participant) -> int:
    """The rating of those who come: the highest trait, at most 5 (GOB-98)."""
    return min(tables.HIGHEST_RATING, max(participant.traits))


def reinforce(fight: Fight, participant: Participant, order: commands.Dramatic) -> None:
    """Spend a wildcard for a group of five extras."""
    rating = rating_of(participant)
    if order.weapon is not None and order.weapon.damage > rating:
        refuse("weapon.damage", f"weapon.damage: at most {rating}, the group's rating.", "GOB-98")
    harm.spend(participant, 1)
    announce_cost(fight, participant, 1, "reinforce")
    weapons = [entry.make_arm(order.weapon)] if order.weapon is not None else []
    group = Participant(
        order.id or "",
        order.name or "",
        participant.side,
        participant.id,
        "extras",
        rating=rating,
        members=tables.GROUP,
        weapons=weapons,
    )
    arrive(fight, [group], "id")


def involve(fight: Fight, participant: Participant, order: commands.Dramatic) -> None:
    """Spend a wildcard for two followers, each with a weapon if one is given."""
    entrants = order.participants or []
    if len(entrants) != 2:
        refuse("dramatic.two", "participants: name two followers.", "GOB-98")
    harm.spend(participant, 1)
    announce_cost(fight, participant, 1, "involve")
    rating = rating_of(participant)
    found = []
    for entrant in entrants:
        weapons: list[Arm] = [entry.make_arm(entrant.weapon)] if entrant.weapon is not None else []
        pools = [rating * tables.POOL_A_RANK]
        found.append(
            Participant(
                entrant.id,
                entrant.name,
                participant.side,
                participant.id,
                "follower",
                [rating] * 4,
                pools,
                rating,
                weapons=weapons,
            )
        )
    arrive(fight, found, "participants")


def appearance(fight: Fight, participant: Participant, order: commands.Dramatic) -> None:
    """A character of the player enters in person, for free."""
    assert order.participant is not None
    if order.participant.kind != "fated":
        refuse("dramatic.fated", "participant.kind: only a fated character enters in person.", "GOB-98")
    if order.participant.hidden:
        refuse(
            "dramatic.hidden",
            "participant.hidden: a character who enters in person is visible; leave it out.",
            "GOB-98",
        )
    newcomer = enter(fight, order.participant)
    newcomer.side, newcomer.controller = participant.side, participant.id
    announce_cost(fight, participant, 0, "appearance")
    arrive(fight, [newcomer], "participant.id")


def enter(fight: Fight, setup_entry: Entry) -> Participant:
    """The newcomer; in an older encounter the figures that come with it apply to everyone."""
    state = fight.state
    newcomer = opening.enter(setup_entry, "participant", frozenset(state.rows))
    if began_before(state, 3):
        for key, changed in newcomer.figures.items():
            state.rows.setdefault(key, changed)
        newcomer.figures = {}
    return newcomer


def distance(fight: Fight, participant: Participant, order: commands.Dramatic) -> None:
    """Spend wildcards to keep others out of melee, one round for each (GOB-98)."""
    state, number = fight.state, order.wildcards or 0
    if state.distance is not None:
        refuse(
            "distance.taken", "Someone already keeps their distance; only one player may do so in a scene.", "GOB-98"
        )
    if state.round > 1 or state.attacked:
        refuse("distance.late", "Distance is only possible in the first round, before the first attack.", "GOB-98")
    harm.spend(participant, number)
    state.distance = Distance(participant.id, number)
    announce_cost(fight, participant, number, "distance")


def announce_cost(fight: Fight, participant: Participant, number: int, action: str) -> None:
    """Tell everyone about the dramatic action and its wildcards."""
    words = f" for {'a wildcard' if number == 1 else f'{number} wildcards'}" if number else ""
    text = f"{participant.name} takes a dramatic action{words}: {wording.DRAMATIC[action]}."
    fight.add_event("dramatic", text, ("GOB-98", "GOB-06"), actor=participant.id, action=action, wildcards=number)


ACTIONS: dict[str, Callable[[Fight, Participant, commands.Dramatic], None]] = {
    "reinforce": reinforce,
    "involve": involve,
    "appearance": appearance,
    "distance": distance,
}


def join(fight: Fight, order: commands.Join) -> None:
    """The Dealer adds a participant, perhaps hidden (GOB-98)."""
    state, entrant = fight.state, order.participant
    hidden.check_new(fight, state, entrant.id, "participant.id")
    if entrant.hidden:
        join_hidden(fight, entrant)
        return
    if len(state.participants) + len(state.hidden) >= tables.MOST_PARTICIPANTS:
        refuse(
            "participant.too-many", f"participant.id: an encounter has at most {tables.MOST_PARTICIPANTS} participants."
        )
    arrive(fight, [enter(fight, entrant)], "participant.id")


def join_hidden(fight: Fight, setup_entry: Entry) -> None:
    """Add a hidden participant; its figures apply when it is revealed."""
    state = fight.state
    participant = opening.enter(setup_entry, "participant", frozenset(state.rows))
    participant.since = state.round + 1
    hidden.hide(fight, state, participant, tables.MOST_PARTICIPANTS)
    entry.check_controller(state, participant, "participant.controller")
    if began_before(state, 3) and participant.figures:
        state.hidden_rows[participant.id], participant.figures = participant.figures, {}


def arrive(fight: Fight, newcomers: list[Participant], path: str) -> None:
    """Each newcomer draws a hand; its lowest card is its initiative card, and it acts from the next round (GOB-98)."""
    state = fight.state
    for participant in newcomers:
        check_place(fight, participant, path)
        rename_hidden(fight, participant.id)
        participant.since = state.round + 1
        state.participants.append(participant)
        state.gone = [other for other in state.gone if other.id != participant.id]
        fight.by_id[participant.id] = participant
    for participant in newcomers:
        entry.check_controller(state, participant, "participant.controller")
        text = f"{participant.name} joins and acts from the next round."
        fight.add_event(
            "joined",
            text,
            ("GOB-98", "GOB-97"),
            target=participant.id,
            participant_kind=participant.kind,
            side=participant.side,
        )
        if participant.out is None:
            draw_hand(fight, participant, True)


def draw_hand(fight: Fight, participant: Participant, chosen: bool) -> None:
    """Draw a newcomer's hand; with `chosen` its lowest card becomes its initiative card (GOB-40, GOB-98)."""
    fight.draw(participant, figures.hand_size(participant), ("GOB-98", "GOB-40"))
    if chosen and participant.hand:
        lowest = min(participant.hand, key=lambda card: (tables.ACTS[card], card))
        rounds.first_card(fight, participant, lowest)


def rename_hidden(fight: Fight, participant_id: str) -> None:
    """Give a hidden participant another id when a newcomer takes its id; a refusal would reveal it."""
    state, participant = fight.state, hidden.find(fight.state, participant_id)
    if participant is None:
        return
    number = 2
    while (
        f"{participant_id[:60]}-{number}" in fight.by_id
        or hidden.find(state, f"{participant_id[:60]}-{number}") is not None
    ):
        number += 1
    participant.id = f"{participant_id[:60]}-{number}"
    for other in state.hidden:
        if other.controller == participant_id:
            other.controller = participant.id
    if participant_id in state.hidden_rows:
        state.hidden_rows[participant.id] = state.hidden_rows.pop(participant_id)
    text = (
        f"{participant.name}, who is hidden, now has the id {participant.id}, because a newcomer took {participant_id}."
    )
    fight.add_private_event("hidden", text, tables.PRESENCE_RULES, hidden.watchers(participant), target=participant.id)


def check_place(fight: Fight, participant: Participant, path: str) -> None:
    """Refuse an id that is taken, and a newcomer when the encounter is full."""
    if participant.id in RESERVED_IDS:
        refuse("id.reserved", f"{path}: {participant.id} is reserved; choose another id.")
    if participant.id in fight.by_id:
        refuse("participant.twice", f"{path}: {participant.id} is in this encounter already; choose another id.")
    if len(fight.state.participants) >= tables.MOST_PARTICIPANTS:
        most = f"at most {tables.MOST_PARTICIPANTS} participants"
        refuse("participant.too-many", f"{path}: an encounter has {most}.")
