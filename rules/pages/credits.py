"""The games of the site with their credits: maker and licence, from each game's description."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import play


@dataclass(frozen=True)
class Game:
    """A game with its description, its maker, and its licence if one is known."""

    slug: str
    name: str
    master: str
    words: str
    maker: str
    licence: str


def list_games() -> list[Game]:
    """Every game of the site, by name."""
    return sorted([credited_game(slug) for slug in play.SYSTEMS], key=lambda game: game.name)


def credited_game(system: str) -> Game:
    """A game with its credit; without one the credit is its author's."""
    about = play.SYSTEMS[system]
    credit = about.get("credit", {})
    return Game(
        slug=system,
        name=about["name"],
        master=about["gm"],
        words=_(credit["words"]) if credit.get("words") else "",
        maker=_(credit.get("maker", "its author")),
        licence=_(credit.get("licence", "No licence is stated.")),
    )
