"""Webhooks: told of what everyone may know, signed, tried again for a day, never inside someone's network."""

import hashlib
import hmac
import json
import socket
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.log import actions as log_actions
from campaigns.sessions import actions as session_actions
from campaigns.webhooks import access as webhook_access
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks import delivery, signed_requests
from campaigns.webhooks.models import Webhook, WebhookDelivery
from characters.experience import actions as experience_actions
from common import outgoing
from people.access import get_membership
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
ALL = [topic.value for topic in Webhook.Topic]
OPEN = "93.184.216.34"


@pytest.fixture
def membership(campaign, gm):
    return get_membership(gm, campaign.pk)


@pytest.fixture
def hook(membership):
    return webhook_actions.add_webhook(membership=membership, url="https://example.com/hook?a=1", topics=ALL)[0]


class Line:
    """A network in which every name has the addresses given; answers come from a list."""

    is_cut = False

    def __init__(self, monkeypatch, *addresses, answers=(200,)):
        self.addresses, self.answers, self.sent = addresses, list(answers), []
        monkeypatch.setattr(outgoing.socket, "getaddrinfo", self.look_up)
        monkeypatch.setattr(outgoing, "PinnedConnection", self.connect)

    def look_up(self, host, port, **_more):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in self.addresses]

    def connect(self, host, port, address, tls):
        self.to = (host, port, address, tls)
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

    def cut(self):
        pass


def test_a_line_for_everybody_is_told_signed_and_noted(membership, hook, monkeypatch):
    line = Line(monkeypatch, OPEN)
    log_actions.add_note(membership=membership, text="We met Otto.")
    assert delivery.deliver_due() == 1
    method, target, body, heads = line.sent[0]
    assert (method, target) == ("POST", "/hook?a=1")
    assert line.to == ("example.com", 443, OPEN, True), "to the address that was looked at"
    signed = hmac.new(hook.secret.encode(), heads["Fatekeeper-Timestamp"].encode() + b"." + body, hashlib.sha256)
    assert heads["Fatekeeper-Signature"] == f"sha256={signed.hexdigest()}"
    told = json.loads(body)
    assert told["log"]["text"] == "We met Otto."
    assert told["campaign"] == membership.campaign_id
    row = WebhookDelivery.objects.get()
    assert (row.status, row.answer) == ("told", "Answered 200")
    assert delivery.deliver_due() == 0, "once"


@pytest.mark.parametrize(("answer", "age", "status"), [(200, 0, "told"), (500, 2, "given-up")])
def test_a_finished_delivery_has_no_next_try_in_the_future(membership, hook, monkeypatch, answer, age, status):
    Line(monkeypatch, OPEN, answers=[answer])
    log_actions.add_note(membership=membership, text="We met Otto.")
    WebhookDelivery.objects.update(created=timezone.now() - timedelta(days=age))
    assert delivery.deliver_due() == 1
    row = WebhookDelivery.objects.get()
    assert row.status == status
    assert row.due <= timezone.now()


def test_a_delivery_that_was_given_up_during_the_attempt_stays_given_up(membership, hook, monkeypatch):
    log_actions.add_note(membership=membership, text="We met Otto.")
    line = Line(monkeypatch, OPEN, answers=(500,))
    request = line.request

    def give_up(*parts, **more):
        WebhookDelivery.objects.update(status=WebhookDelivery.Status.GIVEN_UP)
        request(*parts, **more)

    monkeypatch.setattr(line, "request", give_up)
    assert delivery.deliver_due() == 1
    assert WebhookDelivery.objects.get().status == WebhookDelivery.Status.GIVEN_UP


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL's connections come from a pool")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shape", Webhook.Shape.values)
def test_no_connection_of_the_pool_waits_for_a_receiver(membership, shape, monkeypatch):
    monkeypatch.setattr(delivery, "dispatch_in_thread", lambda: None)  # no other thread delivers it first
    webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=ALL, shape=shape)
    log_actions.add_note(membership=membership, text="We met Otto.")
    line, waiting = Line(monkeypatch, OPEN), []
    request = line.request

    def wait(*parts, **more):
        waiting.append(connection.connection)
        request(*parts, **more)

    monkeypatch.setattr(line, "request", wait)
    assert delivery.deliver_due()
    assert set(waiting) == {None}


