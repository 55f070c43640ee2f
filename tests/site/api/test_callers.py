"""Tokens and sessions: who may call, how far a token reaches, and how soon it stops reaching."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from campaigns.overview.members import actions
from common.rate_counts import BatchedCounts
from config.api.limits import AnonymousThrottle, UserThrottle, batch_size
from people.credentials.models import ApiToken
from people.models import Campaign, Member
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


def test_a_token_lets_its_owner_in_and_nobody_else(gm_api, campaign, caller):
    assert ok(gm_api.get("me/"))["username"] == "gm"
    refused(caller().get("me/"), 401, "not-signed-in")


@pytest.mark.parametrize(
    "header",
    ["Token", "Token nonsense", "Token fate_" + "0" * 64, "Token a b", "Token fate_\xff", "Bearer x"],
)
def test_an_unknown_token_is_told_so(header, caller, gm):
    answer = caller().get("me/", Authorization=header)
    refused(answer, 401)
    assert answer["WWW-Authenticate"] == "Token, Bearer"


def test_a_token_in_the_address_opens_nothing(gm, caller):
    secret = Caller(gm).secret
    refused(caller().get(f"me/?token={secret}&Authorization=Token%20{secret}"), 401)


def test_a_token_stops_when_it_expires_is_revoked_or_its_owner_is_deactivated(gm, campaign):
    expiring, revoked, api = Caller(gm), Caller(gm), Caller(gm)
    assert ok(expiring.get("me/"))
    ApiToken.objects.filter(token_key=expiring.secret[:15]).update(expiry=timezone.now() - timedelta(seconds=1))
    refused(expiring.get("me/"), 401)
    assert ok(revoked.get("campaigns/"))
    assert api.delete(f"tokens/{revoked.secret[:15]}/").status_code == 204
    refused(revoked.get("campaigns/"), 401)
    gm.is_active = False
    gm.save()
    refused(api.get("campaigns/"), 401)


def test_a_reading_token_reads_and_changes_nothing(gm, campaign):
    reader = Caller(gm, can_write=False)
    assert ok(reader.get(f"campaigns/{campaign.pk}/"))["role"] == "gm"
    told = refused(reader.patch(f"campaigns/{campaign.pk}/", {"name": "Mine"}), 403, "token.read_only")
    assert "read" in told["detail"]
    refused(reader.post("campaigns/", {"name": "x", "system": campaign.system}), 403, "token.read_only")
    refused(reader.delete(f"tokens/{reader.secret[:15]}/"), 403, "token.read_only")
    campaign.refresh_from_db()
    assert campaign.name == "The Salt Road"


def test_a_token_for_one_campaign_finds_that_campaign_alone(gm, campaign):
    other = factories.CampaignFactory(name="Elsewhere")
    factories.MemberFactory(campaign=other, user=gm, role="gm")
    hero = factories.CharacterFactory(campaign=other, sheet={})
    monster = factories.MonsterFactory(campaign=other)
    bound = Caller(gm, campaign=campaign)
    assert [row["id"] for row in ok(bound.get("campaigns/"))["results"]] == [campaign.pk]
    assert ok(bound.get(f"campaigns/{campaign.pk}/"))
    elsewhere = [f"campaigns/{other.pk}/{part}" for part in ("", "members/", "log/", "characters/", "monsters/")]
    for path in (*elsewhere, f"characters/{hero.pk}/", f"monsters/{monster.pk}/"):
        refused(bound.get(path), 404, "not-found")
    refused(bound.post("campaigns/", {"name": "New", "system": campaign.system}), 403, "forbidden")
    assert Campaign.objects.count() == 2


def test_somebody_who_is_removed_is_out_with_the_next_request(gm, ana, campaign):
    api, path = Caller(ana), f"campaigns/{campaign.pk}/"
    assert ok(api.get(path))
    membership = Member.objects.get(campaign=campaign, user=gm)
    actions.remove_member(membership=membership, member=Member.objects.get(campaign=campaign, user=ana))
    refused(api.get(path), 404)
    assert ok(api.get("campaigns/"))["results"] == []


def test_the_use_of_a_token_is_noted_but_not_each_time(gm):
    api = Caller(gm)
    ok(api.get("me/"))
    first = ApiToken.objects.get().last_used
    assert first is not None
    ok(api.get("me/"))
    assert ApiToken.objects.get().last_used == first


def test_a_browser_session_may_read_but_writes_only_with_the_csrf_token(gm, campaign):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(gm)
    assert browser.get("/api/v1/me/").json()["username"] == "gm"
    path = f"/api/v1/campaigns/{campaign.pk}/"
    refused(browser.patch(path, {"name": "x"}, content_type="application/json"), 403)
    page = browser.get("/me/")
    token = browser.cookies["csrf"].value
    assert page.status_code == 200
    headers = {"X-CSRFToken": token, "If-Match": browser.get(path)["ETag"]}
    answer = browser.patch(path, {"name": "x"}, content_type="application/json", headers=headers)
    assert ok(answer)["name"] == "x"


def test_private_answers_are_stored_by_no_cache(gm_api, campaign):
    answer = gm_api.get("campaigns/")
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]


def test_tokens_are_listed_without_their_secrets_and_revoked_by_their_owner_alone(gm, ana):
    api, other = Caller(gm), Caller(ana)
    rows = ok(api.get("tokens/"))["results"]
    assert [row["id"] for row in rows] == [api.secret[:15]]
    assert api.secret not in str(rows)
    refused(other.delete(f"tokens/{api.secret[:15]}/"), 404)
    refused(api.delete("tokens/fate_none/"), 404)
    assert ok(api.get("me/"))


def test_somebody_who_asks_too_often_is_told_when_to_come_back(gm, ana, caller, monkeypatch):
    rates = {"user": "3/min", "anon": "2/min"}
    for throttle in (UserThrottle, AnonymousThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", rates)
    monkeypatch.setattr("common.endpoint.Endpoint.throttle_classes", [UserThrottle, AnonymousThrottle])
    cache.clear()
    api = Caller(gm)
    for _ in range(3):
        ok(api.get("me/"))
    answer = api.get("me/")
    refused(answer, 429, "throttled")
    assert 0 < int(answer["Retry-After"]) <= 61
    assert ok(Caller(ana).get("me/"))
    cache.clear()


def test_a_bearer_token_is_the_same_token(gm, campaign):
    secret = Caller(gm).secret
    assert ok(Caller().get("me/", Authorization=f"Bearer {secret}"))["username"] == "gm"
    assert ok(Caller().get("me/", Authorization=f"bearer {secret}"))["username"] == "gm"
    for header in ("Bearer", "Bearer ", "Bearer nonsense", f"Bearer {secret} b", f"Bearer {secret}0"):
        refused(Caller().get("me/", Authorization=header), 401, "authentication-failed")


@pytest.fixture
def low_limits(monkeypatch):
    """Three requests a minute for a person, two for an address."""
    for throttle in (UserThrottle, AnonymousThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"user": "3/min", "anon": "2/min"})
    monkeypatch.setattr("common.endpoint.Endpoint.throttle_classes", [UserThrottle, AnonymousThrottle])
    cache.clear()
    # In the middle of a minute: the limit counts by the minute, and a new one would begin with a new count.
    with time_machine.travel(timezone.now().replace(second=20), tick=True):
        yield
    cache.clear()


def test_every_answer_says_how_much_is_left(gm, low_limits):
    api = Caller(gm)
    for left in (2, 1, 0):
        answer = api.get("me/")
        assert answer["RateLimit-Policy"] == '"user";q=3;w=60'
        assert answer["RateLimit"].startswith(f'"user";r={left};t=')
    answer = api.get("me/")
    refused(answer, 429, "throttled")
    assert answer["RateLimit"].startswith('"user";r=0;t=')


def test_all_tokens_of_a_person_share_one_limit(gm, ana, low_limits):
    first, second = Caller(gm), Caller(gm)
    assert first.get("me/")["RateLimit"].startswith('"user";r=2;t=')
    assert second.get("me/")["RateLimit"].startswith('"user";r=1;t=')
    first.get("me/")
    refused(second.get("me/"), 429, "throttled")
    assert Caller(ana).get("me/")["RateLimit"].startswith('"user";r=2;t=')


def test_somebody_who_guesses_tokens_is_throttled(caller, low_limits):
    for _ in range(2):
        refused(caller().get("me/", Authorization="Token fate_" + "0" * 64), 401)
    refused(caller().get("me/", Authorization="Token fate_" + "1" * 64), 429, "throttled")
    refused(caller().get("me/"), 429, "throttled")


def test_requests_that_a_token_may_not_make_count_too(gm, campaign, low_limits):
    reader = Caller(gm, can_write=False)
    for _ in range(3):
        refused(reader.send("PATCH", f"campaigns/{campaign.pk}/", {"name": "x"}), 403, "token.read_only")
    refused(reader.send("PATCH", f"campaigns/{campaign.pk}/", {"name": "x"}), 429, "throttled")


def test_near_the_ceiling_parallel_processes_count_each_other():
    cache.clear()
    processes, most, let_through = [BatchedCounts() for _ in range(4)], 1200, 0
    for turn in range(1600):
        counts = processes[turn % 4]
        known = counts.known_uses("key", seconds=3600)
        uses = counts.count_one("key", seconds=3600, batch=batch_size(most, known))
        let_through += uses <= most
    assert most <= let_through <= most + 4
    cache.clear()
