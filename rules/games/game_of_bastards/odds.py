"""The chance of a play, counted out from what the viewer knows; and of a fate draw before it is made."""

from bisect import bisect_right
from fractions import Fraction
from math import comb
from typing import Any

from rules.engine import codec
from rules.engine.chance import Chance, key_from_seed
from rules.games.game_of_bastards import checks, defenses, figures, moves, reveal, tables, view
from rules.games.game_of_bastards.fate_draw import FateDraw
from rules.games.game_of_bastards.fight import JOKERS, Fight
from rules.games.game_of_bastards.state import Play, Side, State

COUNTED = ("attack", "defend", "bet", "bet-wildcard", "call", "use")
STANDS = "the attack succeeds, if nobody plays anything more"
DEALS = 2000  # How many deals of what is unknown are tried where it cannot be counted.
Odds = tuple[Fraction, str]


def odds(state: State, viewer: object, command: object) -> dict[str, Any] | None:
    """`{"chance", "exact", "of"}` of a play that is legal now, else `Refused`; None where nothing is counted.

    Only whoever sees the actor's hand is answered, since any other answer would tell that hand.
    """
    fight = Fight(state)
    view.known_viewer(fight, viewer)
    fields = codec.plain_object(command, "command")
    actor = fight.by_id.get(fields["actor"]) if isinstance(fields.get("actor"), str) else None
    if actor is None or viewer not in fight.owners(actor) or fields.get("type") not in COUNTED:
        return None
    unknown = hidden(fight, viewer)
    if fields["type"] == "use":
        moves.act(Fight(codec.decode(codec.encode(state), State, "state")), command)
        found = calming(fight, actor.id, unknown) if fields.get("stop") is True else None
    elif fields["type"] == "bet-wildcard":
        moves.act(Fight(codec.decode(codec.encode(state), State, "state")), command)
        found = one_more(state, actor.id, viewer, unknown)
    else:
        moves.carry(fight, command)
        found = counted(fight, actor.id, viewer, unknown)
    if found is None:
        return None
    play = fight.state.play
    exact = play is None or len(play.sides) == 2 or fight.side(actor.id) is not play.sides[0]
    return {"chance": float(found[0]), "exact": exact, "of": found[1]}


