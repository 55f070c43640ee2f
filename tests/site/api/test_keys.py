"""A request that is sent again with its key is done once and answered alike."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from campaigns.log.models import LogEntry
from people.idempotency.models import IdempotencyRecord
from people.models import Campaign, Invitation
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
BODY = {"name": "Salt", "system": "fifty-two-fates"}


def test_the_same_request_with_the_same_key_makes_one_row_and_gets_the_same_answer(gm_api):
    first = gm_api.post("campaigns/", BODY, Idempotency_Key="k1")
    again = gm_api.post("campaigns/", dict(reversed(BODY.items())), Idempotency_Key="k1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    assert Campaign.objects.count() == 1


def test_without_a_key_or_with_another_one_two_equal_requests_both_count(gm_api):
    for key in ({}, {}, {"Idempotency_Key": "a"}, {"Idempotency_Key": "b"}):
        ok(gm_api.post("campaigns/", BODY, **key), 201)
    assert Campaign.objects.count() == 4


def test_a_key_that_came_with_another_body_or_route_is_refused(gm_api, campaign):
    ok(gm_api.post("campaigns/", BODY, Idempotency_Key="k1"), 201)
    refused(gm_api.post("campaigns/", BODY | {"name": "Pepper"}, Idempotency_Key="k1"), 422, "idempotency.reused")
    refused(gm_api.post(f"campaigns/{campaign.pk}/log/", BODY, Idempotency_Key="k1"), 422, "idempotency.reused")
    assert Campaign.objects.count() == 2


def test_keys_are_each_persons_own(gm_api, ana_api):
    ok(gm_api.post("campaigns/", BODY, Idempotency_Key="k1"), 201)
    ok(ana_api.post("campaigns/", BODY, Idempotency_Key="k1"), 201)
    assert Campaign.objects.count() == 2


def test_a_refused_request_leaves_its_key_free_for_the_mended_one(gm_api):
    refused(gm_api.post("campaigns/", BODY | {"system": "none"}, Idempotency_Key="k1"), 422)
    assert IdempotencyRecord.objects.count() == 0
    ok(gm_api.post("campaigns/", BODY, Idempotency_Key="k1"), 201)


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201, "é"])
def test_a_key_of_a_wrong_shape_is_refused(gm_api, key):
    refused(gm_api.post("campaigns/", BODY, Idempotency_Key=key), 400, "idempotency.key")
    assert Campaign.objects.count() == 0


def test_the_link_of_an_invitation_is_told_again_but_stored_nowhere(gm_api, campaign):
    path = f"campaigns/{campaign.pk}/invitations/"
    first = ok(gm_api.post(path, {"role": "player"}, Idempotency_Key="k1"), 201)
    again = ok(gm_api.post(path, {"role": "player"}, Idempotency_Key="k1"), 201)
    assert first == again
    assert first["link"].startswith("http://testserver/join/")
    assert Invitation.objects.count() == 1
    assert first["link"].split("/join/")[1] not in str(IdempotencyRecord.objects.get().body)


def test_the_link_to_proposed_dates_is_told_again_but_stored_nowhere(gm_api, gm, ana, campaign):
    session = ok(gm_api.post(f"campaigns/{campaign.pk}/sessions/", {"title": "The mill"}), 201)["id"]
    soon = [(timezone.now() + timedelta(days=days)).isoformat() for days in (3, 4)]
    ok(gm_api.post(f"sessions/{session}/proposed-dates/", {"dates": soon[1:], "expires": soon[0]}), 201)
    path, body = f"sessions/{session}/date-links/", {"member": campaign.members.get(user=ana).pk}
    first = ok(gm_api.post(path, body, Idempotency_Key="k1"), 201)
    assert first == ok(gm_api.post(path, body, Idempotency_Key="k1"), 201)
    assert first["url"].startswith("http://testserver/when/")
    assert first["url"].split("/when/")[1] not in str(IdempotencyRecord.objects.get(key="k1").body)
    campaign.members.filter(user=gm).update(role="player")
    refused(gm_api.post(path, body, Idempotency_Key="k1"), 403)


def test_somebody_who_was_removed_gets_no_stored_answer(gm, campaign):
    api, path = Caller(gm), f"campaigns/{campaign.pk}/invitations/"
    ok(api.post(path, {}, Idempotency_Key="k1"), 201)
    campaign.members.filter(user=gm).update(left=campaign.created)
    refused(api.post(path, {}, Idempotency_Key="k1"), 404)


def test_somebody_who_has_left_gets_no_stored_answer_of_the_log(ana, campaign):
    api, path, line = Caller(ana), f"campaigns/{campaign.pk}/log/", {"text": "The bell rang."}
    ok(api.post(path, line, Idempotency_Key="k1"), 201)
    campaign.members.filter(user=ana).update(left=campaign.created)
    refused(api.post(path, line, Idempotency_Key="k1"), 404)


def test_a_token_for_one_campaign_gets_no_stored_answer_of_another(gm, campaign):
    other = factories.MemberFactory(user=gm, role="gm").campaign
    path, line = f"campaigns/{other.pk}/sessions/", {"title": "The other table"}
    session = ok(Caller(gm).post(path, line, Idempotency_Key="k1"), 201)
    correction = f"sessions/{session['id']}/proposed-dates/ask/"
    limited = Caller(gm, campaign=campaign)
    refused(limited.post(path, line, Idempotency_Key="k1"), 422)
    refused(limited.post(path, line, Idempotency_Key="k2"), 404)
    refused(limited.post(correction, {}, Idempotency_Key="k3"), 404)
    first = ok(limited.post(f"campaigns/{campaign.pk}/sessions/", line, Idempotency_Key="k4"), 201)
    assert ok(limited.post(f"campaigns/{campaign.pk}/sessions/", line, Idempotency_Key="k4"), 201) == first


def test_a_token_for_one_campaign_neither_lists_nor_revokes_other_tokens(gm, campaign):
    full, limited = Caller(gm), Caller(gm, campaign=campaign)
    [mine] = ok(limited.get("tokens/"))["results"]
    assert mine["campaign"] == campaign.pk
    for token in ok(full.get("tokens/"))["results"]:
        if token["campaign"] is None:
            refused(limited.delete(f"tokens/{token['id']}/"), 404)
    assert len(ok(full.get("tokens/"))["results"]) == 2


def test_pages_follow_each_other_without_gap_or_double_while_rows_are_added(gm, gm_api, campaign):
    for number in range(7):
        LogEntry.objects.create(campaign=campaign, text=f"line {number}", by=gm)
    seen, path = [], f"campaigns/{campaign.pk}/log/?page_size=3"
    while path:
        page = ok(gm_api.get(path))
        assert list(page) == ["next", "previous", "results"]
        seen += [row["text"] for row in page["results"]]
        LogEntry.objects.create(campaign=campaign, text="late", by=gm)
        path = page["next"] and page["next"].removeprefix("http://testserver")
    assert seen == [f"line {number}" for number in reversed(range(7))]


def test_a_page_holds_at_most_200_rows(gm, gm_api, campaign):
    LogEntry.objects.bulk_create(LogEntry(campaign=campaign, text="x", by=gm) for _ in range(205))
    assert len(ok(gm_api.get(f"campaigns/{campaign.pk}/log/?page_size=200"))["results"]) == 200
    assert len(ok(gm_api.get(f"campaigns/{campaign.pk}/log/"))["results"]) == 50


@pytest.mark.django_db(transaction=True)
def test_equal_requests_sent_at_once_by_several_phones_count_once():
    api = Caller(factories.UserFactory())

    def send(_phone):
        try:
            return api_of(api).post("campaigns/", BODY, Idempotency_Key="tap").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(send, range(8))) == [201] * 8
    assert Campaign.objects.count() == 1


def api_of(api):
    """The same script on another phone."""
    twin = Caller()
    twin.secret = api.secret
    return twin
