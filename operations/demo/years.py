"""Gives demo campaigns a past of some years: sessions, fights played by the engine, awards, reveals, dates and a
death."""

import datetime
import json
from pathlib import Path
from typing import Any, Final

from django.db import models
from django.db.models import Max
from django.utils import timezone

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Command, Encounter, Participant
from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.calendar.dates import date_played_session, set_date
from campaigns.log.calendar.events import plan_event
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.log.checks import actions as check_actions
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.recaps.actions import save_recap
from campaigns.sessions.recaps.drafts import draft_recap
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.models import Reveal, WorldEntry
from characters.experience import actions as experience_actions
from characters.experience import step_actions
from characters.models import Character, ExperienceEntry, Monster
from characters.sheets import actions as sheet_actions
from characters.sheets import queries as sheet_queries
from characters.sheets import status_actions
from people.models import Member

YEARS: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "years.json").read_text(encoding="utf-8"))
MOST_COMMANDS: Final = 120
HOURS: Final = datetime.timedelta(hours=3)
# The rows that get the time of their session: {model: (path to the campaign, columns)}.
DATED_MODELS: Final[dict[type[models.Model], tuple[str, tuple[str, ...]]]] = {
    LogEntry: ("campaign", ("created",)),
    ExperienceEntry: ("character__campaign", ("created",)),
    Recap: ("session__campaign", ("created",)),
    Reveal: ("campaign", ("created",)),
    WorldEntry: ("campaign", ("created",)),
    Session: ("campaign", ("created",)),
    Encounter: ("campaign", ("created", "started", "ended")),
    Command: ("encounter__campaign", ("created",)),
}


def play_past_sessions(gm: Member, party: list[Character]) -> None:
    """Plays the sessions of the campaign's story, with a companion who dies in it."""
    story = YEARS[gm.campaign.name]
    companion = create_companion(gm, party, story["companion"])
    begin_calendar(gm, party, story["calendar"], story["sessions"][0]["date"])
    # The campaign began, and its characters joined, a week before the first session.
    date_rows(
        gm, dict.fromkeys(DATED_MODELS, 0), timezone.now() - datetime.timedelta(days=story["sessions"][0]["days"] + 7)
    )
    for plan in story["sessions"]:
        before = newest_ids(gm)
        when = (timezone.now() - datetime.timedelta(days=plan["days"])).replace(hour=19, minute=0, second=0)
        session = session_actions.plan_session(membership=gm, starts=when, title=plan["title"], notes=plan["notes"])
        play_session(gm, [*party, companion], companion, plan, session)
        companion.refresh_from_db()
        date_rows(gm, before, when + HOURS)


def create_companion(gm: Member, party: list[Character], plan: dict[str, Any]) -> Character:
    """A character of the GMs with the sheet of the plan, or of one of the party."""
    row = sheet_actions.create_character(
        campaign=gm.campaign,
        by=gm.user,
        owner=None,
        name=plan["name"],
        notes=plan["notes"],
        sheet=plan["sheet"] if "sheet" in plan else party[plan["like"]].sheet,
    )
    if sheet_queries.is_being_created(row):
        row = step_actions.take_step(character=row, by=gm.user, step={"type": "finish"}).character
    return row


def begin_calendar(gm: Member, party: list[Character], plan: dict[str, Any], date: str) -> None:
    """The campaign's calendar at the date of its first session, with births and planned events."""
    definition = write_definition(PRESETS[plan["preset"]][1])
    calendar_actions.save_calendar(membership=gm, definition=definition, date=date)
    for hero, birth in zip(party, plan["births"], strict=False):
        set_date(membership=gm, kind=InWorldDate.Kind.BIRTH, thing=hero, date=birth)
    for title, day, text, audience, *repetition in plan["events"]:
        plan_event(membership=gm, title=title, date=day, text=text, audience=audience, **dict(*repetition))


