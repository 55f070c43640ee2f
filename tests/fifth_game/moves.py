"""What each command does."""

from rules.engine.commands import Move, parse_command
from rules.engine.refusals import refuse
from tests.fifth_game import commands, tables
from tests.fifth_game.state import Participant, Scene, enter, on_turn

TURN, ORDER = "turn", "order"


def act(scene: Scene, command: object) -> None:
    """Carry out one command, or raise `Refused`."""
    _name, typed, carry_out, when = parse_command(command, MOVES, TEXTS, "of Copper Dice")
    if scene.state.outcome is not None:
        refuse("encounter.over", "The brawl is over; start another one.", "CPD-07")
    if when == TURN:
        participant = scene.find(typed.actor, "actor")
        if participant is not on_turn(scene.state):
            refuse("turn.not-yours", f"actor: it is not the turn of {participant.name}.", "CPD-04")
    carry_out(scene, typed)
    start_round_when_all_acted(scene)


def start_round_when_all_acted(scene: Scene) -> None:
    """A new round when everyone with grit has acted."""
    state = scene.state
    if state.outcome is None and on_turn(state) is None and any(anyone.grit for anyone in state.participants):
        state.round += 1
        for participant in state.participants:
            participant.acted = False
        scene.add_event("round", f"Round {state.round} begins.", ("CPD-04",), round=state.round)


def attack(scene: Scene, order: commands.Attack) -> None:
    """A blow against someone else who still has grit."""
    participant, target = scene.find(order.actor, "actor"), scene.find(order.target, "target")
    if target is participant or not target.grit:
        refuse("target.invalid", "target: choose someone else who still has grit.", "CPD-05")
    rolled, marks = scene.roll(order.rolls)
    total = sum(rolled) + participant.level
    beyond = total - scene.state.hits_at
    loss = min(target.grit, 1 + beyond // 3) if beyond >= 0 else 0
    participant.acted = True
    target.grit -= loss
    result = f"{target.name} loses {loss} grit" if loss else f"{target.name} is unharmed"
    text = f"{participant.name} attacks {target.name}: {total} against {scene.state.hits_at}. {result}."
    facts = {
        "actor": participant.id,
        "target": target.id,
        "rolls": rolled,
        "total": total,
        "success": loss > 0,
        **marks,
    }
    scene.add_event("attack", text, ("CPD-05", "CPD-03"), **facts)
    if not target.grit:
        scene.add_event("out", f"{target.name} is out.", ("CPD-06",), target=target.id)


def pass_turn(scene: Scene, order: commands.Pass) -> None:
    """Do nothing."""
    participant = scene.find(order.actor, "actor")
    participant.acted = True
    scene.add_event("pass", f"{participant.name} waits.", ("CPD-04",), actor=participant.id)


def adjust(scene: Scene, order: commands.Adjust) -> None:
    """Set someone's grit."""
    target = scene.find(order.target, "target")
    if order.grit > target.max_grit:
        refuse("grit.range", f"grit: {target.name} has at most {target.max_grit}.", "CPD-01")
    target.grit = order.grit
    text = f"{target.name} has {order.grit} grit now: {order.reason}"
    scene.add_event("adjust", text, ("CPD-07",), target=target.id, grit=order.grit)


def join(scene: Scene, order: commands.Join) -> None:
    """Someone enters, last in the order."""
    newcomer = enter(order.participant, "participant")
    if newcomer.id in scene.by_id:
        refuse("participant.twice", f"participant.id: {newcomer.id} takes part already.", "CPD-08")
    if len(scene.state.participants) >= tables.MOST_PARTICIPANTS:
        refuse("participant.too-many", "participant: let someone leave first.", "CPD-08")
    add(scene, newcomer)
    scene.add_event("join", f"{newcomer.name} joins.", ("CPD-08",), target=newcomer.id)


def add(scene: Scene, newcomer: Participant) -> None:
    """Put a newcomer into the state."""
    scene.state.participants.append(newcomer)
    scene.state.gone = [participant for participant in scene.state.gone if participant.id != newcomer.id]
    scene.by_id[newcomer.id] = newcomer


def leave(scene: Scene, order: commands.Leave) -> None:
    """Someone goes."""
    participant = scene.find(order.target, "target")
    scene.state.participants.remove(participant)
    scene.state.gone.append(participant)
    scene.add_event("leave", f"{participant.name} leaves.", ("CPD-08",), target=participant.id)


def end(scene: Scene, order: commands.End) -> None:
    """The brawl is over."""
    scene.state.outcome = order.outcome
    scene.add_event("end", f"The brawl is over: {order.outcome}", ("CPD-07",), outcome=order.outcome)


MOVES: dict[str, Move[Scene]] = {
    "attack": (commands.Attack, attack, TURN),
    "pass": (commands.Pass, pass_turn, TURN),
    "adjust": (commands.Adjust, adjust, ORDER),
    "join": (commands.Join, join, ORDER),
    "leave": (commands.Leave, leave, ORDER),
    "end": (commands.End, end, ORDER),
}
TEXTS = frozenset({"adjust", "join", "end"})
