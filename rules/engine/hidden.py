"""Hidden participants: they take part without the players knowing it, until they are revealed.

A state keeps them in its list `hidden`, apart from `participants`. The rules of a game only look at `participants`, so
nothing that players receive can depend on hidden participants. A hidden participant has no cards and no place in the
acting order, and rolls no dice: it draws and takes its place when it is revealed, as a newcomer does. Play never waits
for it. It may act by itself where its game allows that; this reveals it first.

`rules.play` calls the functions with `_hidden` in their names instead of the methods of a game, which they wrap.
"""

from collections.abc import Mapping
from typing import Any, Literal, Protocol, runtime_checkable

from rules.engine import agreement
from rules.engine.codec import Struct
from rules.engine.commands import check_shape
from rules.engine.event_list import EncounterContext, EventList
from rules.engine.game import AnyGame
from rules.engine.json_types import Command, Event, Odds, View
from rules.engine.offers import Offer, offer
from rules.engine.refusals import quote, refuse
from rules.engine.schemas import HasShapes

GM = "gm"
# The fields of the GM's orders that name a participant.
NAMING = ("target", "a", "b", "controller", "aids")


class Reveal(Struct, forbid_unknown_fields=True, tag_field="type", tag="reveal"):
    """The order of the GM that shows a hidden participant to everyone."""

    actor: Literal["gm"]
    target: str


@runtime_checkable
class Hiding(Protocol):
    """A game in which participants can hide: what differs between the games."""

    @property
    def presence_rules(self) -> tuple[str, ...]:
        """The rules by which someone comes and goes."""

    def hidden_view(self, state: Any, participant: Any) -> Mapping[str, object]:
        """The entry of a hidden participant in the `participants` of a view."""

    def hidden_extras(self, state: Any, viewer: object) -> dict[str, Any]:
        """Fields of the view that differ for a viewer who knows of someone hidden, or is hidden."""

    def hidden_may_act(self, state: Any, participant: Any) -> bool:
        """Whether a hidden participant may give a command now; the command would reveal it."""

    def hidden_offers(self, state: Any, participant: Any) -> list[Offer]:
        """The offers of a hidden participant that may act."""


def hidden_participants(state: Any) -> list[Any]:
    """The hidden participants of a typed state; none in a game that has no such list."""
    return getattr(state, "hidden", [])


def find(state: Any, who: object) -> Any | None:
    """The hidden participant of that id, or None."""
    return next((participant for participant in hidden_participants(state) if participant.id == who), None)


def get(state: Any, who: str) -> Any:
    """The hidden participant of that id; the caller knows that it exists."""
    return next(participant for participant in hidden_participants(state) if participant.id == who)


def watchers(participant: Any) -> list[str]:
    """Everyone who knows of a hidden participant: "gm", its own id, and the id of its controller."""
    return list(dict.fromkeys([GM, participant.id, getattr(participant, "controller", GM)]))


def hidden_participants_known_to(state: Any, viewer: object) -> list[Any]:
    """The hidden participants that a viewer knows of."""
    return [participant for participant in hidden_participants(state) if viewer in watchers(participant)]


def without_hiding(setup: object) -> object:
    """A copy of a setup in which nobody is hidden, for simulations and warnings; malformed parts stay as they are."""
    if not isinstance(setup, dict) or not isinstance(setup.get("participants"), list):
        return setup
    participants = [without_mark(participant) for participant in setup["participants"]]
    return {**setup, "participants": participants}


def without_mark(given: object) -> object:
    """An entry of a setup without a valid `hidden`."""
    if not isinstance(given, dict) or not isinstance(given.get("hidden"), bool):
        return given
    return {name: value for name, value in given.items() if name != "hidden"}


# What a viewer receives


def view_with_hidden(game: AnyGame, state: Any, viewer: object) -> View:
    """The game's view, with the hidden participants that the viewer knows of."""
    known = hidden_participants_known_to(state, viewer)
    visible = game.view(state, viewer if find(state, viewer) is None else "observer")
    if not known or not isinstance(game, Hiding):
        return visible
    for participant in known:
        visible["participants"][participant.id] = {**game.hidden_view(state, participant), "hidden": True}
    return {**visible, **game.hidden_extras(state, viewer)}


