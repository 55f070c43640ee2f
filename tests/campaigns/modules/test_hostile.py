"""Hostile modules: refused with a place and a code, quickly, and nothing in the database has moved."""

import time

import pytest

from campaigns.actions import modules
from campaigns.actions.modules import ModuleInvalid
from tests.campaigns.modules.corpus import refusals
from tests.campaigns.modules.dump import everything

CORPUS = list(refusals())
LONGEST = 10.0


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "data", "code"), CORPUS, ids=[name for name, _data, _code in CORPUS])
def test_a_hostile_module_is_refused_with_place_and_code_and_leaves_no_trace(own, name, data, code):
    before, began = everything(), time.monotonic()
    with pytest.raises(ModuleInvalid) as refused:
        modules.upload(by=own.user, document=modules.read(data=data))
    assert time.monotonic() - began < LONGEST
    assert everything() == before
    faults = refused.value.errors
    assert code in {one.code for one in faults}, faults[:5]
    assert 1 <= len(faults) <= 200
    for one in faults:
        assert one.pointer == "" or one.pointer.startswith("/")
        assert one.message
        assert len(one.message) < 600
        one.message.encode()  # nothing that cannot be sent


def test_the_corpus_is_large_enough_and_names_each_file_once():
    assert len(CORPUS) >= 60
    assert len({name for name, _data, _code in CORPUS}) == len(CORPUS)
