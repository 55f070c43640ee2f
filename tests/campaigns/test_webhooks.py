"""Webhooks: told of what everybody may know, signed, tried again for a day, never inside somebody's network."""

import hashlib
import hmac
import json
import socket
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from campaigns import access, telling
from campaigns.actions import encounters, log, sessions, webhooks
from campaigns.models import Webhook, WebhookDelivery
from characters.actions import experience
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
ALL = [topic.value for topic in Webhook.Topic]
OPEN = "93.184.216.34"


@pytest.fixture
def own(campaign, gm):
    return access.member(gm, campaign.pk)


@pytest.fixture
def hook(own):
    return webhooks.add(own=own, url="https://example.com/hook?a=1", topics=ALL)[0]


class Line:
    """A network in which every name has the addresses given; answers come from a list."""

    def __init__(self, monkeypatch, *addresses, answers=(200,)):
        self.addresses, self.answers, self.sent = addresses, list(answers), []
        monkeypatch.setattr(telling.socket, "getaddrinfo", self.look_up)
        monkeypatch.setattr(telling, "Pinned", self.connect)

    def look_up(self, host, port, **_more):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in self.addresses]

    def connect(self, host, port, address):
        self.to = (host, port, address)
        return self

    def request(self, method, target, body, headers):
        self.sent.append((method, target, body, headers))

    def getresponse(self):
        self.status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(self.status, Exception):
            raise self.status
        return self

    def close(self):
        pass


def test_a_line_for_everybody_is_told_signed_and_noted(own, hook, monkeypatch):
    line = Line(monkeypatch, OPEN)
    log.add_note(own=own, text="We met Otto.")
    assert telling.deliver() == 1
    method, target, body, heads = line.sent[0]
    assert (method, target) == ("POST", "/hook?a=1")
    assert line.to == ("example.com", 443, OPEN), "to the address that was looked at"
    signed = hmac.new(hook.secret.encode(), heads["Fatekeeper-Timestamp"].encode() + b"." + body, hashlib.sha256)
    assert heads["Fatekeeper-Signature"] == f"sha256={signed.hexdigest()}"
    told = json.loads(body)
    assert told["log"]["text"] == "We met Otto."
    assert told["campaign"] == own.campaign_id
    row = WebhookDelivery.objects.get()
    assert (row.status, row.answer) == ("told", "Answered 200")
    assert telling.deliver() == 0, "once"


def test_what_not_everybody_may_know_is_never_told(own, hook, ana):
    log.add_note(own=own, text="Otto lies.", audience="gm")
    encounters.create(own=own, title="Ambush", notes="GM")
    evening = sessions.plan(own=own, title="One", notes="n", gm_notes="CANARY", agenda="CANARY")
    sessions.change(own=own, session=evening, notes=":::secret\nCANARY\n:::")
    told = json.dumps([row.body for row in WebhookDelivery.objects.all()])
    assert "Otto" not in told
    assert "Ambush" not in told
    assert "CANARY" not in told
    assert {row.topic for row in WebhookDelivery.objects.all()} == {"session"}


def test_encounters_and_awards_are_told_once_each(own, hook, campaign, ana):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    row = encounters.create(own=own, title="The ford")
    encounters.add_characters(own=own, encounter=row, characters=[hero])
    encounters.add_monsters(own=own, encounter=row, monster=factories.MonsterFactory())
    encounters.start(own=own, encounter=row, seed=1)
    from campaigns import play

    play.submit(encounter=row, by=own.user, command={"type": "end", "actor": "gm", "outcome": "victory"})
    experience.award(character=hero, amount=1, reason="the caravan", by=own.user)
    topics = [one.topic for one in WebhookDelivery.objects.order_by("id") if one.topic != "log"]
    assert topics.count("encounter-begun") == topics.count("encounter-ended") == 1
    assert "award" in topics


def test_only_chosen_topics_of_active_hooks_of_that_campaign(own, gm):
    other = factories.CampaignFactory()
    factories.MemberFactory(campaign=other, user=gm, role="gm")
    webhooks.add(own=access.member(gm, other.pk), url="https://example.com/", topics=ALL)
    quiet = webhooks.add(own=own, url="https://example.com/", topics=["award"])[0]
    paused = webhooks.add(own=own, url="https://example.com/", topics=ALL)[0]
    webhooks.set_active(own=own, webhook=paused, active=False)
    log.add_note(own=own, text="We met Otto.")
    assert WebhookDelivery.objects.count() == 0
    assert quiet.active


