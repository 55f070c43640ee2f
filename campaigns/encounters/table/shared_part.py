"""The live part of a table, rendered once for all screens that show the same.

The screens of one player show the same after each play, and so do those of all observers. Such a part is rendered from
`PartFacts` and nothing else: the encounter and the membership in its context are small records without a
database behind them, so whatever a template shows is among the facts, and the facts are the key (common/fragments.py).
A viewer who loses a right has other facts.

What GMs see, tables without a dealer, ended encounters and drawn cards read more than that: such a part is rendered
for each screen.
"""

import uuid
from dataclasses import dataclass
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template import loader

from campaigns.encounters.models import Encounter
from campaigns.encounters.table import fragment_facts
from campaigns.encounters.table.event_log import EventLine, Roll
from campaigns.encounters.table.offer_forms import Action
from campaigns.encounters.table.page import Table
from common import fragments
from people.models import Member
from rules import play as rules
from rules.catalogue.queries import FilledRow

PART = "campaigns/encounters/table/live.html"


@dataclass(frozen=True)
class CampaignFacts:
    """A campaign as far as its tables name it."""

    pk: int
    name: str
    system: str
    self_running: bool
    dealerless: bool = False


@dataclass(frozen=True)
class EncounterFacts:
    """An encounter as far as its players' pages name it."""

    pk: int
    number: int
    title: str
    counts: bool
    by_hand: bool
    campaign: CampaignFacts

    @property
    def campaign_id(self) -> int:
        """The id of its campaign."""
        return self.campaign.pk


@dataclass(frozen=True)
class ViewerFacts:
    """Someone who plays or watches and gives no orders."""

    campaign: CampaignFacts
    deals: bool = False
    runs: bool = False


@dataclass(frozen=True)
class PartFacts:
    """Everything that the live part of a player or of someone who watches depends on."""

    encounter: EncounterFacts
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
    preset_rows: list[FilledRow]


def render_part(request: HttpRequest, table: Table, status: int = 200) -> HttpResponse:
    """The response with the live part of a table."""
    if not _is_shared(table):
        return render(request, PART, {"table": table}, status=status)
    facts = _part_facts(table)
    html = fragments.keep_html([PART], {"part": facts}, lambda: _render(facts))
    filled = fragments.fill_marks(
        html, csrf_token=get_token(request), number=facts.encounter.number, key=uuid.uuid4().hex
    )
    return HttpResponse(filled, status=status)


def _is_shared(table: Table) -> bool:
    """Whether the facts below are all that the part depends on."""
    reads_more = table.runs or table.over or table.drawn is not None or table.membership.campaign.dealerless
    return not reads_more and not table.refusal


def _part_facts(table: Table) -> PartFacts:
    encounter, campaign = table.encounter, table.encounter.campaign
    shown = CampaignFacts(campaign.pk, campaign.name, campaign.system, campaign.self_running)
    catalogue = any(fragment_facts.needs_catalogue(action) for action in table.actions)
    return PartFacts(
        encounter=EncounterFacts(
            encounter.pk, encounter.number, encounter.title, encounter.counts, encounter.by_hand, shown
        ),
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
        guides=table.guides if catalogue else {},
        preset_rows=table.preset_rows if catalogue else [],
    )


def _render(facts: PartFacts) -> str:
    table = Table(
        encounter=cast(Encounter, facts.encounter),
        membership=cast(Member, ViewerFacts(facts.encounter.campaign)),
        seat=facts.seat,
        seats=facts.seats,
        view=facts.view,
        offers=facts.newcomers,
        events=[],
        key=fragments.KEY_MARK,
    )
    table.actions = facts.actions
    table.recent_lines, table.has_older_lines = facts.recent_lines, facts.has_older_lines
    table.last_roll, table.receipt = facts.last_roll, facts.receipt
    table.portraits, table.guides, table.preset_rows = facts.portraits, facts.guides, facts.preset_rows
    return loader.render_to_string(PART, {"table": table, "csrf_token": fragments.CSRF_MARK})
