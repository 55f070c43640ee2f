"""What the page shows about a draw from the group's own deck: whose cards, how many, and which cards can be chosen."""

import hashlib
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.encounters.models import Encounter
from campaigns.encounters.play import pending_draws
from people.models import Member
from rules import play as rules

SUITS: Final = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}
RANKS: Final = "AKQJT98765432"
JOKER: Final = "XX"


@dataclass(frozen=True)
class RefusedCards:
    """What this member sent for an owner and the rules refused; "" where no card was chosen."""

    owner: str
    cards: list[str]


@dataclass(frozen=True)
class DrawPage:
    """The draw that an encounter waits for, as one member sees it."""

    asked: list[pending_draws.AwaitedCards]
    suits: list[tuple[str, list[str]]]
    may_stop: bool
    refusal: str = ""
    conflicts: int = 0
    # The name of what is asked, which comes back with the answer.
    question: str = ""
    refused: RefusedCards | None = None

    @property
    def reenters_hands(self) -> bool:
        """Whether whole hands are entered again, and not only the drawn cards."""
        return any(draw.cards_in_hand for draw in self.asked)

    @property
    def shown_refusal(self) -> str:
        """The refusal, unless it repeats what the page says about cards that contradict each other."""
        return "" if self.conflicts and self.refusal == rules.DO_NOT_FIT else self.refusal

    @property
    def mine(self) -> list[pending_draws.AwaitedCards]:
        """The cards that this member enters."""
        return [draw for draw in self.asked if draw.mine]

    @property
    def state(self) -> str:
        """Tells apart what the page shows at different times, in 16 characters; a refusal does not count.

        Somebody who still enters cards does not wait for others, so the page stays while others enter theirs."""
        shown = (self.question, self.conflicts, self.may_stop, self.mine or self.asked)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]

    @property
    def forms(self) -> list[tuple[pending_draws.AwaitedCards, list[tuple[int, str]]]]:
        """The cards that this member enters; each place with the card that was refused there."""
        return [(draw, self._places(draw)) for draw in self.mine]

    def _places(self, draw: pending_draws.AwaitedCards) -> list[tuple[int, str]]:
        sent = self.refused.cards if self.refused and self.refused.owner == draw.owner else []
        # If the hand is now entered as well, its cards come before those that were sent.
        sent = [""] * (draw.count - len(sent)) + sent[: draw.count]
        return [(n, "".join(sent[n - 1 : n])) for n in draw.places]

    @property
    def others(self) -> list[pending_draws.AwaitedCards]:
        """The cards that others enter."""
        return [draw for draw in self.asked if not draw.mine]


def refused_cards(form: QueryDict) -> RefusedCards:
    """The cards of a form that was refused, for the page that shows it again."""
    return RefusedCards(form.get("owner", ""), form.getlist("cards"))


def get_draw_page(
    encounter: Encounter, membership: Member, refusal: str = "", refused: RefusedCards | None = None
) -> DrawPage | None:
    """The draw that the encounter waits for; None if it waits for no card."""
    awaited = pending_draws.awaited_cards(encounter, membership)
    body = pending_draws.pending_body(encounter)
    if not awaited or body is None:
        return None
    suits = [(str(word), [rank + suit for rank in RANKS]) for suit, word in SUITS.items()]
    if rules.SYSTEMS[encounter.campaign.system].get("jokers"):
        suits.append((gettext("jokers"), [JOKER]))
    return DrawPage(
        awaited,
        suits,
        pending_draws.may_stop(encounter, membership),
        refusal,
        body.get("conflicts", 0),
        body.get("question", ""),
        refused,
    )
