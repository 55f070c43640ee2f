"""Everything a viewer can ask a table for, and what of it may differ between two deals."""

import copy
import html
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import unquote

from django.http import HttpRequest
from django.test import Client
from rest_framework.request import Request

from campaigns.encounters.models import Encounter, EncounterSecret
from campaigns.encounters.play.visibility import public_events
from campaigns.encounters.quick_preparation import preparation_revision
from common.entity_tags import with_entity_tag
from config.templatetags.fatekeeper import card_name
from people.models import User
from rules.engine import cards, fairness
from tests.site.api.conftest import Caller
from tests.site.secrecy.scenes import FATES, Scene

PAGES = ("", "table/", "account/", "fairness/", "hands/", "edit/", "join/", "drawer/", "adventure/")
API = ("", "events/", "offers/", "verify/", "stream/", "events/?after=1")
MOST_PAGES_OF_REFUSALS = 2
AROUND = ("", "log/", "encounters/", "characters/", "members/")

# The fields of a side of a play that hold face-down cards.
HIDING = ("down", "laid", "cards")
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
BY_NAME = {str(card_name(code)): code for code in cards.NAMES}
WORDS = re.compile(
    r"(?<![0-9A-Za-z])([2-9TJQKA][CDHS])(?![0-9A-Za-z])|([2-9TJQKA]|10)([♣♦♥♠])|(" + "|".join(BY_NAME) + ")"
)

