"""An adventure of osrlib and its bestiary over the API: converted, imported into each game, and a room played.

The Chaotic Caves as the tool exports it and its monsters.json are tried where they are beside the project; an adventure
of the same shapes is always tried. Each run prints figures: accepted, with attacks, with licence, seconds."""

import copy
import json
import time

import pytest

from campaigns.encounters.models import Encounter
from rules import play as rules
from tests.campaigns.modules import foreign, old_school, real_shapes
from tests.campaigns.modules.test_real_shapes import enveloped
from tests.site.api.conftest import ok
from tests.site.api.test_whole_way import Way

pytestmark = pytest.mark.django_db
CAVES = foreign.DATA / "osrlib" / "the-chaotic-caves.json"
BEASTS = foreign.DATA / "osrlib" / "monsters.json"
TURNS = 25


def small():
    """A bestiary and an adventure of the shapes that osrlib writes, whose monsters stand in the bestiary."""
    adventure = copy.deepcopy(old_school.ADVENTURE)
    beasts = copy.deepcopy(real_shapes.OSRLIB_BESTIARY)
    beasts["monsters"] += adventure.pop("monsters")
    adventure["monsters"] = []
    return json.dumps(beasts), json.dumps(enveloped(adventure))


def caves():
    """The real files; skips where they are not there."""
    return foreign.text(BEASTS), foreign.text(CAVES)


@pytest.fixture(params=sorted(rules.SYSTEMS))
def way(client, request):
    """A campaign of each game, with a GM's script and two players."""
    return Way(client, request.param)


def imported(way, text, title):
    """The draft of a file, uploaded and imported by the GM's script."""
    draft = ok(way.gm.send("POST", f"modules/convert/?from=osrlib&title={title}", raw=text.encode()))
    module = ok(way.gm.post("modules/?allow_missing=monsters", draft["document"]), 201)
    body = {"module": module["key"], "version": module["version"], "allow_missing": "monsters"}
    told = ok(way.gm.post(f"{way.at}imports/", body), 201)
    assert told["status"] == "done"
    return draft, told


def has_attacks(monster):
    """Whether the figures that the file gives have an attack."""
    return bool(monster.get("source_stats", {}).get("data", {}).get("attacks"))


def plays(way, row):
    """Starts an encounter with the two heroes, and gives commands for some turns; returns how many were given."""
    table = f"encounters/{row['id']}/"
    told = ok(way.gm.get(table))
    foes = [{name: group[name] for name in ("monster", "count", "group", "names", "note")} for group in told["groups"]]
    ok(way.gm.patch(table, {"groups": [{"character": hero} for hero in way.heroes] + foes}))
    begun = ok(way.gm.post(f"{table}start/"))
    assert len(begun["participants"]) >= 2
    if not foes:  # a game whose foes are challenges that stand in the notes
        return len(begun["participants"])
    encounter = Encounter.objects.get(pk=row["id"])
    for turn in range(TURNS):
        encounter.refresh_from_db()
        if encounter.status == "ended":
            break
        way.gives(*way.sensible(encounter, table, turn))
    encounter.refresh_from_db()
    return encounter.number


@pytest.mark.parametrize("files", [small, caves])
def test_an_adventure_and_its_bestiary_are_imported_and_a_room_is_played(way, files):
    bestiary, adventure = files()
    began = time.perf_counter()
    beasts, _run = imported(way, bestiary, "Beasts")
    monsters = beasts["document"]["monsters"]
    offered = len(json.loads(bestiary)["monsters"])
    assert 0 < len(monsters) <= offered
    draft, _run = imported(way, adventure, "Caves")
    took = time.perf_counter() - began
    licences = [converted["document"]["module"]["licence"]["spdx"] for converted in (beasts, draft)]
    print(
        f"\n{way.system}: {len(monsters)} of {offered} monsters accepted, {sum(map(has_attacks, monsters))} with"
        f" attacks, licences {licences}, {took:.1f} s"
    )
    assert sum(map(has_attacks, monsters)) >= len(monsters) * 0.8
    assert licences[0] == "LicenseRef-OGL-1.0a"
    rooms = ok(way.gm.get(f"{way.at}objects/?collection=locations&page_size=200"))["results"]
    assert len(rooms) == len(draft["document"]["locations"]) > 1
    prepared = ok(way.gm.get(f"{way.at}encounters/?page_size=200"))["results"]
    assert plays(way, prepared[-1]) >= 2
