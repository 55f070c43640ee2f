"""Two GMs edit every kind of object at the same moment: of two edits from one revision exactly one stands."""

import uuid

import pytest

from tests.soak.figures import Figures
from tests.soak.load import Phone
from tests.soak.sizes import sized
from tests.soak.test_races import at_once

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

ROUNDS = sized(2, 60)
CAMPAIGN = "campaigns/{campaign}/"
OTTO = {"name": "Otto", "sheet": {"class": "warrior"}}
# Kind of object: where it is made, with what, where it is changed, and the field that is changed.
KINDS = {
    "character": (
        CAMPAIGN + "characters/",
        {"name": "Otto", "sheet": {"class": "warrior"}},
        "characters/{id}/",
        "notes",
    ),
    "monster": (CAMPAIGN + "monsters/", {"name": "Wolf", "stats": {"max_hp": 3}}, "monsters/{id}/", "text"),
    "world page": (CAMPAIGN + "world/", {"kind": "location", "name": "The tower"}, "world/{id}/", "text"),
    "session": (CAMPAIGN + "sessions/", {"title": "Evening"}, "sessions/{id}/", "notes"),
    "encounter": (CAMPAIGN + "encounters/", {"title": "Ambush"}, "encounters/{id}/", "notes"),
    "campaign": (None, None, CAMPAIGN, "summary"),
}


def edit_at_once(phones, address, field, counts):
    """Both GMs read the object and change it; checks which edit stands."""
    revision = phones[0].ask("GET", address)[1].get("revision")
    seen = {} if revision is None else {"revision": revision}
    texts = [uuid.uuid4().hex for _phone in phones]
    answers = at_once(
        *[
            lambda phone=phone, text=text: phone.ask("PATCH", address, {field: text, **seen})
            for phone, text in zip(phones, texts, strict=True)
        ]
    )
    won = [text for text, (status, _answer) in zip(texts, answers, strict=True) if status == 200]
    assert {status for status, _answer in answers} <= {200, 409}, answers
    stored = phones[0].ask("GET", address)[1][field]
    counts["acknowledged"] += len(won)
    counts["lost"] += stored not in won or (revision is not None and len(won) == 0)
    counts["doubled"] += revision is not None and len(won) > 1


def test_two_gms_edit_every_kind_of_object(site, record):
    table = site.job("prepare", name="Editing")
    second = site.job("second_gm", campaign=table["campaign"])
    phones = [Phone(site.port, secret) for secret in (table["secret"], second)]
    counts = {"acknowledged": 0, "lost": 0, "doubled": 0}
    with site.serving():
        for where, body, address, field in KINDS.values():
            made = {}
            if where:
                status, made = phones[0].ask("POST", where.format(**table), body)
                assert status == 201, made
            address = address.format(id=made.get("id"), **table)
            for _round in range(ROUNDS):
                edit_at_once(phones, address, field, counts)
    faults = site.job("audit", campaign=table["campaign"])["faults"]
    errors = [error for phone in phones for error in phone.errors]
    size = f"{len(KINDS)} x {ROUNDS}"
    record(
        Figures(
            "two GMs edit", size, server_errors=len(errors), mismatches=len(faults), note=str(errors or ""), **counts
        )
    )
