"""Creates a campaign of many years for measurements: members, characters, sessions and a log of any length."""

import datetime
from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaigns.log.entries import build_entry, write_entries
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from characters.models import Character
from operations.demo import played_years
from operations.demo.other_games import finished_sheets
from people.models import Campaign, Member, Role, User
from rules import play

NAME: Final = "Ten years on the road"
YEARS: Final = 10
BATCH: Final = 5000
SECOND: Final = datetime.timedelta(seconds=1)
SPREAD: Final = 10_000 * SECOND  # between the first and the last line of a session
PEOPLE: Final = ("years-gm", "years-ana", "years-ben", "years-cleo", "years-dov", "years-eli")
HEROES: Final = ("Mara", "Bo", "Ysolde", "Tarn", "Quill", "Odo", "Wren", "Hanne")
PLACES: Final = ("the old mill", "Harrowgate", "the salt flats", "a flooded cellar", "the night market", "Three Oaks")
DEEDS: Final = (
    "{who} talks the guards of {place} out of a search.",
    "{who} finds a hidden door in {place}.",
    "{who} is wounded at {place} and carried out.",
    "{who} buys rope, lamps and a mule at {place}.",
    "{who} tries to open the chest under {place}.",
    "{who} and the others leave {place} before dawn.",
    "{who} swears never to come back to {place}.",
)
# A rare word is in one of this many lines, for searches.
RARE: Final = "chrysoprase"
RARE_EVERY: Final = 20_000
KINDS: Final = ("note", "check", "check", "note", "encounter", "check", "award", "note", "check", "character")


def create_long_campaign(
    *,
    sessions: int,
    entries: int,
    played: int = 0,
    system: str = min(play.SYSTEMS),
    report: Callable[[str], Any] = lambda _line: None,
) -> Campaign:
    """Creates the campaign with its log, the same every time; extends an existing one.

    `played` of the sessions, spread evenly, also have what the engine plays (played_years.py), which adds further
    entries. An entry is written before those of later sessions, as at a real table."""
    campaign = Campaign.objects.filter(name=NAME, system=system).order_by("pk").first() or _create_campaign(system)
    planned = _create_sessions(campaign, sessions)
    writer = _LineWriter(campaign, planned, entries, report)
    gm = Member.objects.select_related("campaign", "user").get(campaign=campaign, role=Role.GM)
    played_years.play_years(gm, planned, played, writer.write_until)
    writer.write(entries)
    return campaign


class _LineWriter:
    """Writes the lines of the log in their order; those of an earlier call stay."""

    def __init__(self, campaign: Campaign, sessions: list[Session], entries: int, report: Callable[[str], Any]) -> None:
        self.campaign, self.sessions, self.entries, self.report = campaign, sessions, entries, report
        self.heroes = list(Character.objects.filter(campaign=campaign, name__in=HEROES).order_by("pk"))
        members = Member.objects.filter(campaign=campaign).select_related("user").order_by("pk")
        self.people = [member.user for member in members]
        # What the engine plays is dated to the end of its session, later than every line.
        lines = LogEntry.objects.filter(campaign=campaign, created__lt=F("session__starts") + SPREAD)
        self.written = lines.count()

    def write_until(self, session: Session) -> None:
        """Writes the lines of the sessions up to this one."""
        before = self.sessions.index(session) + 1
        self.report(f"session {before} of {len(self.sessions)}")
        self.write(before * self.entries // len(self.sessions))

    def write(self, number: int) -> None:
        """Writes lines until there are so many."""
        for first in range(self.written, number, BATCH):
            last = min(first + BATCH, number)
            rows = [
                _log_entry(self.campaign, self.sessions, self.heroes, self.people, n, self.entries)
                for n in range(first, last)
            ]
            with transaction.atomic():
                write_entries(rows, tell_webhooks=False)
            self.report(f"{last} of {self.entries} lines")
        self.written = max(self.written, number)


@transaction.atomic
def _create_campaign(system: str) -> Campaign:
    people = [User.objects.get_or_create(username=name)[0] for name in PEOPLE]
    campaign = Campaign.objects.create(name=NAME, system=system, created_by=people[0])
    for number, person in enumerate(people):
        Member.objects.create(
            campaign=campaign, user=person, role="player" if number else "gm", joined=_first_session()
        )
    sheets = finished_sheets(system)
    for number, name in enumerate(HEROES):
        owner = people[1 + number % (len(people) - 1)]
        Character.objects.create(campaign=campaign, owner=owner, name=name, sheet=sheets[number % len(sheets)])
    return campaign


def _first_session() -> datetime.datetime:
    return timezone.now() - datetime.timedelta(days=365 * YEARS)


def _create_sessions(campaign: Campaign, sessions: int) -> list[Session]:
    standing = list(Session.objects.filter(campaign=campaign).order_by("number"))
    begin = _first_session()
    apart = datetime.timedelta(days=365 * YEARS / max(sessions, 1))
    rows = [
        Session(
            campaign=campaign,
            number=number,
            title=f"Evening {number}",
            starts=begin + (number - 1) * apart,
            status=Session.Status.HELD,
        )
        for number in range(len(standing) + 1, sessions + 1)
    ]
    created = Session.objects.bulk_create(rows)
    members = list(Member.objects.filter(campaign=campaign).order_by("pk"))
    through = Session.attendance.through
    came = [
        through(session_id=row.pk, member_id=member.pk)
        for row in created
        for place, member in enumerate(members)
        if (row.number + place) % 5 or not place
    ]
    through.objects.bulk_create(came)
    return standing + created


def _log_entry(
    campaign: Campaign, sessions: list[Session], heroes: list[Character], people: list[User], n: int, entries: int
) -> LogEntry:
    hero, session = heroes[n * 7 % len(heroes)], sessions[n * len(sessions) // max(entries, 1)]
    text = DEEDS[n * 3 % len(DEEDS)].format(who=hero.name, place=PLACES[n * 5 % len(PLACES)])
    if n % RARE_EVERY == RARE_EVERY // 2:
        text += f" A {RARE} lies in the dust."
    assert session.starts is not None
    return build_entry(
        campaign=campaign,
        session=session,
        character=hero,
        by=people[n % len(people)],
        text=text,
        kind=KINDS[n % len(KINDS)],
        audience="gm" if n % 50 == 0 else "all",
        created=session.starts + n * SECOND % SPREAD,
    )