def actors_with_hidden(game: AnyGame, state: Any, viewer: object) -> list[str]:
    """Who may give a command now, as far as the viewer knows (None knows everyone); "gm" is last."""
    if viewer not in (None, GM, "observer"):
        everyone = [*getattr(state, "participants", []), *hidden_participants(state)]
        if not any(participant.id == viewer for participant in everyone):
            game.view(state, viewer)  # Refuses an unknown viewer.
    found = game.actors(state)
    if not found or not hidden_participants(state) or not isinstance(game, Hiding):
        return found
    known = hidden_participants(state) if viewer is None else hidden_participants_known_to(state, viewer)
    ready = [participant.id for participant in known if game.hidden_may_act(state, participant)]
    return [*[who for who in found if who != GM], *ready, GM]


def offers_with_hidden(game: AnyGame, state: Any, actor: object) -> list[Offer]:
    """The offers of an actor, who may be a hidden participant."""
    participant = find(state, actor)
    if participant is None or not isinstance(game, Hiding):
        return game.offers(state, actor)
    return game.hidden_offers(state, participant) if game.hidden_may_act(state, participant) else []


def odds_without_hidden(game: AnyGame, state: Any, viewer: object, command: object) -> Odds | None:
    """The game's odds, from a state without hidden participants; None for a hidden actor and for an order of the GM.

    Whether an order is allowed can depend on secrets. Everyone but the GM learns only whether it is a command, and
    whether the encounter is over.
    """
    actor = command.get("actor") if isinstance(command, dict) else None
    participant = find(state, actor)
    if (participant is not None and viewer in watchers(participant)) or actor == viewer == GM:
        game.act(state, command)
        return None
    seat = viewer if find(state, viewer) is None else "observer"
    remove_all(state)
    if actor != GM:
        return game.odds(state, seat, command)
    game.view(state, seat)  # Refuses an unknown viewer.
    check_shape(command, game.shapes.commands if isinstance(game, HasShapes) else None)
    if not game.actors(state):
        refuse("encounter.over", "The encounter is over; start another one.")
    return None


def remove_all(state: Any) -> None:
    """Remove the hidden participants from a typed state, in place."""
    if hidden_participants(state):
        state.hidden = []


def opening_with_hidden(game: AnyGame, state: Any) -> list[Event]:
    """The events of the start, then one for each hidden participant, which only those who know of it see."""
    events = EventList(game.presence_rules if isinstance(game, Hiding) else ())
    for participant in hidden_participants(state):
        announce_hidden(events, participant)
    return [*game.opening(state), *events.events]


def reveal_before_end(state: Any, chosen: Command | None) -> Command | None:
    """The policy's command; before it ends the encounter, it reveals everyone who is still hidden."""
    if chosen is None or chosen.get("type") != "end" or not hidden_participants(state):
        return chosen
    return {"type": "reveal", "actor": GM, "target": state.hidden[0].id}


def begin_sentence(participant: Any, rest: str) -> str:
    """A sentence that begins with a hidden participant; its verb agrees with a plural name."""
    text = f"{participant.name} {rest}"
    return agreement.agree(text, participant.name) if agreement.is_surely_plural(participant.name) else text


def announce_hidden(events: EventList, participant: Any) -> Event:
    """Tell those who know of a hidden participant that it is there; returns the event."""
    text = begin_sentence(participant, "is here, hidden.")
    return events.add_private_event("hidden", text, events.presence_rules, watchers(participant), target=participant.id)


# Commands


def reveal_offers(state: Any, rules: list[str], most: int) -> list[Offer]:
    """The GM's offers to reveal someone, one for each; none while there is no room for another participant."""
    if len(state.participants) >= most:
        return []
    words = "From then on everyone sees them."
    return [
        offer("reveal", GM, f"Reveal {found.name}", rules, fixed={"target": found.id}, help=words)
        for found in hidden_participants(state)
    ]


def leave_offers(state: Any, rules: list[str]) -> list[Offer]:
    """The GM's offers to remove someone hidden, one for each."""
    return [
        offer("leave", GM, f"Remove {participant.name} (hidden)", rules, fixed={"target": participant.id})
        for participant in hidden_participants(state)
    ]


