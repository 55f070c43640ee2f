"""Reads an encounter into the table page of one viewer."""

from typing import Any

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.table import draw_queries
from campaigns.encounters.table.page import Table
from campaigns.encounters.table.seat_view import GM, awaited_ids
from people.models import Member

# The page shows the events of so many last commands.
EVENT_LOG_COMMANDS = 25


def get_table(
    encounter: Encounter,
    membership: Member,
    as_: str | None = None,
    *,
    refusal: str = "",
    opened: str = "",
    everything: bool = False,
) -> Table:
    """The table as the member sees it from one of their seats.

    `as_` is the wanted seat (see `_choose_seat`). `opened` names the participant whose orders a GM wants to see. The
    event log has the last commands, or with `everything` all of them.
    """
    seen = play.read_encounter(encounter, membership)
    return table_of(seen, as_, refusal=refusal, opened=opened, everything=everything)


def table_of(
    seen: play.EncounterReading, as_: str | None, *, refusal: str = "", opened: str = "", everything: bool = False
) -> Table:
    """As `get_table`, for an encounter that was read already."""
    encounter, membership = seen.encounter, seen.membership
    encounter.number = seen.number
    first = seen.seats[0]
    view = seen.view(first)
    # Without a dealer the GM's seat sees no hand, so a player takes a participant's seat.
    sat = [key for key in seen.seats if key != GM] if membership.campaign.dealerless else []
    seat = _choose_seat(sat or seen.seats, view, as_)
    view = view if seat == first else _with_hidden(seen.view(seat), view)
    offers = seen.offers(seat)
    runs = GM in seen.seats
    oldest = -1 if everything else max(-1, seen.number - EVENT_LOG_COMMANDS)
    return Table(
        encounter=encounter,
        membership=membership,
        seat=seat,
        seats=seen.seats,
        view=view,
        offers=[] if seat == GM else offers,
        order_offers=(offers if seat == GM else seen.offers(GM)) if runs else [],
        events=seen.events(oldest, seat),
        undoable=play.undo_targets(encounter, oldest) if runs else [],
        refusal=refusal,
        opened=opened if runs else "",
        odds=seen.odds,
        drawn=draw_queries.get_draw_page(encounter, membership) if seen.draws else None,
    )


def _with_hidden(view: dict[str, Any], first: dict[str, Any]) -> dict[str, Any]:
    """The view of one seat, with the hidden participants that the person's first seat knows."""
    known = {key: one for key, one in first["participants"].items() if one.get("hidden")}
    return {**view, "participants": {**view["participants"], **known}} if known else view


def _choose_seat(seats: list[str], view: dict[str, Any], asked: str | None) -> str:
    """The wanted seat if it must act, or if no seat of the member must; otherwise a seat that must act."""
    waiting = [key for key in awaited_ids(view) if key in seats]
    # Play never waits for a hidden participant, so its player may always choose that seat.
    hides = bool(view["participants"].get(asked or "", {}).get("hidden"))
    if asked in seats and (asked in waiting or not waiting or hides):
        return str(asked)
    return waiting[0] if waiting else seats[0]
