"""Betting: more cards face up, wildcards, calling, and whose word it is (GOB-44)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import commands, harm
from rules.games.game_of_bastards.fight import JOKERS, Fight
from rules.games.game_of_bastards.state import Play, Side
from rules.games.game_of_bastards.wording import counted


def can_play(fight: Fight, play: Play, side: Side) -> bool:
    """Whether a side can play more; nothing can be added to a counter (GOB-44, GOB-60)."""
    if play.counter and side is play.sides[0]:
        return False
    person = fight.by_id[side.who]
    return person.wildcards > 0 or (side.used < side.limit and person.hand != "")


def find_speaker(fight: Fight, play: Play) -> bool:
    """Whether somebody still has a word; it goes to the next side that has not called and can play more."""
    number = len(play.sides)
    for ahead in range(number):
        index = (play.word + ahead) % number
        side = play.sides[index]
        if not side.called and can_play(fight, play, side):
            play.word = index
            return True
    return False


def speaking(fight: Fight) -> tuple[Play, Side]:
    """The play and the side whose word it is."""
    play = fight.playing()
    return play, play.sides[play.word]


def bet(fight: Fight, order: commands.Bet) -> None:
    """More cards from the hand, face up, within the limit."""
    play, side = speaking(fight)
    person = fight.by_id[side.who]
    left = side.limit - side.used
    if not 1 <= len(order.cards) <= left:
        limit = f"{counted(left)} more" if left > 0 else "no card from the hand any more; call instead"
        refuse("card.limit", f"cards: {person.name} may play {limit}.", "GOB-44")
    pile = fight.held(person, order.cards)
    fight.give_up(person, pile)
    side.used += len(pile)
    text = f"{person.name} plays {cards.written(pile)} face up."
    event = fight.tell("bet", text, ("GOB-44",), actor=person.id, cards=cards.named(pile))
    fight.show(event, pile)
    lay(fight, side, pile)
    hand_over(play)


def lay(fight: Fight, side: Side, pile: str) -> None:
    """Cards lie face up in front of a side."""
    side.up += pile
    fight.deck.played += pile


def bet_wildcard(fight: Fight, order: commands.BetWildcard) -> None:
    """A wildcard draws a card that is played at once, on top of the limit; a joker plays none (GOB-05, GOB-06)."""
    play, side = speaking(fight)
    person = fight.by_id[side.who]
    harm.spend(person, 1)
    rules = ("GOB-44", "GOB-06")
    fight.tell("wildcard", f"{person.name} bets a wildcard.", rules, actor=person.id, use="play")
    card = fight.take(1)
    if card and card in JOKERS:
        fight.gain(person, card)
    elif card:
        text = f"{person.name} draws and plays {cards.NAME[card]}."
        fight.show(fight.tell("bet", text, rules, actor=person.id, cards=cards.named(card)), card)
        lay(fight, side, card)
    else:
        fight.tell("drew-nothing", f"{person.name}: there is no card to draw.", rules, actor=person.id)
    hand_over(play)


def hand_over(play: Play) -> None:
    """The word goes to the next side, and whoever called may bet again."""
    for side in play.sides:
        side.called = False
    play.word = (play.word + 1) % len(play.sides)


def call(fight: Fight, order: commands.Call) -> None:
    """Play no more for now."""
    play, side = speaking(fight)
    side.called = True
    text = f"{fight.by_id[side.who].name} calls."
    fight.tell("called", text, ("GOB-44",), actor=side.who)
    play.word = (play.word + 1) % len(play.sides)
