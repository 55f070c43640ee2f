"""Reads for the home page, the overview of a campaign and its options."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.models import Campaign, Encounter, LogEntry, Member, Session, User, WorldEntry
from campaigns.queries import world
from characters import access as character_access
from characters import queries as character_queries
from characters.models import Character, StepRequest
from rules import play

LAST_LINES, MOST_ASKED = 5, 20


@dataclass(frozen=True)
class Home:
    """What a signed-in person finds first."""

    live: list[Encounter]
    members: list[Member]
    archived: list[Member]
    characters: list[character_queries.Read]
    next_session: Session | None
    requests: list[StepRequest] = field(default_factory=list)


def home(user: User) -> Home:
    """Live tables, campaigns, own characters and the next session of the campaigns that are not put aside."""
    members = list(access.memberships(user).order_by("campaign__name", "campaign_id"))
    here = [member.campaign_id for member in members if not member.campaign.archived]
    live = Encounter.objects.filter(campaign__in=here, status=Encounter.Status.RUNNING).select_related("campaign")
    own = character_access.characters(user).filter(owner=user, campaign__in=here, status="active", kind="pc")
    return Home(
        live=list(live.order_by("-started", "-id")),
        members=[member for member in members if not member.campaign.archived],
        archived=[member for member in members if member.campaign.archived],
        characters=character_queries.reads(own),
        next_session=Session.objects.filter(campaign__in=here).select_related("campaign").coming(),
        requests=_asked([member.campaign_id for member in members if member.runs and not member.campaign.archived]),
    )


def _asked(run: list[int]) -> list[StepRequest]:
    """The steps that players of these campaigns wait for, for whoever runs them."""
    if not run:
        return []
    return list(character_queries.open_requests(Character.objects.filter(campaign__in=run))[:MOST_ASKED])


@dataclass(frozen=True)
class Overview:
    """A campaign at a glance, as one member may see it."""

    party: list[character_queries.Read]
    live: list[Encounter]
    prepared: int
    next_session: Session | None
    last_lines: list[LogEntry]
    members: int
    mine: list[Character] = field(default_factory=list)
    requests: list[StepRequest] = field(default_factory=list)
    threads: list[WorldEntry] = field(default_factory=list)
    handouts: list[WorldEntry] = field(default_factory=list)
    about: SafeString = SafeString()  # noqa: RUF009 (a text never changes)


def overview(own: Member) -> Overview:
    """The party with its figures, what runs now, the next session, open threads, new handouts, the last lines."""
    party = character_access.characters(own.user).filter(campaign=own.campaign_id, kind="pc", status="active")
    reads = character_queries.reads(party.order_by("name", "id"))
    counts = access.encounters(own).aggregate(prepared=Count("pk", filter=Q(status=Encounter.Status.PREPARED)))
    return Overview(
        party=reads,
        live=list(access.encounters(own).filter(status=Encounter.Status.RUNNING)),
        prepared=counts["prepared"],
        next_session=access.sessions(own).coming(),
        last_lines=list(access.log(own).select_related("by", "session")[:LAST_LINES]),
        members=access.members(own).count(),
        mine=[read.character for read in reads if read.character.owner_id == own.user_id],
        requests=_asked([own.campaign_id] if own.runs else []),
        threads=world.open_threads(own),
        handouts=[] if own.runs else world.newly_shown(own),
        about=world.html(own, own.campaign.summary),
    )


@dataclass(frozen=True)
class Option:
    """One house rule of the game with its value in this campaign."""

    name: str
    label: str
    rule: str
    default: Any
    value: Any
    text: str
    words: dict[str, str]

    @property
    def differs(self) -> bool:
        """Whether the campaign plays it otherwise than it is written."""
        return bool(self.value != self.default)

    @property
    def field(self) -> str:
        """The option's name in a form."""
        return f"option-{self.name}"

    @property
    def usual(self) -> Any:
        """The default, in the game's words where it has some."""
        return self.words.get(str(self.default), self.default)

    @property
    def now(self) -> Any:
        """The value here, in the game's words where it has some."""
        return self.words.get(str(self.value), self.value)

    @property
    def ids(self) -> list[str]:
        """The rule as a list, for the "why?" link."""
        return [self.rule] if self.rule else []


def options(campaign: Campaign) -> list[Option]:
    """Each option of the campaign's game: what it does, its default and its value here."""
    return offered(campaign.system, campaign.options)


def offered(system: str, chosen: dict[str, Any] | None = None) -> list[Option]:
    """Each option of a game with what the rules say of it; `chosen` are the values that are not defaults."""
    game = play.SYSTEMS.get(system, {"options": {}})
    said = {rule["id"]: rule["text"] for rule in play.RULES.get(system, [])}
    chosen = chosen or {}
    return [
        Option(
            name=name,
            label=str(about.get("label", name)),
            rule=about.get("rule") or "",
            default=about["default"],
            value=chosen.get(name, about["default"]),
            text=said.get(about.get("rule") or "", ""),
            words=about.get("words", {}),
        )
        for name, about in game["options"].items()
    ]


def changes(own: Member, limit: int = 20) -> list[LogEntry]:
    """What was last changed about the campaign itself, newest first."""
    return list(access.log(own).filter(kind=LogEntry.Kind.CAMPAIGN).select_related("by")[:limit])


def game_name(system: str) -> str:
    """The game's name as people say it."""
    return str(play.SYSTEMS[system]["name"]) if system in play.SYSTEMS else _("an unknown game")
