"""Everything a viewer can ask a table for, and what of it may differ between two deals."""

import html
import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from django.test import Client

from campaigns.models import Encounter, EncounterSecret, User
from campaigns.sight import public_events
from config.templatetags.fatekeeper import card_name
from rules.engine import cards, fairness
from tests.site.api.conftest import Caller

PAGES = (
    "",
    "table/",
    "account/",
    "fairness/",
    "hands/",
    "edit/",
    "join/",
    "?as=oskar",
    "?as=gm",
    "?orders=mara",
    "table/?as=mara",
)
API = (
    "",
    "events/",
    "offers/",
    "verify/",
    "stream/",
    "?as=oskar",
    "events/?as=mara",
    "offers/?as=gm",
    "events/?after=1",
)
AROUND = ("", "log/", "encounters/", "characters/", "members/")
ODDS = (
    {"type": "skill-check", "actor": "mara", "difficulty": 6},
    {"type": "skill-check", "actor": "oskar", "difficulty": 6},
    {"type": "attack", "actor": "oskar", "target": "bandit-1", "weapon": "melee", "cards": ["QH"]},
    {"type": "attack", "actor": "mara", "target": "bandit-1", "weapon": "melee", "cards": ["9C"]},
    {"type": "attack", "actor": "bandit-1", "target": "mara", "weapon": "melee", "cards": ["7C"]},
)
# Nobody may give these: each is refused, in words that must not tell a card.
REFUSED = (
    {"type": "attack", "actor": "oskar", "target": "bandit-1", "weapon": "melee", "cards": []},
    {"type": "defend", "actor": "nobody", "cards": []},
    {"type": "discard", "actor": "bandit-2", "cards": []},
    {"type": "dance", "actor": "gm"},
    {},
)

SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
BY_NAME = {str(card_name(code)): code for code in cards.NAMES}
WORDS = re.compile(
    r"(?<![0-9A-Za-z])([2-9TJQKA][CDHS])(?![0-9A-Za-z])|([2-9TJQKA]|10)([♣♦♥♠])|(" + "|".join(BY_NAME) + ")"
)

# The whole list of what may differ between two deals with the same public history.
NORMALISED = (
    (re.compile(r'name="csrfmiddlewaretoken" value="\w+"'), "csrf"),
    (re.compile(r"(?<=X-CSRFToken)(\W+)\w{64}"), r"\1csrf"),
    (re.compile(r'name="key" value="[0-9a-f]{32}([^"]*)"'), r"key\1"),
    (re.compile(r'(?<="key": ")[0-9a-f]{32}'), "key"),
    (re.compile(r"\b(encounters|campaigns|characters|sessions|monsters|members|log)/\d+"), r"\1/N"),
    (re.compile(r'"(id|campaign|encounter|character|member|monster|controller)":\d+'), r'"\1":N'),
    (re.compile(r'(value|href|id|for)="((?:[a-z_#/-]*)?)\d+"'), r'\1="\2N"'),
    (re.compile(r'(?<=class="sr"> line )\d+'), "N"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?"), "time"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "commitment"),
    (re.compile(r'(?<="salt":")[0-9a-f]{32}'), "salt"),
)
# A header is compared unless it carries a fresh token; the length is the body's, and the bodies are compared.
LOOSE_HEADERS = {"set-cookie", "content-length"}


@dataclass
class Viewer:
    """One person, with a browser and a script; nobody is the anonymous."""

    user: User | None
    browser: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def __post_init__(self) -> None:
        self.script = Caller(self.user)
        if self.user is not None:
            self.browser.force_login(self.user)


def received(viewer: Viewer, encounter: Encounter) -> dict[str, str]:
    """Every answer to the viewer, by what was asked: status, headers and body. Nothing is changed by asking."""
    page, api = f"/encounters/{encounter.pk}/", f"encounters/{encounter.pk}/"
    around = encounter.campaign_id
    told = {f"page {path}": viewer.browser.get(page + path) for path in PAGES}
    told |= {f"part {path}": viewer.browser.get(page + path, headers={"HX-Request": "true"}) for path in PAGES[:2]}
    told |= {f"near {path}": viewer.browser.get(f"/campaigns/{around}/{path}") for path in AROUND}
    told |= {f"api {path}": viewer.script.get(api + path) for path in API}
    told |= {f"api near {path}": viewer.script.get(f"campaigns/{around}/{path}") for path in AROUND}
    told["options"] = viewer.script.send("OPTIONS", api)
    told["head"] = viewer.browser.head(page)
    for place, command in enumerate(ODDS):
        asked = json.dumps({"type": command["type"], "actor": command["actor"], "take": [], "fixed": command})
        told[f"odds {place}"] = viewer.browser.post(f"{page}odds/", {"do": asked})
        told[f"api odds {place}"] = viewer.script.send("GET", f"{api}odds/?command={json.dumps(command)}")
    for place, command in enumerate(REFUSED):
        given = {"type": command.get("type"), "actor": command.get("actor"), "take": [], "fixed": command}
        told[f"refused {place}"] = viewer.browser.post(f"{page}commands/", {"do": json.dumps(given)})
        told[f"api refused {place}"] = viewer.script.post(f"{api}commands/", {"command": command, "seen": 0})
    told["undo"] = viewer.browser.post(f"{page}undo/", {"to": "999"})
    told["api undo"] = viewer.script.post(f"{api}undo/", {"to": 999})
    return {asked: _text(answer) for asked, answer in told.items()}


def _text(answer: Any) -> str:
    heads = {name.lower(): value for name, value in answer.headers.items() if name.lower() not in LOOSE_HEADERS}
    body = answer.content.decode()
    return "\n".join([str(answer.status_code), *(f"{name}: {heads[name]}" for name in sorted(heads)), "", body])


def normalised(told: dict[str, str]) -> dict[str, str]:
    """The answers without what may differ."""
    plain = {}
    for asked, text in told.items():
        for pattern, word in NORMALISED:
            text = pattern.sub(word, text)
        plain[asked] = text
    return plain


def differences(one: dict[str, str], other: dict[str, str]) -> dict[str, tuple[str, str]]:
    """What was asked where two answers differ, each with the place of the first difference."""
    first, second = normalised(one), normalised(other)
    found = {}
    for asked in first:
        if first[asked] != second[asked]:
            pairs = enumerate(zip(first[asked], second[asked], strict=False))
            place = max(0, next((place for place, (a, b) in pairs if a != b), 0) - 80)
            found[asked] = (first[asked][place : place + 160], second[asked][place : place + 160])
    return found


def state_of(encounter: Encounter) -> dict[str, Any]:
    """The state, read where nobody but a test may read it."""
    state: dict[str, Any] = EncounterSecret.sealed.get(encounter=encounter).state
    return state


def hands(encounter: Encounter) -> dict[str, list[str]]:
    """The cards of each hand, "gm" among them, and of the draw pile as "pile"."""
    state = state_of(encounter)
    found = {person["id"]: cards.named(person.get("hand", "")) for person in state["people"]}
    return {**found, "gm": cards.named(state.get("fd", "")), "pile": cards.named(state["deck"].get("draw", ""))}


def secrets_of(encounter: Encounter) -> set[str]:
    """What no answer may ever hold: the key, the shuffles' secrets, and the salt of every card never opened."""
    deck = state_of(encounter)["deck"]
    told = {deck["key"]}
    for _number, order, secret in deck["shuffles"]:
        told.add(secret)
        told |= {fairness.salt(secret, place) for place in range(len(order))}
    return told - {one["salt"] for event in public_events(encounter) for one in event.get("opened", [])}


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