def test_a_line_says_who_wrote_it_when_and_about_which_character(membership, hook, ana, campaign):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    line = log_actions.add_note(membership=membership, text="She sang.", character=hero)
    told = WebhookDelivery.objects.get().body["log"]
    assert (told["by"], told["created"]) == ("gm", line.created.isoformat())
    assert told["character"] == {"id": hero.pk, "name": "Mara"}


@pytest.mark.parametrize("hidden", ["closed sheets", "an unknown character", "an NPC"])
def test_a_character_whose_sheet_not_everybody_may_open_is_not_named(membership, hook, ana, campaign, hidden):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="CANARY")
    if hidden == "closed sheets":
        campaign.open_sheets = False
        campaign.save()
        membership.refresh_from_db()
    elif hidden == "an NPC":
        hero.kind, hero.owner = "npc", None
        hero.save()
    else:
        hero.visible = False
        hero.save()
    log_actions.add_note(membership=membership, text="She sang.", character=hero)
    body = WebhookDelivery.objects.get().body
    assert body["log"]["character"] is None
    assert "CANARY" not in json.dumps(body)


def test_webhooks_never_tell_what_not_everybody_may_know(membership, hook, ana):
    log_actions.add_note(membership=membership, text="Otto lies.", audience="gm")
    encounter_actions.create(membership=membership, title="Ambush", notes="GM")
    session = session_actions.plan_session(
        membership=membership, title="One", notes="n", gm_notes="CANARY", agenda="CANARY"
    )
    session_actions.change_session(membership=membership, session=session, notes=":::secret\nCANARY\n:::")
    told = json.dumps([row.body for row in WebhookDelivery.objects.all()])
    assert "Otto" not in told
    assert "Ambush" not in told
    assert "CANARY" not in told
    assert {row.topic for row in WebhookDelivery.objects.all()} == {"session"}


def test_encounters_and_awards_are_told_once_each(membership, hook, campaign, ana):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    row = encounter_actions.create(membership=membership, title="The ford")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[hero])
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory())
    encounter_actions.start(membership=membership, encounter=row, seed=1)
    play.submit(encounter=row, by=membership.user, command={"type": "end", "actor": "gm", "outcome": "victory"})
    experience_actions.award_experience(character=hero, amount=1, reason="the caravan", by=membership.user)
    topics = [queued.topic for queued in WebhookDelivery.objects.order_by("id") if queued.topic != "log"]
    assert topics.count("encounter-begun") == topics.count("encounter-ended") == 1
    assert "award" in topics
    play.hand_over_participant(encounter=row, by=membership.user, participant="mara", controller=membership)
    topics = [queued.topic for queued in WebhookDelivery.objects.all()]
    assert topics.count("encounter-ended") == 1, "who plays whom after the end is no second end"


def test_a_session_that_staff_change_in_the_admin_is_told(client, membership, hook, campaign):
    session = session_actions.plan_session(membership=membership, title="One", gm_notes="plan")
    client.force_login(factories.UserFactory(is_staff=True, is_superuser=True))
    form = {"campaign": campaign.pk, "number": 1, "title": "One", "status": "planned", "remind_hours": 24}
    address = f"/admin/campaigns/session/{session.pk}/change/"
    assert client.post(address, form).status_code == 302
    assert WebhookDelivery.objects.count() == 1, "planned; nothing has changed that all may read"
    assert client.post(address, form | {"title": "The ford"}).status_code == 302
    assert WebhookDelivery.objects.first().body["session"]["title"] == "The ford"


