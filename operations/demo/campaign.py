"""Creates the demo of `manage.py demo`: people, an adventure, characters, sessions, and a running encounter."""

import datetime
import json
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.log import actions as log_actions
from campaigns.log.calendar.dates import date_played_session
from campaigns.log.calendar.models import Calendar
from campaigns.log.checks import actions as check_actions
from campaigns.modules import actions as module_actions
from campaigns.modules.models import ImportRun, ModuleVersion
from campaigns.overview import actions as overview_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Session
from characters.experience import actions as experience_actions
from characters.models import Character
from characters.sheets import actions as sheet_actions
from operations.demo import maps, world, years
from people.models import Campaign, Member, User
from rules.play import Offer

PASSWORD: Final = "fatekeeper-demo"  # noqa: S105 (printed for everyone who tries the demo)
SHIPPED: Final = settings.BASE_DIR / "campaigns" / "modules" / "shipped"
SUFFIX: Final = ".satchel.json"
STORY: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "demo.json").read_text(encoding="utf-8"))
# The addresses of the demo's people, by which it knows them again.
DOMAIN: Final = "demo.invalid"
GM: Final = "gm-demo"
KEEPER: Final = "keeper"
# Commands that continue the fight; the first one on offer is given.
PREFERRED: Final = ["defend", "discard", "death-draw", "attack", "cast", "wake-draw", "pick-up", "pass"]
ENOUGH, TOO_MANY = 6, 40
# With these cards a player is asked to defend, with a card that wins and cards that do not.
RUNNING_SEED: Final = "demo2"


def create_demo(report: Callable[[str], Any], *, with_password: bool = True, with_past: bool = False) -> Campaign:
    """Creates missing parts of the demo and leaves the rest unchanged; `report` gets a line for each step.

    Without a password nobody can sign in as one of its people, and nobody is an administrator. `with_past` gives a new
    campaign two years of sessions, which take some seconds.
    """
    people = {name: _create_person(name, with_password) for name in STORY["logins"]}
    listed = ", ".join(person.username for person in people.values())
    report(f"logins: {listed}; password: {PASSWORD}" if with_password else f"people: {listed}")
    version = _load_modules(people[KEEPER])[STORY["adventure"]]
    campaign = _create_campaign(people, version)
    rows = {row.user_id: row for row in campaign.members.select_related("campaign", "user")}
    members = {name: rows[person.pk] for name, person in people.items() if person.pk in rows}
    membership = members[GM]
    with_past = with_past and not Session.objects.filter(campaign=campaign).exists()
    party = [_create_character(membership, people, plan, credits=not with_past) for plan in STORY["party"]]
    if with_past:
        years.play_past_sessions(membership, party)
    before = years.newest_ids(membership)
    import_adventure(membership, version, STORY["party_size"])
    report(f"campaign: {campaign.name}, with {len(party)} characters and its adventure")
    _create_sessions(membership)
    _write_log(members, party)
    world.create_demo_world(members, GM, STORY["world"], STORY["known"])
    world.tie_world_together(membership, STORY)
    maps.create_demo_maps(membership, STORY["maps"])
    # What was written above happened on the day of the last session, and not when the demo was made.
    session = _find_last_session(membership)
    if session is not None and session.starts is not None:
        years.date_rows(membership, before, session.starts + years.HOURS)
    running, ready = (prepare_encounter(membership, STORY[name], party) for name in ("running", "prepared"))
    if running.status == Encounter.Status.PREPARED:
        play.begin(encounter=running, by=membership.user, seed=RUNNING_SEED)
        _play_some_turns(running, membership)
    running.refresh_from_db()
    report(f"encounters: {running.title} ({running.get_status_display()}), {ready.title}")
    return campaign


def demo_people() -> dict[str, User]:
    """The people of the demo by their names in its story."""
    return {name: person for name in STORY["logins"] if (person := _find_person(name)) is not None}


def _find_person(name: str) -> User | None:
    """The person with the demo's address; once there is a demo, also one who has another address now."""
    person = User.objects.filter(email=f"{name}@{DOMAIN}").order_by("pk").first()
    if person is None and Campaign.objects.filter(name=STORY["name"], created_by__username=GM).exists():
        person = User.objects.filter(username=name).first()
    return person


def _create_person(name: str, with_password: bool) -> User:
    """The person of the demo; somebody else who already has the name keeps it."""
    person = _find_person(name)
    if person is None:
        person = User(username=_free_name(name), email=f"{name}@{DOMAIN}")
        person.set_password(PASSWORD if with_password else None)
        person.is_staff = person.is_superuser = with_password and STORY["logins"][name] is None
        person.save()
    return person


def _free_name(name: str) -> str:
    names = chain([name, f"{name}-demo"], (f"{name}-demo-{number}" for number in count(2)))
    return next(free for free in names if not User.objects.filter(username__iexact=free).exists())


def _load_modules(keeper: User) -> dict[str, ModuleVersion]:
    """Every shipped module, in everyone's library, by key."""
    versions = [_load_module(keeper, file) for file in sorted(SHIPPED.glob(f"*{SUFFIX}"))]
    return {version.module.key: version for version in versions}


