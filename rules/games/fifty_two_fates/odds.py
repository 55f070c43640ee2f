"""The chance of a play of 52 Fates, from what the viewer knows (F52-12)."""

from fractions import Fraction
from math import comb

from rules.engine import cards, codec
from rules.engine.json_types import Odds
from rules.engine.odds import hands_below, share, sums
from rules.games.fifty_two_fates import allowances, checks, commands, comparison, defenses, moves, tables, view
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Pending, State

Share = tuple[Fraction, str]
OPEN = ("skill-check", "wake-draw", "death-draw")
CERTAIN = "nobody can prevent it"
TOO_WEAK = "a stronger spell is already active"


def odds(state: State, viewer: object, command: object) -> Odds | None:
    """The odds of a play that is allowed now, else `Refused`; None when nothing is left to chance.

    There is no answer for a play from a hand that the viewer cannot see, because the answer would reveal the hand. An
    opposed play succeeds when the defender has no defence that would stop it.
    """
    fight = Fight(state)
    known_hand = view.visible_hand(fight, viewer)
    fields = codec.plain_object(command, "command")
    actor = fight.by_id.get(fields.get("actor", "")) if isinstance(fields.get("actor"), str) else None
    kind = fields.get("type")
    if actor is None or not (kind in OPEN or same_hand(fight, viewer, actor)):
        moves.check_openly(fight, command)
        return None
    before = codec.decode(codec.encode(state), State, "state")
    moves.act(fight, command)
    earlier = Fight(before)
    share_of_hands = count_odds(earlier, known_hand, command, fight)
    if share_of_hands is None:
        return None
    chance, of = share_of_hands
    return {"chance": float(chance), "exact": chance in (0, 1) or not holds_older_cards(earlier, known_hand), "of": of}


def same_hand(fight: Fight, viewer: object, actor: Participant) -> bool:
    """Whether the viewer plays from the same hand as the actor."""
    if actor.group == tables.PLAYERS:
        return viewer == actor.id
    participant = fight.by_id.get(viewer) if isinstance(viewer, str) else None
    return viewer == tables.FD or (participant is not None and not participant.plays_hand)


def count_odds(fight: Fight, own: str, command: object, after: Fight) -> Share | None:
    """The odds of one allowed command; `after` is the fight after it."""
    shape = moves.MOVES[command["type"]][0] if isinstance(command, dict) else None
    typed = codec.decode(command, shape, "command") if shape is not None else None
    unknown = unknown_cards(fight, own)
    if isinstance(typed, commands.SkillCheck):
        return skill_check(fight, unknown, typed)
    if isinstance(typed, commands.WakeDraw):
        participant = fight.by_id[typed.actor]
        pile = drawable(fight, unknown)
        good = [card for card in pile if card in tables.ACES or tables.VALUE[card] > participant.unconscious]
        return share_of_cards(good, pile), f"a card above {participant.unconscious}, or an ace, wakes"
    if isinstance(typed, commands.DeathDraw):
        good = [card for card in drawable(fight, unknown) if cards.SUIT[card] == "H"]
        return share_of_cards(good, drawable(fight, unknown)), "a heart saves"
    if isinstance(typed, commands.Resist):
        effect = next(effect for effect in fight.by_id[typed.actor].effects if effect.name == typed.effect)
        ended = comparison.judge(cards.parse_cards(typed.cards, "cards"), "", guard=effect.strength).success
        return Fraction(int(ended)), f"the card must be above {effect.strength}"
    if isinstance(typed, commands.Defend):
        return defense(fight, typed)
    if isinstance(typed, commands.Attack | commands.ManeuverPlay | commands.Cast):
        return opposed_play(fight, own, unknown, after)
    return None


def unknown_cards(fight: Fight, own: str) -> str:
    """The cards that the viewer has not seen, in the draw pile and in other hands."""
    known_cards = own + fight.deck.discard + fight.deck.played
    return "".join([card for card in cards.DECK if card not in known_cards])


def holds_older_cards(fight: Fight, own: str) -> bool:
    """Whether somebody holds unseen cards from before the last shuffle.

    They are not in the draw pile, although they are counted as if they could be. Everyone knows from which shuffle a
    card was drawn.
    """
    hands = fight.state.fd + "".join([participant.hand for participant in fight.state.participants])
    unseen = "".join([card for card in hands if card not in own])
    return any(number < fight.deck.shuffle_count for number, _ in fight.deck.positions(unseen))


def drawable(fight: Fight, unknown: str) -> str:
    """The cards that may be drawn next: any unknown card or, after a reshuffle, any card of the discard pile."""
    return unknown if fight.deck.draw else fight.deck.discard