# The whole list of what may differ between two deals with the same public history.
NORMALISED = (
    (re.compile(r'name="csrfmiddlewaretoken" value="\w+"'), "csrf"),
    (re.compile(r"(?<=X-CSRFToken)(\W+)\w{64}"), r"\1csrf"),
    (re.compile(r'name="key"\s+value="(?:[0-9a-f]{32}|\w{16}(?="))([^"]*)"'), r"key\1"),
    (re.compile(r'(?<="key": ")[0-9a-f]{32}'), "key"),
    (re.compile(r'((?:name="question"\s+value|data-asks)=")[0-9a-f]{8}'), r"\1draw"),
    (re.compile(r"(?<=\?state=)[0-9a-f]{16}"), "draw"),
    (re.compile(r"fairness-\d+\.json"), "fairness.json"),
    (re.compile(r"\b(encounters|campaigns|characters|sessions|monsters|members|log)/\d+"), r"\1/N"),
    (re.compile(r"(?<=[?&]encounter=)\d+"), "N"),
    (re.compile(r'"(id|campaign|encounter|character|member|monster|controller)":\d+'), r'"\1":N'),
    (re.compile(r'(value|href|id|for|data-shown|data-running)="((?:[a-z_#/-]*)?)\d+(d?)"'), r'\1="\2N\3"'),
    (re.compile(r"(?<=fairness-)\d+(?=\.json)"), "N"),
    (re.compile(r'(?<=class="sr"> entry )\d+'), "N"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?"), "time"),
    (re.compile(r"\b\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d"), "minute"),
    (re.compile(r">(now|an?[\xa0 ]\w+ ago|\d+\xa0\w+ ago)</time>"), ">ago</time>"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "commitment"),
    (re.compile(r'(?<="salt":")[0-9a-f]{32}'), "salt"),
)
# A header is compared unless it carries a fresh token; the length is the body's, and the bodies are compared.
LOOSE_HEADERS = {"set-cookie", "content-length"}


@dataclass
class Viewer:
    """One person, with a browser and a script; nobody is the anonymous."""

    user: User | None
    scene: Scene = FATES
    browser: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def __post_init__(self) -> None:
        guest = self.user is not None and self.user.is_demo_visitor
        self.script = Caller(None if guest else self.user)
        if self.user is not None:
            self.browser.force_login(self.user)
        if guest:  # guests have no tokens, and ask the API from their browser
            self.script.client = self.browser


def received(viewer: Viewer, encounter: Encounter) -> dict[str, str]:
    """Every answer to the viewer, by what was asked: status, headers and body. Nothing is changed by asking."""
    return dict(answers(viewer, encounter))


def answers(viewer: Viewer, encounter: Encounter) -> Iterator[tuple[str, str]]:
    """The same answers one by one, each asked when it is wanted."""
    # For GMs a number of what they prepared, in which rows have their ids; it holds nothing of the play.
    prepared = f'"revision":{preparation_revision(encounter)}'
    for asked, send in (*_reads(viewer, encounter), *_commands(viewer, encounter)):
        yield asked, _text(send()).replace(prepared, '"revision":P')


def _reads(viewer: Viewer, encounter: Encounter) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What is read, and how."""
    page, api, scene = f"/encounters/{encounter.pk}/", f"encounters/{encounter.pk}/", viewer.scene
    around, browse, ask = encounter.campaign_id, viewer.browser.get, viewer.script.get
    first, other, third = scene.seats[:3]
    pages = [*PAGES, f"?as={first}", f"?as={other}", f"?as={third}", f"table/?as={other}&orders={first}"]
    yield from ((f"page {path}", partial(browse, page + path)) for path in pages)
    for path in PAGES[:2]:
        yield f"part {path}", partial(browse, page + path, headers={"HX-Request": "true"})
    yield from ((f"near {path}", partial(browse, f"/campaigns/{around}/{path}")) for path in AROUND)
    seated = [f"{of}?as={seat}" for of, seat in zip(("", "events/", "offers/", "events/"), scene.seats, strict=False)]
    yield from ((f"api {path}", partial(ask, api + path)) for path in [*API, *seated])
    yield from ((f"api near {path}", partial(ask, f"campaigns/{around}/{path}")) for path in AROUND)
    yield "waiting", partial(browse, "/waiting/")
    yield "home running", partial(browse, "/running/")
    yield "seats", partial(browse, "/offline/seats/")
    yield "api waiting", partial(ask, "waiting/")
    yield "options", partial(viewer.script.send, "OPTIONS", api)
    yield "head", partial(viewer.browser.head, page)


def _commands(viewer: Viewer, encounter: Encounter) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The odds of commands, and commands that are refused."""
    page, api, scene = f"/encounters/{encounter.pk}/", f"encounters/{encounter.pk}/", viewer.scene
    post, ask = viewer.browser.post, viewer.script
    for place, command in enumerate(scene.odds):
        asked = {"do": json.dumps({"type": command["type"], "actor": command["actor"], "take": [], "fixed": command})}
        yield f"odds {place}", partial(post, f"{page}odds/", asked)
        yield f"api odds {place}", partial(ask.send, "GET", f"{api}odds/?command={json.dumps(command)}")
        if command["actor"] in scene.seats:
            yield f"odds as {place}", partial(post, f"{page}odds/", {**asked, "as": command["actor"]})
    for place, command in enumerate(scene.refused):
        given = {"type": command.get("type"), "actor": command.get("actor"), "take": [], "fixed": command}
        if place < MOST_PAGES_OF_REFUSALS:
            yield f"refused {place}", partial(post, f"{page}commands/", {"do": json.dumps(given)})
        yield f"api refused {place}", partial(ask.post, f"{api}commands/", {"command": command, "seen": 0})
    yield "undo", partial(post, f"{page}undo/", {"to": "999"})
    yield "api undo", partial(ask.post, f"{api}undo/", {"to": 999})


def _text(answer: Any) -> str:
    heads = {name.lower(): value for name, value in answer.headers.items() if name.lower() not in LOOSE_HEADERS}
    heads |= without_digest(answer)
    body = answer.content.decode()
    return "\n".join([str(answer.status_code), *(f"{name}: {heads[name]}" for name in sorted(heads)), "", body])


def without_digest(answer: Any) -> dict[str, str]:
    """The ETag without its digest, once that is shown to come from the body alone; else nothing."""
    tag = answer.headers.get("ETag", "")
    if not re.fullmatch(r'(W/)?"\d+-[0-9a-f]{12}"', tag) or answer.status_code == 304:
        return {}
    body = json.loads(answer.content)
    made = with_entity_tag(Request(HttpRequest()), body).headers["ETag"]
    assert tag.removeprefix("W/") == made, "a digest of more than what the viewer received"
    return {"etag": tag.partition("-")[0]}


def normalised(one: str, other: str) -> tuple[str, str]:
    """Two answers without what may differ; only as much is taken out as is needed to make them equal."""
    for pattern, word in NORMALISED:
        if one == other:
            break
        one, other = pattern.sub(word, one), pattern.sub(word, other)
    return one, other


def differences(one: dict[str, str], other: dict[str, str]) -> dict[str, tuple[str, str]]:
    """What was asked where two answers differ, each with the place of the first difference."""
    found = {}
    for asked in one:
        first, second = normalised(one[asked], other[asked])
        if first != second:
            pairs = enumerate(zip(first, second, strict=False))
            place = max(0, next((place for place, (a, b) in pairs if a != b), 0) - 80)
            found[asked] = (first[place : place + 160], second[place : place + 160])
    return found


def first_difference(viewer: Viewer, *tables: Encounter) -> str:
    """The first question that two tables answer differently, after which nothing is asked; empty if there is none."""
    for (asked, one), (_asked, other) in zip(*(answers(viewer, table) for table in tables), strict=True):
        if len(set(normalised(one, other))) > 1:
            return asked
    return ""


def state_of(encounter: Encounter) -> dict[str, Any]:
    """The state, read where nobody but a test may read it."""
    state: dict[str, Any] = EncounterSecret.sealed.get(encounter=encounter).state
    return state


def hands(encounter: Encounter) -> dict[str, list[str]]:
    """The cards of each hand and those laid face down, "gm" among the holders, and the draw pile as "pile"."""
    state = state_of(encounter)
    found = {person["id"]: cards.names_of(person.get("hand", "")) for person in state["people"]}
    play = state.get("play") or {"sides": []}
    for laid in [*play["sides"], *state.get("queue", [])]:
        found[laid["who"]] += cards.names_of("".join(laid.get(name, "") for name in ("down", "laid", "cards")))
    pile = [card for card in cards.names_of(state["deck"].get("draw", "")) if card != cards.JOKER]
    return {**found, "gm": cards.names_of(state.get("fd", "")), "pile": pile}


def secrets_of(encounter: Encounter) -> set[str]:
    """What no answer may ever hold: the key, the shuffles' secrets, and the salt of every card never opened."""
    deck = state_of(encounter)["deck"]
    told = {deck["key"]}
    for _number, order, secret in deck["shuffles"]:
        told.add(secret)
        told |= {fairness.salt(secret, place) for place in range(len(order))}
    return told - {opening["salt"] for event in public_events(encounter) for opening in event.get("opened", [])}


def cards_in(text: str) -> set[str]:
    """The cards that a text names: by code, by sign or by name, in any wrapping."""
    found = set()
    for reading in {text, html.unescape(text), unquote(text)}:
        for code, rank, sign, name in WORDS.findall(reading):
            found.add(code or BY_NAME.get(name) or rank.replace("10", "T") + SIGNS[sign])
    return found


def seen_in(text: str, card: str) -> bool:
    """Whether a text names a card."""
    return card in cards_in(text)


def spots(state: dict[str, Any]) -> list[tuple[dict[str, Any], str, str]]:
    """Every place where hidden cards lie: (what holds the field, the field, whose it is; "" for the pile)."""
    found = [(state["deck"], "draw", ""), (state, "fd", "gm")]
    found += [(person, "hand", person["id"]) for person in state["people"]]
    sides = (state.get("play") or {"sides": []})["sides"]
    found += [(laid, name, laid["who"]) for laid in [*sides, *state.get("queue", [])] for name in HIDING]
    return [(row, name, whose) for row, name, whose in found if row.get(name)]


@contextmanager
def otherwise(encounter: Encounter, change: Callable[[dict[str, Any]], None], mine: Iterable[str]) -> Iterator[None]:
    """For a while other secrets lie in the database: a changed state, and private events and commands of others.

    What is told to all, and whatever the seats in `mine` were told, stays as it is.
    """
    secret = EncounterSecret.sealed.get(encounter=encounter)
    before, mine = copy.deepcopy(secret.state), set(mine)
    others = [row for row in encounter.events.filter(public=False) if mine.isdisjoint(row.body["visible_to"])]
    given = list(encounter.commands.exclude(type__in=["undo", "control"]))
    stored = [(row, row.body) for row in [*others, *given]]
    change(secret.state)
    secret.save(update_fields=["state"])
    for row, body in stored:
        type(row).objects.filter(pk=row.pk).update(body={**body, "text": "otherwise", "cards": ["ZZ"], "card": "ZZ"})
    try:
        yield
    finally:
        secret.state = before
        secret.save(update_fields=["state"])
        for row, body in stored:
            type(row).objects.filter(pk=row.pk).update(body=body)


def exchanged(state: dict[str, Any], mine: Iterable[str], rng: random.Random) -> int:
    """Exchanges all cards among each other that lie hidden from these seats; how many there were."""
    hidden = [spot for spot in spots(state) if spot[2] not in mine]
    old = [card for row, name, _whose in hidden for card in row[name] if card not in cards.JOKERS]
    new = rng.sample(old, len(old))
    swap = dict(zip(old, new, strict=True))
    for row, name, _whose in hidden:
        row[name] = "".join(swap.get(card, card) for card in row[name])
    for shuffle in state["deck"]["shuffles"]:
        shuffle[1] = "".join(swap.get(card, card) for card in shuffle[1])
    return sum(one != other for one, other in swap.items())