def test_only_chosen_topics_of_active_hooks_of_that_campaign(membership, gm):
    other = factories.CampaignFactory()
    factories.MemberFactory(campaign=other, user=gm, role="gm")
    webhook_actions.add_webhook(membership=get_membership(gm, other.pk), url="https://example.com/", topics=ALL)
    quiet = webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=["award"])[0]
    paused = webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=ALL)[0]
    webhook_actions.change_webhook(membership=membership, webhook=paused, active=False)
    log_actions.add_note(membership=membership, text="We met Otto.")
    assert WebhookDelivery.objects.count() == 0
    assert quiet.active


def test_a_refused_delivery_is_tried_at_growing_intervals_and_given_up_after_a_day(membership, hook, monkeypatch):
    Line(monkeypatch, OPEN, answers=[500, OSError("away"), 302])
    log_actions.add_note(membership=membership, text="We met Otto.")
    row, now, waits = WebhookDelivery.objects.get(), timezone.now(), []
    while row.status == "waiting":
        assert delivery.deliver_due(now) == 1
        row.refresh_from_db()
        waits.append(row.due - now)
        assert delivery.deliver_due(now) == 0, "not before it is due"
        now = row.due
    assert waits[:3] == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=4)]
    assert max(waits) == timedelta(hours=4)
    assert row.status == "given-up"
    assert now - row.created < timedelta(days=1, hours=5)
    assert row.answer == "Answered 302", "redirects are not followed"


def test_the_pages_show_the_secret_once_and_the_deliveries(client, membership, gm, ana, campaign, monkeypatch):
    client.force_login(gm)
    page = client.post(f"/campaigns/{campaign.pk}/webhooks/", {"url": "https://example.com/", "topics": ["log"]})
    hook = Webhook.objects.get()
    assert hook.secret.encode() in page.content
    assert hook.secret.encode() not in client.get(f"/campaigns/{campaign.pk}/webhooks/").content
    Line(monkeypatch, OPEN, answers=[500])
    log_actions.add_note(membership=membership, text="We met Otto.")
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


def test_a_changed_address_gets_what_waits(membership, hook, monkeypatch):
    line = Line(monkeypatch, OPEN)
    log_actions.add_note(membership=membership, text="We met Otto.")
    webhook_actions.change_webhook(membership=membership, webhook=hook, url="https://example.org/new", topics=["log"])
    assert delivery.deliver_due() == 1
    assert line.to[0] == "example.org"
    with pytest.raises(ValidationError):
        webhook_actions.change_webhook(membership=membership, webhook=hook, url="https://10.0.0.1/")
    with pytest.raises(ValidationError):
        webhook_actions.change_webhook(membership=membership, webhook=hook, topics=[])
    hook.refresh_from_db()
    assert (hook.url, hook.topics) == ("https://example.org/new", ["log"])


def test_a_removed_webhook_is_told_nothing_more_and_comes_back_paused(membership, hook, monkeypatch):
    line = Line(monkeypatch, OPEN)
    log_actions.add_note(membership=membership, text="We met Otto.")
    webhook_actions.change_webhook(membership=membership, webhook=hook, removed=True)
    log_actions.add_note(membership=membership, text="Otto lies.")
    assert delivery.deliver_due() == 0
    assert [(row.status, row.answer) for row in WebhookDelivery.objects.all()] == [
        ("given-up", "The webhook was removed.")
    ]
    assert list(webhook_access.visible_webhooks(membership)) == []
    for wrong in ({"active": True}, {"url": "https://example.org/"}):
        with pytest.raises(ValidationError, match="removed"):
            webhook_actions.change_webhook(membership=membership, webhook=hook, **wrong)
    for act in (webhook_actions.queue_test, webhook_actions.rotate_secret):
        with pytest.raises(ValidationError, match="removed"):
            act(membership=membership, webhook=hook)
    back = webhook_actions.change_webhook(membership=membership, webhook=hook, removed=False)
    assert (back.active, back.secret, back.topics) == (False, hook.secret, sorted(ALL))
    webhook_actions.change_webhook(membership=membership, webhook=hook, active=True)
    log_actions.add_note(membership=membership, text="He said so himself.")
    assert delivery.deliver_due() == 1
    assert len(line.sent) == 1


