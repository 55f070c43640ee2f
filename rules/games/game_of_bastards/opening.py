"""How an encounter begins: the setup checked and hands dealt (GOB-40)."""

from rules.engine import cards, codec
from rules.engine.account import Event
from rules.engine.chance import key_from_seed
from rules.engine.deck import Deck, opening
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import entry, figures, rounds, tables
from rules.games.game_of_bastards.fight import JOKERS, Fight
from rules.games.game_of_bastards.shapes import Options, Row, Setup
from rules.games.game_of_bastards.state import VERSION, Person, State
from rules.games.game_of_bastards.wording import counted


def start(setup: object, seed: object) -> State:
    """The state with hands dealt, everybody about to choose an initiative card; `Refused` for a faulty setup."""
    asked = codec.decode(setup, Setup, "setup")
    codec.check_text(setup, "setup")
    options = asked.options or Options()
    decks = options.decks or 2
    rows = [*(asked.rows or []), *(row for given in asked.participants for row in entry.own_rows(given))]
    known = frozenset([row.key for row in rows])
    people = [entry.enter(given, f"participants[{index}]", known) for index, given in enumerate(asked.participants)]
    supplied = cards.chosen(asked.deck or [], "deck", tables.DECKS[decks])
    deck = Deck(key_from_seed(seed), decks=decks, by_hand=bool(asked.physical), feed=asked.drawn or {})
    state = State("game-of-bastards", VERSION, deck, people, options, row_figures(rows))
    check_cast(state)
    fight = Fight(state)
    state.deck.prepare(tables.DECKS[decks], supplied, fight)
    deal(fight)
    rounds.settle(fight)
    return state


def row_figures(rows: list[Row]) -> dict[str, dict[str, int]]:
    """The figures of advantages that catalogue rows change: whole numbers from 0 to 1000 of a known name.

    A row's `cost` may also be an object of pools and wildcards, as the catalogue writes it.
    """
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        given = dict(row.figures or {})
        effect = given.get("effect", row.key)
        if row.kind != "advantage" or not isinstance(effect, str) or effect not in tables.ADVANTAGES:
            continue
        cost = given.pop("cost", None)
        if isinstance(cost, dict):
            given = {"cost": sum_of(cost, tables.POOLS), "wildcards": sum_of(cost, ("wildcards",)), **given}
        elif cost is not None:
            given["cost"] = cost
        usual = tables.ADVANTAGES[effect].figures
        changed = {
            name: value
            for name, value in given.items()
            if name in tables.FIGURE_NAMES and type(value) is int and 0 <= value <= 1000 and value != usual.get(name, 0)
        }
        if changed:
            found[effect] = changed
    return found


def sum_of(cost: dict[str, object], names: tuple[str, ...]) -> int:
    """The points of a cost under these names."""
    return sum([value for name in names if type(value := cost.get(name)) is int])


def check_cast(state: State) -> None:
    """Ids differ, and controllers are known (GOB-97)."""
    seen: set[str] = set()
    for index, person in enumerate(state.people):
        if person.id in seen:
            refuse("participant.twice", f"participants[{index}].id: {person.id} is named twice; every id is used once.")
        seen.add(person.id)
    for index, person in enumerate(state.people):
        entry.check_controller(state, person, f"participants[{index}].controller")


def deal(fight: Fight) -> None:
    """Hands, participant by participant; all of them are one draw, and its jokers are shuffled in once (GOB-05)."""
    state, deck = fight.state, fight.deck
    jokers = ""
    for person in fight.ins():
        drawn = deck.take(figures.hand_size(person), fight, person.id)
        person.hand = "".join([card for card in drawn if card not in JOKERS])
        person.wildcards += len(drawn) - len(person.hand)
        jokers += "".join([card for card in drawn if card in JOKERS])
    if jokers:
        first = deck.shuffles[0]
        fight.shuffle_in(jokers)
        if first not in deck.shuffles:
            # The opening is told from the start state, so it needs the first shuffle.
            state.deck.shuffles.insert(0, first)


def tell(state: State) -> list[Event]:
    """The account of a start, from the start state alone: shuffle, hands, jokers, and who chooses."""
    fight = Fight(state)
    deck = state.deck
    first = deck.shuffles[0] if deck.shuffles else None
    sizes = [figures.hand_size(person) for person in fight.ins()]
    with_jokers = first is not None and not JOKERS.isdisjoint(first.order[: sum(sizes)])
    if first is None or first.number != 1 or [shuffle.number for shuffle in deck.shuffles] != [1, 2][: 1 + with_jokers]:
        refuse("opening.late", "The opening is told from the state that start returned, before any command.")
    deck.tell_shuffle(first, fight)
    at = 0
    for person in fight.ins():
        tell_hand(fight, person, first.order[at : at + figures.hand_size(person)])
        at += figures.hand_size(person)
    if with_jokers:
        deck.tell_shuffle(deck.shuffles[1], fight)
    rounds.tell_begin(fight)
    return fight.events


def tell_hand(fight: Fight, person: Person, dealt: str) -> None:
    """Who drew how many, to the owner which, and to all the jokers; opened from the first shuffle (GOB-05)."""
    first = fight.deck.shuffles[0]
    rules = {"fated": ("GOB-40",), "follower": ("GOB-40", "GOB-95"), "extras": ("GOB-40", "GOB-96")}[person.kind]
    spots = [[1, first.order.index(card)] for card in dealt]
    text = f"{person.name} draws a hand of {counted(len(dealt))}."
    fight.tell("dealt", text, rules, target=person.id, count=len(dealt), positions=spots)
    named = cards.named(dealt)
    seen = f"The hand of {person.name}: {' '.join(named) or 'no card'}."
    twin = fight.whisper("dealt-cards", seen, rules, fight.owners(person), target=person.id, cards=named)
    if fight.deck.by_hand or (fight.deck.supplied and spots and spots[0][1] < fight.deck.supplied):
        twin["supplied"] = True
    jokers = "".join([card for card in dealt if card in JOKERS])
    if jokers:
        event = fight.tell_jokers(person, jokers)
        event["opened"] = [] if fight.deck.by_hand else [opening(first, first.order.index(card)) for card in jokers]
