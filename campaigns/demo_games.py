"""The demo campaigns of the other games: a party that is made, a check, an encounter begun and one prepared."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.db import transaction

from campaigns import access, demo, play
from campaigns.actions import campaigns, checks, encounters
from campaigns.models import Campaign, Encounter, Member, Participant, User
from characters.actions import experience, sheets, steps
from characters.models import Character, Monster

GAMES: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parent / "demo_games.json").read_text(encoding="utf-8"))
SEED: Final = "demo"


def lay_out(tell: Callable[[str], Any]) -> list[Campaign]:
    """Makes whatever is missing of each demo campaign, after `demo.lay_out` has made the people."""
    people = {user.username: user for user in User.objects.filter(username__in=demo.STORY["logins"])}
    made = []
    for told in GAMES:
        campaign = Campaign.objects.filter(created_by=people[demo.GM], name=told["name"]).order_by("pk").first()
        made.append(campaign or _campaign(people, told))
        tell(f"campaign: {told['name']}, with a table that is running: {told['running']['title']}")
    return made


@transaction.atomic
def _campaign(people: dict[str, User], told: dict[str, Any]) -> Campaign:
    campaign = campaigns.create(by=people[demo.GM], name=told["name"], system=told["system"], summary=told["summary"])
    for name, role in demo.STORY["logins"].items():
        if role not in (None, "gm"):
            Member.objects.create(campaign=campaign, user=people[name], role=role)
    own = access.member(people[demo.GM], campaign.pk)
    party = [_character(own, people, one) for one in told["party"]]
    for check in told["checks"]:
        whose = next(one for one in party if one.name == check["name"])
        checks.record_check(
            own=own, kind=check["kind"], inputs=check["inputs"], character=whose, detail=check["detail"]
        )
    _encounter(own, told["prepared"], party)
    running = encounters.start(own=own, encounter=_encounter(own, told["running"], party), seed=SEED)
    _play_on(running, own, told["running"])
    return campaign


def _character(own: Member, people: dict[str, User], one: dict[str, Any]) -> Character:
    """A character whose creation is finished, with the experience of some evenings to spend."""
    row = sheets.create(
        campaign=own.campaign, by=own.user, owner=people[one["owner"]], name=one["name"], sheet=one["sheet"],
        notes=one["notes"],
    )  # fmt: skip
    row = steps.take_step(character=row, by=own.user, step={"type": "finish"}).character
    experience.award(character=row, amount=one["xp"], reason="evenings before this one", by=own.user)
    return row


def _encounter(own: Member, told: dict[str, Any], party: list[Character]) -> Encounter:
    row = encounters.create(own=own, title=told["title"])
    encounters.add_characters(own=own, encounter=row, characters=party)
    for key, count in told["foes"]:
        foe = Monster.objects.get(system=own.campaign.system, key=key, campaign__isnull=True)
        encounters.add_monsters(own=own, encounter=row, monster=foe, count=count)
    return row


def _play_on(encounter: Encounter, gm: Member, told: dict[str, Any]) -> None:
    """Gives the told commands, then plays simply for some turns and until a player is asked."""
    for command in told["commands"]:
        play.submit(encounter=encounter, by=gm.user, command=command)
    rows = Participant.objects.filter(encounter=encounter).select_related("controller__user")
    seats = {row.key: row for row in rows}
    for turn in range(demo.TOO_MANY):
        view = play.view(encounter, gm, "gm")
        waiting = view.get("waiting", view["turn"])
        if not waiting or (turn >= told["turns"] and seats[waiting[0]].controller):
            return
        member = seats[waiting[0]].controller or gm
        command = play.look(encounter, member).policy(waiting[0])
        if command is None:
            return
        play.submit(encounter=encounter, by=member.user, command=command)
        encounter.refresh_from_db()
