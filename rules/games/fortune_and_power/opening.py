"""How an encounter begins: the setup checked, dice sealed, the order by Perception (FNP-32)."""

from rules.engine import codec, dice
from rules.engine.chance import key_from_seed
from rules.engine.json_types import Event
from rules.engine.refusals import refuse
from rules.games.fortune_and_power import entry, tables
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.shapes import Options, Setup
from rules.games.fortune_and_power.state import VERSION, Participant, State


def start(setup: object, seed: object) -> State:
    """The state of a new encounter, the first of the order about to act; `Refused` for a faulty setup."""
    decoded = codec.decode(setup, Setup, "setup")
    codec.check_text(setup, "setup")
    participants = [
        entry.enter(entrant, f"participants[{index}]") for index, entrant in enumerate(decoded.participants)
    ]
    known_ids: set[str] = set()
    for index, participant in enumerate(participants):
        if participant.id in known_ids:
            text = f"participants[{index}].id: {participant.id} is named twice; every id is used once."
            refuse("participant.twice", text)
        known_ids.add(participant.id)
    supplied = decoded.dice or []
    dice.check_values(supplied, tables.SIDES, "dice")
    rolled = dice.Dice(key_from_seed(seed), sealed=dice.AHEAD, supplied=supplied)
    hidden = [
        participant for participant, entrant in zip(participants, decoded.participants, strict=True) if entrant.hidden
    ]
    participants = [participant for participant in participants if participant not in hidden]
    order = [participant.id for participant in sort_by_perception(participants)]
    return State("fortune-and-power", VERSION, rolled, participants, order, decoded.options or Options(), hidden=hidden)


def sort_by_perception(participants: list[Participant]) -> list[Participant]:
    """Highest Perception first; equal participants stay in their order (FNP-32)."""
    return sorted(participants, key=lambda participant: -participant.level(tables.PERCEPTION))


def opening_events(state: State) -> list[Event]:
    """The events of the start, from the state after `start`: seals of the first dice, and the order."""
    scene, sealed = Scene(state), state.dice
    fresh = (sealed.series, sealed.rolled, sealed.sealed) == (1, 0, dice.AHEAD)
    first = [participant.id for participant in sort_by_perception(state.participants)]
    used = any(participant.actions < tables.ACTIONS for participant in state.participants)
    used = used or bool(state.outcome is not None or state.pending or state.gone)
    if not fresh or used or state.order != first or state.round > 1 or state.numbered:
        refuse("opening.late", "The opening needs the state that start returned, before any command.")
    sealed.announce_seals(scene, 0, sealed.sealed)
    announce_order(scene, "by Perception")
    return scene.events


def announce_order(scene: Scene, how: str, rules: tuple[str, ...] = ("FNP-32",), **facts: object) -> None:
    """Say in which order the participants act."""
    order = scene.state.order
    names = ", then ".join([scene.by_id[participant_id].name for participant_id in order])
    scene.add_event("order", f"Order, {how}: {names}.", rules, order=[*order], **facts)
