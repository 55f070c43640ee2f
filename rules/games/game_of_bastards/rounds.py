"""Turns and rounds: initiative, whose turn it is, the end of a play and of a round (GOB-40, GOB-41)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import betting, comparison, counters, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant, Question


def move_on(fight: Fight) -> None:
    """After a command: go on until someone can act or must answer."""
    state = fight.state
    while state.outcome is None:
        if state.questions:
            if can_still_answer(fight, state.questions[0]):
                return
            state.questions.pop(0)
        elif state.play is not None:
            if waits(fight):
                return
        elif not (ask_desperate(fight) or counters.begin_next(fight)) and rest_of_turn(fight):
            return


def can_still_answer(fight: Fight, question: Question) -> bool:
    """Whether the participant who is asked is still in and has something to answer with."""
    participant = fight.by_id.get(question.who)
    if participant is None or participant.out is not None:
        return False
    return question.kind != "discard" or bool(participant.hand)


def waits(fight: Fight) -> bool:
    """Whether the current play waits for someone; otherwise it has gone one step further."""
    play = fight.require_play()
    if play.stage == "defend":
        if not all(side.answered for side in play.sides[1:]):
            return True
        play.stage = "betting"
        return False
    if play.stage == "betting":
        if betting.move_to_next_bettor(fight, play):
            return True
        comparison.reveal(fight, play)
        return False
    comparison.consequences(fight, play)
    return False


def ask_desperate(fight: Fight) -> bool:
    """Ask those who became desperate by a cost, after the play (GOB-48)."""
    participants_due = [participant for participant in fight.state.participants if participant.due]
    for participant in participants_due:
        participant.due = False
        if participant.out is None:
            fight.state.questions.append(Question("desperation", participant.id))
    return bool(participants_due)


def rest_of_turn(fight: Fight) -> bool:
    """Go on to the next turn; True when someone can act, or nobody is left."""
    state = fight.state
    if not state.begun:
        if who_chooses_initiative(fight):
            return True
        state.begun = True
        begin_round(fight)
        return False
    participant = fight.current()
    if participant is None or participant.out is not None:
        return next_turn(fight)
    if state.step != "acted":
        return True
    if state.savage:
        state.savage, state.step = False, "follow"
        text = f"{participant.name} may strike once more at once, with fewer cards."
        fight.add_event("savage", text, ("GOB-72",), actor=participant.id)
        return True
    return next_turn(fight)


def who_chooses_initiative(fight: Fight) -> list[str]:
    """Everyone who still has to choose an initiative card (GOB-40)."""
    now = fight.state.round
    return [
        participant.id
        for participant in fight.remaining_participants()
        if not participant.card and participant.hand and participant.since <= now
    ]


def next_turn(fight: Fight) -> bool:
    """Go to the next turn or the next round; True when nobody is left."""
    state = fight.state
    state.step, state.discarded, state.replaced, state.savage = "draw", False, False, False
    while state.at < len(state.order):
        state.at += 1
        participant = fight.current()
        if participant is not None and participant.out is None:
            announce_turn(fight, participant)
            return False
    if not fight.remaining_participants():
        return True
    end_round(fight)
    begin_round(fight)
    if not state.order:
        refuse("state.order", "people: nobody in this state has a place in the acting order.", "GOB-41")
    return False


def end_round(fight: Fight) -> None:
    """End what lasts until the end of the round (GOB-61, GOB-64 to GOB-66)."""
    state = fight.state
    for participant in [*state.participants, *state.hidden]:
        participant.all_out = participant.iron = participant.soul = participant.spent = False
    state.karmic = False
    fight.add_event("round-ends", f"Round {state.round} ends.", ("GOB-41",), round=state.round)
    state.round += 1


def begin_round(fight: Fight) -> None:
    """Set the acting order of the round: lowest initiative card first, those without one last (GOB-40)."""
    state = fight.state
    state.at, state.step = 0, "draw"
    state.order = [participant.id for participant in acting_order(fight)]
    announce_begin(fight)


def acting_order(fight: Fight) -> list[Participant]:
    """Everyone who acts in this round."""
    now = fight.state.round
    ready = [participant for participant in fight.remaining_participants() if participant.since <= now]
    return sorted(ready, key=lambda participant: tables.ACTS[participant.card] if participant.card else 1000)


def announce_begin(fight: Fight) -> None:
    """Tell how a round begins: initiative is chosen, or the order and the first turn."""
    state = fight.state
    if not state.begun:
        text = "Everyone chooses an initiative card from their hand."
        fight.add_event("initiative-asked", text, ("GOB-40",), waiting=who_chooses_initiative(fight))
        return
    names = [fight.by_id[participant_id].name for participant_id in state.order]
    if not names:
        return
    text = f"Round {state.round}: {', then '.join(names)}."
    fight.add_event("round", text, ("GOB-40", "GOB-41", "GOB-03"), round=state.round, order=list(state.order))
    participant = fight.current()
    if participant is not None:
        announce_turn(fight, participant)


def announce_turn(fight: Fight, participant: Participant) -> None:
    """Whose turn it is."""
    fight.add_event("turn", f"{participant.name}: draw a card, or take a mulligan.", ("GOB-41",), target=participant.id)


def first_card(fight: Fight, participant: Participant, card: str) -> None:
    """A card of the hand becomes the initiative card, face up (GOB-40)."""
    fight.give_up(participant, card)
    participant.card = card
    text = f"{participant.name} shows {cards.NAME[card]} for initiative."
    rules = ("GOB-40", "GOB-02", "GOB-03")
    fight.show(fight.add_event("initiative", text, rules, target=participant.id, cards=cards.names_of(card)), card)