def find_to_reveal(context: EncounterContext[Any], state: Any, order: Reveal, most: int) -> Any:
    """The hidden participant that a reveal names; `Refused` for someone visible, or without room (`most`)."""
    participant = find(state, order.target)
    if participant is None:
        visible = context.find(order.target, "target")
        refuse("participant.visible", f"target: {visible.name} is not hidden; everyone can already see them.")
    check_room(state, most)
    return participant


def check_room(state: Any, most: int) -> None:
    """Refuse a reveal when `most` visible participants take part already."""
    if len(state.participants) >= most:
        refuse("participant.too-many", f"At most {most} participants can take part; remove someone first.")


def show(context: EncounterContext[Any], state: Any, participant: Any, text: str, rules: tuple[str, ...]) -> None:
    """Make a hidden participant visible, and tell everyone with `text`, by these `rules`."""
    state.hidden = [other for other in state.hidden if other is not participant]
    state.participants.append(participant)
    state.gone = [other for other in state.gone if other.id != participant.id]
    context.by_id[participant.id] = participant
    context.reveals = True
    context.add_event("revealed", text, rules, target=participant.id, name=participant.name)


def hide(context: EncounterContext[Any], state: Any, participant: Any, most: int) -> Event:
    """Add a participant as hidden; only those who know of it see the event, which is returned."""
    check_new(context, state, participant.id, "participant.id")
    if len(state.participants) + len(state.hidden) >= most:
        refuse(
            "participant.too-many",
            f"participant: at most {most} can take part, including hidden ones; remove someone first.",
        )
    state.hidden = [*state.hidden, participant]
    return announce_hidden(context, participant)


def check_new(context: EncounterContext[Any], state: Any, who: str, path: str) -> None:
    """Refuse an id that a visible or hidden participant has; only for the GM, because it reveals hidden ids."""
    if who in context.by_id or find(state, who) is not None:
        refuse("participant.twice", f"{path}: {who} is in this encounter already; choose another id.")


def unused_number(context: EncounterContext[Any], state: Any, stem: str) -> int:
    """The first number with which `stem` is nobody's id, "newcomer-2"; only for the GM, who knows of hidden ids."""
    number = 1
    while f"{stem}-{number}" in context.by_id or find(state, f"{stem}-{number}") is not None:
        number += 1
    return number


def leave(context: EncounterContext[Any], state: Any, who: str) -> bool:
    """Remove a hidden participant; False when no hidden participant has that id."""
    participant = find(state, who)
    if participant is None:
        return False
    state.hidden = [other for other in state.hidden if other is not participant]
    text = begin_sentence(participant, "leaves while still hidden.")
    context.add_private_event("left-hidden", text, context.presence_rules, watchers(participant), target=participant.id)
    return True


def check_orders(state: Any, name: str, typed: Any) -> None:
    """Refuse an order of the GM that names a hidden participant, other than revealing and removing it."""
    if typed.actor != GM or name in ("reveal", "leave") or not hidden_participants(state):
        return
    for field in NAMING:
        participant = find(state, getattr(typed, field, None))
        if participant is not None:
            refuse("participant.hidden", f"{field}: {quote(participant.name)} is hidden; reveal them first.")


def announce_stays_hidden(context: EncounterContext[Any], participant: Any) -> None:
    """Tell those who know of a hidden participant that it passes; nobody else notices."""
    text = begin_sentence(participant, "stays hidden.")
    context.add_private_event("stays-hidden", text, context.presence_rules, watchers(participant), actor=participant.id)


def refuse_to_act(participant: Any) -> None:
    """Refuse a command of a hidden participant that cannot act now."""
    refuse("turn.not-yours", f"actor: {participant.name} is hidden and cannot act now; the GM may reveal them.")


def check_ids(state: Any) -> None:
    """Refuse a state in which two participants, visible or hidden, have the same id."""
    known = [participant.id for participant in [*state.participants, *hidden_participants(state)]]
    if len(set(known)) != len(known):
        refuse("state.hidden", "hidden: someone is listed who is in the encounter already.")
