"""Values that fit their column and nothing else: a restore refuses them, and what it takes no page stumbles over."""

import copy
import io
import os
import random

import pytest
from django.db import models, transaction
from django.test import Client

from campaigns.archive import contents, restoring
from campaigns.archive.column_values import from_json, to_json
from campaigns.archive.entities import CURRENT_ENTITIES
from campaigns.archive.faults import ArchiveInvalid
from campaigns.world.maps.models import MapArea, MapPin
from rules import play
from tests.campaigns.archive import test_faults
from tests.campaigns.archive.cells import ASIDE
from tests.site import roles
from tests.site.routes import routes

pytestmark = pytest.mark.django_db
packed = test_faults.packed
row = test_faults.row
ROUNDS = int(os.environ.get("ARCHIVE_FUZZ", "3"))
JUNK = (None, True, -1, 10**15, 1.5, "", "x" * 5000, "Mars/X", [], {}, [1], [[]], {"a": 1}, {"": [None]}, [{}])

OPTION = next(iter(play.SYSTEMS["fifty-two-fates"]["options"]))
ROWS = {
    "options that are a list": ("encounters", row("options", [1]), "#/options"),
    "an option that the game does not know so": ("encounters", row("options", {OPTION: "nonsense"}), "#/options"),
    "options of the campaign that are a list": ("campaign", row("options", [1]), "#/options"),
    "a zone of another planet": ("campaign", row("zone", "Mars/X"), "data/campaign.jsonl line 1#/zone"),
    "no zone": ("campaign", row("zone", ""), "#/zone"),
    "a zone of another planet in the past": ("campaign_history", row("zone", "Mars/X"), "#/zone"),
    "rules that are an object": ("log", row("rules", {"a": 1}), "#/rules"),
    "rules that are numbers": ("log", row("rules", [1]), "#/rules"),
    "rules whose addresses do not exist": ("log", row("rules", ["Mars/X"]), "#/rules"),
    "figures of the log that are a list": ("log", row("data", [1]), "#/data"),
    "a sheet that is a list": ("characters", row("sheet", [1]), "#/sheet"),
    "a step that is a word": ("step_requests", row("step", "up"), "#/step"),
    "warnings that are words": ("module_versions", row("warnings", ["careful"]), "#/warnings"),
    "a warning without its place": ("module_versions", row("warnings", [{"code": "a", "message": "b"}]), "#/warnings"),
    "an object whose texts are no objects": (
        "imported_objects",
        row("current", {"key": "rat", "name": "Rat", "blocks": [True]}),
        "#/current",
    ),
    "what an import wrote, without a name": ("imported_objects", row("made", {"character": 1.5}), "#/made"),
    "an object that is a word": ("imported_objects", row("current", "word"), "#/current"),
    "a kind of object that no module has": ("imported_objects", row("collection", "Mars/X"), "#/collection"),
    "a version that is none": ("imported_objects", row("base_version", ""), "#/base_version"),
    "a key that is none": ("object_states", row("module_key", "Mars/X"), "#/module_key"),
    "a monster of another game": ("monsters", row("system", "chess"), "#/system"),
    "a document that is none": ("module_versions", row("document", {"module": {}}), "#/document"),
    "a calendar without months": ("calendar", row("definition", {}), "#/definition"),
    "a date that ends before it starts": ("in_world_dates", row("last", -(10**12)), "#/last"),
    "a date beyond all years": ("in_world_dates", row("last", 10**15), "#/last"),
    "a table that is a list": ("conversions", row("figures", [1]), "#/figures"),
}


@pytest.mark.parametrize("fault", ROWS)
def test_a_value_that_no_form_takes_is_refused(packed, gm, fault):
    entity, change, place = ROWS[fault]
    test_faults.refuse(test_faults.edited(packed, entity, change), gm, place, "row")


def spoiled(value, luck):
    """The value with one thing in it, or all of it, replaced."""
    if not isinstance(value, dict | list) or not value or luck.random() < 0.2:
        return copy.deepcopy(luck.choice(JUNK))
    value = copy.deepcopy(value)
    key = luck.choice(sorted(value)) if isinstance(value, dict) else luck.randrange(len(value))
    value[key] = spoiled(value[key], luck)
    return value


def spoil(made, entity, luck):
    """Puts junk into one row of an entity, as far as a restore would take it: what was changed."""
    changed = {}
    found = list(entity.rows(made.campaign))
    if not found or entity.name in {"modules", "site_monsters"}:
        return changed
    one = luck.choice(found)
    values = {field.attname: getattr(one, field.attname) for field in entity.fields}
    for field in entity.fields:
        plain = isinstance(field, models.JSONField | models.CharField)
        if field.is_relation or not plain or field.name == "digest":
            continue
        try:
            new = from_json(field, spoiled(to_json(values[field.attname]), luck), "")
            contents.check_row(made.campaign.system, entity, values | {field.attname: new}, "")
        except ArchiveInvalid:
            continue
        changed[field.name] = new
    if changed:
        entity.model._base_manager.filter(pk=one.pk).update(**changed)
    return {f"{entity.name}.{name}": value for name, value in changed.items()}


def addresses(ids):
    """What a GM reads of the campaign."""
    known = {word: value for word, value in ids.items() if word not in ASIDE}
    for route in routes():
        if route.library or route.name in {"api-encounter-stream", "api-schema"}:
            continue
        try:
            yield route.path(known)
        except LookupError:
            continue


def test_no_page_breaks_over_what_a_restore_takes(db):
    made = roles.build()
    client = Client(raise_request_exception=False)
    client.force_login(made.people["gm"])
    paths = list(addresses(made.ids))
    broken = {}
    for number in range(ROUNDS):
        luck = random.Random(number)
        point = transaction.savepoint()
        changed = {}
        for entity in CURRENT_ENTITIES:
            changed |= spoil(made, entity, luck)
        for path in paths:
            answer = client.get(path)
            if answer.status_code == 500:
                broken.setdefault(path, (number, changed))
        transaction.savepoint_rollback(point)
    assert broken == {}


def test_a_pin_in_a_hidden_area_is_hidden_whatever_an_archive_says_of_it(packed, gm, ana):
    """Anyone can write an archive, and the column decides what players see."""

    def hide_everything(line):
        line |= {"points": [[0, 0], [1, 0], [1, 1], [0, 1]], "revealed": None}

    data = test_faults.edited(packed, "map_areas", hide_everything)
    data = test_faults.edited(data, "map_pins", row("covered", False))
    campaign = restoring.restore_campaign(io.BytesIO(data), by=gm, confirmed={"gm", "ana", "ben"})
    area = MapArea.objects.filter(campaign=campaign, revealed=None).first()
    pins = MapPin.objects.filter(campaign=campaign, map=area.map)
    assert pins.exists()
    assert all(pin.covered for pin in pins)
