"""Deliveries that were stored while the clock of the machine was ahead do not wait until that time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.webhooks import delivery
from campaigns.webhooks.models import Webhook
from tests import factories
from tests.campaigns.webhooks.test_webhooks import OPEN, Line

MONTH = timedelta(days=30)


@pytest.fixture
def hook(db):
    url = "https://example.com/hook"
    return Webhook.objects.create(campaign=factories.CampaignFactory(), url=url, secret="s", topics=["log"])


def stored(hook, due, answer=""):
    return hook.deliveries.create(topic="log", due=due, answer=answer, tries=int(bool(answer)))


def test_what_was_stored_while_the_clock_was_ahead_is_delivered_once_it_is_right(hook, monkeypatch):
    now = timezone.now()
    for due, answer in ((now + MONTH, ""), (now + MONTH, "Answered 429, asked to wait"), (now, "")):
        stored(hook, due, answer)
    retried = stored(hook, now + timedelta(hours=4), "Answered 500")
    line = Line(monkeypatch, OPEN)
    assert delivery.deliver_due(now) == 3
    assert len(line.sent) == 3
    assert list(hook.deliveries.filter(status="waiting")) == [retried], "a usual delay still counts"


def test_they_wait_with_the_others_when_the_receiver_asks_to_wait(hook, monkeypatch):
    now = timezone.now()
    for due in (now, now + MONTH):
        stored(hook, due)
    line = Line(monkeypatch, OPEN, answers=[429])
    line.getheader = lambda _name: "60"
    assert delivery.deliver_due(now) == 1
    assert {row.due for row in hook.deliveries.all()} == {now + timedelta(seconds=60)}
