"""Reads for the home page, the overview of a campaign and its options."""

from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.archive.access import place_offers
from campaigns.encounters.access import OPEN_TABLE, visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import seeds
from campaigns.encounters.waiting.queries import WaitingTable, encounter_mark, select_waiting_tables
from campaigns.log.access import visible_log_entries
from campaigns.log.calendar.models import PlannedEvent
from campaigns.log.calendar.queries import DayView, get_today, marked_events
from campaigns.log.models import LogEntry
from campaigns.sessions.access import visible_sessions
from campaigns.sessions.models import Session, latest_start
from campaigns.sessions.planning.access import unanswered_polls
from campaigns.sessions.planning.models import DatePoll
from campaigns.world import queries
from campaigns.world.models import WorldEntry
from campaigns.world.readable_text import read_log_entries, read_log_entries_as_words
from campaigns.world.shared_worlds.offers.access import offers_for
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from characters import access as character_access
from characters.models import Character, StepRequest
from characters.sheets import queries as character_queries
from people.access import campaigns_of, campaigns_run_by, members_of, memberships_of
from people.models import Campaign, Member, PlaceOffer, Role, User
from people.viewer_queries import MemberQuery, UserQuery
from rules import play

MOST_ENTRIES, MOST_ASKED = 5, 20


@dataclass(frozen=True)
class RunningTables:
    """The running encounters of a person's campaigns, those being dealt, and those that wait for the person."""

    live: list[Encounter]
    waiting: list[WaitingTable]

    @property
    def mark(self) -> str:
        """Changes with every encounter that is dealt, starts, ends, or begins or ceases to wait."""
        waiting = {table.encounter.pk for table in self.waiting}
        return ".".join(encounter_mark(encounter, encounter.pk in waiting) for encounter in self.live) or "0"


@dataclass(frozen=True)
class HomePage:
    """The contents of the home page of a signed-in person."""

    tables: RunningTables
    members: list[Member]
    archived: list[Member]
    characters: list[character_queries.CharacterReading]
    next_session: Session | None
    requests: list[StepRequest] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    offers: list[PlaceOffer] = field(default_factory=list)
    polls: list[DatePoll] = field(default_factory=list)
    moves: list[CharacterOffer] = field(default_factory=list)


def _current_campaigns(user: User) -> QuerySet[Campaign]:
    return campaigns_of(user).filter(archived__isnull=True)


MEMBERSHIPS: Final = UserQuery(lambda user: memberships_of(user).order_by("campaign__name", "campaign_id"))
RUNNING_TABLES: Final = UserQuery(
    lambda user: (
        Encounter.objects.filter(OPEN_TABLE, campaign__in=_current_campaigns(user))
        .select_related("campaign")
        .order_by("-started", "-id")
    )
)
OWN_CHARACTERS: Final = UserQuery(
    lambda user: character_access.visible_characters(user).filter(
        owner=user, campaign__in=_current_campaigns(user), status="active", kind="pc"
    )
)
NEXT_SESSION: Final = UserQuery(
    lambda user, since: (
        Session.objects.filter(campaign__in=_current_campaigns(user))
        .select_related("campaign")
        .planned_since(since)[:1]
    )
)
REQUESTS_TO_ANSWER: Final = UserQuery(
    lambda user: character_queries.open_requests(
        Character.objects.filter(campaign__in=campaigns_run_by(user).filter(archived__isnull=True))
    )[:MOST_ASKED]
)
ASKED_WORDS: Final = UserQuery(
    lambda user: seeds.asking_encounters(
        memberships_of(user).filter(role=Role.PLAYER, campaign__archived__isnull=True).values("campaign")
    )
)
UNANSWERED_POLLS: Final = UserQuery(
    lambda user, now: unanswered_polls(memberships_of(user).filter(campaign__archived__isnull=True), now)
)
PLACE_OFFERS: Final = UserQuery(place_offers)
CHARACTER_OFFERS: Final = UserQuery(lambda user: offers_for(user)[:MOST_ASKED])


def get_running_tables(user: User) -> RunningTables:
    """What an open home page asks for again and again; as on that page, without archived campaigns."""
    here = [member for member in MEMBERSHIPS.rows(user) if not member.campaign.archived]
    live = RUNNING_TABLES.rows(user) if here else []
    return RunningTables(live, select_waiting_tables(here, live))


def get_home_page(user: User) -> HomePage:
    """Live tables, campaigns, own characters and the next session of the campaigns that are not archived."""
    memberships = MEMBERSHIPS.rows(user)
    here = [membership for membership in memberships if not membership.campaign.archived]
    live = RUNNING_TABLES.rows(user) if here else []
    return HomePage(
        tables=RunningTables(live, select_waiting_tables(here, live)),
        members=here,
        archived=[membership for membership in memberships if membership.campaign.archived],
        characters=character_queries.read_characters(OWN_CHARACTERS.rows(user) if here else []),
        next_session=next(iter(NEXT_SESSION.rows(user, latest_start()) if here else []), None),
        requests=REQUESTS_TO_ANSWER.rows(user) if any(member.is_gm for member in here) else [],
        words=ASKED_WORDS.rows(user) if any(member.role == Role.PLAYER for member in here) else [],
        offers=PLACE_OFFERS.rows(user),
        polls=UNANSWERED_POLLS.rows(user, timezone.now()) if here else [],
        moves=CHARACTER_OFFERS.rows(user) if here else [],
    )


