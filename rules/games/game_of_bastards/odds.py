"""The chance of a play from what the viewer knows, and of a fate draw before it is made."""

from fractions import Fraction
from itertools import combinations
from math import comb

from rules.engine import codec
from rules.engine.chance import Chance, key_from_seed
from rules.engine.json_types import Odds
from rules.games.game_of_bastards import checks, comparison, defenses, figures, meditation, moves, tables, view
from rules.games.game_of_bastards.context import JOKERS, Fight
from rules.games.game_of_bastards.duels import count_jokers, duel, duel_from_pile, worths
from rules.games.game_of_bastards.fate_draw import FateDraw
from rules.games.game_of_bastards.state import Play, Side, State

COMMANDS_WITH_ODDS = ("attack", "defend", "bet", "bet-wildcard", "call", "use")
STANDS = "the attack succeeds if nobody plays more cards"
DEALS = 2000  # How many deals of what is unknown are tried where it cannot be counted.
MOST_COUNTED = 5400  # How many sets of face-down cards are counted one by one: all pairs of two decks, not more.
Share = tuple[Fraction, str]


def odds(state: State, viewer: object, command: object) -> Odds | None:
    """The odds of a play that is allowed now, else `Refused`; None when they cannot be counted.

    There is an answer only for viewers who see the actor's hand, because any other answer would reveal it.
    """
    fight = Fight(state)
    view.require_viewer(fight, viewer)
    fields = codec.plain_object(command, "command")
    actor = fight.by_id.get(fields["actor"]) if isinstance(fields.get("actor"), str) else None
    if actor is None or viewer not in fight.hand_viewers(actor):
        moves.check_openly(fight, command)
        return None
    if fields.get("type") not in COMMANDS_WITH_ODDS:
        moves.execute(fight, command)
        return None
    unknown = unknown_cards(fight, viewer)
    if fields["type"] == "use":
        moves.act(Fight(codec.decode(codec.encode(state), State, "state")), command)
        found = calming_chance(fight, actor.id, unknown) if fields.get("stop") is True else None
    elif fields["type"] == "bet-wildcard":
        moves.act(Fight(codec.decode(codec.encode(state), State, "state")), command)
        found = one_more(state, actor.id, viewer, unknown)
    else:
        moves.execute(fight, command)
        found = count_odds(fight, actor.id, viewer, unknown)
    if found is None:
        return None
    exact = is_counted(fight, actor.id, viewer, unknown) and (
        found[0] in (0, 1) or not holds_older_cards(fight, viewer)
    )
    return {"chance": float(found[0]), "exact": exact, "of": found[1]}


def holds_older_cards(fight: Fight, viewer: object) -> bool:
    """Whether cards that the viewer does not see come from before the last shuffle.

    Cards that everyone saw since then cannot be among them, although they are counted as if they could. Everyone knows
    from which shuffle a card was drawn.
    """
    hidden = [participant for participant in fight.state.participants if viewer not in fight.hand_viewers(participant)]
    ids = {participant.id for participant in hidden}
    unseen = "".join([participant.hand for participant in hidden])
    sides = fight.state.play.sides if fight.state.play is not None else []
    unseen += "".join([side.down + side.laid for side in sides if side.who in ids])
    unseen += "".join([counter.cards for counter in fight.state.queue if counter.who in ids])
    return any(number < fight.deck.shuffle_count for number, _ in fight.deck.positions(unseen))


def is_counted(fight: Fight, who: str, viewer: object, unknown: str) -> bool:
    """Whether every possible deal was counted, rather than some of them tried."""
    play = fight.state.play
    if play is None:
        return True
    attacker = play.sides[0]
    if fight.side(who) is attacker:
        return len(play.sides) == 2
    plain = len([card for card in unknown if card not in JOKERS])
    return viewer in fight.hand_viewers(fight.by_id[attacker.who]) or comb(plain, len(attacker.down)) <= MOST_COUNTED


