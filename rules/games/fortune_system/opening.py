"""The start of an encounter: checking the setup and filling slots (FOS-01, FOS-02)."""

from typing import Any

from rules.engine import codec, fairness
from rules.engine.chance import key_from_seed
from rules.engine.dice import Dice, check_values
from rules.engine.json_types import Event
from rules.engine.refusals import refuse
from rules.games.fortune_system import entry, hidden, tables
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.shapes import Options, Setup
from rules.games.fortune_system.state import VERSION, Filled, Participant, State


def start(setup: object, seed: object) -> State:
    """The state with every slot filled; `Refused` for a faulty setup."""
    decoded = codec.decode(setup, Setup, "setup")
    codec.check_text(setup, "setup")
    supplied = decoded.dice or []
    check_values(supplied, tables.SIDES, "dice")
    state = State(
        "fortune-system",
        VERSION,
        Dice(key_from_seed(seed), supplied=supplied),
        [],
        decoded.options or Options(),
        fresh=[],
        only_useful_questions=bool(decoded.only_useful_questions),
    )
    entry.read_rows(state, decoded.rows, "rows")
    for index, entrant in enumerate(decoded.participants):
        if not entrant.hidden:
            entry.read_rows(state, entrant.rows, f"participants[{index}].rows")
    scene = Scene(state)
    add_participants(scene, decoded)
    fill(scene, decoded)
    return state


def add_participants(scene: Scene, setup: Setup) -> None:
    """Add everyone in the setup; `Refused` for an id that is used twice."""
    known = set()
    for index, entrant in enumerate(setup.participants):
        path = f"participants[{index}]"
        participant = (hidden.parse_hidden if entrant.hidden else entry.enter)(scene, entrant, path)
        if participant.id in known:
            refuse("participant.twice", f"{path}.id: {participant.id} is named twice; every id is used once.")
        known.add(participant.id)
        if entrant.hidden:
            scene.state.hidden.append(participant)
        else:
            scene.by_id[participant.id] = participant
            scene.state.participants.append(participant)


def fill(scene: Scene, setup: Setup) -> None:
    """Fill slots without values, participant by participant (FOS-02); the dice are sealed first."""
    state = scene.state
    state.dice.seal(scene)
    scene.take_dice()
    fresh: list[Filled] = []
    for participant in setup.participants:
        if participant.hidden:
            hidden.fill(state, participant, None)
        elif not scene.by_id[participant.id].slots:
            fresh.append(entry.fill(scene, scene.by_id[participant.id], participant.fill or "rolled"))
    scene.command_dice.close()
    state.fresh = fresh


def opening_events(state: State) -> list[Event]:
    """The events of the start, from the state after `start`: the seals, then every slot that was filled."""
    fresh, dice = state.fresh, state.dice
    if fresh is None or dice.series != 1:
        refuse("opening.late", "The opening needs the state that start returned, before any command.")
    scene = Scene(state)
    dice.announce_seals(scene, 0, dice.sealed)
    supplied = sum([len(filled.rolled) for filled in fresh]) - dice.rolled
    place = 0
    for filled in fresh:
        participant = scene.by_id.get(filled.id)
        if participant is None or any(index >= len(participant.slots) for index in [*filled.rolled, *filled.written]):
            refuse("state.fresh", "fresh: names someone or a slot that is not in the encounter.")
        place = announce_one(scene, participant, filled, place, supplied)
    return scene.events


def announce_one(scene: Scene, participant: Participant, filled: Filled, place: int, supplied: int) -> int:
    """Tell the slots of one participant; returns the number of dice told so far."""
    dice = scene.state.dice
    marks: dict[str, Any] = {}
    opened = []
    for index in range(len(participant.slots)):
        value = participant.slots[index].value
        if index in filled.written:
            scene.note(participant, index, "written", value, None, "start")
        elif index in filled.rolled:
            scene.note(participant, index, "rolled", value, None, "start")
            if place < supplied:
                marks["supplied"] = True
            else:
                number = place - supplied
                block = dice.block(number)
                die_fields = {"series": dice.series, "die": number, "sides": tables.SIDES, "block": block}
                opened.append({**die_fields, "value": fairness.face(block, tables.SIDES)})
            place += 1
    if opened:
        marks["opened"] = opened
    values = ", ".join([str(slot.value) for slot in participant.slots])
    rules = ("FOS-01", "FOS-02", *(("FOS-39",) if any(slot.group for slot in participant.slots) else ()))
    scene.add_event("filled", f"{participant.name} starts with {values}.", rules, target=participant.id, **marks)
    return place
