"""What `manage.py demo` lays out: people, an adventure, characters, an evening to come, a fight begun."""

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from campaigns import demo_world, play
from campaigns.actions import campaigns, checks, log, modules, sessions
from campaigns.models import (
    Campaign,
    Encounter,
    EncounterGroup,
    ImportRun,
    Member,
    ModuleVersion,
    Participant,
    Session,
    User,
)
from characters.actions import experience, sheets
from characters.models import Character

PASSWORD: Final = "fatekeeper-demo"  # noqa: S105 (printed for everybody who tries the demo)
SHIPPED: Final = Path(__file__).parent / "modules" / "shipped"
STORY: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "demo.json").read_text(encoding="utf-8"))
GM: Final = "gm-demo"
KEEPER: Final = "keeper"
# What somebody does who wants the fight to go on; the first one offered is taken.
PREFERRED: Final = ["defend", "discard", "death-draw", "attack", "cast", "wake-draw", "pick-up", "pass"]
ENOUGH, TOO_MANY = 6, 40


def lay_out(tell: Callable[[str], Any]) -> Campaign:
    """Makes whatever of the demo is missing and leaves the rest as it is; `tell` gets a line a step."""
    people = {name: _person(name) for name in STORY["logins"]}
    tell(f"logins: {', '.join(people)}; password: {PASSWORD}")
    version = _library(people[KEEPER])[STORY["adventure"]]
    campaign = _campaign(people, version)
    members = {row.user.username: row for row in campaign.members.select_related("campaign", "user")}
    own = members[GM]
    party = [_character(own, people, one) for one in STORY["party"]]
    _import(own, version)
    tell(f"campaign: {campaign.name}, with {len(party)} characters and its adventure")
    _evenings(own)
    _story(members, party)
    demo_world.lay_out(members, GM, STORY["world"], STORY["known"])
    running, ready = (_encounter(own, STORY[name], party) for name in ("running", "prepared"))
    if running.status == Encounter.Status.PREPARED:
        play.begin(encounter=running, by=own.user)
        _play_on(running, own)
    running.refresh_from_db()
    tell(f"encounters: {running.title} ({running.get_status_display()}), {ready.title}")
    return campaign


def _person(name: str) -> User:
    person, new = User.objects.get_or_create(username=name, defaults={"email": f"{name}@demo.invalid"})
    if new:
        person.set_password(PASSWORD)
        person.is_staff = person.is_superuser = STORY["logins"][name] is None
        person.save()
    return person


def _library(keeper: User) -> dict[str, ModuleVersion]:
    """Every shipped module, in everybody's library, by key."""
    found = {}
    for file in sorted(SHIPPED.glob("*.satchel.json")):
        document = modules.read(data=file.read_bytes())
        found[document["module"]["key"]] = modules.upload(by=keeper, document=document, shared=True)[0]
    return found


def _campaign(people: dict[str, User], version: ModuleVersion) -> Campaign:
    campaign = Campaign.objects.filter(created_by=people[GM], name=STORY["name"]).order_by("pk").first()
    if campaign is None:
        head = version.document["module"]
        campaign = campaigns.create(
            by=people[GM], name=STORY["name"], system=head["rulesets"][0]["ruleset"],
            summary=head["summary"].split(". ")[0] + ".",
        )  # fmt: skip
    for name, role in STORY["logins"].items():
        if role is not None:
            Member.objects.get_or_create(campaign=campaign, user=people[name], defaults={"role": role})
    return campaign


def _character(own: Member, people: dict[str, User], one: dict[str, Any]) -> Character:
    found = Character.objects.filter(campaign=own.campaign, name=one["name"]).first()
    if found is not None:
        return found
    return sheets.create(
        campaign=own.campaign, by=own.user, owner=people.get(one["owner"]), name=one["name"],
        sheet=one["sheet"], notes=one["notes"], credits=STORY["credits"], reason="evenings before this one",
    )  # fmt: skip


def _import(own: Member, version: ModuleVersion) -> None:
    # By module, not by version: a site that was upgraded keeps the version it has.
    if not ImportRun.objects.filter(campaign=own.campaign, version__module=version.module_id).exists():
        modules.apply(own=own, version=version, options={"party_size": STORY["party_size"]})


def _evenings(own: Member) -> None:
    if Session.objects.filter(campaign=own.campaign).exists():
        return
    today = timezone.now().replace(hour=19, minute=0, second=0, microsecond=0)
    everybody = list(Member.objects.filter(campaign=own.campaign))
    for evening in STORY["sessions"]:
        words = {name: evening[name] for name in ("title", "agenda", "notes", "gm_notes")}
        row = sessions.plan(own=own, starts=today + datetime.timedelta(days=evening["days"]), **words)
        if evening["days"] < 0:
            sessions.hold(own=own, session=row, attendance=everybody)


def _story(members: dict[str, Member], party: list[Character]) -> None:
    own, campaign = members[GM], members[GM].campaign
    if campaign.log.filter(kind="note", session__isnull=False).exists():
        return
    first = Session.objects.filter(campaign=campaign).order_by("number").first()
    for note in STORY["notes"]:
        audience = note.get("audience", "all")
        log.add_note(own=members[note["by"]], session=first, text=note["text"], audience=audience)
    check = STORY["check"]
    checks.record_check(
        own=members[check["by"]], kind=check["kind"], inputs=check["inputs"], character=party[0],
        session=first,
    )  # fmt: skip
    experience.award_all(characters=party, by=own.user, session=first, **STORY["award"])


@transaction.atomic
def _encounter(own: Member, key: str, party: list[Character]) -> Encounter:
    """The imported encounter with the party in it, before the foes."""
    encounter = Encounter.objects.select_related("campaign").get(
        campaign=own.campaign, source__key=key, source__module_key=STORY["adventure"]
    )
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


def _play_on(encounter: Encounter, gm: Member) -> None:
    """Plays some commands through the one write path, until it is a player's turn."""
    rows = Participant.objects.filter(encounter=encounter).select_related("controller__user")
    seats = {row.key: row for row in rows}
    for _turn in range(TOO_MANY):
        encounter.refresh_from_db()
        turn = play.view(encounter, gm, "gm")["turn"]
        if not turn or (encounter.number >= ENOUGH and seats[turn[0]].controller):
            return
        member = seats[turn[0]].controller or gm
        command = _choice(play.offers(encounter, member, turn[0]))
        if command is None:
            return
        play.submit(encounter=encounter, by=member.user, command=command, seen=encounter.number)


def _choice(offers: list[dict[str, Any]]) -> dict[str, Any] | None:
    for kind in PREFERRED:
        for offer in offers:
            if offer["type"] == kind:
                example: dict[str, Any] = offer["example"]
                return example
    return None