def play_session(
    gm: Member, everyone: list[Character], companion: Character, plan: dict[str, Any], session: Session
) -> None:
    """Plays a session with the engine: check, fight, death, page, award and recap, as far as the plan has them.

    `everyone` are the characters with the companion, who dies in a plan with a death and earns no award."""
    members = Member.objects.filter(campaign=gm.campaign).select_related("user")
    came = [member for member in members if member.user.username != plan.get("absent")]
    session = session_actions.record_attendance(membership=gm, session=session, attendance=came)
    date_played_session(membership=gm, session=session, date=plan["date"])
    alive = [character for character in everyone if character.status == Character.Status.ACTIVE]
    if "check" in plan:
        kind, inputs = plan["check"]
        check_actions.record_check(membership=gm, kind=kind, inputs=inputs, character=alive[0], session=session)
    if "fight" in plan:
        # The companion who dies is not among those who stand at the end.
        fighters = [character for character in alive if "death" not in plan or character.pk != companion.pk]
        _fight(gm, fighters, plan["fight"], session)
    if "death" in plan:
        status_actions.mark_dead(character=companion, by=gm.user, reason=plan["death"], session=session)
        set_date(membership=gm, kind=InWorldDate.Kind.DEATH, thing=companion, date=plan["date"])
    if "page" in plan:
        page = _show_page(gm, plan["page"], session)
        set_date(membership=gm, kind=InWorldDate.Kind.PAGE, thing=page, date=plan["date"])
    party = [character for character in everyone if character.pk != companion.pk]
    if "award" in plan:
        experience_actions.award_party(
            characters=party, amount=plan["award"], reason=plan["title"], by=gm.user, session=session
        )
    text = draft_recap(gm, session, Recap.Audience.PARTY)
    save_recap(membership=gm, session=session, audience=Recap.Audience.PARTY, text=text)


def _show_page(gm: Member, page: dict[str, Any], session: Session) -> WorldEntry:
    row = world_actions.create_entry(membership=gm, kind=page["kind"], name=page["name"], text=page["text"])
    reveals.show_entry(membership=gm, entry=row, how=page["how"], session=session)
    return row


def _fight(gm: Member, fighters: list[Character], plan: dict[str, Any], session: Session) -> None:
    """Plays an encounter from its start to its end; afterwards everyone rests."""
    sheets = {fighter.pk: fighter.sheet for fighter in fighters}
    row = encounter_actions.create(membership=gm, title=plan["title"], session=session)
    encounter_actions.add_characters(membership=gm, encounter=row, characters=fighters)
    for key, count in plan["foes"]:
        foe = Monster.objects.get(system=gm.campaign.system, key=key, campaign__isnull=True)
        encounter_actions.add_monsters(membership=gm, encounter=row, monster=foe, count=count)
    row = encounter_actions.start(membership=gm, encounter=row, seed=plan["title"])
    for command in plan.get("commands", []):
        play.submit(encounter=row, by=gm.user, command=command)
    _play_out(row, gm, plan.get("commands_until_end", MOST_COMMANDS), plan.get("outcome", "victory"))
    for fighter in fighters:
        fighter.refresh_from_db()
        if fighter.sheet != sheets[fighter.pk] and fighter.status == Character.Status.ACTIVE:
            fighter.sheet = sheets[fighter.pk]
            sheet_actions.save_next_revision(fighter, gm.user, "rested until the next session")
            fighter.refresh_from_db()


def _play_out(encounter: Encounter, gm: Member, most: int, outcome: str) -> None:
    """Lets everyone play by the game's policy; the GM ends an encounter that takes more commands, with this outcome."""
    rows = Participant.objects.filter(encounter=encounter).select_related("controller__user")
    seats = {row.key: row.controller for row in rows}
    for _turn in range(most):
        encounter.refresh_from_db()
        if encounter.status != Encounter.Status.RUNNING:
            return
        view = play.view(encounter, gm, "gm")
        waiting = view.get("waiting", view["turn"])
        member = (seats.get(waiting[0]) or gm) if waiting else gm
        command = play.read_encounter(encounter, member).policy(waiting[0]) if waiting else None
        if command is None:
            break
        play.submit(encounter=encounter, by=member.user, command=command)
    play.submit(encounter=encounter, by=gm.user, command={"type": "end", "actor": "gm", "outcome": outcome})


def newest_ids(gm: Member) -> dict[type[models.Model], int]:
    """The id of the newest row of each table that a session writes."""
    newest = {}
    for model, (path, _columns) in DATED_MODELS.items():
        rows = model._base_manager.filter(**{path: gm.campaign})
        newest[model] = rows.aggregate(newest=Max("pk"))["newest"] or 0
    return newest


def date_rows(gm: Member, before: dict[type[models.Model], int], when: datetime.datetime) -> None:
    """Dates all rows that are newer than the ids in `before` to `when`; an encounter that has no end gets none."""
    for model, (path, columns) in DATED_MODELS.items():
        keys = model._base_manager.filter(**{path: gm.campaign}, pk__gt=before[model]).values_list("pk", flat=True)
        rows = model._base_manager.filter(pk__in=list(keys))
        for column in columns:
            rows.filter(**{f"{column}__isnull": False}).update(**{column: when})
