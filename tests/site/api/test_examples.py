"""The programs in examples/: short, and they work with the API and a counterpart that answers as Discord does."""

import io
import json
from datetime import UTC, datetime
from email.message import Message
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit

import pytest

from campaigns.log import actions as log_actions
from examples import discord_bot, log_site
from people.access import get_membership
from tests.architecture.source import ROOT
from tests.site.api.conftest import Caller

NOON = datetime(2020, 1, 1, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db
# Messages as Discord's reference describes them, the newest first, without the fields that the bot does not read.
MESSAGES = [
    {"id": str(1000 + n), "content": text, "timestamp": f"2026-03-01T20:{n:02}:00.000000+00:00", "author": who}
    for n, (text, who) in enumerate(
        [
            ("Who goes there?", {"id": "1", "username": "ana", "global_name": "Ana"}),
            ("", {"id": "1", "username": "ana", "global_name": "Ana"}),
            ("A friend.", {"id": "2", "username": "ben", "global_name": None}),
            ("Rolled 7.", {"id": "3", "username": "dice", "bot": True}),
            ("Then pass.", {"id": "1", "username": "ana", "global_name": "Ana"}),
        ]
    )
][::-1]


class Counterpart:
    """Answers the bot's requests: those to Discord from the messages, those to the site by the site itself."""

    def __init__(self, caller, messages):
        self.caller, self.messages, self.asked = caller, messages, []

    def send(self, url, headers, body=None):
        parts = urlsplit(url)
        self.asked.append(parts.netloc)
        if parts.netloc == "discord.com":
            assert headers == {"Authorization": "Bot discord-token"}
            query = parse_qs(parts.query)
            fresh = [message for message in self.messages if int(message["id"]) > int(query["after"][0])]
            return fresh[-int(query["limit"][0]) :]
        response = self.caller.client.generic(
            "POST", parts.path, json.dumps(body), content_type="application/json", headers=headers
        )
        if response.status_code >= 400:
            raise HTTPError(url, response.status_code, "", Message(), io.BytesIO(response.content))
        return response.json()


@pytest.fixture
def settings_of(campaign):
    """The environment of a program of this caller."""

    def made(caller):
        site = {"FATEKEEPER": "https://site.example", "FATEKEEPER_TOKEN": caller.secret, "CAMPAIGN": str(campaign.pk)}
        return site | {"DISCORD_TOKEN": "discord-token", "CHANNEL": "77"}

    return made


@pytest.mark.parametrize("name", ["discord_bot", "log_site"])
def test_an_example_has_fewer_than_eighty_lines(name):
    assert len((ROOT / "examples" / f"{name}.py").read_text().splitlines()) < 80


def test_the_bot_copies_a_channel_once(ana, campaign, settings_of, monkeypatch):
    monkeypatch.setattr(discord_bot, "AT_A_TIME", 2)
    caller = Caller(ana)
    counterpart = Counterpart(caller, MESSAGES)
    assert discord_bot.copy_messages(settings_of(caller), send=counterpart.send) == ("1004", 3)
    rows = campaign.log.order_by("pk").values_list("speaker", "text", "kind", "source", "happened_at__minute")
    assert list(rows) == [
        ("Ana", "Who goes there?", "say", "discord", 0),
        ("ben", "A friend.", "say", "discord", 2),
        ("Ana", "Then pass.", "say", "discord", 4),
    ]
    assert counterpart.asked.count("discord.com") == 4
    assert discord_bot.copy_messages(settings_of(caller), send=counterpart.send) == ("1004", 0), "nothing is doubled"
    assert campaign.log.count() == 3


def test_a_message_that_the_site_refuses_is_named_and_does_not_stop_the_others(ana, campaign, settings_of, capsys):
    caller, hidden = Caller(ana), MESSAGES[2] | {"content": ":::secret\nA friend.\n:::"}
    counterpart = Counterpart(caller, [*MESSAGES[:2], hidden, *MESSAGES[3:]])
    assert discord_bot.copy_messages(settings_of(caller), send=counterpart.send) == ("1004", 2)
    assert [row.text for row in campaign.log.order_by("pk")] == ["Who goes there?", "Then pass."]
    refused, last = capsys.readouterr().out.splitlines()
    assert refused.startswith("The site refuses message 1002: ")
    assert "GM" in refused
    assert last == "2 new entries; the last message is 1004."


def test_a_run_that_fails_says_where_to_continue(ana, campaign, settings_of, monkeypatch, capsys):
    monkeypatch.setattr(discord_bot, "AT_A_TIME", 2)
    caller = Caller(ana)
    counterpart = Counterpart(caller, MESSAGES)

    def fail_later(url, headers, body=None):
        if len(counterpart.asked) == 3:
            raise HTTPError(url, 503, "", Message(), io.BytesIO())
        return counterpart.send(url, headers, body)

    with pytest.raises(HTTPError):
        discord_bot.copy_messages(settings_of(caller), send=fail_later)
    assert capsys.readouterr().out == "1 new entries; the last message is 1001.\n"
    assert discord_bot.copy_messages(settings_of(caller), "1001", counterpart.send) == ("1004", 2)


def test_the_bot_waits_as_long_as_a_server_asks(monkeypatch):
    wait = Message()
    wait["Retry-After"] = "1.5"
    answers, waited = [HTTPError("", 429, "", wait, io.BytesIO()), io.BytesIO(b"[1]")], []

    def open_url(request, timeout):
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(discord_bot.urllib.request, "urlopen", open_url)
    monkeypatch.setattr(discord_bot.time, "sleep", waited.append)
    assert discord_bot.send("https://discord.com/", {}) == [1]
    assert waited == [1.5]
    answers.append(HTTPError("", 403, "", Message(), io.BytesIO()))
    with pytest.raises(HTTPError):
        discord_bot.send("https://discord.com/", {})


def test_the_site_generator_writes_what_the_party_knows_and_escapes_it(gm, ana, campaign, settings_of):
    membership, player = get_membership(gm, campaign.pk), get_membership(ana, campaign.pk)
    log_actions.add_note(membership=membership, text="CANARY", audience="gm")
    log_actions.add_note(membership=player, text="<script>alert(1)</script> & more", speaker="Mara <b>")
    log_actions.add_note(membership=player, text="Long ago.", happened_at=NOON)
    caller = Caller(gm)

    def load(url, headers):
        parts = urlsplit(url)
        response = caller.client.get(f"{parts.path}?{parts.query}", headers=headers)
        assert response.status_code == 200
        return b"".join(response.streaming_content) if response.streaming else response.content

    page = log_site.make_site(settings_of(caller), load)
    assert "CANARY" not in page
    assert page.count("<script>") == 1, "its own"
    assert "<strong>Mara &lt;b&gt;:</strong> &lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>" in page
    assert page.index("<small>2020-01-01 12:00 UTC</small> Long ago.") < page.index("alert(1)")
    assert "<h1>The Salt Road</h1>" in page
    assert "http" not in page.replace("https://site.example", ""), "the page loads nothing"
