"""The page for authors of scripts: every example on it is run, in its order, and does what it says."""

import html
import json
import re
import shlex

import pytest

from campaigns.log import actions as log_actions
from campaigns.sessions import actions as session_actions
from campaigns.webhooks import signed_requests
from campaigns.world import reveals
from characters.experience import actions as experience_actions
from people import actions as people_actions
from people.access import get_membership
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client):
    return html.unescape(client.get("/api/docs/scripts/").content.decode())


@pytest.fixture
def ids(gm, ana, campaign):
    membership = get_membership(gm, campaign.pk)
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    hook = campaign.webhooks.create(url="https://example.com/", topics=["log"], secret="x", active=False)
    return {
        "CAMPAIGN": campaign.pk,
        "LINE": log_actions.add_note(membership=membership, text="A ferry.").pk,
        "MEMBER": membership.pk,
        "SESSION": session_actions.plan_session(membership=membership, title="One").pk,
        "CHARACTER": hero.pk,
        "REVISION": 1,
        "WEBHOOK": hook.pk,
        "ENTRY": experience_actions.award_experience(character=hero, amount=1, reason="The ford", by=gm).pk,
        "PAGE": reveals.create_shown_entry(membership=membership, kind="note", name="The ferry").pk,
    }


def examples(page, ids):
    """(method, address below v1, headers, body) of every call on the page."""
    blocks = re.findall(r"<pre><code>(.*?)</code></pre>", page, re.DOTALL)
    for line in [line for block in blocks for line in block.splitlines() if line.startswith("curl ")]:
        for word, row_id in ids.items():
            line = re.sub(rf"\b{word}\b", str(row_id), line)
        parts, method, heads, body = shlex.split(line)[1:], "GET", {}, None
        while len(parts) > 1:
            option, value, *parts = parts
            if option == "-X":
                method = value
            elif option == "-d":
                body = json.loads(value)
            elif option == "-H" and ": " in value:
                name, _colon, said = value.partition(": ")
                heads[name] = said
        yield method, parts[0].partition("/api/v1/")[2], heads, body


def test_every_example_works_in_the_order_of_the_page(page, ids, gm, campaign):
    _token, secret = people_actions.create_token(user=gm, name="script", can_write=True, campaign=campaign)
    seen = 0
    for method, path, heads, body in examples(page, ids):
        answer = Caller().send(method, path, body, Authorization=f"Token {secret}", **heads)
        assert answer.status_code in {200, 201}, (method, path, answer.content)
        assert "CAMPAIGN" not in path
        seen += 1
    assert seen >= 25


def test_the_recipe_for_signatures_is_right(page):
    recipe = re.search(r"import hashlib, hmac, time.*?< 300", page, re.DOTALL)[0]
    space = {}
    exec(recipe, space)
    now, body = str(int(space["time"].time())), b"{}"
    heads = {"Fatekeeper-Timestamp": now, "Fatekeeper-Signature": signed_requests.signature("s", now, body)}
    assert space["genuine"]("s", heads, body)
    assert not space["genuine"]("s", heads, b"{ }")
    assert not space["genuine"]("another", heads, body)
    old = str(int(now) - 400)
    aged = {"Fatekeeper-Timestamp": old, "Fatekeeper-Signature": signed_requests.signature("s", old, body)}
    assert not space["genuine"]("s", aged, body)


def test_new_rows_are_read_by_the_last_id(gm, ana, campaign, ids):
    membership, here = get_membership(gm, campaign.pk), f"campaigns/{campaign.pk}/log/?after={ids['LINE']}"
    before = len(ok(Caller(gm).get(here))["results"])
    line = log_actions.add_note(membership=membership, text="He wants a song.").pk
    log_actions.add_note(membership=membership, text="He lies.", audience="gm")
    assert len(ok(Caller(gm).get(here))["results"]) == before + 2
    told = ok(Caller(ana).get(f"campaigns/{campaign.pk}/log/?after={line - 1}"))["results"]
    assert [entry["text"] for entry in told] == ["He wants a song."]
    assert ok(Caller(gm).get(f"{here}&text=song"))["results"][0]["id"] == line
    refused(Caller(gm).get(f"campaigns/{campaign.pk}/log/?after=x"), 400, "parameter.invalid")


def test_a_token_says_how_far_it_reaches(gm, campaign):
    _row, secret = people_actions.create_token(user=gm, name="reader", campaign=campaign)
    answer = ok(Caller().get("me/", Authorization=f"Token {secret}"))
    assert (answer["token"]["campaign"], answer["token"]["can_write"]) == (campaign.pk, False)
    assert secret not in json.dumps(answer)


def test_awards_to_a_party_are_one_line_and_all_or_none(gm, ana, campaign, ids, outsider):
    here = f"campaigns/{campaign.pk}/awards/"
    second = factories.CharacterFactory(campaign=campaign, owner=gm, name="Tilda", visible=False)
    foreign = factories.CharacterFactory()
    before = len(ok(Caller(gm).get(here))["results"])
    body = {"characters": [ids["CHARACTER"], foreign.pk], "amount": 1, "reason": "x"}
    refused(Caller(gm).post(here, body), 422)
    assert len(ok(Caller(gm).get(here))["results"]) == before
    body["characters"][1] = second.pk
    told = ok(Caller(gm).post(here, body, Idempotency_Key="k"), 201)["results"]
    assert {entry["character"] for entry in told} == {ids["CHARACTER"], second.pk}
    ok(Caller(gm).post(here, body, Idempotency_Key="k"), 201)
    assert len(ok(Caller(gm).get(here))["results"]) == before + 2
    mine = ok(Caller(ana).get(here))["results"]
    assert {entry["character"] for entry in mine} == {ids["CHARACTER"]}, "those who read the sheet read its ledger"
    assert ok(Caller(gm).get(f"{here}?character={second.pk}&kind=award"))["results"][0]["amount"] == 1
    refused(Caller(ana).post(here, body), 403)
    refused(Caller(outsider).get(here), 404)
