"""An encounter through the eyes of one seat: whose turn it is, who sits where, what lies on the table."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from campaigns.encounters.models import Encounter
from campaigns.encounters.table import seating
from campaigns.encounters.table.addresses import TableAddresses, table_addresses
from people.models import Member
from rules import play as rules

GM = "gm"
# What a game's folder of templates may bring of its own; the plain ones serve for the rest.
PARTS = ("turn", "everyone", "person", "felt", "play", "button", "coach", "option", "asked")


@dataclass
class SeatView:
    """What a seat (a participant's id, "gm" or "observer") sees; `seats` are all that the viewer has."""

    encounter: Encounter
    membership: Member
    seat: str
    seats: list[str]
    view: dict[str, Any]

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The templates of the page's parts, the game's own before the plain one."""
        folders = [self.encounter.campaign.system, "plain"]
        return {name: [f"games/{folder}/table/{name}.html" for folder in folders] for name in PARTS}

    @cached_property
    def urls(self) -> TableAddresses:
        """The addresses of the encounter's pages."""
        return table_addresses(self.encounter.pk)

    @property
    def gm_name(self) -> str:
        """What the game calls its game master."""
        return str(rules.SYSTEMS[self.encounter.campaign.system]["gm"])

    @property
    def dice(self) -> bool:
        """Whether the game's chance is dice."""
        return bool(rules.SYSTEMS[self.encounter.campaign.system]["chance"] == "dice")

    @cached_property
    def people(self) -> dict[str, dict[str, Any]]:
        """The participants by id."""
        participants: dict[str, dict[str, Any]] = self.view["participants"]
        return participants

    @cached_property
    def turn(self) -> list[str]:
        """Whom play waits for; a game whose turn goes on while somebody else is asked says so in `waiting`."""
        return awaited_ids(self.view)

    @property
    def choices(self) -> list[str]:
        """The seats to offer: to a GM those that may act now, to a player all of theirs."""
        if self.over:
            return []
        here = [*self.turn, *[seat for seat in self.seats if self._hides(seat)]]
        return [seat for seat in self.seats if (seat != GM and self.in_person) or seat in here]

    def _hides(self, seat: str) -> bool:
        """Whether somebody hidden sits there: play does not wait for it, but it may act."""
        return bool(self.people.get(seat, {}).get("hidden"))

    @cached_property
    def over(self) -> bool:
        """Whether the encounter has ended."""
        return bool(self.view.get("phase") == "over")

    @cached_property
    def runs(self) -> bool:
        """Whether the viewer gives the GM's orders."""
        return self.membership.deals

    @property
    def in_person(self) -> bool:
        """Whether the page addresses the viewer as a player; without a dealer it addresses everybody so."""
        return not self.runs or self.membership.campaign.dealerless

    @property
    def face_down(self) -> dict[str, list[str]]:
        """The cards that the viewer has laid face down, by participant."""
        laid: dict[str, list[str]] = self.view.get("own_down") or {}
        return laid

    @property
    def hidden(self) -> dict[str, range]:
        """How many cards of each side of a play lie face down that the viewer does not know."""
        sides = (self.view.get("pending") or {}).get("sides", [])
        return {side["id"]: range(side["face_down"] - len(self.face_down.get(side["id"], []))) for side in sides}

    @property
    def seat_name(self) -> str:
        """The name of who acts from this page."""
        return str(self.people[self.seat]["name"]) if self.seat in self.people else ""

    @cached_property
    def held(self) -> dict[str, seating.Seat]:
        """Without a dealer: who plays whom, by participant; empty where there is a dealer."""
        return seating.seats_by_participant(self.encounter) if self.membership.campaign.dealerless else {}

    @property
    def unplayed(self) -> list[seating.Seat]:
        """Whom nobody plays, while play waits for one of them; any player may take the seat."""
        free = [seat for seat in self.held.values() if seat.member is None and seat.id in self.people]
        waits = self.runs and not self.over and any(seat.id in self.turn for seat in free)
        return free if waits else []

    @property
    def lent(self) -> list[seating.Seat]:
        """The seats that the viewer holds for the table and may give up again; their own characters do not count."""
        if self.over:
            return []
        return [seat for seat in self.held.values() if seat.held_by(self.membership) and not seat.own_character]

    @property
    def turn_names(self) -> list[str]:
        """The names of whom play waits for."""
        return [self.people[key]["name"] for key in self.turn if key in self.people]


def awaited_ids(view: dict[str, Any]) -> list[str]:
    """The ids of whom play waits for."""
    ids: list[str] = view["waiting"] if "waiting" in view else view.get("turn", [])
    return ids
