"""The start of an encounter: checking the setup and dealing hands (GOB-40)."""

from rules.engine import cards, codec
from rules.engine.cards import count_cards
from rules.engine.chance import key_from_seed
from rules.engine.deck import Deck, opening
from rules.engine.json_types import Event
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import entry, figures, rounds, tables
from rules.games.game_of_bastards.context import JOKERS, Fight
from rules.games.game_of_bastards.shapes import Entry, Options, Row, Setup
from rules.games.game_of_bastards.state import VERSION, Participant, State


def start(setup: object, seed: object, *, silent: bool = False) -> State:
    """The state with hands dealt, before initiative cards are chosen; `Refused` for a malformed setup."""
    decoded = codec.decode(setup, Setup, "setup")
    codec.check_text(setup, "setup")
    options = decoded.options or Options()
    decks = options.decks or 2
    everyone = enter_all(decoded)
    hidden = [
        participant for participant, entrant in zip(everyone, decoded.participants, strict=True) if entrant.hidden
    ]
    participants = [participant for participant in everyone if participant not in hidden]
    supplied = cards.parse_cards_of(decoded.deck or [], "deck", tables.DECKS[decks])
    deck = Deck(key_from_seed(seed), decks=decks, by_hand=bool(decoded.physical), feed=decoded.drawn or {})
    rows = row_figures(decoded.rows or [])
    state = State("game-of-bastards", VERSION, deck, participants, options, rows, hidden=hidden, settled=True)
    check_participants(state, everyone)
    fight = Fight(state, silent=silent)
    state.deck.prepare(tables.DECKS[decks], supplied, fight)
    deal(fight)
    rounds.move_on(fight)
    return state


def enter_all(setup: Setup) -> list[Participant]:
    """Every participant of a setup, checked."""
    rows = [*(setup.rows or []), *(row for participant in setup.participants for row in entry.own_rows(participant))]
    known = frozenset([row.key for row in rows])
    return [enter(entrant, f"participants[{index}]", known) for index, entrant in enumerate(setup.participants)]


def enter(setup_entry: Entry, path: str, known: frozenset[str]) -> Participant:
    """A participant with the figures that come with its advantages; the arguments are those of `entry.enter`."""
    participant = entry.enter(setup_entry, path, known)
    participant.figures = row_figures(entry.own_rows(setup_entry))
    return participant


def row_figures(rows: list[Row]) -> dict[str, dict[str, int]]:
    """The figures of advantages that catalogue rows change: integers from 0 to 1000 with a known name.

    The `cost` of a row may also be an object of pools and wildcards, as the catalogue has it.
    """
    figures_by_row: dict[str, dict[str, int]] = {}
    for row in rows:
        figures = dict(row.figures or {})
        effect = figures.get("effect", row.key)
        if row.kind != "advantage" or not isinstance(effect, str) or effect not in tables.ADVANTAGES:
            continue
        cost = figures.pop("cost", None)
        if isinstance(cost, dict):
            figures = {"cost": sum_of(cost, tables.POOLS), "wildcards": sum_of(cost, ("wildcards",)), **figures}
        elif cost is not None:
            figures["cost"] = cost
        usual = tables.ADVANTAGES[effect].figures
        changed = {
            name: value
            for name, value in figures.items()
            if name in tables.FIGURE_NAMES and type(value) is int and 0 <= value <= 1000 and value != usual.get(name, 0)
        }
        if changed:
            figures_by_row[effect] = changed
    return figures_by_row


def sum_of(cost: dict[str, object], names: tuple[str, ...]) -> int:
    """The sum of the points of a cost under these names."""
    return sum([value for name in names if type(value := cost.get(name)) is int])


def check_participants(state: State, everyone: list[Participant]) -> None:
    """Refuse ids that are used twice and unknown controllers (GOB-97)."""
    known_ids: set[str] = set()
    for index, participant in enumerate(everyone):
        if participant.id in known_ids:
            refuse(
                "participant.twice",
                f"participants[{index}].id: {participant.id} is named twice; every id is used once.",
            )
        known_ids.add(participant.id)
    for index, participant in enumerate(everyone):
        entry.check_controller(state, participant, f"participants[{index}].controller")


def deal(fight: Fight) -> None:
    """Deal the hands as one draw; jokers are shuffled in once afterwards (GOB-05)."""
    state, deck = fight.state, fight.deck
    jokers = ""
    for participant in fight.remaining_participants():
        drawn = deck.take(figures.hand_size(participant), fight, participant.id)
        participant.hand = "".join([card for card in drawn if card not in JOKERS])
        participant.wildcards += len(drawn) - len(participant.hand)
        jokers += "".join([card for card in drawn if card in JOKERS])
    if jokers:
        first = deck.shuffles[0]
        fight.shuffle_in(jokers)
        if first not in deck.shuffles:
            # The opening is told from the start state, so it needs the first shuffle.
            state.deck.shuffles.insert(0, first)


def opening_events(state: State) -> list[Event]:
    """The events of the start, from the state after `start`: shuffle, hands, jokers, and who chooses."""
    fight = Fight(state)
    deck = state.deck
    first = deck.shuffles[0] if deck.shuffles else None
    sizes = [figures.hand_size(participant) for participant in fight.remaining_participants()]
    with_jokers = first is not None and not JOKERS.isdisjoint(first.order[: sum(sizes)])
    if first is None or first.number != 1 or [shuffle.number for shuffle in deck.shuffles] != [1, 2][: 1 + with_jokers]:
        refuse("opening.late", "The opening needs the state that start returned, before any command.")
    deck.announce_shuffle(first, fight)
    at = 0
    for participant in fight.remaining_participants():
        announce_hand(fight, participant, first.order[at : at + figures.hand_size(participant)])
        at += figures.hand_size(participant)
    if with_jokers:
        deck.announce_shuffle(deck.shuffles[1], fight)
    rounds.announce_begin(fight)
    return fight.events


def announce_hand(fight: Fight, participant: Participant, dealt: str) -> None:
    """Tell how many cards were drawn, which ones to the owners, and the jokers to everyone (GOB-05)."""
    first = fight.deck.shuffles[0]
    rules = {"fated": ("GOB-40",), "follower": ("GOB-40", "GOB-95"), "extras": ("GOB-40", "GOB-96")}[participant.kind]
    spots = [[1, first.order.index(card)] for card in dealt]
    text = f"{participant.name} draws a hand of {count_cards(len(dealt))}."
    fight.add_event("dealt", text, rules, target=participant.id, count=len(dealt), positions=spots)
    named = cards.names_of(dealt)
    own_text = f"The hand of {participant.name}: {' '.join(named) or 'no card'}."
    twin = fight.add_private_event(
        "dealt-cards", own_text, rules, fight.hand_viewers(participant), target=participant.id, cards=named
    )
    if fight.deck.by_hand or (fight.deck.supplied and spots and spots[0][1] < fight.deck.supplied):
        twin["supplied"] = True
    jokers = "".join([card for card in dealt if card in JOKERS])
    if jokers:
        event = fight.announce_jokers(participant, jokers)
        event["opened"] = [] if fight.deck.by_hand else [opening(first, first.order.index(card)) for card in jokers]
