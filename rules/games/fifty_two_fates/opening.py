"""The start of an encounter: checking the setup, dealing hands, drawing initiative (F52-10 to F52-14)."""

from rules.engine import cards, codec
from rules.engine.cards import count_cards
from rules.engine.chance import key_from_seed
from rules.engine.deck import Deck
from rules.engine.json_types import Event
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import entry, rounds, tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.shapes import Options, Setup
from rules.games.fifty_two_fates.state import VERSION, Group, Participant, State


def start(setup: object, seed: object, *, silent: bool = False) -> State:
    """The state after hands and initiative, the first group about to act; `Refused` for a faulty setup."""
    decoded = codec.decode(setup, Setup, "setup")
    codec.check_text(setup, "setup")
    participants = [
        entry.enter(entrant, f"participants[{index}]") for index, entrant in enumerate(decoded.participants)
    ]
    check_participants(participants)
    hidden = [
        participant for participant, entrant in zip(participants, decoded.participants, strict=True) if entrant.hidden
    ]
    participants = [participant for participant in participants if participant not in hidden]
    supplied = cards.parse_cards(decoded.deck or [], "deck")
    deck = Deck(key_from_seed(seed), by_hand=bool(decoded.physical), feed=decoded.drawn or {})
    options = decoded.options or Options()
    useful = bool(decoded.only_useful_questions)
    state = State(
        "fifty-two-fates", VERSION, deck, participants, [], options, hidden=hidden, only_useful_questions=useful
    )
    fight = Fight(state, silent=silent)
    deck.prepare(cards.DECK, supplied, fight)
    deal(fight)
    draw_initiative(fight)
    return state


def check_participants(participants: list[Participant]) -> None:
    """Refuse ids that are used twice, and a side without participants (F52-11)."""
    known_ids: set[str] = set()
    for index, participant in enumerate(participants):
        if participant.id in known_ids:
            refuse(
                "participant.twice",
                f"participants[{index}].id: {participant.id} is named twice; every id is used once.",
            )
        known_ids.add(participant.id)
    for side in (tables.PLAYERS, tables.MONSTERS):
        if not any(participant.side == side for participant in participants):
            refuse("setup.side", f"participants: at least one of the side {side} is needed.", "F52-11")


def deal(fight: Fight) -> None:
    """Deal the hands: player by player, then the Fate Dealer (F52-10, F52-11)."""
    for participant in fight.state.participants:
        if participant.group == tables.PLAYERS:
            participant.hand = fight.deck.take(participant.hp, fight, participant.id)
    fight.state.fd = fight.deck.take(fight.fd_limit(), fight, tables.FD)


def draw_initiative(fight: Fight) -> None:
    """Draw one card for each player character and one for each monster group (F52-13, F52-14)."""
    state, deck = fight.state, fight.deck
    players = [participant for participant in state.participants if participant.group == tables.PLAYERS]
    groups = monster_groups(state.participants)
    takers = [*(participant.id for participant in players), *(tables.FD for _group in groups)]
    # Each player draws their own card, which matters where the cards are real.
    drawn = "".join([deck.take(1, fight, owner, "initiative") for owner in takers])
    own, others = drawn[: len(players)], drawn[len(players) :]
    fight.put_away(drawn)
    entries = [Group(tables.PLAYERS, highest_card(own))]
    entries += [Group(name, others[index : index + 1]) for index, name in enumerate(groups)]
    state.initiative = sort_groups(entries)


def monster_groups(participants: list[Participant]) -> list[str]:
    """The monster groups in order of first appearance."""
    return list(dict.fromkeys(participant.group for participant in participants if participant.group != tables.PLAYERS))


def highest_card(pile: str) -> str:
    """The highest card, of equal ones the first; empty when there is none."""
    return max(pile, key=lambda card: cards.ORDER[card], default="")


def sort_groups(groups: list[Group]) -> list[Group]:
    """Highest card first; on equal cards the players before monsters; groups without a card last."""
    return sorted(groups, key=lambda group: rounds.rank_of(group.name, group.card), reverse=True)


def opening_events(state: State) -> list[Event]:
    """The events of the start, from the state after `start`: shuffle, hands, initiative and order."""
    fight = Fight(state)
    deck = state.deck
    if deck.shuffle_count != 1 or state.round != 1 or len(deck.shuffles) != 1:
        refuse("opening.late", "The opening needs the state that start returned, before any command.")
    deck.announce_shuffle(deck.shuffles[0], fight)
    announce_hands(fight)
    announce_initiative(fight)
    return fight.events


def announce_hands(fight: Fight) -> None:
    """Tell everyone how many cards were drawn, and each owner which ones."""
    for participant in fight.state.participants:
        if participant.group == tables.PLAYERS:
            number = len(participant.hand)
            rules = ("F52-10", "F52-12", "F52-30")
            text = f"{participant.name} draws a hand of {count_cards(number)}."
            spots = [list(spot) for spot in fight.deck.positions(participant.hand)]
            fight.add_event("dealt", text, rules, target=participant.id, count=number, positions=spots)
            announce_own(fight, participant.id, participant.hand, rules)
    hand = fight.state.fd
    fd_rules = ("F52-11", "F52-12")
    text = f"The Fate Dealer draws a hand of {count_cards(len(hand))}."
    spots = [list(spot) for spot in fight.deck.positions(hand)]
    fight.add_event("dealt", text, fd_rules, target=tables.FD, count=len(hand), positions=spots)
    announce_own(fight, tables.FD, hand, fd_rules)


def announce_own(fight: Fight, owner: str, hand: str, rules: tuple[str, ...]) -> None:
    """Tell the owner which cards are in the hand."""
    text = f"Your hand: {cards.join_names(hand) or 'no card'}."
    event = fight.add_private_event("dealt-cards", text, rules, [owner], target=owner, cards=cards.names_of(hand))
    if hand and fight.deck.was_supplied(hand):
        event["supplied"] = True


def announce_initiative(fight: Fight) -> None:
    """Tell the card of each player character and group, and the order."""
    state = fight.state
    players = [participant for participant in state.participants if participant.group == tables.PLAYERS]
    drawn = state.deck.discard
    takers: list[tuple[str, dict[str, str]]] = [
        (participant.name, {"target": participant.id}) for participant in players
    ]
    groups = monster_groups(state.participants)
    takers += [(wording.capitalize(wording.name_group(name)), {"group": name}) for name in groups]
    for index, (name, owner) in enumerate(takers):
        card = drawn[index : index + 1]
        text = f"{name}: {cards.join_names(card) or 'no card'} for initiative."
        event = fight.add_event("initiative", text, ("F52-13",), cards=cards.names_of(card), **owner)
        fight.show(event, card)
    order = [group.name for group in state.initiative]
    text = f"Order: {', then '.join(wording.name_group(name) for name in order)}."
    fight.add_event("order", text, ("F52-13", "F52-14", "F52-16"), order=order)
