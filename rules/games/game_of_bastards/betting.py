"""Betting: more cards face up, wildcards, calling, and whose turn it is to bet (GOB-44)."""

from rules.engine import cards
from rules.engine.cards import count_cards
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import commands, harm
from rules.games.game_of_bastards.context import JOKERS, Fight
from rules.games.game_of_bastards.state import Play, Side


def can_play_more(fight: Fight, play: Play, side: Side) -> bool:
    """Whether a side can play more cards; a counter cannot get more (GOB-44, GOB-60)."""
    if play.counter and side is play.sides[0]:
        return False
    participant = fight.by_id[side.who]
    return participant.wildcards > 0 or (side.used < side.limit and participant.hand != "")


def move_to_next_bettor(fight: Fight, play: Play) -> bool:
    """Makes the next side that can bet and has not called the current bettor; returns whether there is one."""
    number = len(play.sides)
    for ahead in range(number):
        index = (play.word + ahead) % number
        side = play.sides[index]
        if not side.called and can_play_more(fight, play, side):
            play.word = index
            return True
    return False


def current_bettor(fight: Fight) -> tuple[Play, Side]:
    """The play, and the side whose turn it is to bet."""
    play = fight.require_play()
    return play, play.sides[play.word]


def bet(fight: Fight, order: commands.Bet) -> None:
    """Play more cards from the hand face up, within the limit."""
    play, side = current_bettor(fight)
    participant = fight.by_id[side.who]
    stake_left = side.limit - side.used
    if not 1 <= len(order.cards) <= stake_left:
        limit = f"{count_cards(stake_left)} more" if stake_left > 0 else "no more cards from the hand; call instead"
        refuse("card.limit", f"cards: {participant.name} may play {limit}.", "GOB-44")
    pile = fight.require_in_hand(participant, order.cards)
    fight.give_up(participant, pile)
    side.used += len(pile)
    text = f"{participant.name} plays {cards.join_names(pile)} face up."
    event = fight.add_event("bet", text, ("GOB-44",), actor=participant.id, cards=cards.names_of(pile))
    fight.show(event, pile)
    put_face_up(fight, side, pile)
    pass_bet_on(play)


def put_face_up(fight: Fight, side: Side, pile: str) -> None:
    """Put cards face up in front of a side."""
    side.up += pile
    fight.deck.played += pile


def bet_wildcard(fight: Fight, _order: commands.BetWildcard) -> None:
    """Spend a wildcard to draw and play a card beyond the limit; a joker is not played (GOB-05, GOB-06)."""
    play, side = current_bettor(fight)
    participant = fight.by_id[side.who]
    harm.spend(participant, 1)
    rules = ("GOB-44", "GOB-06")
    fight.add_event("wildcard", f"{participant.name} bets a wildcard.", rules, actor=participant.id, use="play")
    card = fight.take(1)
    if card and card in JOKERS:
        fight.gain(participant, card)
    elif card:
        text = f"{participant.name} draws and plays {cards.NAME[card]}."
        fight.show(fight.add_event("bet", text, rules, actor=participant.id, cards=cards.names_of(card)), card)
        put_face_up(fight, side, card)
    else:
        fight.add_event(
            "drew-nothing", f"There is no card for {participant.name} to draw.", rules, actor=participant.id
        )
    pass_bet_on(play)


def pass_bet_on(play: Play) -> None:
    """The next side may bet, and sides that have called may bet again."""
    for side in play.sides:
        side.called = False
    play.word = (play.word + 1) % len(play.sides)


def call(fight: Fight, _order: commands.Call) -> None:
    """Play no more cards for now."""
    play, side = current_bettor(fight)
    side.called = True
    text = f"{fight.by_id[side.who].name} calls."
    fight.add_event("called", text, ("GOB-44",), actor=side.who)
    play.word = (play.word + 1) % len(play.sides)