def test_removed_webhooks_take_no_place_and_a_full_campaign_takes_none_back(membership, hook):
    webhook_actions.change_webhook(membership=membership, webhook=hook, removed=True)
    for number in range(webhook_actions.MAX_WEBHOOKS):
        webhook_actions.add_webhook(membership=membership, url=f"https://example.com/{number}", topics=ALL)
    with pytest.raises(ValidationError, match="at most 10"):
        webhook_actions.change_webhook(membership=membership, webhook=hook, removed=False)


def test_a_new_secret_signs_at_once_and_the_old_one_beside_it_for_a_day(membership, hook, monkeypatch):
    line = Line(monkeypatch, OPEN)
    changed, secret = webhook_actions.rotate_secret(membership=membership, webhook=hook)
    assert secret == changed.secret != hook.secret
    log_actions.add_note(membership=membership, text="We met Otto.")
    delivery.deliver_due()
    _method, _target, body, heads = line.sent[0]
    at = heads["Fatekeeper-Timestamp"]
    assert heads["Fatekeeper-Signature"] == signed_requests.signature(secret, at, body)
    assert heads["Fatekeeper-Signature-Before"] == signed_requests.signature(hook.secret, at, body)
    log_actions.add_note(membership=membership, text="Otto lies.")
    delivery.deliver_due(timezone.now() + timedelta(hours=25))
    assert "Fatekeeper-Signature-Before" not in line.sent[1][3]


def test_a_message_is_sent_again_under_its_old_id(membership, hook, monkeypatch):
    line = Line(monkeypatch, OPEN, answers=[200, 200, 500])
    log_actions.add_note(membership=membership, text="We met Otto.")
    delivery.deliver_due()
    row = WebhookDelivery.objects.get()
    webhook_actions.requeue_delivery(membership=membership, delivery=row)
    assert delivery.deliver_due() == 1
    assert line.sent[0][2] == line.sent[1][2]
    WebhookDelivery.objects.update(created=timezone.now() - timedelta(days=3), status="given-up")
    webhook_actions.requeue_delivery(membership=membership, delivery=row)
    assert delivery.deliver_due() == 1
    assert WebhookDelivery.objects.get().status == "given-up", "once, when its day is over"
    webhook_actions.change_webhook(membership=membership, webhook=hook, active=False)
    with pytest.raises(ValidationError, match="paused"):
        webhook_actions.requeue_delivery(membership=membership, delivery=row)


def test_only_gms_of_the_campaign_change_its_webhooks(membership, hook, ana, outsider, campaign):
    other = factories.CampaignFactory()
    stranger = factories.MemberFactory(campaign=other, user=outsider, role="gm")
    player = get_membership(ana, campaign.pk)
    told = hook.deliveries.create(topic="log")
    for member in (stranger, player):
        for act in (
            lambda member=member: webhook_actions.change_webhook(membership=member, webhook=hook, removed=True),
            lambda member=member: webhook_actions.rotate_secret(membership=member, webhook=hook),
            lambda member=member: webhook_actions.queue_test(membership=member, webhook=hook),
            lambda member=member: webhook_actions.requeue_delivery(membership=member, delivery=told),
        ):
            with pytest.raises(PermissionDenied):
                act()


