"""Modules over the API: validate, upload, preview, import once and again, and play what was imported."""

import copy
import json
import pathlib

import pytest

from campaigns.models import ImportedObject, ImportRun, ModuleVersion
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
SAMPLE = pathlib.Path(__file__).parents[3] / "../shared/data/satchel/the-night-blade.satchel.json"


@pytest.fixture
def blade():
    """The Night Blade as it was handed down."""
    if not SAMPLE.exists():
        pytest.skip("the shared sample is not beside the project")
    return json.loads(SAMPLE.read_text(encoding="utf-8"))


@pytest.fixture
def uploaded(gm_api, blade):
    """What an import of it names."""
    row = ok(gm_api.post("modules/", blade), 201)
    return {"module": row["key"], "version": row["version"]}


def test_the_night_blade_is_uploaded_once_and_read_back(gm_api, ana_api, blade):
    ok(gm_api.post("modules/validate/", blade))
    assert ModuleVersion.objects.count() == 0
    row = ok(gm_api.post("modules/", blade), 201)
    assert ok(gm_api.post("modules/", blade))["digest"] == row["digest"]
    answer = gm_api.get(f"modules/{row['key']}/{row['version']}/")
    assert ok(answer)["module"]["title"] == blade["module"]["title"]
    assert answer["ETag"] == f'"{row["digest"]}"'
    assert [one["key"] for one in ok(gm_api.get("modules/"))["results"]] == [row["key"]]
    refused(ana_api.get(f"modules/{row['key']}/{row['version']}/"), 404)
    changed = copy.deepcopy(blade)
    changed["module"]["title"] = "Another"
    refused(gm_api.post("modules/", changed), 409, "module.version_conflict")


def test_a_spoiled_module_is_refused_with_every_fault_at_its_place(gm_api, blade):
    blade["encounters"][0]["groups"][0]["count"] = "3d"
    blade["locations"][0]["key"] = "The Tangles"
    del blade["module"]["licence"]["spdx"]
    for path in ("modules/validate/", "modules/"):
        told = refused(gm_api.post(path, blade), 422, "module-invalid")
        places = {error["pointer"]: error["code"] for error in told["errors"]}
        assert places["/encounters/0/groups/0/count"] == "schema.count"
        assert places["/locations/0/key"] == "schema.pattern"
        assert places["/module/licence"] == "schema.required"
        assert told["truncated"] is False
    assert ModuleVersion.objects.count() == 0


@pytest.mark.parametrize("body", [[], "x", 5, None, {}, {"format": "satchel"}, {"format": "zip"}])
def test_what_is_no_module_is_refused(gm_api, body):
    told = refused(gm_api.send("POST", "modules/", raw=json.dumps(body).encode()), 422, "module-invalid")
    assert told["errors"]


def test_an_import_is_previewed_done_once_and_then_changes_nothing(gm_api, ana_api, campaign, uploaded):
    path = f"campaigns/{campaign.pk}/imports/"
    plan = ok(gm_api.post(path, {**uploaded, "dry_run": True}))
    assert plan["counts"] == {"create": len(plan["steps"])}
    assert ImportRun.objects.count() == ImportedObject.objects.count() == 0
    run = ok(gm_api.post(path, {**uploaded, "plan_token": plan["plan_token"]}), 201)
    assert len(run["result"]["created"]) == len(plan["steps"])
    again = ok(gm_api.post(path, {**uploaded, "dry_run": True}))
    assert again["counts"] == {"unchanged": len(plan["steps"])}
    refused(gm_api.post(path, {**uploaded, "plan_token": plan["plan_token"]}), 409, "plan.stale")
    assert ok(gm_api.get(f"{path}{run['id']}/"))["module"] == "the-night-blade"
    assert [row["id"] for row in ok(gm_api.get(path))["results"]] == [run["id"]]
    refused(ana_api.get(path), 403)
    refused(ana_api.post(path, uploaded), 403)
    refused(gm_api.get(f"{path}999999/"), 404)


def test_an_imported_encounter_is_there_to_be_started(gm_api, ana_api, campaign, uploaded):
    hero = ok(ana_api.post(f"campaigns/{campaign.pk}/characters/", {"name": "Mara"}), 201)["id"]
    ok(gm_api.post(f"campaigns/{campaign.pk}/imports/", uploaded), 201)
    rows = ok(gm_api.get(f"campaigns/{campaign.pk}/encounters/?status=prepared"))["results"]
    assert rows
    assert ok(ana_api.get(f"campaigns/{campaign.pk}/encounters/"))["results"] == []
    fights = [ok(gm_api.get(f"encounters/{row['id']}/")) for row in rows]
    fight = min((one for one in fights if one["groups"]), key=lambda one: sum(g["count"] for g in one["groups"]))
    kept = ("monster", "count", "group", "names", "note")
    groups = [{name: group[name] for name in kept} for group in fight["groups"] if group["monster"]]
    path = f"encounters/{fight['id']}/"
    ok(gm_api.patch(path, {"groups": [{"character": hero}, *groups]}))
    begun = ok(gm_api.post(f"{path}start/"))
    assert begun["status"] == "running"
    assert ok(ana_api.get(path))["seats"] == ["mara"]


def test_somebody_elses_upload_is_refused_exactly_like_a_missing_one(gm_api, ana, campaign, uploaded):
    campaign.members.filter(user=ana).update(role="co-gm")
    path, theirs = f"campaigns/{campaign.pk}/imports/", Caller(ana)
    told = [refused(theirs.post(path, body), 422) for body in (uploaded, {"module": "none", "version": "1.0.0"})]
    assert told[0] == told[1]
    refused(gm_api.post(path, {**uploaded, "party_size": 0}), 422)
    refused(gm_api.post(path, {**uploaded, "select": ["monster:nobody"]}), 422)
    refused(gm_api.post(path, {**uploaded, "ruleset": "other"}), 409, "import.ruleset")
    assert ImportRun.objects.count() == 0
