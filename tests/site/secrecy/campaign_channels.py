"""Everything that someone can ask of a campaign: every address of the site, exports, refusals, webhooks."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.db import transaction
from django.test import Client

from campaigns.archive import member_export as own_archive
from campaigns.archive.book.making import write_book
from campaigns.archive.vault.writing import write_vault
from campaigns.webhooks.models import WebhookDelivery
from people.models import Member
from tests.site import roles
from tests.site.routes import Route, routes
from tests.site.secrecy.campaign_world import PRIVATE_TEXT, SEARCHED

# What every request generates. Nothing else may differ: the rows of both worlds are the same ones.
MADE_ANEW = (
    (re.compile(r'name="csrfmiddlewaretoken" value="\w+"'), "csrf"),
    (re.compile(r"(?<=X-CSRFToken)(\W+)\w{64}"), r"\1csrf"),
    (re.compile(r'name="key"\s+value="(?:[0-9a-f]{32}|[\w-]{16,18}(?="))'), "key"),
    (re.compile(r"(?<=expires: )[^\n]*GMT"), "now"),
    (re.compile(r'"last_used": ?"[^"]*"'), "used"),
    (re.compile(r">(?:now|an?[\xa0 ]\w+ ago|\d+\xa0\w+ ago)</time>"), ">ago</time>"),
    # The site's public key for push messages is made when it is first asked for.
    (re.compile(r'(?<=push[-_]key)("?[:=] ?")[\w-]{87}(?=")'), r"\1key"),
)
LOOSE_HEADERS = {"set-cookie", "content-length"}
# The same for everyone at any time, and slow: the document of the API, and the site's own libraries.
UNCHANGING = {"api-schema", "api-docs", "api-scripts", "api-problems", "api-elsewhere", "about"}
# Asked of the hidden page as well as of one that everyone reads: both are refused alike, whatever it holds.
REFUSED = (
    ("POST", "world/{hidden}/show/", {}),
    ("PATCH", "world/{hidden}/", {"name": "x"}),
    ("POST", "campaigns/{campaigns}/world/", {"kind": "note", "name": "x", "parent": "{hidden}"}),
    ("POST", "campaigns/{campaigns}/world/", {"kind": "thread", "name": "The drowned king"}),
    ("POST", "campaigns/{campaigns}/log/", {"text": "x", "session": 999999}),
    ("PATCH", "sessions/{sessions}/", {"title": "x"}),
    ("POST", "sessions/{sessions}/recaps/", {"audience": "gm"}),
    ("PATCH", "campaigns/{campaigns}/", {"revision": 1}),
    ("POST", "campaigns/{campaigns}/npcs/{npcs}/know/", {}),
    ("PATCH", "world/{world}/", {"revision": 1, "text": "x"}),
    ("POST", "world/{diary}/earlier/{private_version}/restore/", {}),
    ("POST", "sessions/{sessions}/earlier/{session-version}/restore/", {}),
    ("POST", "sessions/{sessions}/recaps/gm/earlier/{recap-version}/restore/", {}),
    ("POST", "ties/{ties}/earlier/{tie-version}/restore/", {}),
    ("POST", "ties/{removed-tie}/bring-back/", {}),
    ("POST", "threads/{threads}/quest/earlier/{quest-version}/restore/", {}),
)
STRANGERS = ("ex-member", "past-guest", "outsider", "other-gm", "anonymous")
OPTIONS = ("api-world", "api-world-entry", "api-session", "api-log", "api-search", "api-plots", "api-campaign")
PARTS = ("campaign", "campaign-world", "campaign-log", "world-entry", "session", "session-recap", "encounter-table")


def asked_routes() -> list[Route]:
    """Every address of the site but those that are the same for everyone."""
    return [route for route in routes() if not route.library and route.name not in UNCHANGING]


def received(made: roles.World, role: str, *among: str) -> dict[str, str]:
    """Every answer to the person, by what was asked: status, headers and body. Nothing is changed by asking.

    With `among` only what is asked under a name that holds one of these texts."""
    return dict(answers(made, role, *among))


def answers(made: roles.World, role: str, *among: str) -> Iterator[tuple[str, str]]:
    """The same answers one by one, each asked when it is wanted."""

    def wanted(name: str) -> bool:
        return not among or any(part in name for part in among)

    client = made.client(role)
    for asked, send in _questions(made, role, client):
        if wanted(asked):
            yield asked, text(send())
    for kind, make in FILES.items():
        if wanted(kind) or any(part.startswith(kind) for part in among):
            yield from ((name, file) for name, file in make(made, role).items() if wanted(name))


def _questions(made: roles.World, role: str, client: Client) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What is asked, and how."""
    for path in _addresses(made):
        yield f"GET {path}", partial(client.get, path)
    named = {route.name: route for route in routes()}
    for name in PARTS:
        path = named[name].path(made.ids)
        yield f"part {path}", partial(client.get, path, headers={"HX-Request": "true"})
        yield f"HEAD {path}", partial(client.head, path)
    for name in OPTIONS:
        path = named[name].path(made.ids)
        yield f"OPTIONS {path}", partial(client.options, path)
    for place, (method, path, body) in enumerate(REFUSED):
        filled = json.loads(json.dumps(body).replace('"{hidden}"', str(made.ids["hidden"])))
        yield f"refused {place}", partial(_refused, client, method, f"/api/v1/{path.format(**made.ids)}", filled)
    # The text that the diary had while it was private, sent back unchanged: others get the page with both texts.
    merge = {"kind": "note", "name": "A diary", "text": PRIVATE_TEXT, "base": str(made.ids["private_revision"])}
    merge |= {"revision": merge["base"]}
    yield "merge", partial(_post_and_roll_back, client, f"/world/{made.ids['diary']}/edit/", merge)


