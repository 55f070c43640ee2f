"""Plays sessions of the long campaign with the engine, so that its pages can be judged with what a campaign has.

Spread over its years: fights and checks, awards and the steps that they pay for, pages with ties that the players learn
of, deaths with a successor, recaps, and dates in the campaign's calendar."""

import datetime
from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.text import slugify

from campaigns.log.calendar.models import Calendar, InWorldDate
from campaigns.log.calendar.reckoning.spans import Span
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Session
from campaigns.world.models import WorldEntry
from campaigns.world.ties import actions as tie_actions
from characters.experience import step_actions
from characters.models import Character
from characters.sheets import queries as sheet_queries
from operations.demo import years
from operations.demo.other_games import finished_sheets
from people.models import Member
from rules.play import Refused

AT_A_TABLE: Final = 4
PAGE_EVERY, DEATH_EVERY = 4, 15
# Some fights end before one side prevails.
CUT_SHORT: Final = ("escape", "parley", "defeat")
CUT_SHORT_EVERY: Final = 5
COMPANIONS: Final = ("Corran Pike", "Old Hob", "Kit Marrow", "Jory Stitch", "Sella Dunn", "Piet Lantern")
PAGES: Final = (
    ("location", "The mill of {n}", "A mill on the coast road, where [[{who}]] wintered."),
    ("faction", "The company of {n}", "They owe [[{who}]] a favour.\n\n:::secret\nThey have sold it already.\n:::"),
    ("item", "The lamp of {n}", "It burns without oil. [[{who}]] carried it out."),
    ("thread", "What happened at {n}?", "[[{who}]] has sworn to find out."),
)
TIES: Final = {"location": "wintered at", "faction": "is owed by", "item": "carried", "thread": "swore to solve"}


