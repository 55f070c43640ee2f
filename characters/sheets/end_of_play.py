"""Tells the apps above this one that a character is no longer in play; they say what follows from it."""

from typing import Final

from characters.models import Character
from common.listener import Listener

end_of_play: Final = Listener[[Character]]()


def notify_end_of_play(character: Character) -> None:
    """Tells of a saved character that retired, moved or died. It is called within the transaction that saved it."""
    if character.status != Character.Status.ACTIVE:
        end_of_play.notify(character)
