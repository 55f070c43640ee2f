"""Hostile and mistaken requests: always a problem that says what is wrong, never a 500, nothing stored."""

import json
import os

import pytest

from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from people.models import Campaign
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db

BROKEN = {
    "json.syntax": [b" ", b"{", b'{"name": }', b"[1,]", b"{'name': 1}", b"nul", b"\x00", b'{"name": "\n"}'],
    "json.encoding": [b'{"name": "\xff"}', '{"name": "é"}'.encode("latin-1"), '{"name": 1}'.encode("utf-16")],
    "json.depth": [b"[" * 33 + b"]" * 33, b"[" * 100_000, b'{"name":' * 5_000, b'{"name":' + b"[" * 999],
    "json.duplicate_key": [b'{"name": "a", "name": "b"}', b'{"options": {"a": 1, "\\u0061": 2}}'],
    "json.non_finite": [b'{"name": NaN}', b"[Infinity]", b'{"options": {"x": -Infinity}}', b'{"x": 1e400}'],
    "json.number": [b'{"x": 9007199254740992}', b'{"x": -1e19}', b'{"x": ' + b"9" * 5_000 + b"}"],
    "json.surrogate": [b'{"name": "\\ud800"}', b'{"\\udc00": 1}', b'{"options": {"x": ["\\udbff"]}}'],
    "json.control": [b'{"name": "a\\u0000b"}', b'{"name": "\\u001b[2J"}', b'{"summary": "\\u0008"}'],
    "json.string": [b'{"name": "' + b"x" * 100_001 + b'"}'],
    "json.too_large": [b'{"name": "' + b"x" * (5 * 1024 * 1024) + b'"}'],
    "json.nodes": [b"[" + b"0," * 200_001 + b"0]"],
}


@pytest.mark.parametrize(
    ("code", "body"),
    [(code, body) for code, bodies in BROKEN.items() for body in bodies],
    ids=lambda value: value if isinstance(value, str) else repr(value[:16]),
)
def test_a_broken_body_is_refused_with_its_code_and_place(gm_api, campaign, code, body):
    for method, path in (("POST", "campaigns/"), ("PATCH", f"campaigns/{campaign.pk}/")):
        told = refused(gm_api.send(method, path, raw=body), 413 if code == "json.too_large" else 400, code)
        assert told["line"] >= 1
        assert told["column"] >= 1
    assert Campaign.objects.count() == 1
    assert LogEntry.objects.count() == 0


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/xml",
        "nonsense",
    ],
)
def test_another_media_type_is_told_what_to_send(gm_api, kind):
    body = json.dumps({"name": "x", "system": "fifty-two-fates"}).encode()
    refused(gm_api.send("POST", "campaigns/", raw=body, Content_Type=kind), 415)
    assert Campaign.objects.count() == 0


def test_utf8_may_be_said_and_a_byte_order_mark_may_stand_in_front(gm_api):
    body = b"\xef\xbb\xbf" + json.dumps({"name": "Salt", "system": "fifty-two-fates"}).encode()
    ok(gm_api.send("POST", "campaigns/", raw=body, Content_Type="application/json; charset=UTF-8"), 201)


ODD = [
    None,
    True,
    0,
    -1,
    1.5,
    2**53 - 1,
    1e15,
    "",
    " ",
    "x" * 9_000,
    "\u202e",
    "9" * 400,
    "null",
    [],
    [[]],
    {},
    {"id": 1},
    {"$ne": 1},
    ["a", 1, None],
]


STEP = max(1, 5 - int(os.environ.get("FATEKEEPER_FUZZ", "1")))