def load_module(keeper: User, key: str) -> ModuleVersion:
    """The shipped module with this key, in everyone's library."""
    return _load_module(keeper, SHIPPED / f"{key}{SUFFIX}")


def _load_module(keeper: User, file: Path) -> ModuleVersion:
    document = module_actions.read(data=file.read_bytes())
    return module_actions.upload(by=keeper, document=document, shared=True)[0]


def _create_campaign(people: dict[str, User], version: ModuleVersion) -> Campaign:
    campaign = Campaign.objects.filter(created_by=people[GM], name=STORY["name"]).order_by("pk").first()
    if campaign is None:
        head = version.document["module"]
        campaign = overview_actions.create_campaign(
            by=people[GM],
            name=STORY["name"],
            system=head["rulesets"][0]["ruleset"],
            summary=head["summary"].split(". ")[0] + ".",
        )
    for name, role in STORY["logins"].items():
        if role is not None:
            Member.objects.get_or_create(campaign=campaign, user=people[name], defaults={"role": role})
    return campaign


def _create_character(membership: Member, people: dict[str, User], plan: dict[str, Any], *, credits: bool) -> Character:
    character = Character.objects.filter(campaign=membership.campaign, name=plan["name"]).first()
    if character is not None:
        return character
    return sheet_actions.create_character(
        campaign=membership.campaign,
        by=membership.user,
        owner=people.get(plan["owner"]),
        name=plan["name"],
        sheet=plan["sheet"],
        notes=plan["notes"],
        credits=STORY["credits"] if credits else 0,
        reason="earlier sessions",
    )


def import_adventure(membership: Member, version: ModuleVersion, party_size: int) -> None:
    """Imports the adventure into the campaign, unless the campaign has it."""
    # By module, not by version: a site that was upgraded keeps the version it has.
    if not ImportRun.objects.filter(campaign=membership.campaign, version__module=version.module_id).exists():
        module_actions.apply_import(membership=membership, version=version, options={"party_size": party_size})


def _create_sessions(membership: Member) -> None:
    first = STORY["sessions"][0]["title"]
    if Session.objects.filter(campaign=membership.campaign, title=first).exists():
        return
    today = timezone.now().replace(hour=19, minute=0, second=0, microsecond=0)
    everyone = list(Member.objects.filter(campaign=membership.campaign))
    for planned in STORY["sessions"]:
        words = {name: planned[name] for name in ("title", "agenda", "notes", "gm_notes")}
        row = session_actions.plan_session(
            membership=membership, starts=today + datetime.timedelta(days=planned["days"]), **words
        )
        if planned["days"] < 0:
            session_actions.record_attendance(membership=membership, session=row, attendance=everyone)
            if Calendar.objects.filter(campaign=membership.campaign).exists():
                date_played_session(membership=membership, session=row, date=planned["date"])


def _find_last_session(membership: Member) -> Session | None:
    """The session of the story that has been played; None after somebody renamed it."""
    return Session.objects.filter(campaign=membership.campaign, title=STORY["sessions"][0]["title"]).first()


def _write_log(members: dict[str, Member], party: list[Character]) -> None:
    membership, campaign = members[GM], members[GM].campaign
    if campaign.log.filter(kind="note", session__isnull=False).exists():
        return
    first = _find_last_session(membership)
    for note in STORY["notes"]:
        audience = note.get("audience", "all")
        log_actions.add_note(membership=members[note["by"]], session=first, text=note["text"], audience=audience)
    check = STORY["check"]
    check_actions.record_check(
        membership=members[check["by"]],
        kind=check["kind"],
        inputs=check["inputs"],
        character=party[0],
        session=first,
    )
    experience_actions.award_party(characters=party, by=membership.user, session=first, **STORY["award"])


@transaction.atomic
def prepare_encounter(membership: Member, key: str, party: list[Character]) -> Encounter:
    """The imported encounter with this key, with the party added before the monsters."""
    encounter = Encounter.objects.select_related("campaign").get(campaign=membership.campaign, source__key=key)
    foes = list(encounter.groups.all())
    if encounter.status == Encounter.Status.PREPARED and all(line.side == "monsters" for line in foes):
        for line in foes:
            line.position += len(party)
            line.save(update_fields=["position"])
        EncounterGroup.objects.bulk_create(
            EncounterGroup(encounter=encounter, position=position, side="players", character=character)
            for position, character in enumerate(party)
        )
    return encounter


def _play_some_turns(encounter: Encounter, gm: Member) -> None:
    """Plays some commands until it is a player's turn."""
    rows = Participant.objects.filter(encounter=encounter).select_related("controller__user")
    seats = {row.key: row for row in rows}
    for _turn in range(TOO_MANY):
        encounter.refresh_from_db()
        turn = play.view(encounter, gm, "gm")["turn"]
        if not turn or (encounter.number >= ENOUGH and seats[turn[0]].controller):
            return
        member = seats[turn[0]].controller or gm
        command = _choose_command(play.offers(encounter, member, turn[0]))
        if command is None:
            return
        play.submit(encounter=encounter, by=member.user, command=command, seen=encounter.number)


def _choose_command(offers: list[Offer]) -> dict[str, Any] | None:
    for kind in PREFERRED:
        for offer in offers:
            if offer["type"] == kind:
                example: dict[str, Any] = offer["example"]
                return example
    return None
