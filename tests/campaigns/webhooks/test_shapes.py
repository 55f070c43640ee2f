"""The shapes of webhooks: Fatekeeper's JSON, Standard Webhooks, and messages for Discord."""

import base64
import hashlib
import hmac
import json

import pytest
from django.core.exceptions import ValidationError

from campaigns.log import actions as log_actions
from campaigns.sessions import actions as session_actions
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks import delivery
from campaigns.webhooks.models import Webhook
from people.access import get_membership
from tests.campaigns.webhooks.test_webhooks import ALL, OPEN, Line
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def membership(campaign, gm):
    return get_membership(gm, campaign.pk)


def send(membership, monkeypatch, shape, write):
    """What a webhook of a shape receives: (webhook, the bodies, the headers of the first one)."""
    hook = webhook_actions.add_webhook(membership=membership, url="https://example.com/hook", topics=ALL, shape=shape)[
        0
    ]
    line = Line(monkeypatch, OPEN, answers=[204])
    write()
    assert delivery.deliver_due() == len(line.sent) > 0
    return hook, [body for _method, _target, body, _heads in line.sent], line.sent[0][3]


def opened(secret, heads, body):
    """The check of a signature as the document of Standard Webhooks describes it."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{heads['webhook-id']}.{heads['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return wanted in heads["webhook-signature"].split(" ")


def test_standard_webhooks_have_their_headers_and_envelope(client, gm, membership, campaign, monkeypatch):
    client.force_login(gm)
    form = {"url": "https://example.com/", "topics": ["log"], "shape": "standard"}
    page = client.post(f"/campaigns/{campaign.pk}/webhooks/", form).content.decode()
    secret = page.partition('value="whsec_')[2].partition('"')[0]
    line = Line(monkeypatch, OPEN)
    log_actions.add_note(membership=membership, text="We met Otto.")
    delivery.deliver_due()
    _method, _target, body, heads = line.sent[0]
    assert opened(secret, heads, body)
    assert not opened(secret, heads, body.replace(b"Otto", b"Olga"))
    told = json.loads(body)
    assert (told["type"], told["data"]["log"]["text"]) == ("log", "We met Otto.")
    assert "topic" not in told["data"]


def test_after_a_change_of_the_secret_both_sign_for_a_day(membership, monkeypatch):
    hook = webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=ALL, shape="standard")[
        0
    ]
    _row, fresh = webhook_actions.rotate_secret(membership=membership, webhook=hook)
    line = Line(monkeypatch, OPEN)
    log_actions.add_note(membership=membership, text="We met Otto.")
    delivery.deliver_due()
    for secret in (hook.secret, fresh):
        assert opened(base64.b64encode(secret.encode()).decode(), line.sent[0][3], line.sent[0][2])


def test_discord_receives_a_message_that_calls_nobody(membership, monkeypatch):
    def write():
        log_actions.add_note(
            membership=membership, text="@everyone, we met Otto.", speaker="Mara", kind="say", source="bot"
        )
        log_actions.add_note(membership=membership, text="CANARY", audience="gm")
        session_actions.plan_session(membership=membership, gm_notes="CANARY")

    _hook, bodies, heads = send(membership, monkeypatch, "discord", write)
    said, planned = map(json.loads, bodies)
    assert said["content"] == "A log entry"
    assert said["embeds"][0]["description"] == "@everyone, we met Otto."
    assert said["embeds"][0]["author"] == {"name": "Mara"}
    assert said["allowed_mentions"] == {"parse": []}
    assert planned["embeds"][0]["description"] == "Session 1"
    assert b"CANARY" not in b"".join(bodies)
    assert "webhook-id" not in heads


def test_discords_limits_hold_for_the_longest_line(membership, monkeypatch):
    _hook, bodies, _heads = send(
        membership, monkeypatch, "discord", lambda: log_actions.add_note(membership=membership, text="x" * 8000)
    )
    assert len(json.loads(bodies[0])["embeds"][0]["description"]) == 4096


def test_a_test_has_each_shape_too(membership, monkeypatch):
    for shape in Webhook.Shape.values:
        hook = webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=ALL, shape=shape)[
            0
        ]
        line = Line(monkeypatch, OPEN)
        webhook_actions.queue_test(membership=membership, webhook=hook)
        delivery.deliver_due()
        body = json.loads(line.sent[0][2])
        assert {"fatekeeper": "topic", "standard": "type", "discord": "content"}[shape] in body


def test_the_shape_is_changed_by_page_and_api_and_others_are_refused(client, gm, membership, campaign):
    api = Caller(gm)
    body = {"url": "https://example.com/", "topics": ["log"]}
    made = ok(api.post(f"campaigns/{campaign.pk}/webhooks/", body), 201)
    assert made["shape"] == "fatekeeper"
    assert ok(api.patch(f"webhooks/{made['id']}/", {"shape": "discord"}))["shape"] == "discord"
    refused(api.patch(f"webhooks/{made['id']}/", {"shape": "pigeon"}), 422)
    client.force_login(gm)
    seen = {"revision": Webhook.objects.get().revision}
    client.post(f"/webhooks/{made['id']}/edit/", body | seen | {"shape": "standard"})
    hook = Webhook.objects.get()
    assert hook.shape == "standard"
    with pytest.raises(ValidationError):
        webhook_actions.change_webhook(membership=membership, webhook=hook, shape="pigeon")
