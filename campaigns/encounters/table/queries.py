"""Reads an encounter into the table page of one viewer."""

from typing import Any

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.table import draw_queries
from campaigns.encounters.table.page import Table
from campaigns.encounters.table.seat_view import GM, awaited_ids
from people.models import Member

# How many of the last commands the page tells of.
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

    A seat that is not own or cannot act gives way to the one that must. `opened` names the participant whose
    orders a GM wants to see. The account holds the last commands, or with `everything` all of them.
    """
    seen = play.read_encounter(encounter, membership)
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
    """The view from another seat of somebody's, with the hidden participants that the first seat knows of."""
    known = {key: one for key, one in first["participants"].items() if one.get("hidden")}
    return {**view, "participants": {**view["participants"], **known}} if known else view


def _choose_seat(seats: list[str], view: dict[str, Any], asked: str | None) -> str:
    """The asked seat where it may act or nobody of the member's may; else who must act, so that no call is missed."""
    waiting = [key for key in awaited_ids(view) if key in seats]
    # Play waits for nobody who is hidden: its player chooses when to sit there.
    hides = bool(view["participants"].get(asked or "", {}).get("hidden"))
    if asked in seats and (asked in waiting or not waiting or hides):
        return str(asked)
    return waiting[0] if waiting else seats[0]