def _post_and_roll_back(client: Client, path: str, form: dict[str, str]) -> Any:
    """The answer to a form that the author of a page may send, and others may not."""
    with transaction.atomic():
        answer = client.post(path, form)
        transaction.set_rollback(True)
    return answer


def _refused(client: Client, method: str, path: str, body: dict[str, Any]) -> Any:
    """The answer to a request that must be refused; a body that would be taken gets a field that none has."""
    sent = json.dumps(body if "know" in path else body | {"no_such_field": 1})
    answer = client.generic(method, path, sent, content_type="application/json")
    assert answer.status_code >= 400, (path, answer.status_code)
    return answer


def _addresses(made: roles.World) -> Iterator[str]:
    """Each address with the ids of the world, of the hidden page, too; and searches."""
    for route in asked_routes():
        yield route.path(made.ids)
    for entry in made.campaign.world.filter(pk__lte=made.ids["last_page"]):
        yield from (f"/world/{entry.pk}/", f"/api/v1/world/{entry.pk}/", f"/world/{entry.pk}/thumbnail/")
    at = made.campaign.pk
    hidden_picture = f"world/{made.ids['ledger_page']}/text-pictures/{made.ids['hidden_picture']}/"
    yield from (f"/{hidden_picture}", f"/api/v1/{hidden_picture}")
    note_picture = f"note-pictures/{made.ids['hidden_note_picture']}/"
    session = f"sessions/{made.ids['sessions']}"
    for place in (f"log/{made.ids['hidden_line']}", session, f"{session}/recaps/party", f"{session}/recaps/gm"):
        yield from (f"/{place}/{note_picture}", f"/api/v1/{place}/{note_picture}")
    silent = f"sessions/{made.ids['silent_evening']}"
    yield from (f"/{silent}/", f"/{silent}/recap/", f"/api/v1/{silent}/")
    estuary = made.ids["estuary"]
    earlier = f"maps/{estuary}/earlier-pictures/{made.ids['estuary_earlier']}/"
    yield from (f"/maps/{estuary}/", f"/api/v1/maps/{estuary}/", f"/{earlier}", f"/api/v1/{earlier}")
    yield from (f"/api/v1/maps/{estuary}/{part}/" for part in ("picture", "pins", "areas", "visits"))
    diary, version = f"world/{made.ids['diary']}", f"earlier/{made.ids['private_version']}/"
    yield from (f"/{diary}/edit/", f"/{diary}/earlier/", f"/api/v1/{diary}/earlier/", f"/{diary}/{version}")
    yield from (f"/encounters/{made.ids['ended']}/", f"/api/v1/encounters/{made.ids['ended']}/")
    for word in SEARCHED:
        yield f"/encounters/{made.ids['encounters']}/drawer/?q={word}"
        yield from (
            f"/campaigns/{at}/search/?text={word}",
            f"/api/v1/campaigns/{at}/search/?text={word}",
            f"/api/v1/campaigns/{at}/search/?text={word}&session={made.ids['sessions']}",
            f"/api/v1/campaigns/{at}/search/?text={word}&character={made.ids['characters']}",
            f"/api/v1/campaigns/{at}/search/?text={word}&since=2020-01-01&world_until=400",
            f"/campaigns/{at}/world/?text={word}",
            f"/api/v1/campaigns/{at}/world/?text={word}",
            f"/campaigns/{at}/log/?text={word}",
            f"/campaigns/{at}/world/names/?text={word}",
            f"/api/v1/campaigns/{at}/log/?text={word}",
        )
    yield from (f"/api/v1/campaigns/{at}/log/?kind={kind}" for kind in ("note", "encounter", "campaign"))


