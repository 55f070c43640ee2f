"""The message to a person's own webhook when a table has waited for as long as they chose."""

import json
import threading
from datetime import time, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.calls import job, webhook
from campaigns.encounters.calls.models import Call
from campaigns.webhooks.signed_requests import signature
from people.devices.access import preferences_of
from people.devices.actions import save_preferences
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db


class Channel:
    """A server on this machine that keeps what it receives and answers with `status`."""

    def __init__(self):
        self.received, self.status = [], 204
        channel = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                channel.received.append((dict(self.headers), body))
                self.send_response(channel.status)
                self.end_headers()

            def log_message(self, *_words):
                """Says nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/my-turn?room=3"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def channel(settings):
    """Ana's channel; it is on this machine, which only WEBHOOKS_PRIVATE allows."""
    settings.WEBHOOKS_PRIVATE = True
    made = Channel()
    yield made
    made.server.shutdown()
    made.server.server_close()


def want(user, url, after=0, **more):
    """The person's preferences: no mail, and a webhook; returns its secret if it is new."""
    fields = {
        "mail_after": 0,
        "remind": True,
        "quiet_from": None,
        "quiet_until": None,
        "origin": "https://fate.example",
    }
    return save_preferences(user=user, webhook_url=url, webhook_after=after, **fields | more)[1]


def later(**more):
    return timezone.now() + timedelta(**more)


def test_one_signed_message_comes_that_names_the_table_and_no_card(fight, ana, channel):
    secret = want(ana, channel.url)
    assert job.call_players(later(minutes=1)) == 1
    assert job.call_players(later(days=2)) == 0
    [(heads, body)] = channel.received
    assert heads["Fatekeeper-Signature"] == signature(secret, heads["Fatekeeper-Timestamp"], body)
    told = json.loads(body)
    assert (told["topic"], told["text"]) == ("your-turn", "It is your turn: The Salt Road · Ambush at the ford")
    assert told["url"] == f"https://fate.example/encounters/{fight.pk}/"
    assert told["allowed_mentions"] == {"parse": []}, "a title with @everyone calls nobody"
    for name in ("Mara", "Oskar", "Bandit", "KD"):
        assert name not in body.decode()


@pytest.mark.parametrize("hours", [1, 8, 24])
def test_the_delay_is_chosen(fight, ana, channel, hours):
    want(ana, channel.url, hours)
    assert job.call_players(later(hours=hours, minutes=-1)) == 0
    assert job.call_players(later(hours=hours, minutes=1)) == 1


def test_nothing_is_sent_in_quiet_hours_and_to_people_who_have_played(fight, ana, channel):
    want(ana, channel.url, quiet_from=time(0), quiet_until=time(23, 59, 59))
    assert job.call_players(later(minutes=1)) == 0
    want(ana, channel.url)
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    assert job.call_players(later(minutes=1)) == 0
    assert channel.received == []


def test_a_refused_message_is_tried_again_later_and_given_up_in_the_end(fight, ana, channel):
    want(ana, channel.url)
    channel.status = 500
    assert job.call_players(later(minutes=1)) == 0
    assert job.call_players(later(minutes=1, seconds=30)) == 0
    assert len(channel.received) == 1, "not before a minute has passed"
    for day in range(1, 12):
        job.call_players(later(days=day))
    assert len(channel.received) == 6
    channel.status = 204
    assert job.call_players(later(days=20)) == 0
    assert Call.objects.get(webhook_tries=6).webhook_sent is None


def test_a_message_that_arrives_after_a_failure_is_sent_once(fight, ana, channel):
    want(ana, channel.url)
    channel.status = 503
    job.call_players(later(minutes=1))
    channel.status = 200
    assert job.call_players(later(minutes=5)) == 1
    assert job.call_players(later(days=1)) == 0


def test_an_unexpected_error_of_one_message_breaks_no_other(fight, ana, ben, channel, monkeypatch, caplog):
    want(ana, channel.url)
    want(ben, channel.url)
    message = webhook.message

    def fail_for_ana(wait):
        return message(wait) if wait.member.user == ben else {}[1]

    monkeypatch.setattr(webhook, "message", fail_for_ana)
    assert job.call_players(later(minutes=1)) == 1
    [failed] = Call.objects.filter(webhook_sent=None)
    assert (failed.member.user, failed.webhook_tries, len(channel.received)) == (ana, 1, 1)
    assert "KeyError" in caplog.text


def test_an_address_in_the_sites_own_network_is_refused_and_later_not_reached(fight, ana, channel, settings):
    want(ana, channel.url)
    settings.WEBHOOKS_PRIVATE = False
    assert job.call_players(later(minutes=1)) == 0
    assert channel.received == []
    for url in (channel.url, "https://127.0.0.1/x", "https://user:pass@example.com/", "javascript:alert(1)"):
        with pytest.raises(ValidationError) as refused:
            want(ana, url)
        assert "webhook_url" in refused.value.message_dict


def test_the_secret_is_shown_once_and_goes_with_the_address(client, ana):
    client.force_login(ana)
    form = {"mail_after": "0", "remind": "on", "webhook_url": "https://example.com/a", "webhook_after": "8"}
    page = client.post("/me/calls/", form)
    secret = preferences_of(ana).webhook_secret
    assert secret
    assert secret in page.content.decode()
    assert page["Cache-Control"].count("no-store")
    assert client.post("/me/calls/", form | {"webhook_url": "https://example.com/b"}).status_code == 302
    assert preferences_of(ana).webhook_secret == secret, "another address keeps the secret"
    assert secret not in client.get("/me/calls/").content.decode()
    client.post("/me/calls/", form | {"webhook_url": ""})
    assert (preferences_of(ana).webhook_url, preferences_of(ana).webhook_secret) == ("", "")


def test_scripts_do_the_same(ana):
    script = Caller(ana)
    body = {"mail_after": 0, "remind": True, "quiet_from": None, "quiet_until": None}
    first = script.get("me/calls/")["ETag"]
    made = script.send("PUT", "me/calls/", body | {"webhook_url": "https://example.com/a"}, If_Match=first)
    assert made.json()["webhook_secret"] == preferences_of(ana).webhook_secret
    assert script.get("me/calls/").json()["webhook_secret"] == ""
    kept = script.send("PUT", "me/calls/", body, If_Match=made["ETag"])
    assert kept.json()["webhook_url"] == "https://example.com/a", "what is left out stays"
    gone = script.send("PUT", "me/calls/", body | {"webhook_url": ""}, If_Match=kept["ETag"])
    assert gone.json()["webhook_url"] == ""
