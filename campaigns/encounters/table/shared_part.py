"""The live part of a table, rendered once for all screens that show the same.

The screens of one player show the same after each play, and so do those of all observers. Such a part is rendered from
`PartFacts` and nothing else: the encounter and the membership in its context are small records without a
database behind them, so whatever a template shows is among the facts, and the facts are the key (common/fragments.py).
A viewer who loses a right has other facts.

What GMs see, tables without a dealer, ended encounters and drawn cards read more than that: such a part is rendered
for each screen.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template import loader

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.table import fragment_facts, pieces, seating
from campaigns.encounters.table.event_log import EventLine, Roll
from campaigns.encounters.table.offer_forms import Action
from campaigns.encounters.table.page import Table
from campaigns.encounters.table.queries import table_of
from common import fragments
from people.models import Member
from rules import play as rules
from rules.catalogue import queries as catalogue

PART = "campaigns/encounters/table/live.html"
# After so many seconds a part is made from the events again, for what is changed in them without a play: the name of an
# account that was deleted or renamed.
MOST_SECONDS = 60
# Cached under the first key if the part also needs rows of the catalogue; its HTML is under a key that includes them.
NEEDS_CATALOGUE = "needs the catalogue"


@dataclass(frozen=True)
class CampaignFacts:
    """A campaign as far as its tables name it."""

    pk: int
    name: str
    system: str
    self_running: bool


@dataclass(frozen=True)
class PartEncounterFacts:
    """An encounter as far as its players' pages name it."""

    pk: int
    number: int
    title: str
    counts: bool
    uses_physical_chance: bool
    campaign: CampaignFacts
    dealerless: bool = False

    @property
    def campaign_id(self) -> int:
        """The id of its campaign."""
        return self.campaign.pk


@dataclass(frozen=True)
class ViewerFacts:
    """Someone who plays or watches and gives no orders."""

    campaign: CampaignFacts
    role: str
    is_gm: bool = False


@dataclass(frozen=True)
class PartFacts:
    """Everything that the live part of a player or of someone who watches depends on."""

    encounter: PartEncounterFacts
    role: str
    seat: str
    seats: list[str]
    view: dict[str, Any]
    actions: list[Action]
    newcomers: list[rules.Offer]
    recent_lines: list[EventLine]
    has_older_lines: bool
    last_roll: Roll | None
    receipt: str
    portraits: dict[str, str]
    # What the forms offer from the catalogue; empty where no form does.
    guides: dict[str, list[dict[str, Any]]]
    preset_rows: list[catalogue.FilledRow]


@dataclass
class CachedPart:
    """The live part of a player. Its key in the cache is made of the stored rows, so a hit does not open the state."""

    reading: play.EncounterReading
    # The wanted seat and the participant whose orders are wanted, as the address says them.
    as_: str | None
    opened: str

    @cached_property
    def portraits(self) -> dict[str, str]:
        """The portraits that the viewer knows."""
        return seating.portraits_at(self.reading.encounter, self.reading.membership)

    @cached_property
    def table(self) -> Table:
        """The table as the viewer sees it; everything that the keys are made from was read before."""
        table = table_of(self.reading, self.as_, opened=self.opened)
        table.portraits = self.portraits
        return table

    @cached_property
    def key(self) -> bytes:
        """A digest of all rows but those of the catalogue and the events. The same state has the same events, but the
        names of accounts in them may change."""
        reading = self.reading
        rows = [_stored_values(row) for row in (reading.encounter, reading.membership, reading.membership.campaign)]
        rest = {"portraits": self.portraits, "as": self.as_, "orders": self.opened}
        stored = {"number": reading.number, "state": reading.stored, "seats": reading.seats}
        return fragments.fragment_key([PART], {"rows": rows, **stored, **rest})

    def html(self) -> str | None:
        """The part with marks, kept or new; None for a part that depends on more than these rows."""
        html = fragments.CACHE.get(self.key)
        if html == NEEDS_CATALOGUE:
            return self._html_with_catalogue()
        # Cards that were entered by hand change the part and not the state.
        if html is not None or not _is_shared(self.table) or self.reading.has_physical_deck:
            return html
        if not _needs_catalogue(self.table):
            return self._render_and_cache(self.key)
        fragments.CACHE.put(self.key, NEEDS_CATALOGUE, MOST_SECONDS)
        return self._html_with_catalogue()

    def _html_with_catalogue(self) -> str:
        campaign = self.reading.membership.campaign
        stored = catalogue.stored_figures(campaign.system, campaign.pk)
        key = fragments.fragment_key([PART], {"key": self.key, "rows": stored})
        html = fragments.CACHE.get(key)
        if html is None:
            self.table.preset_rows = catalogue.choose_figures(stored, gm=False)
            html = self._render_and_cache(key)
        return html

    def _render_and_cache(self, key: bytes) -> str:
        html = _cached_html(_part_facts(self.table))
        fragments.CACHE.put(key, html, MOST_SECONDS)
        return html


