"""What holds in a campaign as a member may read it: options, habits, the catalogue in force, and what changed."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaigns.models import Campaign, LogEntry, Member
from campaigns.queries import campaigns as queries
from rules import play, trail
from rules import queries as catalogue
from rules.models import CatalogueRow

Shelves = list[tuple[str, str, list[CatalogueRow]]]
MOST_CHANGES = 10


@dataclass(frozen=True)
class Habit:
    """One way in which the campaign is played, as people read it; `usual` is what a new campaign has."""

    label: str
    text: str
    value: bool
    usual: bool

    @property
    def differs(self) -> bool:
        """Whether the campaign does it otherwise than a new one."""
        return self.value != self.usual


@dataclass(frozen=True)
class Rulings:
    """Everything that holds; `own` counts the rows that the campaign wrote itself, whatever is searched for."""

    options: list[queries.Option]
    habits: list[Habit]
    shelves: Shelves
    kinds: list[tuple[str, str]]
    own: int
    changes: list[LogEntry] = field(default_factory=list)
    row_changes: list[trail.Line] = field(default_factory=list)

    @property
    def differing(self) -> int:
        """How many options are not played as written."""
        return sum(one.differs for one in self.options)


def rulings(own: Member, *, kind: str = "", text: str = "", homebrew: bool = False) -> Rulings:
    """What holds, the same for every member: rows in force that are not kept for GMs, narrowed as asked."""
    campaign = own.campaign
    rows = catalogue.catalogue(campaign.system, campaign=campaign)
    found = catalogue.holding([row for row in rows if kind in ("", row.kind)], text)
    return Rulings(
        options=queries.options(campaign), habits=_habits(campaign),
        shelves=catalogue.shelves([row for row in found if row.campaign_id or not homebrew]),
        kinds=catalogue.kinds_of(rows), own=sum(row.campaign_id is not None for row in rows),
        changes=queries.changes(own, MOST_CHANGES), row_changes=trail.trail(campaign, gm=False, limit=MOST_CHANGES),
    )  # fmt: skip


def _habits(campaign: Campaign) -> list[Habit]:
    names = ["open_sheets", "real_cards"]
    game: dict[str, Any] = play.SYSTEMS.get(campaign.system, {})
    if game.get("dealerless"):
        names.append("dealerless")
    found = []
    for name in names:
        column: Any = Campaign._meta.get_field(name)
        label, text = str(column.verbose_name), str(column.help_text)
        if name == "real_cards" and game.get("chance") == "dice":
            label, text = _("real dice"), _("The group rolls its own dice; the site asks what they show.")
        found.append(Habit(label, text, getattr(campaign, name), column.default))
    return found
