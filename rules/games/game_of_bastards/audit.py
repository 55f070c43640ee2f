"""The audit of a state: whether all cards are there and its parts fit together."""

from rules.engine import hidden
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.state import Participant, Play, State

HEX = frozenset("0123456789abcdef")
LENGTHS = {"fated": (4, 4), "follower": (4, 1), "extras": (0, 0)}


def audit_cards(state: State) -> None:
    """Refuse a state that does not have every card of its decks exactly once."""
    deck = state.deck
    piles = [deck.draw, deck.discard, deck.played]
    for participant in state.participants:
        piles += (participant.hand, participant.card)
    if state.play is not None:
        for side in state.play.sides:
            piles += (side.down, side.laid)
    for counter in state.queue:
        piles.append(counter.cards)
    everywhere = "".join(piles)
    full_deck = tables.WHOLE.get(deck.decks)
    if full_deck is None or len(everywhere) != len(full_deck) or set(everywhere) != full_deck:
        refuse("state.cards", "deck: the cards of this state are not exactly the cards of its decks.", "GOB-01")


def audit(state: State) -> None:
    """Refuse a state whose parts do not fit each other."""
    hidden.check_ids(state)
    known = {participant.id for participant in state.participants}
    if len(known) != len(state.participants):
        refuse("state.people", "people: an id is used twice.")
    for participant in state.participants:
        audit_participant(participant, state)
    if (
        not known.issuperset([participant_id for participant_id in state.order if participant_id])
        or len(state.order) > 1000
    ):
        refuse("state.order", "order: names someone who is not in the encounter.")
    for question in state.questions:
        if question.who not in known:
            refuse("state.questions", "questions: asks someone who is not in the encounter.")
        if question.kind == "redirect" and state.play is None:
            refuse("state.questions", "questions: there is no damage to redirect.")
    for counter in state.queue:
        if counter.who not in known or counter.target not in known:
            refuse("state.queue", "queue: names someone who is not in the encounter.")
    if state.play is not None:
        audit_play(state.play, state, known)
    audit_shuffles(state)


def audit_participant(participant: Participant, state: State) -> None:
    """The lists of a participant have the lengths of its kind, and it wields only its own weapons."""
    traits, pools = LENGTHS[participant.kind]
    if len(participant.traits) != traits or len(participant.pools) != pools:
        refuse("state.people", f"people: {participant.id} does not have the traits and pools of its kind.")
    if len(participant.card) > 1 or participant.since > state.round + 1:
        refuse("state.people", f"people: {participant.id} has no proper place in the order.")
    names = [weapon.name for weapon in participant.weapons]
    wielded = participant.wielded or []
    if any(wielded.count(name) > names.count(name) for name in wielded):
        refuse("state.people", f"people: {participant.id} wields what it does not have.")
    if any(key not in tables.ADVANTAGES for key in [*participant.advantages, *participant.figures]):
        refuse("state.people", f"people: {participant.id} has an unknown advantage.")


def audit_play(play: Play, state: State, known: set[str]) -> None:
    """A play has at least two different sides, and the current bettor is one of them."""
    bettors = [side.who for side in play.sides]
    if (
        len(bettors) < 2
        or len(set(bettors)) != len(bettors)
        or not known.issuperset(bettors)
        or play.word >= len(bettors)
    ):
        refuse("state.play", "play: its sides are not of this encounter.")
    if any(len(side.down) > 1 and not play.counter for side in play.sides):
        refuse("state.play", "play: a side has more than one card face down.")
    if not set("".join([side.up for side in play.sides])) <= set(state.deck.played):
        refuse("state.play", "play: names cards that were not played.")
    if any(key not in tables.ADVANTAGES for key in play.uses):
        refuse("state.play", "play: uses an unknown advantage.")


def audit_shuffles(state: State) -> None:
    """Every card has a shuffle from which it can be opened, and the keys have the right form."""
    covered = set("".join([shuffle.order for shuffle in state.deck.shuffles]))
    if covered != tables.WHOLE[state.deck.decks] or len(state.deck.key) != 64 or set(state.deck.key) - HEX:
        refuse("state.deck", "deck: its shuffles or its key are damaged.")
    if any(len(shuffle.secret) != 64 or set(shuffle.secret) - HEX for shuffle in state.deck.shuffles):
        refuse("state.deck", "deck: the secret of a shuffle is damaged.")
    if any(key not in tables.ADVANTAGES for key in state.rows):
        refuse("state.rows", "rows: figures of an unknown advantage.")
