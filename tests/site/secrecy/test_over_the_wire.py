"""The same comparison over sockets, from a real server: what a phone and a script receive, and the live stream."""

import json
import random
import time

import pytest
from django.conf import settings

from config.live import stream
from tests.campaigns.encounters.play.serving import Phone, cookie_of, serving
from tests.site.secrecy import tables
from tests.site.secrecy.alterations import altered
from tests.site.secrecy.channels import Viewer, differences, received, state_of
from tests.site.secrecy.showing import said
from tests.site.secrecy.size import pairs
from tests.site.secrecy.test_tables import seats_of
from tests.site.secrecy.wire import WireClient

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "t" * 32
KINDS = ("bastards", "52 Fates, real cards")


def on_the_wire(address, table, name, scene):
    """A viewer whose browser and script are sockets."""
    user = table.people[name]
    viewer = Viewer(user, scene)
    viewer.browser = WireClient(address, signed_in(user))
    viewer.script.client = WireClient(address)
    return viewer


def signed_in(user):
    """The headers of a browser that sends its forms' token along."""
    cookie = cookie_of(user)["Cookie"] + "; " if user else ""
    return {"Cookie": f"{cookie}{settings.CSRF_COOKIE_NAME}={TOKEN}", "X-CSRFToken": TOKEN}


def frames(address, table, name):
    """What the stream says at first, and until a moment later."""
    user = table.people[name]
    phone = Phone(address, table.encounter.pk, cookie_of(user) if user else {})
    time.sleep(0.3)
    phone.hang_up()
    return f"{phone.status}\n{phone.raw.decode()}"


def all_received(address, table, name, scene):
    viewer = on_the_wire(address, table, name, scene)
    return received(viewer, table.encounter) | {"stream": frames(address, table, name)}


@pytest.mark.parametrize("kind", KINDS)
def test_over_sockets_nothing_depends_on_what_is_hidden(kind):
    rng = random.Random(3)
    table = tables.KINDS[kind](rng)
    tables.play_on(table, rng, 3)
    with serving() as address:
        for seed in pairs(2):
            name = ("ana", "watcher", "gm", "ben", "anonymous", "outsider")[seed % 6]
            mine = seats_of(table, name)
            scene = tables.questions(table, mine, random.Random(1))
            before = all_received(address, table, name, scene)
            with altered(table.encounter, mine, rng) as changed:
                after = all_received(address, table, name, scene)
            assert sum(changed)
            assert said(differences(before, after)) == "", (seed, name)


def test_a_stream_that_tells_more_is_found(monkeypatch):
    rng = random.Random(3)
    table = tables.KINDS["bastards"](rng)
    monkeypatch.setattr(stream, "_send_text", _with_state(table))
    with serving() as address:
        before = frames(address, table, "watcher")
        with altered(table.encounter, set(), rng):
            assert frames(address, table, "watcher") != before


def _with_state(table):
    """A stream that says something made of the state with whatever it says."""
    true = stream._send_text

    async def say(send, text):
        found = await stream.asyncio.to_thread(state_of, table.encounter)
        await true(send, f": {json.dumps(found)}\n{text}")

    return say