def test_what_is_not_taken_is_tried_again_later_and_later_and_given_up_after_a_day(own, hook, monkeypatch):
    Line(monkeypatch, OPEN, answers=[500, OSError("away"), 302])
    log.add_note(own=own, text="We met Otto.")
    row, now, waits = WebhookDelivery.objects.get(), timezone.now(), []
    while row.status == "waiting":
        assert telling.deliver(now) == 1
        row.refresh_from_db()
        waits.append(row.due - now)
        assert telling.deliver(now) == 0, "not before it is due"
        now = row.due
    assert waits[:3] == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=4)]
    assert max(waits) == timedelta(hours=4)
    assert row.status == "given-up"
    assert now - row.created < timedelta(days=1, hours=5)
    assert row.answer == "Answered 302", "redirects are not followed"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.7", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "255.255.255.255"],
)  # fmt: skip
def test_an_address_inside_somebodys_network_is_never_reached(own, hook, monkeypatch, settings, address):
    line = Line(monkeypatch, OPEN, address)
    log.add_note(own=own, text="We met Otto.")
    telling.deliver()
    assert line.sent == []
    assert "private network" in WebhookDelivery.objects.get().answer
    settings.WEBHOOKS_PRIVATE = True
    assert telling.deliver(timezone.now() + timedelta(hours=1)) == 1
    assert len(line.sent) == 1


@pytest.mark.parametrize(
    "url",
    ["http://example.com/", "https://", "ftp://example.com", "https://user:pass@example.com/", "https://localhost/",
     "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1:8443/x", "https://exa mple.com/", "https://example.com:99999/",
     "javascript:alert(1)", "https://[::ffff:127.0.0.1]/", "https://example.com/\nX: y", "https://ex\u00e4mple.com/"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(own, url):
    with pytest.raises(ValidationError):
        webhooks.add(own=own, url=url, topics=ALL)
    assert not Webhook.objects.exists()


def test_the_connection_goes_to_the_address_that_was_looked_at(monkeypatch):
    went = []
    monkeypatch.setattr(telling.socket, "create_connection", lambda to, timeout: went.append(to) or "socket")
    pinned = telling.Pinned("example.com", 443, OPEN)
    names = []
    monkeypatch.setattr(pinned._context, "wrap_socket", lambda plain, server_hostname: names.append(server_hostname))
    pinned.connect()
    assert went == [(OPEN, 443)]
    assert names == ["example.com"]
    assert pinned._context.check_hostname


def test_the_pages_show_the_secret_once_and_the_deliveries(client, own, gm, ana, campaign, monkeypatch):
    client.force_login(gm)
    page = client.post(f"/campaigns/{campaign.pk}/webhooks/", {"url": "https://example.com/", "topics": ["log"]})
    hook = Webhook.objects.get()
    assert hook.secret.encode() in page.content
    assert hook.secret.encode() not in client.get(f"/campaigns/{campaign.pk}/webhooks/").content
    Line(monkeypatch, OPEN, answers=[500])
    log.add_note(own=own, text="We met Otto.")
    call_command("deliver_webhooks")
    page = client.get(f"/webhooks/{hook.pk}/")
    assert b"Answered 500" in page.content
    assert hook.secret.encode() not in page.content
    client.post(f"/webhooks/{hook.pk}/change/", {"active": "0"})
    hook.refresh_from_db()
    assert not hook.active
    client.force_login(ana)
    assert client.get(f"/webhooks/{hook.pk}/").status_code == 403


def test_the_same_over_the_api(gm, campaign, outsider):
    script = Caller(gm)
    body = {"url": "https://example.com/", "topics": ["log"]}
    made = ok(script.post(f"campaigns/{campaign.pk}/webhooks/", body, Idempotency_Key="k1"), 201)
    assert made["secret"] == Webhook.objects.get().secret
    again = ok(script.post(f"campaigns/{campaign.pk}/webhooks/", body, Idempotency_Key="k1"), 201)
    assert again["secret"] == "", "a secret is told once and stored in no answer"
    assert "secret" not in ok(script.get(f"webhooks/{made['id']}/"))
    assert ok(script.patch(f"webhooks/{made['id']}/", {"active": False}))["active"] is False
    assert ok(script.get(f"webhooks/{made['id']}/deliveries/"))["results"] == []
    refused(script.post(f"campaigns/{campaign.pk}/webhooks/", {"url": "https://10.0.0.1/", "topics": ["log"]}), 422)
    refused(Caller(outsider).get(f"webhooks/{made['id']}/"), 404)
