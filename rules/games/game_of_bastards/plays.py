"""What all plays have in common: dropping out and ending (GOB-43, GOB-44, GOB-49)."""

from rules.engine import cards
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant, Side


def drop(fight: Fight, participant: Participant) -> None:
    """Remove a participant from the current play; when the attacker drops out, the play ends."""
    play = fight.require_play()
    side = fight.side(participant.id)
    if side is None or play.stage == "resolve":
        return
    if side is play.sides[0]:
        text = "The play ends without effect."
        fight.add_event("play-ends", text, ("GOB-49", "GOB-43"), actor=participant.id)
        finish(fight)
        return
    discard_face_down(fight, side)
    index = play.sides.index(side)
    play.sides.remove(side)
    if play.word > index:
        play.word -= 1
    if len(play.sides) == 1:
        fight.add_event("play-ends", "No target is left; the play ends.", ("GOB-43",), actor=play.sides[0].who)
        finish(fight)
    elif play.word >= len(play.sides):
        play.word = 0


def discard_face_down(fight: Fight, side: Side) -> None:
    """Discard the face-down cards of a side; everyone sees them."""
    pile = side.down + side.laid
    side.down = side.laid = ""
    if pile:
        fight.deck.discard += pile
        participant = fight.by_id[side.who]
        text = f"{participant.name} discards the cards that were face down: {cards.join_names(pile)}."
        rules = ("GOB-43", "GOB-44")
        fight.show(fight.add_event("laid-off", text, rules, target=participant.id, cards=cards.names_of(pile)), pile)


def finish(fight: Fight) -> None:
    """End the play and discard its cards (GOB-44)."""
    play = fight.require_play()
    for side in play.sides:
        discard_face_down(fight, side)
    fight.deck.discard += fight.deck.played
    fight.deck.played = ""
    fight.state.play = None