def odd_requests(campaign, session, hero, entry):
    """Every field of every body, one by one."""
    at = f"campaigns/{campaign.pk}"
    honest = {"name": "N", "system": campaign.system}
    bodies = {
        ("POST", "campaigns/"): (honest, ["name", "system", "summary", "options", "open_sheets", "zone"]),
        ("PATCH", f"{at}/"): (
            {},
            ["name", "summary", "options", "open_sheets", "real_cards", "zone", "archived"],
        ),
        ("POST", f"{at}/invitations/"): ({}, ["role", "days", "uses", "note"]),
        ("POST", "join/"): ({}, ["token"]),
        ("POST", f"{at}/sessions/"): ({}, ["title", "starts", "notes", "gm_notes"]),
        ("PATCH", f"sessions/{session.pk}/"): ({}, ["title", "starts", "notes", "status", "attendance"]),
        ("POST", f"{at}/log/"): ({"text": "t"}, ["text", "session", "character", "audience"]),
        ("POST", f"log/{entry.pk}/corrections/"): ({}, ["text"]),
        ("POST", f"{at}/characters/"): (
            {"name": "N"},
            ["name", "kind", "owner", "sheet", "notes", "credits"],
        ),
        ("PATCH", f"characters/{hero.pk}/"): (
            {"revision": 1},
            ["revision", "name", "sheet", "visible", "status"],
        ),
        ("POST", f"characters/{hero.pk}/hit-points/"): ({}, ["change", "to", "reason"]),
        ("POST", f"characters/{hero.pk}/pools/hp/"): ({}, ["change", "to", "reason"]),
        ("POST", f"characters/{hero.pk}/steps/"): ({"step": {"type": "x"}}, ["step", "explanation"]),
        ("POST", f"characters/{hero.pk}/awards/"): (
            {"amount": 1, "reason": "r"},
            ["amount", "unit", "reason", "encounter", "session"],
        ),
        ("POST", f"{at}/monsters/"): (
            {"name": "N", "stats": {}},
            ["name", "kind", "stats", "text", "active"],
        ),
        ("POST", f"{at}/imports/"): (
            {"module": "m", "version": "1"},
            ["module", "version", "ruleset", "party_size", "select", "dry_run"],
        ),
        ("POST", "modules/"): ({}, ["format", "module", "monsters"]),
        ("POST", "checks/"): (
            {"system": campaign.system, "kind": "skill", "inputs": {}},
            ["system", "kind", "inputs", "campaign"],
        ),
        ("POST", f"{at}/encounters/"): ({"title": "t"}, ["title", "notes", "groups", "options", "counts"]),
    }
    fields = [(request, body, field) for request, (body, names) in bodies.items() for field in names]
    for place, ((method, path), body, field) in enumerate(fields):
        # Each field gets its share of the odd values; FATEKEEPER_FUZZ=4 and more sends all of them to all.
        for value in ODD[place % STEP :: STEP]:
            yield method, path, {**body, field: value}


def test_no_value_of_a_wrong_type_in_any_field_is_ever_a_500(gm, campaign):
    session = Session.objects.create(campaign=campaign, number=1)
    hero = factories.CharacterFactory(campaign=campaign, sheet={})
    entry = LogEntry.objects.create(campaign=campaign, text="line", by=gm)
    api, told = Caller(gm), []
    for method, path, body in odd_requests(campaign, session, hero, entry):
        answer = api.send(method, path, body)
        if answer.status_code >= 500 or (answer.status_code >= 400 and "problem" not in answer["Content-Type"]):
            told.append((method, path, str(body)[:80], answer.status_code))
    assert not told
    # Whatever was stored can be read again by everyone.
    for path in ("", "members/", "invitations/", "sessions/", "log/", "characters/", "monsters/", "imports/"):
        ok(api.get(f"campaigns/{campaign.pk}/{path}"))


def test_an_unknown_field_is_refused_at_its_place_together_with_the_other_faults(gm_api):
    told = refused(gm_api.post("campaigns/", {"system": 5, "owner": 1, "a/b~": 2}), 422, "invalid")
    assert {error["pointer"]: error["code"] for error in told["errors"]} == {
        "/name": "required",
        "/system": "invalid",
        "/owner": "unknown",
        "/a~1b~0": "unknown",
    }
    assert Campaign.objects.count() == 0


@pytest.mark.parametrize("body", [[], "text", 1, None, True, [[{}]]])
def test_a_body_that_is_no_object_is_refused(gm_api, campaign, body):
    refused(gm_api.send("POST", "campaigns/", raw=json.dumps(body).encode()), 422, "invalid")


@pytest.mark.parametrize(
    "path",
    [
        "nothing/",
        "nothing",
        "campaigns/x/",
        "campaigns/0/",
        "campaigns/-1/",
        "campaigns/999999999999999999999999/",
        "characters/9999999999999999999/",
        "sessions/4611686018427387904/",
        "log/0/",
        "monsters/7/",
        "encounters/1/",
        "encounters/1/events/",
        "modules/x/1.0.0/",
        "modules/a%00b/1/",
        "rules/none/",
        "rules/%00/",
        "%ff/",
        "..%2f/",
        "/api/v2/",
        "/api/",
    ],
)
def test_a_missing_row_gives_the_same_404(gm_api, campaign, path):
    told = refused(gm_api.get(path), 404, "not-found")
    assert told["detail"] == "This does not exist, or you may not see it."


