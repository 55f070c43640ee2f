"""How an encounter begins: the setup checked, slots taken as given or filled (FOS-01, FOS-02)."""

from typing import Any

from rules.engine import codec, fairness
from rules.engine.account import Event
from rules.engine.chance import key_from_seed
from rules.engine.dice import Dice, check_values
from rules.engine.refusals import refuse
from rules.games.fortune_system import entry, tables
from rules.games.fortune_system.scene import Scene
from rules.games.fortune_system.shapes import Options, Setup
from rules.games.fortune_system.state import VERSION, Filled, Participant, State


def start(setup: object, seed: object) -> State:
    """The state with every slot filled; `Refused` for a faulty setup."""
    asked = codec.decode(setup, Setup, "setup")
    codec.check_text(setup, "setup")
    supplied = asked.dice or []
    check_values(supplied, tables.SIDES, "dice")
    state = State(
        "fortune-system",
        VERSION,
        Dice(key_from_seed(seed), supplied=supplied),
        [],
        asked.options or Options(),
        fresh=[],
    )
    entry.read_rows(state, asked.rows, "rows")
    for index, given in enumerate(asked.participants):
        entry.read_rows(state, given.rows, f"participants[{index}].rows")
    scene = Scene(state)
    for index, given in enumerate(asked.participants):
        person = entry.checked(scene, given, f"participants[{index}]")
        if person.id in scene.by_id:
            text = f"participants[{index}].id: {person.id} is named twice; every id is used once."
            refuse("participant.twice", text)
        scene.by_id[person.id] = person
        state.people.append(person)
    fill(scene, asked)
    return state


def fill(scene: Scene, asked: Setup) -> None:
    """Slots without a value, participant by participant (FOS-02); the dice are sealed first."""
    state = scene.state
    state.dice.seal(scene)
    scene.take_dice()
    fresh: list[Filled] = []
    for given, person in zip(asked.participants, state.people, strict=True):
        if not person.slots:
            fresh.append(entry.fill(scene, person, given.fill or "rolled"))
    scene.cup.close()
    state.fresh = fresh


def tell(state: State) -> list[Event]:
    """The account of a start, from the start state alone: the seals, then every slot that was filled."""
    fresh, dice = state.fresh, state.dice
    if fresh is None or dice.series != 1:
        refuse("opening.late", "The opening is told from the state that start returned, before any command.")
    scene = Scene(state)
    dice.tell_seals(scene, 0, dice.sealed)
    supplied = sum([len(filled.rolled) for filled in fresh]) - dice.rolled
    place = 0
    for filled in fresh:
        person = scene.by_id.get(filled.id)
        if person is None or any(index >= len(person.slots) for index in [*filled.rolled, *filled.written]):
            refuse("state.fresh", "fresh: names somebody or a slot that is not in the encounter.")
        place = tell_one(scene, person, filled, place, supplied)
    return scene.events


def tell_one(scene: Scene, person: Participant, filled: Filled, place: int, supplied: int) -> int:
    """One participant's slots; returns how many dice have been told with them."""
    dice = scene.state.dice
    marks: dict[str, Any] = {}
    opened = []
    for index in range(len(person.slots)):
        value = person.slots[index].value
        if index in filled.written:
            scene.note(person, index, "written", value, None, "start")
        elif index in filled.rolled:
            scene.note(person, index, "rolled", value, None, "start")
            if place < supplied:
                marks["supplied"] = True
            else:
                number = place - supplied
                block = dice.block(number)
                found = {"series": dice.series, "die": number, "sides": tables.SIDES, "block": block}
                opened.append({**found, "value": fairness.face(block, tables.SIDES)})
            place += 1
    if opened:
        marks["opened"] = opened
    values = ", ".join([str(slot.value) for slot in person.slots])
    rules = ("FOS-01", "FOS-02", *(("FOS-39",) if any(slot.group for slot in person.slots) else ()))
    scene.tell("filled", f"{person.name} starts with {values}.", rules, target=person.id, **marks)
    return place
