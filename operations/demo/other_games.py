"""Creates the demo campaigns of the other games: party, check, adventure, a running encounter and a prepared one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.db import transaction

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter, Participant
from campaigns.log.checks import actions as check_actions
from campaigns.overview import actions as overview_actions
from campaigns.world import reveals
from characters.experience import actions as experience_actions
from characters.experience import step_actions
from characters.models import Character
from characters.sheets import actions as sheet_actions
from operations.demo import campaign as demo_campaign
from operations.demo import years
from people.access import get_membership
from people.models import Campaign, Member, User
from rules import play as rules

GAMES: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parent / "demo_games.json").read_text(encoding="utf-8"))
SEED: Final = "demo"


def create_other_demos(report: Callable[[str], Any], *, with_past: bool = False) -> list[Campaign]:
    """Creates missing demo campaigns, after `create_demo` has created the people; `with_past` as there."""
    people = demo_campaign.demo_people()
    campaigns = []
    for plan in GAMES:
        campaign = (
            Campaign.objects.filter(created_by=people[demo_campaign.GM], name=plan["name"]).order_by("pk").first()
        )
        campaigns.append(campaign or _create_campaign(people, plan, with_past))
        report(f"campaign: {plan['name']}, with a table that is running: {plan['running']['title']}")
    return campaigns


@transaction.atomic
def _create_campaign(people: dict[str, User], plan: dict[str, Any], with_past: bool) -> Campaign:
    campaign = overview_actions.create_campaign(
        by=people[demo_campaign.GM], name=plan["name"], system=plan["system"], summary=plan["summary"]
    )
    for name, role in demo_campaign.STORY["logins"].items():
        if role not in (None, "gm"):
            Member.objects.create(campaign=campaign, user=people[name], role=role)
    membership = get_membership(people[demo_campaign.GM], campaign.pk)
    party = [_create_character(membership, people, hero, with_experience=not with_past) for hero in plan["party"]]
    if with_past:
        years.play_past_sessions(membership, party)
    for check in plan["checks"]:
        whose = next(hero for hero in party if hero.name == check["name"])
        check_actions.record_check(
            membership=membership, kind=check["kind"], inputs=check["inputs"], character=whose, detail=check["detail"]
        )
    _import_adventure(membership, people[demo_campaign.KEEPER], plan)
    demo_campaign.prepare_encounter(membership, plan["prepared"], party)
    first = demo_campaign.prepare_encounter(membership, plan["running"]["encounter"], party)
    running = encounter_actions.start(membership=membership, encounter=first, seed=SEED)
    _play_some_turns(running, membership, plan["running"])
    return campaign


def _import_adventure(membership: Member, keeper: User, plan: dict[str, Any]) -> None:
    """Imports the shipped adventure; the players know some of its people."""
    version = demo_campaign.load_module(keeper, plan["adventure"])
    demo_campaign.import_adventure(membership, version, len(plan["party"]))
    for npc in Character.objects.filter(campaign=membership.campaign, kind="npc", name__in=plan["known"]):
        reveals.set_npc_known(membership=membership, npc=npc, known=True, how=plan["met"])


def _create_character(
    membership: Member, people: dict[str, User], hero: dict[str, Any], *, with_experience: bool
) -> Character:
    """Creates a finished character, with the unspent experience of some sessions if they are not played."""
    row = sheet_actions.create_character(
        campaign=membership.campaign,
        by=membership.user,
        owner=people[hero["owner"]],
        name=hero["name"],
        sheet=hero["sheet"],
        notes=hero["notes"],
    )
    row = step_actions.take_step(character=row, by=membership.user, step={"type": "finish"}).character
    if with_experience:
        experience_actions.award_experience(
            character=row, amount=hero["xp"], reason="earlier sessions", by=membership.user
        )
    return row


def _play_some_turns(encounter: Encounter, gm: Member, plan: dict[str, Any]) -> None:
    """Gives the listed commands, then plays some turns until it is a player's turn."""
    for command in plan["commands"]:
        play.submit(encounter=encounter, by=gm.user, command=command)
    rows = Participant.objects.filter(encounter=encounter).select_related("controller__user")
    seats = {row.key: row for row in rows}
    for turn in range(demo_campaign.TOO_MANY):
        view = play.view(encounter, gm, "gm")
        waiting = view.get("waiting", view["turn"])
        if not waiting or (turn >= plan["turns"] and seats[waiting[0]].controller):
            return
        member = seats[waiting[0]].controller or gm
        command = play.read_encounter(encounter, member).policy(waiting[0])
        if command is None:
            return
        play.submit(encounter=encounter, by=member.user, command=command)
        encounter.refresh_from_db()


def finished_sheets(system: str) -> list[dict[str, Any]]:
    """The sheets of the heroes of a game's demo campaign, after their creation."""
    party = next((plan["party"] for plan in GAMES if plan["system"] == system), demo_campaign.STORY["party"])
    return [_finish(system, rules.sheet(system, hero["sheet"], {})["sheet"]) for hero in party]


def _finish(system: str, sheet: dict[str, Any]) -> dict[str, Any]:
    if sheet.get("finished") is not False:
        return sheet
    finished: dict[str, Any] = rules.step(system, sheet, {}, {"type": "finish"})["sheet"]
    return finished
