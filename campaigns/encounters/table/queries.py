"""Reads an encounter into the table page of one viewer."""

from typing import Any

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play.visibility import GM
from campaigns.encounters.table import draw_queries
from campaigns.encounters.table.page import Table
from campaigns.encounters.table.seat_view import awaited_ids
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
    reading = play.read_encounter(encounter, membership)
    return table_of(reading, as_, refusal=refusal, opened=opened, everything=everything)


def table_of(
    reading: play.EncounterReading, as_: str | None, *, refusal: str = "", opened: str = "", everything: bool = False
) -> Table:
    """As `get_table`, for an encounter that was read already."""
    encounter, membership = reading.encounter, reading.membership
    encounter.number = reading.number
    first = reading.seats[0]
    view = reading.view(first)
    # Without a dealer the GM's seat sees no hand, so a player takes a participant's seat.
    own_participants = [key for key in reading.seats if key != GM] if encounter.dealerless else []
    seat = _choose_seat(own_participants or reading.seats, view, as_)
    view = view if seat == first else _with_hidden(reading.view(seat), view)
    offers = reading.offers(seat)
    has_gm_seat = GM in reading.seats
    oldest = -1 if everything else max(-1, reading.number - EVENT_LOG_COMMANDS)
    return Table(
        encounter=encounter,
        membership=membership,
        seat=seat,
        seats=reading.seats,
        view=view,
        offers=[] if seat == GM else offers,
        order_offers=(offers if seat == GM else reading.offers(GM)) if has_gm_seat else [],
        events=reading.events(oldest, seat),
        undoable=play.undo_targets(encounter, oldest) if has_gm_seat else [],
        refusal=refusal,
        opened=opened if has_gm_seat else "",
        odds=reading.odds,
        pending_draw=draw_queries.get_draw_page(encounter, membership) if reading.waits_for_cards else None,
    )


def _with_hidden(view: dict[str, Any], first: dict[str, Any]) -> dict[str, Any]:
    """The view of one seat, with the hidden participants that the person's first seat knows."""
    known = {key: participant for key, participant in first["participants"].items() if participant.get("hidden")}
    return {**view, "participants": {**view["participants"], **known}} if known else view


def _choose_seat(seats: list[str], view: dict[str, Any], wanted: str | None) -> str:
    """The wanted seat if it must act, or if no seat of the member must; otherwise a seat that must act."""
    waiting = [key for key in awaited_ids(view) if key in seats]
    # Play never waits for a hidden participant, so its player may always choose that seat.
    hides = bool(view["participants"].get(wanted or "", {}).get("hidden"))
    if wanted in seats and (wanted in waiting or not waiting or hides):
        return str(wanted)
    return waiting[0] if waiting else seats[0]
