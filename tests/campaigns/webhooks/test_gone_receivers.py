"""A receiver that answers 410 pauses its webhook; the messages wait until a GM moves or resumes it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.log import actions as log_actions
from campaigns.webhooks import actions, delivery
from campaigns.webhooks.models import WebhookDelivery
from tests.campaigns.webhooks.test_webhooks import OPEN, Line
from tests.people.helpers import place
from tests.site.api.conftest import Caller, ok

REASON = "Paused because the receiver answered 410"


@pytest.fixture
def membership(campaign, gm):
    return place(campaign, gm)


@pytest.fixture
def hook(membership):
    return actions.add_webhook(membership=membership, url="https://example.com/hook", topics=["log"])[0]


@pytest.fixture
def line(membership, hook, monkeypatch):
    """A network whose receiver answers 410, after two messages were queued and the first one was tried."""
    line = Line(monkeypatch, OPEN, answers=[410])
    for text in ("We met Otto.", "Otto lies."):
        log_actions.add_note(membership=membership, text=text)
    assert delivery.deliver_due() == 1, "the second message is not tried"
    hook.refresh_from_db()
    return line


def answers():
    return list(WebhookDelivery.objects.order_by("id").values_list("status", "answer"))


def test_the_webhook_is_paused_and_its_messages_wait(membership, hook, line):
    assert not hook.active
    assert answers() == [("waiting", "Answered 410, the address is gone"), ("waiting", "")]
    log_actions.add_note(membership=membership, text="He said so himself.")
    assert delivery.deliver_due(timezone.now() + timedelta(hours=1)) == 0
    assert len(line.sent) == 1


def test_the_page_and_the_api_say_why(client, gm, membership, hook, line):
    client.force_login(gm)
    page = client.get(f"/webhooks/{hook.pk}/").content.decode()
    assert REASON in page
    assert "next try at" not in page, "a paused webhook has no next try"
    assert ok(Caller(gm).get(f"webhooks/{hook.pk}/"))["gone"] is True
    listed = ok(Caller(gm).get(f"campaigns/{membership.campaign_id}/webhooks/"))["results"]
    assert [row["gone"] for row in listed] == [True]


@pytest.mark.parametrize("fields", [{"active": True}, {"active": True, "url": "https://example.org/new"}])
def test_a_resumed_webhook_gets_what_waited(client, gm, membership, hook, line, fields):
    line.answers = [200]
    changed = actions.change_webhook(membership=membership, webhook=hook, **fields)
    assert not changed.is_gone
    assert delivery.deliver_due() == 2
    assert answers() == [("told", "Answered 200")] * 2
    actions.change_webhook(membership=membership, webhook=hook, active=False)
    client.force_login(gm)
    assert REASON not in client.get(f"/webhooks/{hook.pk}/").content.decode(), "a GM paused it this time"


def test_a_new_address_leaves_it_paused_without_the_reason(membership, hook, line):
    changed = actions.change_webhook(membership=membership, webhook=hook, url="https://example.org/new")
    assert (changed.active, changed.is_gone) == (False, False)


def test_resuming_does_not_shorten_a_wait_that_the_receiver_asked_for(membership, hook, monkeypatch):
    Line(monkeypatch, OPEN, answers=[500])
    log_actions.add_note(membership=membership, text="We met Otto.")
    later = timezone.now() + timedelta(minutes=30)
    WebhookDelivery.objects.update(answer="Answered 429, asked to wait", due=later)
    for active in (False, True):
        actions.change_webhook(membership=membership, webhook=hook, active=active)
    assert WebhookDelivery.objects.get().due == later


def test_an_old_message_of_a_gone_receiver_waits_too(membership, hook, line):
    actions.change_webhook(membership=membership, webhook=hook, active=True)
    WebhookDelivery.objects.update(created=timezone.now() - timedelta(days=2))
    assert delivery.deliver_due() == 1
    assert answers()[0][0] == "waiting"


def test_an_address_that_changed_during_the_attempt_is_not_paused(membership, hook, monkeypatch):
    line = Line(monkeypatch, OPEN, answers=[410])
    log_actions.add_note(membership=membership, text="We met Otto.")
    request = line.request

    def move(*parts, **more):
        actions.change_webhook(membership=membership, webhook=hook, url="https://example.org/new")
        request(*parts, **more)

    monkeypatch.setattr(line, "request", move)
    delivery.deliver_due()
    hook.refresh_from_db()
    assert hook.active


def test_a_test_that_finds_the_receiver_gone_says_so(client, gm, hook, monkeypatch):
    Line(monkeypatch, OPEN, answers=[410])
    client.force_login(gm)
    page = client.post(f"/webhooks/{hook.pk}/test/", follow=True).content.decode()
    assert "The delivery failed. Answered 410, the address is gone" in page
    assert REASON in page