def one_more(state: State, who: str, viewer: object, unknown: str) -> Odds | None:
    """A wildcard spent in the betting: the mean over every card that may come; a joker plays nothing (GOB-06).

    Against several the deals that are tried are shared out among these cards.
    """
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
        found = counted(fight, who, viewer, unknown.replace(alike[0], "", 1), -(-DEALS // len(faces)))
        if found is None:
            return None
        won, of = won + found[0] * len(alike), found[1]
    return (won / len(unknown), of) if unknown else None


def hidden(fight: Fight, viewer: object) -> str:
    """The cards that the viewer does not see: in the draw pile, in hands of others, face down before others."""
    state = fight.state
    seen = state.deck.discard + state.deck.played
    for person in state.people:
        seen += person.card + (person.hand if viewer in fight.owners(person) else "")
    for side in state.play.sides if state.play is not None else []:
        if viewer in fight.owners(fight.by_id[side.who]):
            seen += side.down + side.laid
    for counter in state.queue:
        if viewer in fight.owners(fight.by_id[counter.who]):
            seen += counter.cards
    shown = set(seen)
    return "".join([card for card in tables.DECKS[state.deck.decks] if card not in shown])


def calming(fight: Fight, who: str, unknown: str) -> Odds:
    """That a Meditation fate draw ends being berserk (GOB-80, GOB-20)."""
    person = fight.by_id[who]
    mind = figures.trait(person, "mind")
    drawn, against = figures.rank(person, tables.MEDITATION), max(1, tables.OPPOSING_CARDS - mind)
    return duel(worths(unknown), drawn, against, mind, 0), "the highest card of each side"


def counted(fight: Fight, who: str, viewer: object, unknown: str, deals: int = DEALS) -> Odds | None:
    """That the actor's side wins, if nobody plays anything more; `deals` are tried where it cannot be counted."""
    play, side = fight.playing(), fight.side(who)
    if side is None:
        return None
    plain = "".join([card for card in unknown if card not in JOKERS])
    attacker = play.sides[0]
    if side is attacker:
        if len(play.sides) != 2:
            return several(fight, play, attacker, viewer, plain, deals)
        return against(fight, play, attacker, play.sides[1], viewer, plain)
    wins = facing(attacker, side, viewer in fight.owners(fight.by_id[attacker.who]), plain)
    return 1 - wins, "the defence holds, if nobody plays anything more"


def facing(attacker: Side, side: Side, known: bool, plain: str) -> Fraction:
    """That the attack wins; its one face-down card may be any that the viewer has not seen."""
    theirs, total = side.down + side.up, reveal.total(side)
    if known or not attacker.down:
        won = reveal.beats(attacker.down + attacker.up, reveal.total(attacker), theirs, total)
        return Fraction(int(won))
    base = reveal.total(attacker) - sum([tables.VALUE[card] for card in attacker.down])
    good = sum([reveal.beats(attacker.up + card, base + tables.VALUE[card], theirs, total) for card in plain])
    return Fraction(good, len(plain)) if plain else Fraction(0)


def against(fight: Fight, play: Play, attacker: Side, side: Side, viewer: object, plain: str) -> Odds:
    """The same from the aggressor's seat: before the answer, against the highest card of an unknown hand."""
    person = fight.by_id[side.who]
    mine, total = attacker.down + attacker.up, reveal.total(attacker)
    seen = viewer in fight.owners(person)
    if side.answered:
        if seen or not side.down:
            won = reveal.beats(mine, total, side.down + side.up, reveal.total(side))
            return Fraction(int(won)), STANDS
        base = reveal.total(side) - tables.VALUE[side.down]
        won_by = sum([reveal.beats(mine, total, side.up + card, base + tables.VALUE[card]) for card in plain])
        return Fraction(won_by, len(plain)) if plain else Fraction(0), STANDS
    guard = person.guard
    _, bonus = defenses.defense_trait(fight, person, play, None)
    person.guard = guard
    of = f"the attack succeeds, if {person.name} answers with its highest card and nobody plays anything more"
    if seen:
        best = max(person.hand, key=lambda card: tables.WORTH[card], default="")
        value = tables.VALUE[best] if best else 0
        return Fraction(int(reveal.beats(mine, total, best, value + bonus))), of
    beaten = sum([reveal.beats(mine, total, card, tables.VALUE[card] + bonus) for card in plain])
    size = len(person.hand)
    if not size:
        return Fraction(int(reveal.beats(mine, total, "", bonus))), of
    return Fraction(comb(beaten, size), comb(len(plain), size)), of


def several(fight: Fight, play: Play, attacker: Side, viewer: object, plain: str, deals: int) -> Odds:
    """That every side is beaten, over many deals of the cards that the viewer has not seen: their hands share them."""
    mine, total = attacker.down + attacker.up, reveal.total(attacker)
    chance, won = Chance(key_from_seed(mine + plain)), 0
    of = "the attack succeeds against all of them, if nobody plays anything more"
    others = [(side, *standing(fight, play, side, viewer)) for side in play.sides[1:]]
    for _ in range(deals):
        pile = chance.shuffled(plain) if any(size for _, _, _, size in others) else ""
        for _, cards, points, size in others:
            drawn, pile = pile[:size], pile[size:]
            best = max(drawn, key=lambda card: tables.WORTH[card], default="")
            if not reveal.beats(mine, total, cards + best, points + (tables.VALUE[best] if best else 0)):
                break
        else:
            won += 1
    return Fraction(won, deals), of


def standing(fight: Fight, play: Play, side: Side, viewer: object) -> tuple[str, int, int]:
    """(cards that count, total without unknown cards, how many unknown cards the best of which is added)."""
    person = fight.by_id[side.who]
    seen = viewer in fight.owners(person)
    if side.answered:
        if seen or not side.down:
            return side.down + side.up, reveal.total(side), 0
        return side.up, reveal.total(side) - tables.VALUE[side.down], 1
    guard = person.guard
    _, bonus = defenses.defense_trait(fight, person, play, None)
    person.guard = guard
    if seen:
        best = max(person.hand, key=lambda card: tables.WORTH[card], default="")
        return best, bonus + (tables.VALUE[best] if best else 0), 0
    return "", bonus, len(person.hand)


def worths(pile: str) -> list[int]:
    """What cards are worth in order, jokers below all; lowest first."""
    return sorted([tables.WORTH[card] if card not in JOKERS else -1 for card in pile])


def duel(ranked: list[int], drawn: int, against: int, bonus: int, difficulty: int) -> Fraction:
    """The share of deals of two hands in which the highest card of the first, with `bonus`, wins (GOB-03, GOB-20).

    `ranked` as `worths` gives it. F(b, d) counts the deals with no card of the first hand above b and none of the
    second above d; differences of it count those whose highest cards are b and d.
    """
    drawn, against = min(drawn, len(ranked)), min(against, max(0, len(ranked) - drawn))
    classes = sorted(set(ranked))
    below = [0] + [bisect_right(ranked, one) for one in classes]

    def deals(first: int, second: int) -> int:
        if first <= second:
            return comb(below[first], drawn) * comb(max(0, below[second] - drawn), against)
        return comb(below[second], against) * comb(max(0, below[first] - against), drawn)

    won = 0
    for i, mine in enumerate(classes, 1):
        for j, theirs in enumerate(classes, 1):
            if stronger(mine, bonus, theirs, difficulty):
                won += deals(i, j) - deals(i - 1, j) - deals(i, j - 1) + deals(i - 1, j - 1)
    whole = deals(len(classes), len(classes))
    return Fraction(won, whole) if whole else Fraction(0)


def stronger(mine: int, bonus: int, theirs: int, difficulty: int) -> bool:
    """Whether a card of this worth wins; -1 is no card at all."""
    total, other = max(mine, 0) // 4 + bonus, max(theirs, 0) // 4 + difficulty
    suit, other_suit = (mine % 4 if mine >= 0 else -1), (theirs % 4 if theirs >= 0 else -1)
    return (total, suit) > (other, other_suit)


def chance(kind: object, inputs: object) -> dict[str, Any] | None:
    """The odds of a fate draw before it is made; None for others, and when cards are named already."""
    if kind != "fate-draw":
        return None
    typed = codec.decode(inputs, checks.KINDS["fate-draw"][0], "inputs")
    assert isinstance(typed, FateDraw)
    if any(given is not None for given in (typed.cards, typed.dealer_cards, typed.wildcard_cards, typed.acrobat)):
        return None
    bonus = typed.trait + (typed.specialty_rank or 0)
    opposing = max(1, tables.OPPOSING_CARDS - typed.trait)
    found = duel(worths(tables.DECKS[2]), typed.skill_rank, opposing, bonus, typed.difficulty or 0)
    return {"chance": float(found), "exact": True, "of": "success"}
