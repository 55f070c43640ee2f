"""The house rules of a campaign as a member may read them: options, settings, and the catalogue in force."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaigns.log.models import LogEntry
from campaigns.overview import queries
from campaigns.overview.catalogue import change_history
from people.models import Campaign, Member
from rules import play
from rules.catalogue import queries as catalogue
from rules.models import CatalogueRow

RowsByKind = list[tuple[str, str, list[CatalogueRow]]]
MAX_CHANGES = 10


@dataclass(frozen=True)
class HouseSetting:
    """One setting with its value as text; `usual` is the value of a new campaign."""

    label: str
    text: str
    value: bool
    usual: bool

    @property
    def differs(self) -> bool:
        """Whether the value differs from that of a new campaign."""
        return self.value != self.usual


@dataclass(frozen=True)
class HouseRules:
    """Options and rows in force; `own` counts the campaign's own rows, regardless of the search."""

    options: list[queries.GameOption]
    settings: list[HouseSetting]
    rows_by_kind: RowsByKind
    kinds: list[tuple[str, str]]
    own: int
    changes: list[LogEntry] = field(default_factory=list)
    row_changes: list[change_history.HistoryLine] = field(default_factory=list)

    @property
    def differing(self) -> int:
        """How many options differ from those of a new campaign."""
        return sum(option.differs for option in self.options)


def get_house_rules(membership: Member, *, kind: str = "", text: str = "", homebrew: bool = False) -> HouseRules:
    """The house rules, the same for every member: options, and filtered rows in force that are not hidden."""
    campaign = membership.campaign
    rows = catalogue.catalogue(campaign.system, campaign=campaign)
    matching = catalogue.rows_with_words([row for row in rows if kind in ("", row.kind)], text)
    return HouseRules(
        options=queries.campaign_options(campaign),
        settings=_house_settings(campaign),
        rows_by_kind=catalogue.rows_by_kind([row for row in matching if row.campaign_id or not homebrew]),
        kinds=catalogue.kinds_of(rows),
        own=sum(row.campaign_id is not None for row in rows),
        changes=queries.recent_changes(membership, MAX_CHANGES),
        row_changes=change_history.change_history(campaign, gm=False, limit=MAX_CHANGES),
    )


def _house_settings(campaign: Campaign) -> list[HouseSetting]:
    names = ["open_sheets", "real_cards"]
    game: dict[str, Any] = play.SYSTEMS.get(campaign.system, {})
    if game.get("dealerless"):
        names.append("dealerless")
    options = []
    for name in names:
        column: Any = Campaign._meta.get_field(name)
        label, text = str(column.verbose_name), str(column.help_text)
        if name == "real_cards" and game.get("chance") == "dice":
            label, text = _("real dice"), _("The group rolls its own dice and enters the results.")
        options.append(HouseSetting(label, text, getattr(campaign, name), column.default))
    return options
