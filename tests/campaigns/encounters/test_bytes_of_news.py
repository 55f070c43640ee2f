"""How many bytes the news of one play takes to a phone. With -s the figures are printed."""

import gzip
import random
import statistics
from collections import defaultdict

import pytest

from campaigns.encounters.models import Encounter, Participant
from config.server import compression
from tests.screens import Screen
from tests.site.secrecy.tables import KINDS, play_on

pytestmark = pytest.mark.django_db
GAMES = ("52 Fates", "bastards", "fortune-and-power", "fortune-system")
PLAYS = 40
MOST_BYTES = 1500


def on_the_wire(text):
    """The compressed length, with half of the random bytes that hide the exact length."""
    packed = gzip.compress(text.encode(), compresslevel=compression.LEVEL, mtime=0)
    return len(packed) + compression.MOST_PADDING // 2 + 1


def player_of(command):
    """The name of who plays the participant that acted; the GM where nobody does."""
    row = Participant.objects.filter(encounter=command.encounter, key=command.body["actor"]).first()
    return row.controller.user.username if row and row.controller else "gm"


def measure(kind):
    """The bytes after each play, by viewer and by whose play it was: whole and in pieces."""
    rng, found = random.Random(kind), defaultdict(list)
    table = KINDS[kind](rng)
    names = [name for name in ("gm", "gm-demo", "ana", "ben", "mara", "oskar") if name in table.people]
    screens = {name: Screen(table.people[name], table.encounter) for name in names}
    for screen in screens.values():
        screen.refresh()
    for _play in range(PLAYS):
        before = table.encounter.number
        play_on(table, rng, 1)
        row = Encounter.objects.get(pk=table.encounter.pk)
        if row.number == before or row.status != "running":
            break
        actor = player_of(row.commands.select_related("encounter").latest("number"))
        for name, screen in screens.items():
            viewer = "the GM" if name.startswith("gm") else "a player"
            whose = "their own play" if name == actor or (actor == "gm" and viewer == "the GM") else "another's play"
            whole = on_the_wire(screen.whole())
            screen.refresh()
            found[viewer, whose].append((whole, on_the_wire(screen.sent)))
    return found


@pytest.mark.parametrize("kind", GAMES)
def test_the_news_of_a_play_takes_a_player_fewer_bytes_than_the_limit(kind):
    found = measure(kind)
    for (viewer, whose), pairs in sorted(found.items()):
        whole, in_pieces = (statistics.median(side) for side in zip(*pairs, strict=True))
        mean = statistics.mean(size for _whole, size in pairs)
        print(f"{kind}, {viewer} after {whose}: {whole:.0f} whole, {in_pieces:.0f} in pieces (mean {mean:.0f})")
    for whose in ("another's play", "their own play"):
        assert statistics.median(size for _whole, size in found["a player", whose]) < MOST_BYTES