def text(answer: Any) -> str:
    """An answer as it arrived, without what every request generates."""
    heads = {name.lower(): value for name, value in answer.headers.items() if name.lower() not in LOOSE_HEADERS}
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    whole = "\n".join(
        [
            str(answer.status_code),
            *(f"{name}: {heads[name]}" for name in sorted(heads)),
            "",
            body.decode("utf-8", "backslashreplace"),
        ]
    )
    for pattern, word in MADE_ANEW:
        whole = pattern.sub(word, whole)
    return whole


def _present_member(made: roles.World, role: str) -> Member | None:
    """The person's place in the campaign, unless they have none."""
    return Member.objects.present().filter(campaign=made.campaign, user=made.people.get(role)).first()


def _export(made: roles.World, role: str) -> dict[str, str]:
    """The files of the person's own export, without the moment at which it was made."""
    member = _present_member(made, role)
    if member is None:
        return {}
    into = io.BytesIO()
    own_archive.write_member_export(member, into)
    with zipfile.ZipFile(into) as archive:
        files = {name: archive.read(name).decode("utf-8", "backslashreplace") for name in archive.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    files["rows"] = json.dumps(manifest["rows"], sort_keys=True)
    return {f"export {name}": file for name, file in files.items()}


def _notes(made: roles.World, role: str) -> dict[str, str]:
    """The files of the world as notes, as the person gets them."""
    member = _present_member(made, role)
    if member is None:
        return {}
    into = io.BytesIO()
    write_vault(member, into)
    with zipfile.ZipFile(into) as vault:
        return {f"notes {name}": vault.read(name).decode("utf-8", "backslashreplace") for name in vault.namelist()}


def _books(made: roles.World, role: str) -> dict[str, str]:
    """The files of the books that the person can make."""
    member = _present_member(made, role)
    files: dict[str, str] = {}
    for audience in ("me", "party") if member is not None and not member.is_gm else ():
        into = io.BytesIO()
        write_book(member, audience, into)
        with zipfile.ZipFile(into) as book:
            for name in book.namelist():
                files[f"book {audience} {name}"] = book.read(name).decode("utf-8", "backslashreplace")
    return files


def _webhooks(made: roles.World, role: str) -> dict[str, str]:
    """What the webhook that hears of everything was told: what all members may know depends on nothing hidden."""
    if role in STRANGERS:
        return {}
    rows = WebhookDelivery.objects.filter(webhook__campaign=made.campaign, webhook__url="https://example.com/all")
    return {"webhooks": json.dumps([row.body for row in rows.order_by("pk")], sort_keys=True)}


# What is written into files for a person, by how the names of these files begin.
FILES = {"export ": _export, "notes ": _notes, "book ": _books, "webhooks": _webhooks}


def differences(one: dict[str, str], other: dict[str, str]) -> dict[str, tuple[str, str]]:
    """What was asked where two worlds differ, each with the place of the first difference."""
    found = {}
    for asked in one.keys() | other.keys():
        first, second = one.get(asked, ""), other.get(asked, "")
        if first != second:
            pairs = enumerate(zip(first, second, strict=False))
            place = max(0, next((place for place, (a, b) in pairs if a != b), min(len(first), len(second))) - 80)
            found[asked] = (first[place : place + 160], second[place : place + 160])
    return found
