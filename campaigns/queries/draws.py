"""What a page asks of the table's own deck: whose cards, how many, and which there are to choose from."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns import drawing
from campaigns.models import Encounter, Member
from rules import play as rules

SUITS: Final = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}
RANKS: Final = "AKQJT98765432"
JOKER: Final = "XX"


@dataclass(frozen=True)
class Drawn:
    """What waits for a draw, for one member."""

    asked: list[drawing.Asked]
    suits: list[tuple[str, list[str]]]
    may_stop: bool
    refusal: str = ""

    @property
    def mine(self) -> list[drawing.Asked]:
        """What this member says."""
        return [one for one in self.asked if one.mine]

    @property
    def others(self) -> list[drawing.Asked]:
        """Whom the rest of the table waits for."""
        return [one for one in self.asked if not one.mine]


def drawn(encounter: Encounter, own: Member, refusal: str = "") -> Drawn | None:
    """What the encounter waits for; None when it waits for no card."""
    asked = drawing.asked(encounter, own)
    if not asked:
        return None
    suits = [(str(word), [rank + suit for rank in RANKS]) for suit, word in SUITS.items()]
    if rules.SYSTEMS[encounter.campaign.system].get("jokers"):
        suits.append((gettext("jokers"), [JOKER]))
    return Drawn(asked, suits, drawing.may_stop(encounter, own), refusal)
