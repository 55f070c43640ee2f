"""The four games of the site and whom they are owed to (the ledgers' "Credit")."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import play


@dataclass(frozen=True)
class Game:
    """A game in our own words, its maker and its licence where one is known."""

    slug: str
    name: str
    master: str
    words: str | Promise
    maker: str | Promise
    licence: str | Promise

    @property
    def live(self) -> bool:
        """Whether the engine plays it yet."""
        return self.slug in play.SYSTEMS


GAMES = (
    Game(
        "fifty-two-fates",
        "52 Fates",
        "Fate Dealer",
        _("One deck of cards for the whole table, a secret hand for everybody. High cards win, aces trump."),
        _("Dice Pencil & Paper"),
        _("Its author's game; no licence is stated."),
    ),
    Game(
        "game-of-bastards",
        "A Game of Bastards",
        "Dealer",
        _("Plots and grudges with cards on the table and better ones up the sleeve."),
        _("its author"),
        _("Its author's game; no licence is stated."),
    ),
    Game(
        "fortune-and-power",
        "Fortune and Power",
        "The Adversary",
        _("Dice, ambition, and gifts that somebody will ask you to repay."),
        _("its author"),
        _("Its author's game; no licence is stated."),
    ),
    Game(
        "fortune-system",
        "Fortune System",
        "GM",
        _("Dice rolled before they are needed, talents, and slots of fortune that crack before you do."),
        _("the SeeD role-playing game, seedrpg.wikidot.com"),
        _("Creative Commons Attribution-ShareAlike 3.0 (CC BY-SA 3.0)"),
    ),
)
