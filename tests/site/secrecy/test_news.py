"""What a screen receives that names the pieces of its table depends on nothing that its viewer may not know."""

import json
import random

import pytest
from django.db import transaction

from campaigns.encounters.table import pieces
from tests.screens import Screen
from tests.site.secrecy.alterations import altered
from tests.site.secrecy.channels import state_of
from tests.site.secrecy.size import pairs
from tests.site.secrecy.tables import KINDS, play_on
from tests.site.secrecy.test_tables import seats_of

pytestmark = pytest.mark.django_db


def received_items(screen):
    """The pieces of one more refresh with their digests, without the key and the token; the status without a table."""
    shown = screen.refresh()
    if isinstance(shown, int):
        return shown
    *_new_each_time, number, items = json.loads(screen.sent)
    return [number, json.loads(screen.without_new_values(json.dumps(items)))]


def compare(table, name, rng):
    """What a new screen receives in two worlds, and then a screen of the first world in both; how much was changed."""
    user, row = table.people[name], table.encounter
    own = Screen(user, row)
    told = [received_items(own)]
    again = received_items(own)
    with transaction.atomic():
        with altered(row, seats_of(table, name), rng) as changed:
            told.append(received_items(Screen(user, row)))
            told.append(received_items(own))
        transaction.set_rollback(True)
    return told[0] == told[1], again == told[2], sum(changed)


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_and_digests_are_the_same_whatever_is_hidden(kind):
    changes = 0
    for seed in pairs(1):
        rng = random.Random(seed * 1000 + list(KINDS).index(kind))
        with transaction.atomic():
            table = KINDS[kind](rng)
            play_on(table, rng, rng.randint(0, 8))
            for name in table.people:
                same_whole, same_news, changed = compare(table, name, rng)
                assert (same_whole, same_news) == (True, True), (seed, name)
                changes += changed
            transaction.set_rollback(True)
    assert changes, "the worlds must differ, or nothing is proved"


@pytest.mark.parametrize("leak", ["a digest", "a piece that is left out"])
def test_a_planted_leak_is_found(leak, monkeypatch):
    rng = random.Random(3)
    table = KINDS["bastards"](rng)
    play_on(table, rng, 3)
    digested = pieces._digested_pieces

    def of_state():
        return json.dumps(state_of(table.encounter), sort_keys=True).encode()

    def leaky(html):
        found = list(digested(html))
        extra = next(iter(digested(of_state())))[0]
        # The digest of the first piece tells whether the whole state is the same.
        return [(extra, found[0][1]), *found[1:]] if leak == "a digest" else [*found, (extra, b"")]

    monkeypatch.setattr(pieces, "_digested_pieces", leaky)
    assert compare(table, "watcher", rng)[:2] != (True, True)
