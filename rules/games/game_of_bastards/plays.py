"""What a play holds in common: laying cards off, dropping out of it, its end (GOB-43, GOB-44, GOB-49)."""

from rules.engine import cards
from rules.games.game_of_bastards.fight import Fight
from rules.games.game_of_bastards.state import Person, Side


def drop(fight: Fight, person: Person) -> None:
    """Somebody drops out of the play in progress: the aggressor ends it before its reveal, others leave it."""
    play = fight.playing()
    side = fight.side(person.id)
    if side is None or play.stage == "resolve":
        return
    if side is play.sides[0]:
        text = "The play ends without effect."
        fight.tell("play-ends", text, ("GOB-49", "GOB-43"), actor=person.id)
        finish(fight)
        return
    lay_off(fight, side)
    index = play.sides.index(side)
    play.sides.remove(side)
    if play.word > index:
        play.word -= 1
    if len(play.sides) == 1:
        fight.tell("play-ends", "Nobody is left to be affected; the play ends.", ("GOB-43",), actor=play.sides[0].who)
        finish(fight)
    elif play.word >= len(play.sides):
        play.word = 0


def lay_off(fight: Fight, side: Side) -> None:
    """The face-down cards of a side go to the discard pile, for all to see."""
    pile = side.down + side.laid
    side.down = side.laid = ""
    if pile:
        fight.deck.discard += pile
        person = fight.by_id[side.who]
        text = f"The face-down cards of {person.name} are discarded: {cards.written(pile)}."
        rules = ("GOB-43", "GOB-44")
        fight.show(fight.tell("laid-off", text, rules, target=person.id, cards=cards.named(pile)), pile)


def finish(fight: Fight) -> None:
    """The play is over: its cards go to the discard pile (GOB-44)."""
    play = fight.playing()
    for side in play.sides:
        lay_off(fight, side)
    fight.deck.discard += fight.deck.played
    fight.deck.played = ""
    fight.state.play = None