def test_missing_and_forbidden_are_byte_equal_to_an_outsider(caller, outsider, campaign):
    api, away = Caller(outsider), campaign.pk + 1
    hero = factories.CharacterFactory(campaign=campaign, sheet={})
    pairs = [
        (f"campaigns/{campaign.pk}/{part}", f"campaigns/{away}/{part}")
        for part in ("", "members/", "log/", "sessions/", "characters/", "imports/", "monsters/")
    ]
    pairs.append((f"characters/{hero.pk}/", f"characters/{hero.pk + 1}/"))
    for forbidden, missing in pairs:
        for method in ("GET", "PATCH", "DELETE", "POST"):
            first, other = (api.send(method, path, {}) for path in (forbidden, missing))
            assert (first.status_code, first.content) == (other.status_code, other.content)
            assert first.status_code in {404, 405}


@pytest.mark.parametrize(
    "query",
    [
        "?text=%00",
        "?text=%ED%A0%80",
        "?session=x",
        "?session=99999999999999999999",
        "?kind=none",
        "?cursor=x",
        "?cursor=cD1hYmM=",
        "?cursor=cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5",
        "?text=" + "x" * 300,
        "?%00=1",
    ],
)
def test_a_bad_parameter_is_a_400_and_never_a_500(gm_api, campaign, query):
    answer = gm_api.get(f"campaigns/{campaign.pk}/log/{query}")
    assert answer.status_code in {200, 400}
    if answer.status_code == 400:
        assert refused(answer, 400)["code"].startswith("parameter.")


def test_a_wrong_method_is_told_so_and_an_address_without_its_slash_is_the_same_address(gm_api, campaign):
    refused(gm_api.delete("campaigns/"), 405, "method-not-allowed")
    assert ok(gm_api.get(f"campaigns/{campaign.pk}"))["id"] == campaign.pk
    ok(gm_api.post("campaigns", {"name": "New", "system": campaign.system}), 201)


def test_only_json_is_served(gm_api):
    assert gm_api.get("campaigns/", Accept="text/html").status_code in {200, 406}
    refused(gm_api.get("campaigns/", Accept="image/png"), 406)


def test_a_fault_of_the_site_is_a_problem_that_tells_nothing_of_the_inside(gm_api, campaign, monkeypatch):
    def broken(*args, **kwargs):
        raise ZeroDivisionError("a secret of the inside")

    monkeypatch.setattr("campaigns.overview.api.campaigns_of", broken)
    answer = gm_api.get("campaigns/")
    refused(answer, 500, "server-error")
    assert b"secret" not in answer.content
    assert b"ZeroDivision" not in answer.content


def test_an_address_with_a_line_break_is_a_problem_too(gm_api):
    for path in ("characters/1%0A2/", "no%0Asuch/", "campaigns/1/%0A"):
        refused(gm_api.get(path), 404)


def test_a_request_for_another_host_is_a_problem_too(gm_api):
    refused(gm_api.get("campaigns/", Host="elsewhere.example"), 400, "unreadable")


def test_a_body_that_is_too_large_is_a_413_that_names_the_limit(gm_api, campaign, monkeypatch):
    monkeypatch.setattr("campaigns.world.api.PictureParser.most", 100)
    monkeypatch.setattr("campaigns.modules.api.ModuleZipParser.most", 1024 * 1024)
    monkeypatch.setattr("campaigns.archive.api.LARGEST", 2 * 1024 * 1024)
    page = campaign.world.create(name="The mill")
    picture = f"world/{page.pk}/picture/"
    refused(gm_api.send("PUT", picture, raw=b"x" * 101, Content_Type="image/png"), 413, "request.too_large")
    refused(gm_api.send("PUT", picture, raw=b"x" * 100, Content_Type="image/png", If_Match="*"), 422)
    sent = {"raw": b"x" * (1024 * 1024 + 1), "Content_Type": "application/zip"}
    assert "1 MiB" in refused(gm_api.send("POST", "modules/", **sent), 413, "request.too_large")["detail"]
    sent["raw"] *= 3
    assert "2 MiB" in refused(gm_api.send("POST", "restores/", **sent), 413, "request.too_large")["detail"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"]
)
def test_a_body_of_another_media_type_is_a_415(gm_api, campaign, kind):
    for method, path in (("POST", "campaigns/"), ("PATCH", f"campaigns/{campaign.pk}/"), ("POST", "restores/")):
        answer = gm_api.send(method, path, raw=b'{"name": "x"}', Content_Type=kind)
        accepted = "application/zip, application/octet-stream" if path == "restores/" else "application/json"
        assert refused(answer, 415, "unsupported-media-type")["detail"] == f"Send {accepted}."
    campaign.refresh_from_db()
    assert campaign.name == "The Salt Road"
