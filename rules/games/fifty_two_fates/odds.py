"""The chance of a play of 52 Fates, counted out, given only what the viewer knows (F52-12)."""

from fractions import Fraction
from math import comb
from typing import Any

from rules.engine import cards, codec
from rules.engine.odds import hands_below, share, sums
from rules.games.fifty_two_fates import commands, figures, moves, opposed, opposition, tables, view
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import Participant, Pending, State

Odds = tuple[Fraction, str]
OPEN = ("skill-check", "wake-draw", "death-draw")
CERTAIN = "it just takes effect"
TOO_WEAK = "a spell that stands is stronger"


def odds(state: State, viewer: object, command: object) -> dict[str, Any] | None:
    """`{"chance", "exact", "of"}` of a play that is legal now, else `Refused`; None where nothing is at stake.

    Of plays from a hand that the viewer does not see there is no answer either: it would tell the hand.
    An opposed play succeeds here when the defender holds no defence that would stop it.
    """
    fight = Fight(state)
    own = view.hand_seen(fight, viewer)
    fields = codec.plain_object(command, "command")
    actor = fight.by_id.get(fields.get("actor", "")) if isinstance(fields.get("actor"), str) else None
    kind = fields.get("type")
    if actor is None or not (kind in OPEN or same_hand(fight, viewer, actor)):
        return None
    before = codec.decode(codec.encode(state), State, "state")
    moves.act(fight, command)
    found = counted(Fight(before), own, command, fight)
    if found is None:
        return None
    chance, of = found
    return {"chance": float(chance), "exact": True, "of": of}


def same_hand(fight: Fight, viewer: object, actor: Participant) -> bool:
    """Whether the viewer plays from the hand that the actor plays from."""
    if actor.group == tables.PLAYERS:
        return viewer == actor.id
    person = fight.by_id.get(viewer) if isinstance(viewer, str) else None
    return viewer == tables.FD or (person is not None and not person.plays_hand)


def counted(fight: Fight, own: str, command: object, after: Fight) -> Odds | None:
    """The odds of one legal command; `after` is the fight once it was carried out."""
    shape = moves.MOVES[command["type"]][0] if isinstance(command, dict) else None
    typed = codec.decode(command, shape, "command") if shape is not None else None
    unknown = hidden(fight, own)
    if isinstance(typed, commands.SkillCheck):
        return skill_check(fight, unknown, typed)
    if isinstance(typed, commands.WakeDraw):
        person = fight.by_id[typed.actor]
        pile = drawable(fight, unknown)
        good = [card for card in pile if card in tables.ACES or tables.VALUE[card] > person.unconscious]
        return one_of(good, pile), f"a card above {person.unconscious}, or an ace, wakes"
    if isinstance(typed, commands.DeathDraw):
        good = [card for card in drawable(fight, unknown) if cards.SUIT[card] == "H"]
        return one_of(good, drawable(fight, unknown)), "a heart saves"
    if isinstance(typed, commands.Resist):
        effect = next(effect for effect in fight.by_id[typed.actor].effects if effect.name == typed.effect)
        ended = opposed.judge(cards.coded(typed.cards, "cards"), "", guard=effect.strength).success
        return Fraction(int(ended)), f"the card must be above {effect.strength}"
    if isinstance(typed, commands.Defend):
        return defense(fight, typed)
    if isinstance(typed, commands.Attack | commands.ManeuverPlay | commands.Cast):
        return opposed_play(fight, own, unknown, after)
    return None


def hidden(fight: Fight, own: str) -> str:
    """The cards that the viewer has not seen: they lie in the draw pile and in the hands of others."""
    seen = own + fight.deck.discard + fight.deck.played
    return "".join([card for card in cards.DECK if card not in seen])


def drawable(fight: Fight, unknown: str) -> str:
    """What the next card may be: any unknown one, or, after a reshuffle, any of the discard pile."""
    return unknown if fight.deck.draw else fight.deck.discard


def one_of(good: list[str], pile: str) -> Fraction:
    """The share of good cards; nothing to draw decides as the worst card would."""
    return Fraction(len(good), len(pile)) if pile else Fraction(0)


def skill_check(fight: Fight, unknown: str, typed: commands.SkillCheck) -> Odds:
    """A check fails when no ace comes and the sum is not above the difficulty (F52-03, F52-06)."""
    person = fight.by_id[typed.actor]
    background = typed.background is not None or typed.needs is not None
    count = typed.cards or figures.check_allowance(person, background)
    first = min(count, len(fight.deck.draw))
    second = min(count - first, len(fight.deck.discard))
    of = f"{'a card' if count == 1 else f'{count} cards'} above {typed.difficulty}, or an ace"
    if not first + second:
        return Fraction(0), of
    one = sums(plain(unknown), first, typed.difficulty)
    other = sums(plain(fight.deck.discard), second, typed.difficulty)
    ways = sum([a * b for s, a in enumerate(one) for t, b in enumerate(other) if s + t <= typed.difficulty])
    return 1 - share(ways, len(unknown), first) / comb(len(fight.deck.discard), second), of


def plain(pile: str) -> list[int]:
    """The values of the cards that are no aces."""
    return [tables.VALUE[card] for card in pile if card not in tables.ACES]


def defense(fight: Fight, typed: commands.Defend) -> Odds:
    """Both plays lie open: the defence holds or not (F52-22)."""
    play = fight.state.pending
    assert play is not None
    target = fight.by_id[play.target]
    bonus, guard = opposition.added(target, play)
    pile = cards.coded(typed.cards, "cards")
    held = not opposed.judge(play.cards, pile, bonus, guard, target.parry == tables.ACE).success
    return Fraction(int(held)), "both plays lie open"


def opposed_play(fight: Fight, own: str, unknown: str, after: Fight) -> Odds:
    """That the defender has no defence that holds; without a pending defence the play has taken effect."""
    play = after.state.pending
    if play is None:
        too_weak = any(event["type"] == "spent" for event in after.events)
        return Fraction(0 if too_weak else 1), TOO_WEAK if too_weak else CERTAIN
    target = fight.by_id[play.target]
    actor = fight.by_id[play.actor]
    of = f"{target.name} holds no defence that stops it"
    if target.plays_hand:
        known = own if target is actor else None
    else:
        known = after.state.fd if not actor.plays_hand else None
    if known is not None:
        return Fraction(int(not stops(known, target, play))), of
    size = len(fight.hand_of(target))
    return unstopped(unknown, size, target, play), of


def need(target: Participant, play: Pending) -> tuple[int, bool]:
    """The sum of cards that a defence needs, and whether an ace alone would do it."""
    if play.cards in tables.ACES:
        return tables.ACE, True
    bonus, guard = opposition.added(target, play)
    return tables.total(play.cards) + bonus - guard, True


def stops(hand: str, target: Participant, play: Pending) -> bool:
    """Whether a known hand holds a defence that stops the play."""
    if target.parry == tables.ACE or not tables.ACES.isdisjoint(hand):
        return True
    allowance = figures.defense_allowance(target, play)
    return sum(sorted(plain(hand), reverse=True)[:allowance]) >= need(target, play)[0]


def unstopped(unknown: str, size: int, target: Participant, play: Pending) -> Fraction:
    """The share of unknown hands without an ace whose best cards stay below the attack (F52-22, F52-24)."""
    if target.parry == tables.ACE:
        return Fraction(0)
    allowance = figures.defense_allowance(target, play)
    ways = hands_below(plain(unknown), size, allowance, need(target, play)[0])
    return share(ways, len(unknown), size)
