"""Hostile modules: refused with a place and a code, quickly, and nothing in the database has moved."""

import copy
import json
import os
import random
import re
import socket
import tempfile
import time
import urllib.request

import pytest
from django.db import transaction
from django.urls import reverse

from campaigns.modules import actions
from campaigns.modules.actions import ModuleConflict, ModuleInvalid
from campaigns.modules.models import ImportRun
from tests.campaigns.modules import corpus, corpus_more, samples
from tests.campaigns.modules.dump import everything

CORPUS = [*corpus.refusals(), *corpus_more.refusals()]
LONGEST = 10.0


class Outward(Exception):
    """Something wanted to speak with another machine."""


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """No connection goes out of these tests, and no file is left in the folder for passing ones.

    The database speaks through its own library and is not met by this."""

    def refuse(*_told, **_named):
        raise Outward

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    folder = tmp_path / "passing"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


def sent(membership, data):
    received = actions.receive(data=data)
    return actions.upload(by=membership.user, document=received.document, archive=received.archive)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "data", "code"), CORPUS, ids=[name for name, _data, _code in CORPUS])
def test_a_hostile_module_is_refused_with_place_and_code_and_leaves_no_trace(membership, name, data, code):
    before, began = everything(), time.monotonic()
    with pytest.raises(ModuleInvalid) as refused:
        sent(membership, data)
    assert time.monotonic() - began < LONGEST
    assert everything() == before
    faults = refused.value.errors
    assert code in {fault.code for fault in faults}, faults[:5]
    assert 1 <= len(faults) <= 200
    for fault in faults:
        assert fault.pointer == "" or fault.pointer.startswith(("/", "module.json#"))
        assert fault.message
        assert len(fault.message) < 600
        fault.message.encode()  # nothing that cannot be sent


def test_the_corpus_is_large_enough_and_names_each_file_once():
    assert len(CORPUS) + len(corpus_more.INERT) >= 300
    assert len({name for name, _data, _code in CORPUS}) == len(CORPUS)


def pieces(html):
    """The tags of what stands between the page's own frame, but for the site's own forms and fields."""
    inside = html[html.index("<main") : html.index("</main>")]
    tags = re.findall(r"<[^>]*>", re.sub(r"<textarea.*?</textarea>", "", inside, flags=re.S))
    return [tag for tag in tags if not re.match(r"</?(form|input|button|label|textarea|select|option)\b", tag)]


@pytest.mark.django_db
@pytest.mark.parametrize("start", range(0, len(corpus_more.INERT), 12))
def test_hostile_text_is_kept_as_text_and_shown_inert(client, membership, start):
    document = samples.small()
    texts = corpus_more.INERT[start : start + 12]
    document["locations"] += [
        {"key": f"t{number}", "title": "x", "blocks": [{"key": "a", "kind": "gm", "md": text}]}
        for number, text in enumerate(texts)
    ]
    report = actions.check(by=membership.user, document=document)
    if not report.ok:  # a reference in it that leads nowhere: refused with its place
        assert all(error.pointer.startswith("/locations/") for error in report.errors)
        return
    version, _new = actions.upload(by=membership.user, document=document)
    actions.apply_import(membership=membership, version=version)
    client.force_login(membership.user)
    began = time.monotonic()
    for number in range(len(texts)):
        answer = client.get(
            reverse("module-object", args=[membership.campaign_id, "the-mill", "locations", f"t{number}"])
        )
        assert answer.status_code == 200
        for tag in pieces(answer.content.decode()):
            assert not ACTIVE.search(tag), (texts[number][:80], tag)
    assert time.monotonic() - began < LONGEST * 3


ACTIVE = re.compile(
    r"^<(script|iframe|object|embed|svg|math|img|style|link|base|meta|video|audio|template)\b|\son\w+\s*=|"
    r"(href|src)=.?\s*(javascript|vbscript|data):|\b(hx|sse|ws)-(?!disable)",
    re.I,
)


# Mutations that know the structure: sound modules with something in them turned round.

MUTATIONS = int(os.environ.get("FATEKEEPER_MODULE_MUTATIONS", "400"))
ODD = [
    None,
    True,
    0,
    -1,
    2**53,
    1.5,
    "",
    " ",
    "monster:rat",
    "location:mill",
    "x/monster:rat",
    "../../x",
    "\u202e",
    "d6",
    "99d1000",
    "<script>alert(1)</script>",
    "[[monster:rat]]",
    "a" * 70_000,
    [],
    {},
    [[]],
    {"key": "x"},
    ["rat"] * 50,
    {"vendor:thing": {"deep": [1]}},
    "https://evil.example/",
    "{{ 7*7 }}",
]


def places(value, at=()):
    """Every place in a JSON value, as the steps to it."""
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*at, name)
        if isinstance(inner, dict | list):
            yield from places(inner, (*at, name))


def turned(document, dice):
    """Turns something round: a value replaced, taken out, doubled, moved or renamed."""
    *way, last = dice.choice(list(places(document)))
    holder = document
    for step in way:
        holder = holder[step]
    how = dice.randrange(6)
    if how == 0:
        del holder[last]
    elif how == 1 and isinstance(holder, list):
        holder.insert(dice.randrange(len(holder) + 1), copy.deepcopy(holder[last]))
    elif how == 2 and isinstance(holder, dict):
        holder[dice.choice(["key", "x", "to", "who", "count", "title", "odd", "licence"])] = holder.pop(last)
    elif how == 3:
        other = document
        for step in dice.choice(list(places(document))):
            other = other[step]
        holder[last] = copy.deepcopy(other)
    else:
        holder[last] = copy.deepcopy(dice.choice(ODD))


@pytest.mark.django_db
@pytest.mark.parametrize("sample", ["small", "bell"])
def test_whatever_is_turned_round_in_a_module_is_refused_with_places_or_imported(membership, sample):
    whole, kept = {"small": samples.small, "bell": samples.bell}[sample](), 0
    for number in range(MUTATIONS if sample == "small" else MUTATIONS // 8):
        dice, document = random.Random(f"{sample}:{number}"), copy.deepcopy(whole)
        for _time in range(dice.randint(1, 3)):
            turned(document, dice)
            if not document:
                break
        data = json.dumps(document).encode()
        try:
            with transaction.atomic():
                version, _new = sent(membership, data)
                actions.apply_import(membership=membership, version=version)
                kept += 1
                raise Undone
        except Undone:
            ImportRun.objects.all().delete()
        except (ModuleInvalid, ModuleConflict) as refused:
            faults = getattr(refused, "errors", None)
            assert faults is None or all(fault.message for fault in faults), (sample, number)
    assert kept or sample == "bell", "some of the mutations are sound, and those were imported"


class Undone(Exception):
    """Takes a sound mutation back."""


# The guards themselves.


def test_the_guard_against_connections_would_notice_one():
    with pytest.raises(Outward):
        urllib.request.urlopen("http://127.0.0.1:9/")
    with pytest.raises(Outward):
        socket.create_connection(("localhost", 9), timeout=1)
