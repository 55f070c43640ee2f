"""An encounter as one seat sees it: whose turn it is, who plays whom, and the cards on the table."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from campaigns.encounters.models import Encounter
from campaigns.encounters.play.visibility import GM
from campaigns.encounters.table import seating
from campaigns.encounters.table.addresses import TableAddresses, table_addresses
from common import fragments
from people.models import Member
from rules import play as rules

# The templates that a game's folder may have; plain ones replace those that it does not have.
PARTS = ("turn", "everyone", "participant", "middle", "play", "button", "coach", "option", "asked")


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
        """The templates of each part of the page: the game's own, then the plain one."""
        return _part_templates(self.encounter.campaign.system)

    @cached_property
    def urls(self) -> TableAddresses:
        """The addresses of the encounter's pages."""
        return table_addresses(self.encounter.pk)

    @cached_property
    def environment(self) -> tuple[str | None, str]:
        """The language and the script prefix, for the keys of all fragments of the page."""
        return fragments.current_environment()

    @property
    def gm_name(self) -> str:
        """What the game calls its game master."""
        return str(rules.SYSTEMS[self.encounter.campaign.system]["gm"])

    @property
    def dice(self) -> bool:
        """Whether the game's chance is dice."""
        return bool(rules.SYSTEMS[self.encounter.campaign.system]["chance"] == "dice")

    @cached_property
    def participants(self) -> dict[str, dict[str, Any]]:
        """The participants by id."""
        participants: dict[str, dict[str, Any]] = self.view["participants"]
        return participants

    @cached_property
    def turn(self) -> list[str]:
        """The participants that play waits for; `waiting` in the view if that is not the one whose turn it is."""
        return awaited_ids(self.view)

    @property
    def choices(self) -> list[str]:
        """The seats to choose from: for a GM those that may act now, for a player all of their own."""
        if self.over:
            return []
        here = [*self.turn, *[seat for seat in self.seats if self._hides(seat)]]
        return [seat for seat in self.seats if (seat != GM and self.addresses_player) or seat in here]

    def _hides(self, seat: str) -> bool:
        """Whether the seat is of a hidden participant: play does not wait for it, but it may act."""
        return bool(self.participants.get(seat, {}).get("hidden"))

    @cached_property
    def over(self) -> bool:
        """Whether the encounter has ended."""
        return bool(self.view.get("phase") == "over")

    @cached_property
    def tasks(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The checks that a GM called, in games whose view has `tasks`: those that somebody has not tried, or else the
        newest one, in the order of their calls; and the others, newest first."""
        called: list[dict[str, Any]] = self.view.get("tasks") or []
        shown = [task for task in called if not set(task["participants"]) <= task["results"].keys()] or called[-1:]
        return shown, [task for task in reversed(called) if task not in shown]

    @property
    def only_one_side_stands(self) -> bool:
        """Whether only one of several sides stands, as far as the viewer knows, and nothing waits for an answer."""
        if self.over or self.view.get("pending") or not self.view.get("proposed_outcome"):
            return False
        return len({participant.get("side") for participant in self.participants.values()}) > 1

    @cached_property
    def runs_tables(self) -> bool:
        """Whether the viewer gives the GM's orders: GMs, and without a dealer every player."""
        return self.encounter.is_run_by(self.membership)

    @property
    def addresses_player(self) -> bool:
        """Whether the page addresses the viewer as a player; without a dealer that is everyone."""
        return not self.runs_tables or self.encounter.dealerless

    @property
    def face_down(self) -> dict[str, list[str]]:
        """The cards that the viewer has laid face down, by participant."""
        cards: dict[str, list[str]] = self.view.get("own_down") or {}
        return cards

    @property
    def unknown_face_down(self) -> dict[str, range]:
        """How many cards of each side of a play lie face down that the viewer does not know."""
        sides = (self.view.get("pending") or {}).get("sides", [])
        return {side["id"]: range(side["face_down"] - len(self.face_down.get(side["id"], []))) for side in sides}

    @property
    def seat_name(self) -> str:
        """The name of the participant that acts from this page; empty for the GM."""
        return str(self.participants[self.seat]["name"]) if self.seat in self.participants else ""

    @cached_property
    def seats_by_participant(self) -> dict[str, seating.Seat]:
        """Without a dealer: who plays whom, by participant; empty where there is a dealer."""
        return seating.seats_by_participant(self.encounter) if self.encounter.dealerless else {}

    @property
    def free_seats(self) -> list[seating.Seat]:
        """The seats that nobody has, while play waits for one of them; any player may take one."""
        free = [
            seat for seat in self.seats_by_participant.values() if seat.member is None and seat.id in self.participants
        ]
        waits = self.runs_tables and not self.over and any(seat.id in self.turn for seat in free)
        return free if waits else []

    @property
    def taken_seats(self) -> list[seating.Seat]:
        """The seats that the viewer has taken and may give up, without those of their own characters."""
        if self.over:
            return []
        return [
            seat
            for seat in self.seats_by_participant.values()
            if seat.held_by(self.membership) and not seat.own_character
        ]

    @property
    def turn_names(self) -> list[str]:
        """The names of the participants that play waits for."""
        return [self.participants[key]["name"] for key in self.turn if key in self.participants]


@cache
def _part_templates(system: str) -> dict[str, list[str]]:
    return {name: [f"games/{folder}/table/{name}.html" for folder in (system, "plain")] for name in PARTS}


def awaited_ids(view: dict[str, Any]) -> list[str]:
    """The ids of the participants that play waits for."""
    ids: list[str] = view["waiting"] if "waiting" in view else view.get("turn", [])
    return ids