@dataclass(frozen=True)
class CampaignOverview:
    """A campaign at a glance, as one member may see it."""

    party: list[character_queries.CharacterReading]
    live: list[Encounter]
    prepared: int
    next_session: Session | None
    last_entries: list[LogEntry]
    members: int
    mine: list[Character] = field(default_factory=list)
    requests: list[StepRequest] = field(default_factory=list)
    threads: list[WorldEntry] = field(default_factory=list)
    handouts: list[WorldEntry] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    about: SafeString = SafeString()  # noqa: RUF009 (a text never changes)
    today: DayView | None = None
    events: list[PlannedEvent] = field(default_factory=list)
    polls: list[DatePoll] = field(default_factory=list)


PARTY: Final = MemberQuery(
    lambda membership: (
        character_access.visible_characters(membership.user)
        .filter(campaign=membership.campaign_id, kind="pc", status="active")
        .order_by("name", "id")
    )
)
RUNNING_ENCOUNTERS: Final = MemberQuery(lambda membership: visible_encounters(membership).filter(OPEN_TABLE))
PREPARED_IDS: Final = MemberQuery(
    lambda membership: (
        visible_encounters(membership).filter(status=Encounter.Status.PREPARED).values_list("pk", flat=True)
    )
)
NEXT_CAMPAIGN_SESSION: Final = MemberQuery(
    lambda membership, since: visible_sessions(membership).planned_since(since)[:1]
)
LAST_ENTRIES: Final = MemberQuery(
    lambda membership: visible_log_entries(membership).select_related("by", "session")[:MOST_ENTRIES]
)
MEMBER_IDS: Final = MemberQuery(lambda membership: members_of(membership).values_list("pk", flat=True))
CAMPAIGN_REQUESTS: Final = MemberQuery(
    lambda membership: character_queries.open_requests(Character.objects.filter(campaign=membership.campaign_id))[
        :MOST_ASKED
    ]
)
CAMPAIGN_POLLS: Final = MemberQuery(
    lambda membership, now: unanswered_polls(Member.objects.filter(pk=membership.pk), now)
)
CAMPAIGN_WORDS: Final = MemberQuery(lambda membership: seeds.asking_encounters([membership.campaign_id]))


def get_overview(membership: Member) -> CampaignOverview:
    """The party with its figures, running encounters, the next session, the date, open threads, handouts, the last log
    entries."""
    reads = character_queries.read_characters(_in_campaign(membership, PARTY.rows(membership)))
    return CampaignOverview(
        party=reads,
        live=RUNNING_ENCOUNTERS.rows(membership),
        prepared=len(PREPARED_IDS.rows(membership)) if membership.is_gm else 0,
        next_session=next(iter(NEXT_CAMPAIGN_SESSION.rows(membership, latest_start())), None),
        last_entries=read_log_entries_as_words(membership, LAST_ENTRIES.rows(membership)),
        members=len(MEMBER_IDS.rows(membership)) if membership.is_gm else 0,
        mine=[read.character for read in reads if read.character.owner_id == membership.user_id],
        requests=CAMPAIGN_REQUESTS.rows(membership) if membership.is_gm else [],
        threads=queries.names_of_open_threads(membership),
        today=get_today(membership),
        events=marked_events(membership),
        polls=CAMPAIGN_POLLS.rows(membership, timezone.now()) if _is_asked_for_dates(membership) else [],
        handouts=[] if membership.is_gm else queries.recent_handouts(membership),
        words=CAMPAIGN_WORDS.rows(membership) if membership.role == Role.PLAYER else [],
        about=queries.render_text(membership, membership.campaign.summary),
    )


def _is_asked_for_dates(membership: Member) -> bool:
    return membership.pk is not None and membership.role != Role.OBSERVER and not membership.campaign.archived


def _in_campaign(membership: Member, rows: list[Character]) -> list[Character]:
    """The characters with the campaign of the membership, so that its catalogue is read once."""
    for row in rows:
        row.campaign = membership.campaign
    return rows


@dataclass(frozen=True)
class GameOption:
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
        """Whether the campaign's value differs from the default."""
        return bool(self.value != self.default)

    @property
    def field(self) -> str:
        """The option's name in a form."""
        return f"option-{self.name}"

    @property
    def usual(self) -> Any:
        """The default as text, in the game's words if it has some."""
        return self.words.get(str(self.default), self.default)

    @property
    def now(self) -> Any:
        """The campaign's value as text, in the game's words if it has some."""
        return self.words.get(str(self.value), self.value)

    @property
    def ids(self) -> list[str]:
        """The rule as a list, for the "why?" link."""
        return [self.rule] if self.rule else []


def campaign_options(campaign: Campaign) -> list[GameOption]:
    """Each option of the campaign's game: what it does, its default and its value here."""
    return game_options(campaign.system, campaign.options)


def game_options(system: str, chosen: dict[str, Any] | None = None) -> list[GameOption]:
    """Each option of a game with its rule; `chosen` are the values that differ from the defaults."""
    game = play.SYSTEMS.get(system, {"options": {}})
    texts = {rule["id"]: rule["text"] for rule in play.RULES.get(system, [])}
    chosen = chosen or {}
    return [
        GameOption(
            name=name,
            label=str(about.get("label", name)),
            rule=about.get("rule") or "",
            default=about["default"],
            value=chosen.get(name, about["default"]),
            text=texts.get(about.get("rule") or "", ""),
            words=about.get("words", {}),
        )
        for name, about in game["options"].items()
    ]


def recent_changes(membership: Member, limit: int = 20) -> list[LogEntry]:
    """The last changes of the campaign itself, newest first."""
    rows = visible_log_entries(membership).filter(kind=LogEntry.Kind.CAMPAIGN).select_related("by")
    return read_log_entries(membership, list(rows[:limit]))


def game_name(system: str) -> str:
    """The game's name for people."""
    return str(play.SYSTEMS[system]["name"]) if system in play.SYSTEMS else _("an unknown game")
