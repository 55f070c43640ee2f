"""Addresses that do not answer: they hold up nobody else, and cost one try at a time."""

import threading
import time
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.http import http_date

from campaigns.webhooks import actions, delivery, signed_requests
from campaigns.webhooks.delivery import Lanes, due_batches
from campaigns.webhooks.models import Webhook, WebhookDelivery
from common import outgoing
from tests import factories
from tests.campaigns.webhooks.test_webhooks import OPEN, Line

PATIENCE = 10.0


class Post:
    """Stands for the network: some addresses do not answer until they are let go."""

    def __init__(self, monkeypatch, silent=()):
        self.silent, self.let_go = set(silent), threading.Event()
        self.sent, self.begun = [], []
        monkeypatch.setattr(signed_requests, "post", self.post)

    def post(self, hook, row, now):
        self.begun.append(hook.url)
        if hook.url in self.silent:
            self.let_go.wait(PATIENCE)
            raise outgoing.Unreachable("No answer")
        self.sent.append((hook.url, row.pk))
        return "Answered 200"

    def addresses(self):
        return {url for url, _pk in self.sent}


@pytest.fixture
def lanes(transactional_db, monkeypatch):
    """Lanes of the test's own; whatever still runs is waited for."""
    lanes = Lanes()
    monkeypatch.setattr(delivery, "LANES_OF_PROCESS", lanes)
    return lanes


def hook_with(rows, url, campaign=None, tries=0):
    """A webhook with so many deliveries that are due."""
    hook = Webhook.objects.create(campaign=campaign or factories.CampaignFactory(), url=url, secret="s", topics=["log"])
    for _ in range(rows):
        WebhookDelivery.objects.create(webhook=hook, topic="log", tries=tries)
    return hook


