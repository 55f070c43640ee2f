"""Turns and rounds: whose turn it is, groups, and the end of a round (F52-16, F52-60, F52-61)."""

from rules.engine import cards
from rules.engine.cards import count_cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import harm, tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Group, Participant, State


def can_act(participant: Participant, now: int) -> bool:
    """Whether a participant can still act in round `now` (F52-16)."""
    if participant.acted:
        return False
    if participant.hp:
        return participant.unconscious > 0 or not (participant.full or participant.partial)
    return participant.status == "dying" and participant.fell < now


def can_act_later(participant: Participant) -> bool:
    """Whether a participant could act in the next round."""
    if participant.hp:
        return participant.unconscious > 0 or not (participant.full or participant.partial)
    return participant.status == "dying"


def turn(state: State) -> list[str]:
    """The ids of those in the current group who can still act."""
    if state.at >= len(state.initiative):
        return []
    group, now = state.initiative[state.at].name, state.round
    return [
        participant.id for participant in state.participants if participant.group == group and can_act(participant, now)
    ]


def first_on_turn(state: State) -> str | None:
    """The first of `turn`; None when nobody in the current group can still act."""
    if state.at >= len(state.initiative):
        return None
    group, now = state.initiative[state.at].name, state.round
    for participant in state.participants:
        if participant.group == group and can_act(participant, now):
            return participant.id
    return None


def move_on(fight: Fight) -> None:
    """After a command: go on until someone can act or must answer (F52-16)."""
    state, first = fight.state, fight.state.round
    while state.pending is None and state.outcome is None and fight.surplus() is None:
        if state.closing:
            finish_round(fight)
        if first_on_turn(state) is not None:
            return
        ahead = next_group(state)
        if ahead is not None:
            go_to(fight, ahead)
            return
        if not any(can_act_later(participant) for participant in state.participants):
            return
        if state.round > first + 1:
            # Participants who become able to act do so in the next round, unless their group is not in the order.
            refuse("state.initiative", "initiative: a group of this state has no place in the acting order.", "F52-13")
        close_round(fight)
    ask_surplus(fight)


def ask_surplus(fight: Fight) -> None:
    """Tell who must discard now, and how many cards (F52-31)."""
    holder = fight.surplus() if fight.state.pending is None and fight.state.outcome is None else None
    if holder is not None:
        number = len(holder.hand) - holder.hp
        text = f"{holder.name} must discard {count_cards(number)}."
        fight.add_event("surplus", text, ("F52-31", "F52-30"), target=holder.id, count=number)


def next_group(state: State) -> int | None:
    """The index of the next group of this round that can act; None when there is none."""
    waiting = {participant.group for participant in state.participants if can_act(participant, state.round)}
    for index in range(state.at + 1, len(state.initiative)):
        if state.initiative[index].name in waiting:
            return index
    return None


def go_to(fight: Fight, index: int) -> None:
    """Begin the turns of all groups up to `index`, including those that cannot act."""
    state = fight.state
    while state.at < index:
        state.at += 1
        begin_turn(fight)
    name = state.initiative[index].name
    text = (
        f"The {name} act."
        if name in (tables.PLAYERS, tables.MONSTERS)
        else f"The group {wording.name_group(name)} acts."
    )
    fight.add_event("turn", text, ("F52-16",), group=name)


def begin_turn(fight: Fight) -> None:
    """Begin the turn of the current group: spells of its aces from an earlier round end (F52-84, F52-88)."""
    state = fight.state
    if state.at < len(state.initiative):
        expire(fight, state.initiative[state.at].name)


def expire(fight: Fight, group: str | None) -> None:
    """End lasting spells of aces that `group` (None: anyone) cast in an earlier round."""
    now = fight.state.round
    for participant in fight.state.participants:
        spell = participant.destruct
        if spell is not None and spell.value == tables.ACE and spell.round < now and group in (None, spell.group):
            participant.destruct = None
            text = f"The spell destruct on {participant.name} is over."
            fight.add_event("spell-over", text, ("F52-84",), target=participant.id, spell="destruct")
        spell = participant.protect
        if spell is not None and spell.value == tables.ACE and spell.round < now and group in (None, spell.group):
            participant.protect = None
            text = f"The protection of {participant.name} is over."
            fight.add_event("spell-over", text, ("F52-88",), target=participant.id, spell="protect")


def close_round(fight: Fight) -> None:
    """Begin the end of a round: continuous effects do their damage (F52-61)."""
    state = fight.state
    while state.at + 1 < len(state.initiative):
        state.at += 1
        begin_turn(fight)
    expire(fight, None)
    state.closing = True
    fight.add_event("round-ends", f"Round {state.round} ends.", ("F52-61",), round=state.round)
    for participant in state.participants:
        for effect in participant.effects if participant.effects else ():
            harm.wound(fight, participant, 1, ("F52-50", "F52-61"), effect.name)


def finish_round(fight: Fight) -> None:
    """Finish the end of a round: durations, played cards, hands, then the next round (F52-60, F52-61)."""
    state = fight.state
    state.closing = False
    for participant in state.participants:
        if participant.effects:
            count_down(fight, participant)
        participant.parry = 0
        participant.acted = False
    for participant in state.hidden:
        participant.acted = False
    state.deck.discard += state.deck.played
    state.deck.played = ""
    draw_hands(fight)
    state.round += 1
    state.at = 0
    fight.add_event("round", f"Round {state.round} begins.", ("F52-61",), round=state.round)
    begin_turn(fight)


def count_down(fight: Fight, participant: Participant) -> None:
    """Count durations down and end effects that have run out (F52-50, F52-51)."""
    lasting = []
    for effect in participant.effects:
        if effect.rounds is not None:
            if effect.rounds == 1:
                text = f"{participant.name} no longer suffers {effect.name}."
                fight.add_event("effect-over", text, ("F52-51",), target=participant.id, effect=effect.name)
                continue
            effect.rounds -= 1
        lasting.append(effect)
    participant.effects = lasting


def draw_hands(fight: Fight) -> None:
    """Players in the encounter's order draw up to their maximum hand, then the FD (F52-60)."""
    for participant in fight.state.participants:
        if participant.group == tables.PLAYERS:
            missing = participant.hp - len(participant.hand)
            if missing > 0:
                fight.draw_to_hand(participant, missing, ("F52-60", "F52-30"))
    missing = fight.fd_limit() - len(fight.state.fd)
    if missing > 0:
        fight.draw_fd(missing, ("F52-60", "F52-11"))


def insert_group(state: State, name: str, card: str) -> None:
    """Put a new group into the acting order (F52-13, F52-14); the current group stays the same.

    Highest card first; equal monster groups in the order in which they came; groups without a card last.
    """
    rank = rank_of(name, card)
    index = 0
    while index < len(state.initiative) and rank_of(state.initiative[index].name, state.initiative[index].card) >= rank:
        index += 1
    state.initiative.insert(index, Group(name, card))
    if index <= state.at and len(state.initiative) > 1:
        state.at += 1


def remove_group(state: State, index: int) -> None:
    """Take a group without members out of the acting order; if it was the current one, the one before it is."""
    del state.initiative[index]
    if index <= state.at:
        state.at = max(0, state.at - 1)


def rank_of(name: str, card: str) -> tuple[int, bool]:
    """The sort key of a group: the rank of its card, then players before monsters."""
    return (cards.ORDER[card] if card else -1, name == tables.PLAYERS)
