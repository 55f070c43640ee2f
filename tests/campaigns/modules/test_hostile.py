"""Hostile modules: refused with a place and a code, quickly, and nothing in the database has moved."""

import re
import time

import pytest
from django.urls import reverse

from campaigns.actions import modules
from campaigns.actions.modules import ModuleInvalid
from tests.campaigns.modules import corpus, corpus_more, samples
from tests.campaigns.modules.dump import everything

CORPUS = [*corpus.refusals(), *corpus_more.refusals()]
LONGEST = 10.0


def sent(own, data):
    received = modules.receive(data=data)
    return modules.upload(by=own.user, document=received.document, archive=received.archive)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "data", "code"), CORPUS, ids=[name for name, _data, _code in CORPUS])
def test_a_hostile_module_is_refused_with_place_and_code_and_leaves_no_trace(own, name, data, code):
    before, began = everything(), time.monotonic()
    with pytest.raises(ModuleInvalid) as refused:
        sent(own, data)
    assert time.monotonic() - began < LONGEST
    assert everything() == before
    faults = refused.value.errors
    assert code in {one.code for one in faults}, faults[:5]
    assert 1 <= len(faults) <= 200
    for one in faults:
        assert one.pointer == "" or one.pointer.startswith(("/", "module.json#"))
        assert one.message
        assert len(one.message) < 600
        one.message.encode()  # nothing that cannot be sent


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
def test_hostile_text_is_kept_as_text_and_shown_inert(client, own, start):
    document = samples.small()
    texts = corpus_more.INERT[start : start + 12]
    document["locations"] += [
        {"key": f"t{number}", "title": "x", "blocks": [{"key": "a", "kind": "gm", "md": text}]}
        for number, text in enumerate(texts)
    ]
    report = modules.check(by=own.user, document=document)
    if not report.ok:  # a reference in it that leads nowhere: refused with its place
        assert all(one.pointer.startswith("/locations/") for one in report.errors)
        return
    version, _new = modules.upload(by=own.user, document=document)
    modules.apply(own=own, version=version)
    client.force_login(own.user)
    began = time.monotonic()
    for number in range(len(texts)):
        answer = client.get(reverse("module-object", args=[own.campaign_id, "the-mill", "locations", f"t{number}"]))
        assert answer.status_code == 200
        for tag in pieces(answer.content.decode()):
            assert not ACTIVE.search(tag), (texts[number][:80], tag)
    assert time.monotonic() - began < LONGEST * 3


ACTIVE = re.compile(
    r"^<(script|iframe|object|embed|svg|math|img|style|link|base|meta|video|audio|template)\b|\son\w+\s*=|"
    r"(href|src)=.?\s*(javascript|vbscript|data):|\b(hx|sse|ws)-(?!disable)", re.I,
)  # fmt: skip