def until(condition):
    """Whether it becomes true in time."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def test_a_silent_address_holds_up_nobody_else(lanes, monkeypatch):
    silent = [f"https://silent-{number}.example/" for number in range(3)]
    post = Post(monkeypatch, silent)
    for url in silent:
        hook_with(60, url)  # all of them older than what the others wait for
    others = [hook_with(2, f"https://good-{number}.example/") for number in range(5)]
    lanes.dispatch()
    try:
        assert until(lambda: len(post.sent) == 10)
        assert post.addresses() == {hook.url for hook in others}
        # What happens while they are silent is told at once, too.
        WebhookDelivery.objects.create(webhook=others[0], topic="log")
        lanes.dispatch()
        assert until(lambda: len(post.sent) == 11)
        assert post.begun.count(silent[0]) == 1
    finally:
        post.let_go.set()
        lanes.wait()


@pytest.mark.parametrize("later", [False, True])
def test_more_silent_addresses_than_lanes_leave_lanes_for_those_that_answer(lanes, monkeypatch, later):
    silent = [f"https://silent-{number}.example/" for number in range(20)]
    post = Post(monkeypatch, silent)
    for url in silent:
        hook = hook_with(1, url, tries=1)  # they have failed before
        if later:  # what failed is not due yet, and a new message is
            hook.deliveries.update(due=timezone.now() + timedelta(minutes=10))
            WebhookDelivery.objects.create(webhook=hook, topic="log")
    hook_with(1, "https://good.example/")
    lanes.dispatch()
    try:
        assert until(lambda: post.sent)
        assert len(post.begun) - 1 <= delivery.MAX_FAILING_LANES
    finally:
        post.let_go.set()
        lanes.wait()


def test_one_campaign_takes_few_lanes(lanes, monkeypatch):
    silent = [f"https://silent-{number}.example/" for number in range(20)]
    post, campaign = Post(monkeypatch, silent), factories.CampaignFactory()
    for url in silent:
        hook_with(1, url, campaign)
    hook_with(1, "https://good.example/")
    lanes.dispatch()
    try:
        assert until(lambda: post.sent)
        assert len(post.begun) - 1 <= delivery.MAX_LANES_OF_CAMPAIGN
    finally:
        post.let_go.set()
        lanes.wait()


def test_one_address_is_told_one_thing_after_the_other(lanes, monkeypatch):
    post = Post(monkeypatch)
    first, second = hook_with(30, "https://good.example/a"), hook_with(30, "https://good.example/b")
    lanes.dispatch()
    lanes.dispatch()
    lanes.wait()
    for hook in (first, second):
        told = [pk for url, pk in post.sent if url == hook.url]
        assert told == sorted(told)
        assert len(told) == 30


def test_messages_for_a_silent_address_wait_with_its_first(db, monkeypatch):
    monkeypatch.setattr(delivery, "SLOW_SECONDS", 0.05)
    monkeypatch.setattr(f"{__name__}.PATIENCE", 0.1)
    post = Post(monkeypatch, ["https://silent.example/"])
    hook = hook_with(5, "https://silent.example/")
    now = timezone.now()
    assert delivery.deliver_due() == 1
    rows = hook.deliveries.order_by("id")
    assert [row.tries for row in rows] == [1, 0, 0, 0, 0]
    assert {row.due for row in rows} == {rows[0].due}
    assert now + timedelta(seconds=50) < rows[0].due < now + timedelta(seconds=70)
    post.silent.clear()
    assert delivery.deliver_due(now + timedelta(minutes=2)) == 5
    assert {row.status for row in hook.deliveries.all()} == {"told"}


def test_messages_that_a_silent_address_missed_for_a_day_are_given_up_one_a_minute(db, monkeypatch):
    """Each takes ten seconds, so a lane would serve nobody else for minutes."""
    monkeypatch.setattr(delivery, "SLOW_SECONDS", 0.05)
    monkeypatch.setattr(f"{__name__}.PATIENCE", 0.1)
    Post(monkeypatch, ["https://silent.example/"])
    hook = hook_with(3, "https://silent.example/")
    hook.deliveries.update(tries=8)
    tomorrow = timezone.now() + timedelta(days=1, minutes=1)
    assert delivery.deliver_due(tomorrow) == 1
    assert [row.status for row in hook.deliveries.order_by("id")] == ["given-up", "waiting", "waiting"]
    assert {row.due for row in hook.deliveries.filter(status="waiting")} == {tomorrow + timedelta(minutes=1)}
    assert delivery.deliver_due(tomorrow + timedelta(minutes=1)) == 1


def test_a_fast_refusal_does_not_hold_back_the_rest(db, monkeypatch):
    def refuse(hook, row, now):
        raise outgoing.Unreachable("Answered 500")

    monkeypatch.setattr(signed_requests, "post", refuse)
    hook = hook_with(3, "https://refusing.example/")
    assert delivery.deliver_due() == 3
    assert [row.tries for row in hook.deliveries.all()] == [1, 1, 1]


@pytest.mark.parametrize(
    ("status", "header", "seconds"),
    [(429, "7", 7), (429, "0.5", 1), (503, "30", 30), (429, "99999", 3600), (429, None, 60), (429, "soon", 60)],
)
def test_a_receiver_that_asks_to_wait_gets_everything_later_and_in_order(db, monkeypatch, status, header, seconds):
    line = Line(monkeypatch, OPEN, answers=(200, status, 200))
    line.getheader = lambda name: {"Retry-After": header}[name]
    hook, now = hook_with(5, "https://chat.example/"), timezone.now()
    assert delivery.deliver_due(now) == 2
    rows = hook.deliveries.filter(status="waiting").order_by("id")
    assert [row.tries for row in rows] == [1, 0, 0, 0]
    assert {row.due for row in rows} == {now + timedelta(seconds=seconds)}
    WebhookDelivery.objects.create(webhook=hook, topic="log", due=now)
    assert delivery.deliver_due(now + timedelta(seconds=seconds)) == 5
    sent = [int(headers["Fatekeeper-Delivery"]) for *_request, headers in line.sent]
    assert sent == [*sent[:2], *sorted(sent[2:])]
    assert set(hook.deliveries.values_list("status", flat=True)) == {"told"}


@pytest.mark.parametrize("older", [1, 3])
def test_a_new_message_waits_too_when_the_receiver_asked_to_wait(db, monkeypatch, older):
    line = Line(monkeypatch, OPEN, answers=(429, 200))
    line.getheader = {"Retry-After": "30"}.get
    hook, now = hook_with(older, "https://chat.example/"), timezone.now()
    other = hook_with(1, "https://other.example/")
    other.deliveries.update(due=now + timedelta(seconds=1))
    assert delivery.deliver_due(now) == 1
    assert hook.deliveries.order_by("id")[0].answer == "Answered 429, asked to wait"
    WebhookDelivery.objects.create(webhook=hook, topic="log", due=now)
    assert delivery.deliver_due(now + timedelta(seconds=1)) == 1, "only the other webhook's"
    assert delivery.deliver_due(now + timedelta(seconds=30)) == older + 1
    sent = [int(headers["Fatekeeper-Delivery"]) for *_request, headers in line.sent]
    assert sent[2:] == sorted(hook.deliveries.values_list("id", flat=True))


def test_a_given_up_message_and_one_that_is_sent_again_do_not_prolong_a_pause(db, monkeypatch):
    line = Line(monkeypatch, OPEN, answers=(429, 200))
    line.getheader = {"Retry-After": "30"}.get
    hook, now = hook_with(1, "https://chat.example/"), timezone.now()
    assert delivery.deliver_due(now) == 1
    first = hook.deliveries.get()
    new = WebhookDelivery.objects.create(webhook=hook, topic="log", due=now)
    hook.deliveries.filter(pk=first.pk).update(status="given-up")
    assert [row.pk for batch in due_batches(now) for row in batch.rows] == [new.pk]
    hook.deliveries.filter(pk=first.pk).update(status="waiting", due=now)  # sent again
    assert delivery.deliver_due(now) == 2


def test_a_test_is_sent_at_once_although_the_receiver_asked_to_wait(db, monkeypatch):
    line = Line(monkeypatch, OPEN, answers=(429, 200))
    line.getheader = {"Retry-After": "30"}.get
    hook, now = hook_with(1, "https://chat.example/"), timezone.now()
    assert delivery.deliver_due(now) == 1
    test = WebhookDelivery.objects.create(webhook=hook, topic=WebhookDelivery.TEST, due=now)
    again = hook.deliveries.exclude(pk=test.pk).get()
    hook.deliveries.filter(pk=again.pk).update(due=now, answer="")  # a GM sends it again
    new = WebhookDelivery.objects.create(webhook=hook, topic="log", due=now)
    WebhookDelivery.objects.create(
        webhook=hook, topic="log", due=now + timedelta(seconds=30), tries=1, answer="Answered 429, asked to wait"
    )
    assert [row.pk for batch in due_batches(now) for row in batch.rows] == [again.pk, test.pk]
    assert delivery.deliver_due(now) == 2
    assert hook.deliveries.get(pk=test.pk).status == "told"
    assert hook.deliveries.get(pk=new.pk).status == "waiting"


def test_another_address_does_not_wait_for_the_one_before(db, monkeypatch):
    """What the receiver before asked for is over; without a moment it would be at most an hour."""
    line = Line(monkeypatch, OPEN, answers=(429,))
    line.getheader = {}.get
    hook, now = hook_with(3, "https://chat.example/"), timezone.now()
    membership = factories.MemberFactory(campaign=hook.campaign, role="gm")
    Webhook.objects.update(by=membership.user)
    WebhookDelivery.objects.filter(webhook=hook).update(tries=9)
    assert delivery.deliver_due(now) == 1
    assert hook.deliveries.order_by("id")[0].due == now + timedelta(hours=1)
    actions.change_webhook(membership=membership, webhook=hook, url="https://other.example/")
    assert sum(len(batch.rows) for batch in due_batches()) == hook.deliveries.count()


def test_a_receiver_may_name_the_moment_and_a_503_without_one_does_not_hold_back_the_rest(db, monkeypatch):
    line, hook = Line(monkeypatch, OPEN, answers=(503,)), hook_with(3, "https://chat.example/")
    now = timezone.now()
    line.getheader = {"Retry-After": http_date(now.timestamp() + 600)}.get
    assert delivery.deliver_due(now) == 1
    due = set(hook.deliveries.values_list("due", flat=True))
    assert len(due) == 1
    assert now + timedelta(seconds=590) < due.pop() < now + timedelta(seconds=610)
    line.getheader = {}.get
    assert delivery.deliver_due(now + timedelta(hours=1)) == 3


def test_the_oldest_due_comes_first_and_a_webhook_gets_its_share(db):
    late, early = hook_with(50, "https://a.example/"), hook_with(1, "https://b.example/")
    WebhookDelivery.objects.filter(webhook=late).update(due=timezone.now() - timedelta(minutes=1))
    batches = due_batches()
    assert [(batch.rows[0].webhook_id, len(batch.rows)) for batch in batches] == [
        (late.pk, delivery.MAX_BATCH),
        (early.pk, 1),
    ]


def test_the_command_waits_for_the_end(lanes, monkeypatch, capsys):
    post = Post(monkeypatch)
    hook_with(3, "https://a.example/")
    hook_with(2, "https://b.example/")
    call_command("deliver_webhooks")
    assert len(post.sent) == 5
    assert "5 tried" in capsys.readouterr().out
