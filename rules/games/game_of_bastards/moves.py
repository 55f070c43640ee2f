"""Every command of A Game of Bastards: its shape, the function that carries it out, and when it may be given."""

from rules.engine import hidden as hiding
from rules.engine.commands import Move, parse_command
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import (
    answers,
    attacks,
    betting,
    commands,
    defenses,
    hidden,
    newcomers,
    orders,
    powers,
    rounds,
    turns,
    wording,
)
from rules.games.game_of_bastards.context import Fight

# When a command may be given. DRAW, DECLARE, FOLLOW are steps of one's turn; OPEN is any time outside a play.
INITIATIVE, DRAW, DECLARE, FOLLOW, TURN = "initiative", "draw", "declare", "follow", "turn"
DEFEND, BETTING, CHOICE, OPEN, ANY, GM, END = "defend", "betting", "choice", "open", "any", "gm", "end"

MOVES: dict[str, Move[Fight]] = {
    "initiative": (commands.Initiative, turns.initiative, INITIATIVE),
    "draw": (commands.Draw, turns.draw, DRAW),
    "discard": (commands.Discard, turns.discard, DECLARE),
    "mulligan": (commands.Mulligan, turns.mulligan, DRAW),
    "attack": (commands.Attack, attacks.attack, FOLLOW),
    "defend": (commands.Defend, defenses.defend, DEFEND),
    "bet": (commands.Bet, betting.bet, BETTING),
    "bet-wildcard": (commands.BetWildcard, betting.bet_wildcard, BETTING),
    "call": (commands.Call, betting.call, BETTING),
    "use": (commands.UseAdvantage, powers.use, OPEN),
    "spend-wildcard": (commands.SpendWildcard, turns.spend_wildcard, ANY),
    "replace-initiative": (commands.ReplaceInitiative, turns.replace_initiative, DECLARE),
    "redirect": (commands.Redirect, answers.redirect, CHOICE),
    "desperation": (commands.Desperation, answers.desperation, CHOICE),
    "pick-up": (commands.PickUp, turns.pick_up, DECLARE),
    "pass": (commands.Pass, turns.pass_turn, FOLLOW),
    "concede": (commands.Concede, turns.concede, ANY),
    "dramatic": (commands.Dramatic, newcomers.dramatic, TURN),
    "adjust": (commands.Adjust, orders.adjust, GM),
    "rest": (commands.Rest, orders.rest, GM),
    "assign": (commands.Assign, orders.assign, GM),
    "join": (commands.Join, newcomers.join, GM),
    "leave": (commands.Leave, orders.leave, GM),
    "reveal": (hiding.Reveal, hidden.reveal, GM),
    "end": (commands.End, orders.end, END),
}
TEXTS = frozenset({"pick-up", "dramatic", "adjust", "join", "end", "attack", "defend"})
STEPS = {DRAW: ("draw",), DECLARE: ("declare",), FOLLOW: ("declare", "follow"), TURN: ("draw", "declare")}
WHERE = "of A Game of Bastards"
QUESTION = {"redirect": "where the damage goes", "desperation": "which cards to draw", "discard": "what to discard"}
STEP_RULE = {DRAW: "GOB-41", DECLARE: "GOB-41", FOLLOW: "GOB-41", TURN: "GOB-98"}


def act(fight: Fight, command: object) -> None:
    """Carry out one command, or raise `Refused`; the fight's state is changed in place."""
    execute(fight, command)
    rounds.move_on(fight)


def execute(fight: Fight, command: object) -> None:
    """Execute the command alone, without what follows from it."""
    name, typed, carry_out, when = parse_command(command, MOVES, TEXTS, WHERE, trusted=fight.silent)
    hiding.check_orders(fight.state, name, typed)
    participant = hiding.find(fight.state, typed.actor)
    if participant is not None and name == "pass":
        hidden.let_pass(fight, participant)
        return
    if participant is not None:
        hidden.come_forward(fight, participant)
    permit(fight, typed.actor, when, name)
    carry_out(fight, typed)


def check_openly(fight: Fight, command: object) -> None:
    """Refuse what everyone can see to be not allowed now: another type or shape, another's turn."""
    name, typed, _, when = parse_command(command, MOVES, TEXTS, WHERE)
    permit(fight, typed.actor, when, name)


def permit(fight: Fight, actor: str, when: str, name: str) -> None:
    """Refuse a command that `actor` may not give now."""
    state = fight.state
    if state.outcome is not None:
        refuse("encounter.over", "The encounter is over; start another one.", "GOB-50")
    if when == END:
        return
    if when != GM:
        fight.find(actor, "actor")
    if when == ANY:
        return
    if state.questions:
        permit_answer(fight, actor, when, name)
    elif state.play is not None:
        permit_in_play(fight, actor, when)
    elif when in (DEFEND, BETTING):
        refuse("pending.nothing", "No play waits for that answer now.", "GOB-43" if when == DEFEND else "GOB-44")
    elif when == CHOICE:
        refuse("pending.nothing", "Nothing waits for that answer now.", "GOB-48" if name == "desperation" else "GOB-70")
    elif when in STEPS:
        permit_turn(fight, actor, when)


def permit_answer(fight: Fight, actor: str, when: str, name: str) -> None:
    """While a participant is asked something, accept only this answer (GOB-48, GOB-70, GOB-77)."""
    question = fight.state.questions[0]
    rule = {"redirect": "GOB-70", "desperation": "GOB-48", "discard": "GOB-77"}[question.kind]
    if name != question.kind or when == GM:
        name = fight.by_id[question.who].name
        text = f"{name} must answer first ({QUESTION[question.kind]}); everything else must wait."
        refuse("pending.choice", text, rule)
    if actor != question.who:
        refuse("turn.not-yours", f"actor: only {fight.by_id[question.who].name} can answer now.", rule)


def permit_in_play(fight: Fight, actor: str, when: str) -> None:
    """In a play accept only its answers: defences first, then bets (GOB-43, GOB-44)."""
    play = fight.require_play()
    if play.stage == "defend":
        awaited = [side.who for side in play.sides[1:] if not side.answered]
        if when != DEFEND:
            names = wording.join_and([fight.by_id[participant_id].name for participant_id in awaited])
            refuse("pending.defense", f"{names} must answer the attack first.", "GOB-43")
        if actor not in awaited:
            refuse("turn.not-yours", f"actor: {fight.by_id[actor].name} is not asked to defend now.", "GOB-43")
        return
    speaker = play.sides[play.word].who
    if when != BETTING:
        refuse("pending.betting", f"{fight.by_id[speaker].name} must bet or call first.", "GOB-44")
    if actor != speaker:
        refuse("turn.not-yours", f"actor: it is the turn of {fight.by_id[speaker].name} to bet or call.", "GOB-44")


def permit_turn(fight: Fight, actor: str, when: str) -> None:
    """Refuse a command outside the actor's turn, or at a step where it is not possible (GOB-41)."""
    state, participant = fight.state, fight.by_id[actor]
    if participant.out is not None:
        refuse("actor.out", f"actor: {participant.name} is out of the opposition.", "GOB-49")
    if not state.begun:
        refuse("phase.initiative", "Everyone must choose an initiative card first.", "GOB-40")
    if fight.current() is not participant:
        refuse("turn.not-yours", f"actor: it is not the turn of {participant.name}.", "GOB-41")
    if state.step not in STEPS[when]:
        rule = "GOB-72" if state.step == "follow" else STEP_RULE[when]
        refuse("phase.wrong", f"{participant.name} {wording.NEXT[state.step]}.", rule)