def test_the_page_tests_changes_removes_and_puts_back(client, membership, gm, hook, monkeypatch):
    client.force_login(gm)
    line = Line(monkeypatch, OPEN, answers=[200, 500, 200])
    page = client.post(f"/webhooks/{hook.pk}/test/", follow=True).content.decode()
    assert "Sent. Answered 200." in page
    assert json.loads(line.sent[0][2])["topic"] == "test"
    assert (
        "The delivery failed. Answered 500" in client.post(f"/webhooks/{hook.pk}/test/", follow=True).content.decode()
    )
    row = WebhookDelivery.objects.latest("id")
    assert "Sent. Answered 200." in client.post(f"/deliveries/{row.pk}/again/", follow=True).content.decode()
    body = {"topics": ["log"], "revision": hook.revision}
    page = client.post(f"/webhooks/{hook.pk}/edit/", body | {"url": "http://example.org/"}).content.decode()
    assert "Enter an address such as" in page
    client.post(f"/webhooks/{hook.pk}/edit/", body | {"url": "https://example.org/"})
    page = client.post(f"/webhooks/{hook.pk}/secret/").content.decode()
    old, hook = hook, Webhook.objects.get()
    assert hook.url == "https://example.org/"
    assert hook.secret != old.secret
    assert hook.secret in page
    assert hook.secret not in client.get(f"/webhooks/{hook.pk}/").content.decode()
    page = client.post(f"/webhooks/{hook.pk}/change/", {"removed": "1"}, follow=True).content.decode()
    assert "Restore" in page
    assert "Restore" in client.get(f"/campaigns/{membership.campaign_id}/webhooks/").content.decode()
    client.post(f"/webhooks/{hook.pk}/change/", {"removed": "0"})
    assert list(webhook_access.visible_webhooks(membership)) == [hook]


def test_the_page_of_a_webhook_shows_both_versions_when_another_gm_saved_first(client, gm, membership, hook):
    client.force_login(gm)
    seen = {"revision": hook.revision}
    webhook_actions.change_webhook(membership=membership, webhook=hook, url="https://theirs.example.org/")
    mine = {"url": "https://mine.example.org/", "topics": ["log"], "shape": "fatekeeper"}
    page = client.post(f"/webhooks/{hook.pk}/edit/", mine | seen).content.decode()
    assert "was changed after you opened it" in page
    assert 'value="https://mine.example.org/"' in page
    assert "https://theirs.example.org/" in page
    hook.refresh_from_db()
    assert hook.url == "https://theirs.example.org/"
    assert f'name="revision" value="{hook.revision}"' in page
    client.post(f"/webhooks/{hook.pk}/edit/", mine | {"revision": hook.revision})
    hook.refresh_from_db()
    assert hook.url == "https://mine.example.org/"


def test_a_script_changes_rotates_tests_removes_and_puts_back(gm, ana, campaign, hook):
    script = Caller(gm)
    here = f"webhooks/{hook.pk}/"
    assert ok(script.patch(here, {"url": "https://example.org/", "topics": ["award"]}))["topics"] == ["award"]
    made = ok(script.post(f"{here}secret/", {}, Idempotency_Key="k2"))
    assert made["secret"] == Webhook.objects.get().secret != hook.secret
    assert ok(script.post(f"{here}secret/", {}, Idempotency_Key="k2"))["secret"] == ""
    told = ok(script.post(f"{here}test/", {}), 201)
    assert (told["topic"], told["status"]) == ("test", "waiting")
    assert ok(script.post(f"deliveries/{told['id']}/again/", {}))["id"] == told["id"]
    assert script.delete(here).status_code == 204
    assert ok(script.get(f"campaigns/{campaign.pk}/webhooks/"))["results"] == []
    (gone,) = ok(script.get(f"campaigns/{campaign.pk}/webhooks/?removed=true"))["results"]
    assert gone["removed"]
    refused(script.post(f"{here}test/", {}), 422)
    assert ok(script.patch(here, {"removed": False}))["active"] is False
    refused(Caller(ana).delete(here), 403)
    refused(Caller(ana).post(f"deliveries/{told['id']}/again/", {}), 403)