def _stored_values(row: Model) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if name != "_state"}


def live_part(request: HttpRequest, reading: play.EncounterReading, as_: str | None, opened: str) -> HttpResponse:
    """The response with the live part of an encounter that was just read."""
    part = CachedPart(reading, as_, opened)
    html = part.html()
    return render_part(request, part.table) if html is None else pieces.part_response(request, html, reading.number)


def render_part(request: HttpRequest, table: Table, status: int = 200) -> HttpResponse:
    """The response with the live part of a table."""
    html = _cached_html(_part_facts(table)) if _is_shared(table) else _render_for_one(request, table)
    return pieces.part_response(request, html, table.encounter.number, status)


def _render_for_one(request: HttpRequest, table: Table) -> str:
    table.key = fragments.KEY_MARK
    return loader.render_to_string(PART, {"table": table, "csrf_token": fragments.CSRF_MARK}, request)


def _cached_html(facts: PartFacts) -> str:
    return fragments.keep_html([PART], {"part": facts}, lambda: _render(facts))


def _is_shared(table: Table) -> bool:
    """Whether the facts below are all that the part depends on."""
    reads_more = table.runs_tables or table.over or table.pending_draw is not None or table.encounter.dealerless
    return not reads_more and not table.refusal


def _needs_catalogue(table: Table) -> bool:
    return any(fragment_facts.needs_catalogue(action) for action in table.actions)


def _part_facts(table: Table) -> PartFacts:
    encounter, campaign = table.encounter, table.encounter.campaign
    shown = CampaignFacts(campaign.pk, campaign.name, campaign.system, campaign.self_running)
    offered = _needs_catalogue(table)
    return PartFacts(
        encounter=PartEncounterFacts(
            encounter.pk, encounter.number, encounter.title, encounter.counts, encounter.uses_physical_chance, shown
        ),
        role=table.membership.role,
        seat=table.seat,
        seats=table.seats,
        view=table.view,
        actions=table.actions,
        newcomers=table.newcomers,
        recent_lines=table.recent_lines,
        has_older_lines=table.has_older_lines,
        last_roll=table.last_roll,
        receipt=table.receipt,
        portraits=table.portraits,
        guides=table.guides if offered else {},
        preset_rows=table.preset_rows if offered else [],
    )


def _render(facts: PartFacts) -> str:
    table = Table(
        encounter=cast(Encounter, facts.encounter),
        membership=cast(Member, ViewerFacts(facts.encounter.campaign, facts.role)),
        seat=facts.seat,
        seats=facts.seats,
        view=facts.view,
        offers=facts.newcomers,
        events=[],
        key=fragments.KEY_MARK,
    )
    table.runs_tables = False
    table.actions = facts.actions
    table.recent_lines, table.has_older_lines = facts.recent_lines, facts.has_older_lines
    table.last_roll, table.receipt = facts.last_roll, facts.receipt
    table.portraits, table.guides, table.preset_rows = facts.portraits, facts.guides, facts.preset_rows
    return loader.render_to_string(PART, {"table": table, "csrf_token": fragments.CSRF_MARK})
