"""Scopes of tokens: every operation has one, and a token without it gets no answer from any of them."""

import re
from datetime import timedelta

import pytest
from django.urls import resolve
from django.utils import timezone

from people.credentials.models import ApiToken
from people.credentials.scopes import EVERYTHING, SCOPES
from tests import factories
from tests.site.api.conftest import Caller, ok, refused
from tests.site.api.openapi_document import openapi_document

pytestmark = pytest.mark.django_db
# What every token may read: the published rules, and what it is itself.
FOR_ANY = {"/api/v1/systems/", "/api/v1/features/", "/api/v1/rules/{system}/", "/api/v1/catalogue/", "/api/v1/me/"}
KNOWN = {*SCOPES, f"{EVERYTHING}:read", f"{EVERYTHING}:write"}


def operations():
    """(method, address, scopes, operation) of every operation of the document."""
    for path, methods in openapi_document()["paths"].items():
        for method, operation in methods.items():
            ways = {name: tuple(scopes) for way in operation["security"] for name, scopes in way.items()}
            assert ways["token"] == ways["bearer"], path
            assert ways["session"] == (), path
            yield method.upper(), path, ways["token"], operation


def test_every_operation_of_the_document_has_a_scope_and_tells_it():
    for method, path, scopes, operation in operations():
        assert KNOWN.issuperset(scopes), path
        assert bool(scopes) != (path in FOR_ANY), f"{method} {path}"
        assert all(scope.endswith(":read" if method == "GET" else ":write") for scope in scopes), path
        assert all(f"`{scope}`" in operation["description"] for scope in scopes), path


def test_a_token_without_its_scope_is_refused_by_every_operation(gm, campaign):
    """Once for each scope that an operation needs, with a token for all others."""
    callers = {}
    for method, path, scopes, _operation in operations():
        for scope in scopes:
            subject = scope.partition(":")[0]
            others = [candidate for candidate in SCOPES if candidate.partition(":")[0] != subject]
            if subject not in callers:
                callers[subject] = Caller(gm, scopes=others)
            told = refused(callers[subject].send(method, re.sub(r"\{\w+\}", "1", path), {}), 403, "token.area")
            assert f"“{scope}”" in told["detail"], path


def test_reading_scopes_change_nothing(gm, campaign):
    api = Caller(gm, scopes=[scope for scope in SCOPES if scope.endswith(":read")])
    for method, path, scopes, _operation in operations():
        if method != "GET":
            told = refused(api.send(method, re.sub(r"\{\w+\}", "1", path), {}), 403, "token.read_only")
            assert all(scope in told["detail"] for scope in scopes), path


def test_a_token_does_what_its_scopes_say(gm, ana, campaign):
    path = f"campaigns/{campaign.pk}"
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, sheet={})
    api = Caller(ana, scopes=["log:write", "characters:read"], campaign=campaign)
    ok(api.post(f"{path}/log/", {"text": "We met the ferryman."}), 201)
    assert ok(api.get(f"{path}/log/"))["results"], "who may write may also read"
    assert [row["id"] for row in ok(api.get(f"{path}/characters/"))["results"]] == [hero.pk]
    refused(api.delete(f"characters/{hero.pk}/"), 403, "token.area")
    refused(api.get(f"{path}/world/"), 403, "token.area")
    refused(api.get(f"{path}/search/?text=ferryman"), 403, "token.area")
    mine = ok(api.get("me/"))["token"]
    assert (mine["scopes"], mine["can_write"], mine["area"]) == (["characters:read", "log:write"], True, "")


def test_a_limited_token_does_not_reveal_the_address_of_its_owner(ana, campaign):
    """Tokens with scopes or for one campaign are given to other people's services."""
    assert ok(Caller(ana).get("me/"))["email"] == ana.email != ""
    for limits in ({"scopes": ["log:read"]}, {"campaign": campaign}):
        assert ok(Caller(ana, **limits).get("me/"))["email"] == "", limits


def test_a_scope_gives_nothing_that_its_owner_may_not(gm, ana, ben, campaign):
    """The log of another campaign, and the change of someone else's character, stay closed."""
    other = factories.CampaignFactory(name="Elsewhere")
    factories.MemberFactory(campaign=other, user=gm, role="gm")
    hero = factories.CharacterFactory(campaign=campaign, owner=ben, sheet={})
    api = Caller(ana, scopes=list(SCOPES))
    refused(api.get(f"campaigns/{other.pk}/log/"), 404)
    refused(api.patch(f"characters/{hero.pk}/", {"name": "Mine", "revision": 1}), 403, "forbidden")
    refused(api.patch(f"campaigns/{campaign.pk}/", {"name": "Mine"}), 403, "forbidden")


@pytest.mark.parametrize(
    ("limits", "shown"),
    [
        ({"can_write": False}, False),
        ({"scopes": ["campaign:read", "log:read"]}, False),
        ({"scopes": ["campaign:write", "log:write"]}, True),
        ({}, True),
    ],
)
def test_a_token_that_may_only_read_gets_no_link_that_lets_someone_in(gm, campaign, limits, shown):
    """With the link of an invitation anyone can join; with a member's link to proposed dates anyone can answer."""
    writes, soon = Caller(gm), [(timezone.now() + timedelta(days=days)).isoformat() for days in (3, 4)]
    made = ok(writes.post(f"campaigns/{campaign.pk}/invitations/", {"role": "co-gm"}), 201)
    session = ok(writes.post(f"campaigns/{campaign.pk}/sessions/", {"title": "The mill"}), 201)["id"]
    ok(writes.post(f"sessions/{session}/proposed-dates/", {"dates": soon[1:], "expires": soon[0]}), 201)
    api = Caller(gm, **limits)
    [invitation] = ok(api.get(f"campaigns/{campaign.pk}/invitations/"))["results"]
    assert invitation == made | ({} if shown else {"link": ""})
    links = ok(api.get(f"sessions/{session}/date-links/"))["results"]
    assert {link["url"] is not None for link in links} == {shown}


def test_a_limited_token_neither_reads_nor_revokes_nor_makes_tokens(gm, client):
    limited = Caller(gm, scopes=list(SCOPES))
    refused(limited.get("tokens/"), 403, "token.area")
    refused(limited.delete(f"tokens/{limited.secret[:15]}/"), 403, "token.area")
    assert client.post("/me/tokens/", headers={"Authorization": f"Token {limited.secret}"}).status_code == 302
    assert ApiToken.objects.count() == 1


def test_an_endpoint_that_declares_no_scope_is_for_full_tokens_alone(gm, monkeypatch):
    """A forgotten declaration closes the endpoint."""
    monkeypatch.delattr(resolve("/api/v1/me/").func.view_class, "token_scope")
    refused(Caller(gm, scopes=list(SCOPES)).get("me/"), 403, "token.area")
    assert ok(Caller(gm).get("me/"))
    assert ok(Caller(gm, can_write=False).get("me/"))