def share_of_cards(good: list[str], pile: str) -> Fraction:
    """The share of good cards in a pile; 0 when there is no card to draw."""
    return Fraction(len(good), len(pile)) if pile else Fraction(0)


def skill_check(fight: Fight, unknown: str, typed: commands.SkillCheck) -> Share:
    """A check fails when no ace comes and the sum is not above the difficulty (F52-03, F52-06)."""
    participant = fight.by_id[typed.actor]
    background = typed.background is not None or typed.needs is not None
    count = typed.cards or allowances.check_allowance(participant, background)
    first = min(count, len(fight.deck.draw))
    second = min(count - first, len(fight.deck.discard))
    of = f"an ace comes, or {'a card' if count == 1 else f'the sum of {count} cards is'} above {typed.difficulty}"
    if not first + second:
        return Fraction(0), of
    totals = sums(values_without_aces(unknown), first, typed.difficulty)
    other = sums(values_without_aces(fight.deck.discard), second, typed.difficulty)
    ways = sum([a * b for s, a in enumerate(totals) for t, b in enumerate(other) if s + t <= typed.difficulty])
    return 1 - share(ways, len(unknown), first) / comb(len(fight.deck.discard), second), of


def values_without_aces(pile: str) -> list[int]:
    """The values of the cards that are not aces."""
    return [tables.VALUE[card] for card in pile if card not in tables.ACES]


def defense(fight: Fight, typed: commands.Defend) -> Share:
    """Whether a defence holds, when both plays are known (F52-22)."""
    play = fight.state.pending
    assert play is not None
    target = fight.by_id[play.target]
    bonus, guard = defenses.added_values(target, play)
    pile = cards.parse_cards(typed.cards, "cards")
    held = not comparison.judge(play.cards, pile, bonus, guard, target.parry == tables.ACE).success
    return Fraction(int(held)), "the defence holds, as both plays are known"


def opposed_play(fight: Fight, own: str, unknown: str, after: Fight) -> Share:
    """The chance that the defender has no defence that holds; 1 for a play that needs no defence."""
    play = after.state.pending
    if play is None:
        return decided_play(fight, after)
    target = fight.by_id[play.target]
    actor = fight.by_id[play.actor]
    of = f"{target.name} cannot stop it"
    if target.plays_hand:
        known = own if target is actor else None
    else:
        known = after.state.fd if not actor.plays_hand else None
    if known is not None:
        return Fraction(int(not can_stop(known, target, play))), of
    size = len(fight.hand_of(target))
    return share_without_defense(unknown, size, target, play), of


def decided_play(fight: Fight, after: Fight) -> Share:
    """Whether a play succeeds that asks nobody: everyone knows of a defender who has no card (F52-22)."""
    for event in after.events:
        if event["type"] == "defense":
            return Fraction(int(event["success"])), f"{fight.by_id[event['actor']].name} cannot stop it"
    too_weak = any(event["type"] == "spent" for event in after.events)
    return Fraction(0 if too_weak else 1), TOO_WEAK if too_weak else CERTAIN


def needed_sum(target: Participant, play: Pending) -> tuple[int, bool]:
    """(the sum of cards that a defence needs, whether an ace would be enough)."""
    if play.cards in tables.ACES:
        return tables.ACE, True
    bonus, guard = defenses.added_values(target, play)
    return tables.total(play.cards) + bonus - guard, True


def can_stop(hand: str, target: Participant, play: Pending) -> bool:
    """Whether a known hand has a defence that stops the play."""
    if target.parry == tables.ACE or not tables.ACES.isdisjoint(hand):
        return True
    allowance = allowances.defense_allowance(target, play)
    return sum(sorted(values_without_aces(hand), reverse=True)[:allowance]) >= needed_sum(target, play)[0]


def share_without_defense(unknown: str, size: int, target: Participant, play: Pending) -> Fraction:
    """The share of unknown hands that have no ace and whose best cards are below the attack (F52-22, F52-24)."""
    if target.parry == tables.ACE:
        return Fraction(0)
    allowance = allowances.defense_allowance(target, play)
    ways = hands_below(values_without_aces(unknown), size, allowance, needed_sum(target, play)[0])
    return share(ways, len(unknown), size)


def chance(kind: object, inputs: object) -> Odds | None:
    """The odds of an action skill check from a full deck (F52-03, F52-06); None for other checks."""
    if kind != "skill-check":
        return None
    typed = codec.decode(inputs, checks.SkillCheck, "inputs")
    _, drawn = checks.cards_drawn(typed)
    values = [tables.VALUE[card] for card in cards.DECK if card not in tables.ACES]
    failing = sum(sums(values, drawn, typed.difficulty))
    probability = 1 - share(failing, len(cards.DECK), drawn)
    assert isinstance(probability, Fraction)
    return {"chance": float(probability), "exact": True, "of": "success"}