def one_more(state: State, who: str, viewer: object, unknown: str) -> Share | None:
    """The odds of betting a wildcard: the mean over every card that may come; a joker plays nothing (GOB-06).

    A joker never stays in a hand (GOB-05), so all of them are in the draw pile; any other unknown card may be in a hand
    instead. Against several opponents the random deals are shared out among these cards.
    """
    pile, jokers = len(state.deck.draw), count_jokers(unknown)
    if not pile or not unknown:
        return None
    faces: dict[int, list[str]] = {}
    for card in unknown:
        faces.setdefault(-1 if card in JOKERS else tables.WORTH[card], []).append(card)
    won, of = Fraction(0), ""
    for alike in faces.values():
        fight = Fight(codec.decode(codec.encode(state), State, "state"))
        side = fight.side(who)
        if side is None:
            return None
        if alike[0] not in JOKERS:
            side.up += alike[0]
        share = count_odds(fight, who, viewer, unknown.replace(alike[0], "", 1), -(-DEALS // len(faces)))
        if share is None:
            return None
        joker = alike[0] in JOKERS
        likely = (
            Fraction(jokers, pile) if joker else Fraction((pile - jokers) * len(alike), pile * (len(unknown) - jokers))
        )
        won, of = won + share[0] * likely, share[1]
    return won, of


def unknown_cards(fight: Fight, viewer: object) -> str:
    """The cards that the viewer does not see: in the draw pile, in other hands, face down before others."""
    state = fight.state
    known_cards = state.deck.discard + state.deck.played
    for participant in state.participants:
        known_cards += participant.card + (participant.hand if viewer in fight.hand_viewers(participant) else "")
    for side in state.play.sides if state.play is not None else []:
        if viewer in fight.hand_viewers(fight.by_id[side.who]):
            known_cards += side.down + side.laid
    for counter in state.queue:
        if viewer in fight.hand_viewers(fight.by_id[counter.who]):
            known_cards += counter.cards
    shown = set(known_cards)
    return "".join([card for card in tables.DECKS[state.deck.decks] if card not in shown])


def calming_chance(fight: Fight, who: str, unknown: str) -> Share:
    """The chance that a Meditation fate draw ends being berserk (GOB-20, GOB-48, GOB-80)."""
    participant = fight.by_id[who]
    bonus = meditation.bonus(fight, participant)
    drawn, against = figures.rank(participant, tables.MEDITATION), max(1, tables.OPPOSING_CARDS - bonus)
    chance = duel_from_pile(unknown, len(fight.deck.draw), drawn, against, bonus, fight.deck.discard)
    return chance, "the highest card of your hand beats the Dealer's"


def count_odds(fight: Fight, who: str, viewer: object, unknown: str, deals: int = DEALS) -> Share | None:
    """The chance that the actor's side wins if nobody plays more; `deals` random deals where it cannot be counted."""
    play, side = fight.require_play(), fight.side(who)
    if side is None:
        return None
    plain = "".join([card for card in unknown if card not in JOKERS])
    attacker = play.sides[0]
    if side is attacker:
        if len(play.sides) != 2:
            return chance_against_several(fight, play, attacker, viewer, plain, deals)
        return chance_against_one(fight, play, attacker, play.sides[1], viewer, plain)
    wins = chance_of_attack(attacker, side, viewer in fight.hand_viewers(fight.by_id[attacker.who]), plain, deals)
    return 1 - wins, "the defence holds if nobody plays more cards"


def chance_of_attack(attacker: Side, side: Side, known: bool, plain: str, deals: int) -> Fraction:
    """The chance that an attack wins whose face-down cards the viewer may not know; a counter has several (GOB-60)."""
    theirs, total = side.down + side.up, comparison.total(side)
    if known or not attacker.down:
        won = comparison.beats(attacker.down + attacker.up, comparison.total(attacker), theirs, total)
        return Fraction(int(won))
    base = comparison.total(attacker) - sum([tables.VALUE[card] for card in attacker.down])
    hands = possible_cards(plain, len(attacker.down), deals)
    good = 0
    for hand in hands:
        value = base + sum([tables.VALUE[card] for card in hand])
        good += comparison.beats(attacker.up + hand, value, theirs, total)
    return Fraction(good, len(hands)) if hands else Fraction(0)


def possible_cards(plain: str, size: int, deals: int) -> list[str]:
    """All sets of `size` of these cards, or that many random deals where there are too many sets."""
    if comb(len(plain), size) <= MOST_COUNTED:
        return ["".join(cards) for cards in combinations(plain, size)]
    chance = Chance(key_from_seed(plain))
    return [chance.shuffle(plain)[:size] for _ in range(deals)]


def chance_against_one(fight: Fight, play: Play, attacker: Side, side: Side, viewer: object, plain: str) -> Share:
    """The chance of the attacker against one target; an unknown hand answers with its highest card."""
    participant = fight.by_id[side.who]
    mine, total = attacker.down + attacker.up, comparison.total(attacker)
    knows_hand = viewer in fight.hand_viewers(participant)
    if side.answered:
        if knows_hand or not side.down:
            won = comparison.beats(mine, total, side.down + side.up, comparison.total(side))
            return Fraction(int(won)), STANDS
        base = comparison.total(side) - tables.VALUE[side.down]
        won_by = sum([comparison.beats(mine, total, side.up + card, base + tables.VALUE[card]) for card in plain])
        return Fraction(won_by, len(plain)) if plain else Fraction(0), STANDS
    guard = participant.guard
    _, bonus, _ = defenses.defense_trait(fight, participant, play, None)
    participant.guard = guard
    of = f"the attack succeeds if {participant.name} answers with the highest card and nobody plays more cards"
    if knows_hand:
        best = max(participant.hand, key=lambda card: tables.WORTH[card], default="")
        value = tables.VALUE[best] if best else 0
        return Fraction(int(comparison.beats(mine, total, best, value + bonus))), of
    beaten = sum([comparison.beats(mine, total, card, tables.VALUE[card] + bonus) for card in plain])
    size = len(participant.hand)
    if not size:
        return Fraction(int(comparison.beats(mine, total, "", bonus))), of
    return Fraction(comb(beaten, size), comb(len(plain), size)), of


def chance_against_several(fight: Fight, play: Play, attacker: Side, viewer: object, plain: str, deals: int) -> Share:
    """The chance that every target is beaten, over random deals of the cards that the viewer has not seen."""
    mine, total = attacker.down + attacker.up, comparison.total(attacker)
    chance, won = Chance(key_from_seed(mine + plain)), 0
    of = "the attack succeeds against all of them if nobody plays more cards"
    others = [(side, *defense_of(fight, play, side, viewer)) for side in play.sides[1:]]
    for _ in range(deals):
        pile = chance.shuffle(plain) if any(size for _, _, _, size in others) else ""
        for _, cards, points, size in others:
            drawn, pile = pile[:size], pile[size:]
            best = max(drawn, key=lambda card: tables.WORTH[card], default="")
            if not comparison.beats(mine, total, cards + best, points + (tables.VALUE[best] if best else 0)):
                break
        else:
            won += 1
    return Fraction(won, deals), of


def defense_of(fight: Fight, play: Play, side: Side, viewer: object) -> tuple[str, int, int]:
    """(known cards, total without unknown cards, the number of unknown cards of which the best one is added)."""
    participant = fight.by_id[side.who]
    knows_hand = viewer in fight.hand_viewers(participant)
    if side.answered:
        if knows_hand or not side.down:
            return side.down + side.up, comparison.total(side), 0
        return side.up, comparison.total(side) - tables.VALUE[side.down], 1
    guard = participant.guard
    _, bonus, _ = defenses.defense_trait(fight, participant, play, None)
    participant.guard = guard
    if knows_hand:
        best = max(participant.hand, key=lambda card: tables.WORTH[card], default="")
        return best, bonus + (tables.VALUE[best] if best else 0), 0
    return "", bonus, len(participant.hand)


def chance(kind: object, inputs: object) -> Odds | None:
    """The odds of a fate draw before it is made; None for other checks, and when cards are already named."""
    if kind != "fate-draw":
        return None
    typed = codec.decode(inputs, checks.KINDS["fate-draw"][0], "inputs")
    assert isinstance(typed, FateDraw)
    if any(given is not None for given in (typed.cards, typed.dealer_cards, typed.wildcard_cards, typed.acrobat)):
        return None
    bonus = typed.trait + (typed.specialty_rank or 0)
    opposing = max(1, tables.OPPOSING_CARDS - typed.trait)
    probability = duel(worths(typed.whole_deck), typed.skill_rank, opposing, bonus, typed.difficulty or 0)
    return {"chance": float(probability), "exact": True, "of": "success"}
