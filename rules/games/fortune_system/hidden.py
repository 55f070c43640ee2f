"""Hidden participants in the Fortune System: their slots, checks for them, and their reveal.

A hidden participant is asked nothing and is nobody's ally. The GM may call for a check of it too, or of it alone:
nobody else learns this until it attempts the check, which reveals it. Its slots are not filled with the dice of the
encounter, sealed or supplied, because their series would have a gap. Dice that come with a `join` are its own.
"""

from typing import Any

from rules.engine import codec, hidden
from rules.engine.chance import key_from_seed
from rules.engine.dice import CommandDice, Dice
from rules.engine.offers import Offer
from rules.games.fortune_system import (
    attempt_offers,
    attempts,
    commands,
    entry,
    offers,
    slots,
    tables,
    verdicts,
    view,
)
from rules.games.fortune_system.context import Scene
from rules.games.fortune_system.shapes import Entry
from rules.games.fortune_system.state import Participant, State


def copy_state(state: State) -> State:
    """A copy that shares nothing with the state."""
    return codec.decode(codec.encode(state), State, "state")


def parse_hidden(scene: Scene, setup_entry: Entry, path: str) -> Participant:
    """A hidden participant; the catalogue rows that it brings apply when it is revealed."""
    state_copy = copy_state(scene.state)
    entry.read_rows(state_copy, setup_entry.rows, f"{path}.rows")
    participant = entry.enter(Scene(state_copy), setup_entry, path)
    if setup_entry.rows:
        scene.state.hidden_rows[participant.id] = setup_entry.rows
    return participant


def fill(state: State, setup_entry: Entry, rolls: list[int] | None) -> bool:
    """Give the slots of a hidden participant their values, unless values were given.

    `rolls`: the dice that came with it; other dice than are rolled are `Refused`. Returns whether they were used.
    """
    participant: Participant = hidden.get(state, setup_entry.id)
    state_copy = copy_state(state)
    entry.read_rows(state_copy, setup_entry.rows, "rows")
    scene = Scene(state_copy)
    dice = Dice(key_from_seed(f"hidden:{participant.id}:{state.dice.key}"))
    scene.command_dice = CommandDice(dice, tables.SIDES, scene, rolls)
    if not participant.slots:
        entry.fill(scene, participant, setup_entry.fill or "rolled")
    scene.command_dice.close()
    return "supplied" in scene.command_dice.marks()


def recover(scene: Scene, why: str) -> None:
    """Recover the slots of hidden participants with dice of their own, without an event (FOS-08)."""
    state = scene.state
    for participant in state.hidden:
        aside = Scene(copy_state(state))
        seed = f"recovery:{participant.id}:{state.dice.series}:{state.dice.rolled}:{state.dice.key}"
        aside.command_dice = CommandDice(Dice(key_from_seed(seed)), tables.SIDES, aside)
        slots.recover(aside, participant, why)


def join(scene: Scene, order: commands.Join) -> None:
    """Add a hidden participant (FOS-01, FOS-02); only those who know of it see the event."""
    participant = parse_hidden(scene, order.participant, "participant")
    event = hidden.hide(scene, scene.state, participant, tables.MOST_PARTICIPANTS)
    if fill(scene.state, order.participant, order.rolls):
        event["supplied"] = True
    scene.take_dice()


def reveal(scene: Scene, order: hidden.Reveal) -> None:
    """The GM reveals a hidden participant."""
    appear(scene, hidden.find_to_reveal(scene, scene.state, order, tables.MOST_PARTICIPANTS))


def appear(scene: Scene, participant: Participant) -> None:
    """Make the participant visible, with its rows and with the checks that were called for it."""
    state = scene.state
    entry.read_rows(state, state.hidden_rows.pop(participant.id, None), "rows")
    hidden.show(scene, state, participant, f"{participant.name} appears.", tables.PRESENCE_RULES)
    for task in state.tasks:
        if participant.id not in task.hidden:
            continue
        task.hidden = [participant_id for participant_id in task.hidden if participant_id != participant.id]
        task.participants = [*task.participants, participant.id]
        if task.secret:
            task.secret = False
            attempts.open_call(scene, task)
        else:
            attempts.announce_call(scene, task)


def come_forward(scene: Scene, participant: Participant) -> None:
    """A hidden participant gives a command that others notice: it appears first."""
    state = scene.state
    if state.outcome is not None or state.pending is not None or len(state.participants) >= tables.MOST_PARTICIPANTS:
        hidden.refuse_to_act(participant)
    appear(scene, participant)


def remove_from_tasks(state: State, participant_id: str) -> None:
    """Remove a hidden participant who left from all tasks; a check for it alone is closed."""
    state.hidden_rows.pop(participant_id, None)
    for task in state.tasks:
        task.hidden = [other for other in task.hidden if other != participant_id]
    state.tasks = [task for task in state.tasks if task.hidden or not task.secret]


def tasks(state: State, viewer: object) -> list[dict[str, Any]]:
    """The open tasks as the viewer may know them, with hidden participants and secret tasks that it knows of."""
    known = [participant.id for participant in hidden.hidden_participants_known_to(state, viewer)]
    task_views = []
    for task in state.tasks:
        called = [participant_id for participant_id in task.hidden if participant_id in known]
        if called or not task.secret:
            task_views.append({**view.task(task), "hidden": called})
    return task_views


def hidden_offers(state: State, participant: Participant) -> list[Offer]:
    """The attempts and preparations of a hidden participant, from a copy of the state in which it is visible."""
    if state.outcome is not None or state.pending is not None:
        return []
    if len(state.participants) >= tables.MOST_PARTICIPANTS:
        return []
    called = [task.task for task in state.tasks if participant.id in task.hidden]
    scene = Scene(copy_state(state))
    visible: Participant = hidden.get(scene.state, participant.id)
    appear(scene, visible)
    open_to = [task for task in scene.state.tasks if task.task in called and verdicts.possible(scene, visible, task)]
    attempts_now = [attempt for task in open_to for attempt in attempt_offers.attempts(scene, visible, task)]
    return [*attempts_now, *offers.preparations(scene, visible)]
