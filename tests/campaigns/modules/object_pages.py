"""An imported adventure with something to do in every collection, and its pages as the GM uses them."""

import re

import pytest
from django.urls import reverse

from campaigns.encounters.models import Encounter
from campaigns.modules import actions as module_actions
from campaigns.modules.models import ImportedObject
from characters.models import Character, Monster
from tests.campaigns.modules import zips


def rich():
    """The small module with something to do in every collection."""
    document = zips.with_picture()
    blocks = [("a", "player", "Come at dusk."), ("b", "secret", "It is forged.")]
    document["handouts"] = [
        {
            "key": "letter",
            "title": "A letter",
            "visibility": "on_reveal",
            "assets": ["asset:map"],
            "blocks": [{"key": key, "kind": kind, "md": md} for key, kind, md in blocks],
        }
    ]
    document["treasures"] = [
        {"key": "chest", "title": "A chest", "coins": {"gold": 3}, "items": [{"key": "ring", "name": "A ring"}]}
    ]
    document["awards"] = [
        {"key": "won", "title": "They won", "kind": "encounter", "fifty-two-fates": {"encounters": 1}}
    ]
    document["hazards"] = [
        {
            "key": "pit",
            "title": "A pit",
            "kind": "trap",
            "avoid": "check:jump",
            "effect": {"md": "They fall.", "x": {"5e:damage": 22}},
        }
    ]
    document["checks"].append({"key": "jump", "title": "Jump", "difficulty": {"from": {"system": "5e-2014", "dc": 15}}})
    rows = [("red", ["*H", "*D"], "Luck."), ("black", ["*C", "*S"], "Woe.")]
    document["tables"].append(
        {
            "key": "omens",
            "title": "Omens",
            "method": {"draw": "standard-52", "replace": False},
            "rows": [{"key": key, "cards": cards, "md": md} for key, cards, md in rows],
        }
    )
    ways = [{"key": "up", "to": "location:mill", "kind": "stairs"}]
    document["locations"].append({"key": "cellar", "title": "The cellar", "exits": ways})
    return zips.packed(document, {"assets/map.png": zips.picture()})


@pytest.fixture
def whole(membership):
    received = module_actions.receive(data=rich())
    version, _new = module_actions.upload(by=membership.user, document=received.document, archive=received.archive)
    module_actions.apply_import(membership=membership, version=version)
    return version


def row(collection, key):
    return ImportedObject.objects.get(collection=collection, key=key)


@pytest.fixture
def page(client, gm):
    client.force_login(gm)
    return client


def address(name, membership, *more):
    return reverse(name, args=[membership.campaign_id, *more])


def seen(page, here):
    """The revision in the form of a page."""
    return re.search(r'name="revision" value="(\d+)"', page.get(here).content.decode())[1]


def act(page, membership, collection, name, **data):
    if data["act"] in {"note", "delete"}:
        at = "module-object" if data["act"] == "note" else "module-object-edit"
        data.setdefault("revision", seen(page, address(at, membership, "the-mill", collection, name)))
    answer = page.post(address("module-object-act", membership, "the-mill", collection, name), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def standing(membership):
    """The imported objects, and the monsters, characters and encounters with their figures, in order of their names."""
    return {
        "objects": sorted(ImportedObject.objects.filter(tombstone=False).values_list("collection", "key", "title")),
        "monsters": sorted(Monster.objects.filter(campaign=membership.campaign).values_list("name", "stats")),
        "people": sorted(Character.objects.values_list("name", "gm_notes")),
        "fights": sorted(Encounter.objects.values_list("title", "groups__count", "groups__monster__name")),
    }