def play_years(gm: Member, sessions: Sequence[Session], number: int, before_each: Callable[[Session], Any]) -> None:
    """Plays `number` of the sessions, spread evenly, oldest first; those that were played already stay as they are.

    `before_each` is called with every session before it is played. The campaign gets a calendar, if it has none."""
    if number < 1:
        return
    heroes = list(Character.objects.filter(campaign=gm.campaign, owner__isnull=False).order_by("pk"))
    story = next(plan for plan in years.YEARS.values() if plan["system"] == gm.campaign.system)
    chosen = [sessions[place * len(sessions) // number] for place in range(min(number, len(sessions)))]
    for place, session in enumerate(chosen):
        before_each(session)
        if session.recaps.exists():
            continue
        assert session.starts is not None
        before = years.newest_ids(gm)
        if not Calendar.objects.filter(campaign=gm.campaign).exists():
            years.begin_calendar(gm, heroes, story["calendar"], story["sessions"][0]["date"])
        plan = _plan(story, heroes, place, session) | {"date": _date(gm, session)}
        _play(gm, heroes, _find_companion(gm, heroes, place // DEATH_EVERY), plan, session)
        years.date_rows(gm, before, session.starts + years.HOURS)
        # The site filed some of them, such as events that fell due, under the session that is on today.
        LogEntry._base_manager.filter(campaign=gm.campaign, pk__gt=before[LogEntry]).update(session=session)


def _play(gm: Member, heroes: list[Character], companion: Character, plan: dict[str, Any], session: Session) -> None:
    session = session_actions.change_session(membership=gm, session=session, notes=plan["notes"])
    alive = [hero for hero in heroes if hero.status == Character.Status.ACTIVE]
    place = plan["place"]
    table = [alive[(place + seat) % len(alive)] for seat in range(min(AT_A_TABLE, len(alive)))]
    years.play_session(gm, [*table, companion], companion, plan, session)
    if "page" in plan:
        page = WorldEntry.objects.get(campaign=gm.campaign, name=plan["page"]["name"])
        tie_actions.create_tie(
            membership=gm, start=table[0], end=page, words=TIES[page.kind], visibility="party", since=plan["date"]
        )
    for hero in heroes:
        hero.refresh_from_db()
    for hero in table:
        _take_a_step(gm, hero)


def _plan(story: dict[str, Any], heroes: list[Character], place: int, session: Session) -> dict[str, Any]:
    """What happens in a session: the fights and checks of the game's own story in turn."""
    fights = [plan["fight"] for plan in story["sessions"] if "fight" in plan]
    checks = [plan["check"] for plan in story["sessions"] if "check" in plan]
    awards = [plan["award"] for plan in story["sessions"] if "award" in plan]
    who = heroes[place % len(heroes)].name
    plan: dict[str, Any] = {"title": session.title, "notes": f"[[{who}]] kept the watch.", "place": place}
    fight = fights[place % len(fights)]
    plan["fight"] = fight | {"title": f"{fight['title']} ({session.title})"}
    if place % CUT_SHORT_EVERY == 3:
        outcome = CUT_SHORT[place // CUT_SHORT_EVERY % len(CUT_SHORT)]
        plan["fight"] |= {"commands_until_end": 4, "outcome": outcome}
    if "commands" in fight:
        plan["fight"]["commands"] = [_call_everyone(command, heroes, place) for command in fight["commands"]]
    if checks and place % 3 == 1:
        plan["check"] = checks[place % len(checks)]
    if awards:
        plan["award"] = awards[0]
    if place % PAGE_EVERY == 2:
        kind, name, text = PAGES[place // PAGE_EVERY % len(PAGES)]
        plan["page"] = {"kind": kind, "name": name.format(n=session.title), "text": text.format(who=who), "how": ""}
    if place % DEATH_EVERY == DEATH_EVERY - 1:
        plan["death"] = "Held the door so that the others got out."
    return plan


def _call_everyone(command: dict[str, Any], heroes: list[Character], place: int) -> dict[str, Any]:
    """A check of a fight without foes, for two of those at the table."""
    alive = [hero for hero in heroes if hero.status == Character.Status.ACTIVE]
    called = [slugify(alive[(place + seat) % len(alive)].name) for seat in range(2)]
    return command | {"participants": called}


def _find_companion(gm: Member, heroes: list[Character], number: int) -> Character:
    """The companion of a part of the years; a new one joins after a death."""
    name = COMPANIONS[number % len(COMPANIONS)] + (
        f" {number // len(COMPANIONS) + 1}" if number >= len(COMPANIONS) else ""
    )
    found = Character.objects.filter(campaign=gm.campaign, name=name).first()
    if found is not None and found.status == Character.Status.DEAD:
        return _find_companion(gm, heroes, number + 1)
    return found or years.create_companion(
        gm, heroes, {"name": name, "sheet": finished_sheets(gm.campaign.system)[0], "notes": ""}
    )


def _date(gm: Member, session: Session) -> str:
    """The date of a session in the campaign's calendar: as many days after the first one as in reality."""
    calendar = Calendar.objects.get(campaign=gm.campaign)
    dated = InWorldDate.objects.filter(campaign=gm.campaign, session__isnull=False).order_by("first").first()
    assert session.starts is not None
    begin, since = (dated.first, dated.session.starts) if dated and dated.session else (calendar.now.first, None)
    days = 0 if since is None else (session.starts - since) // datetime.timedelta(days=1)
    hours = calendar.reckoning.definition.hours
    start = begin // hours * hours + days * hours
    return calendar.format(Span(start, start + hours - 1, "day"))


def _take_a_step(gm: Member, hero: Character) -> None:
    """Spends experience on the first step that the hero can pay for and that needs no decision of the GM."""
    for offer in sheet_queries.advancement_steps(hero):
        choices = {name: choice["from"][0] for name, choice in offer["choices"].items() if choice.get("from")}
        if not offer["affordable"] or offer["asks_gm"] or offer["step"]["type"] == "finish":
            continue
        try:
            step_actions.take_step(character=hero, by=gm.user, step={**offer["step"], **choices})
        except Refused:
            continue
        hero.refresh_from_db()
        return
