"""Modules over the API: validate, upload, preview, import once and again, and play what was imported."""

import copy
import io
import json
import zipfile

import pytest

from campaigns.modules.imports import jobs
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from tests.campaigns.modules import samples, zips
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
SAMPLE = samples.NIGHT_BLADE


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
    assert [module["key"] for module in ok(gm_api.get("modules/"))["results"]] == [row["key"]]
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
def test_a_file_that_is_no_module_is_refused(gm_api, body):
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
    fight = min(
        (candidate for candidate in fights if candidate["groups"]),
        key=lambda candidate: sum(g["count"] for g in candidate["groups"]),
    )
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


def test_an_update_is_planned_decided_done_and_taken_back(gm_api, campaign, blade, uploaded):
    path = f"campaigns/{campaign.pk}/imports/"
    ok(gm_api.post(path, uploaded), 201)
    guard = campaign.monsters.get(name="Guard")
    ok(gm_api.patch(f"monsters/{guard.pk}/", {"name": "Watchman"}))
    blade["module"]["version"] = "1.1.0"
    next(monster for monster in blade["monsters"] if monster["key"] == "guard")["name"] = "Sentry"
    ok(gm_api.post("modules/", blade), 201)
    newer = {**uploaded, "version": "1.1.0"}
    plan = ok(gm_api.post(path, {**newer, "dry_run": True, "policy": "ask"}))
    assert plan["undecided"] == ["monster:guard#/name"]
    refused(gm_api.post(path, {**newer, "policy": "ask"}), 409, "conflict.undecided")
    decided = {**newer, "policy": "ask", "decisions": {"monster:guard#/name": "take_new"}}
    run = ok(gm_api.post(path, decided), 201)
    guard.refresh_from_db()
    assert guard.name == "Sentry"
    told = ok(gm_api.post(f"{path}{run['id']}/rollback/"))
    assert (told["status"], told["result"]["rollback"]["restored"]) == ("rolled-back", ["monster:guard"])
    refused(gm_api.post(f"{path}{run['id']}/rollback/"), 409, "rollback.done")
    refused(gm_api.post(path, {**newer, "decisions": {"x": "mine"}}), 422)


def test_an_export_is_the_module_again_and_known_by_its_tag(gm_api, ana_api, campaign, uploaded):
    path = f"campaigns/{campaign.pk}/export/"
    refused(gm_api.get(path), 409, "export.nothing")
    ok(gm_api.post(f"campaigns/{campaign.pk}/imports/", uploaded), 201)
    answer = gm_api.get(f"{path}?module=the-night-blade")
    stored = gm_api.get(f"modules/{uploaded['module']}/{uploaded['version']}/")
    assert ok(answer) == ok(stored)
    assert answer["ETag"] == stored["ETag"]
    assert gm_api.get(path[:-1]).status_code == 200  # without the last slash
    refused(ana_api.get(path), 403)


def test_a_foreign_file_is_converted_without_being_kept(gm_api):
    monster = {"index": "rat", "name": "Rat", "hit_points": 1, "armor_class": [{"value": 10}], "challenge_rating": 0}
    told = ok(gm_api.post("modules/convert/?from=5e-bits&title=Vermin", [monster]))
    assert told["document"]["module"]["title"] == "Vermin"
    assert told["document"]["module"]["key"] == "vermin"
    assert told["document"]["monsters"][0]["source_stats"]["data"]["hp"] == 1
    assert [line["code"] for line in told["review"]] == ["not_understood", "assumed"]
    ok(gm_api.post("modules/validate/", told["document"]))
    fault = refused(gm_api.post("modules/convert/?from=5e-bits", {"x": 1}), 422, "module-invalid")
    assert fault["errors"][0]["code"] == "adapter.not_understood"
    assert fault["detail"] == fault["errors"][0]["message"], "one error is told in the sentence that clients show"
    refused(gm_api.post("modules/convert/?from=nothing", []), 400, "parameter.invalid")
    assert ModuleVersion.objects.count() == 0


def test_an_import_of_a_missing_version_names_the_member_that_is_wrong(gm_api, ana_api, campaign, uploaded):
    path = f"campaigns/{campaign.pk}/imports/"
    for body, pointer in (({**uploaded, "version": "9.9.9"}, "/version"), ({**uploaded, "module": "none"}, "/module")):
        told = refused(gm_api.post(path, body), 422, "invalid")
        assert [error["pointer"] for error in told["errors"]] == [pointer]
    ok(gm_api.post(path, uploaded), 201)
    refused(ana_api.post(path, {**uploaded, "version": "9.9.9"}), 403)


def test_parts_of_a_file_with_titles_of_their_own_are_modules_beside_each_other(gm_api):
    monster = {"index": "rat", "name": "Rat", "hit_points": 1, "armor_class": 10, "challenge_rating": 0}
    for title, key in (("Rats A", "rats-a"), ("Rats B", "rats-b"), ("Крысы", "converted-")):
        draft = ok(gm_api.post(f"modules/convert/?from=5e-bits&title={title}", [monster]))["document"]
        assert ok(gm_api.post("modules/", draft), 201)["key"].startswith(key)
    other = ok(gm_api.post("modules/convert/?from=5e-bits&title=Rats A", [monster | {"hit_points": 2}]))["document"]
    conflict = refused(gm_api.post("modules/", other), 409, "module.version_conflict")
    assert "a new version number, or another key" in conflict["detail"]
    assert ModuleVersion.objects.count() == 3


def test_a_draft_says_what_the_file_was_recognised_as(gm_api):
    row = {"index": "rat", "name": "Rat", "hit_points": 1, "armor_class": 10, "challenge_rating": 0}
    told = ok(gm_api.post("modules/convert/?from=5e-bits", [row | {"url": "/api/2024/monsters/rat"}]))
    assert told["recognised"] == {"format": "5e-database", "system": "Dungeons & Dragons 5e", "edition": "2024"}
    assert "SRD 5.2" in told["document"]["module"]["licence"]["attribution"]


def test_a_vault_of_notes_is_converted_from_its_archive_and_imported(gm_api, campaign):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("Vault/NPCs/Ada.md", "Lives in [[Brasston]].")
        archive.writestr("Vault/Places/Brasston.md", "Home of [[Ada]].")
    path = "modules/convert/?from=obsidian"
    told = ok(gm_api.send("POST", path, raw=held.getvalue(), Content_Type="application/zip"))
    row = ok(gm_api.post("modules/", told["document"]), 201)
    ok(gm_api.post(f"campaigns/{campaign.pk}/imports/", {"module": row["key"], "version": row["version"]}), 201)
    refused(gm_api.send("POST", path, raw=b"PK broken", Content_Type="application/zip"), 422, "module-invalid")


def test_an_export_of_something_without_a_licence_says_so(gm_api, campaign):
    row = {"index": "rat", "name": "Rat", "hit_points": 1, "armor_class": 10, "challenge_rating": 0}
    draft = ok(gm_api.post("modules/convert/?from=5e-bits", [row]))["document"]
    stored = ok(gm_api.post("modules/", draft), 201)
    assert [warning["code"] for warning in stored["warnings"]] == ["licence.unknown"]
    ok(gm_api.post(f"campaigns/{campaign.pk}/imports/", {"module": stored["key"], "version": stored["version"]}), 201)
    answer = gm_api.get(f"campaigns/{campaign.pk}/export/")
    assert "licence of 1 objects is unknown" in answer["X-Licence-Warning"]


def test_an_export_with_a_licence_has_no_warning(gm_api, campaign, uploaded):
    ok(gm_api.post(f"campaigns/{campaign.pk}/imports/", uploaded), 201)
    assert "X-Licence-Warning" not in gm_api.get(f"campaigns/{campaign.pk}/export/")


def test_an_empty_selection_is_refused_and_not_taken_for_everything(gm_api, campaign, uploaded):
    path = f"campaigns/{campaign.pk}/imports/"
    told = refused(gm_api.post(path, {**uploaded, "select": []}), 422)
    assert [error["pointer"] for error in told["errors"]] == ["/select"]
    assert campaign.imported.count() == 0
    plan = ok(gm_api.post(path, {**uploaded, "select": None, "dry_run": True}))
    assert plan["counts"]["create"] > 1


def test_an_archive_is_uploaded_like_a_document(gm_api):
    archive = zips.packed(zips.with_picture(), {"assets/map.png": zips.picture()})
    row = ok(gm_api.send("POST", "modules/", raw=archive, Content_Type="application/zip"), 201)
    assert ok(gm_api.send("POST", "modules/", raw=archive, Content_Type="application/zip"))["digest"] == row["digest"]
    spoiled = zips.packed(zips.with_picture())
    told = refused(gm_api.send("POST", "modules/validate/", raw=spoiled, Content_Type="application/zip"), 422)
    assert [(error["pointer"], error["code"]) for error in told["errors"]] == [
        ("module.json#/assets/0/path", "asset.missing")
    ]


def test_a_repeated_import_with_its_key_is_one_import(gm_api, campaign, uploaded):
    path = f"campaigns/{campaign.pk}/imports/"
    first = gm_api.post(path, uploaded, Idempotency_Key="import-1")
    again = gm_api.post(path, uploaded, Idempotency_Key="import-1")
    assert ok(first, 201) == ok(again, 201)
    assert ImportRun.objects.count() == 1


def test_a_long_import_is_begun_and_watched(gm_api, campaign, uploaded, monkeypatch):
    begun = []
    monkeypatch.setattr(jobs, "start", lambda *told: begun.append(told))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    path = f"campaigns/{campaign.pk}/imports/"
    token = ok(gm_api.post(path, {**uploaded, "dry_run": True}))["plan_token"]
    run = ok(gm_api.post(path, {**uploaded, "background": True, "plan_token": token}), 202)
    assert (run["status"], run["done"]) == ("running", 0)
    refused(gm_api.post(path, {**uploaded, "background": True}), 409, "import.running")
    jobs.run_import(*begun[0])
    told = ok(gm_api.get(f"{path}{run['id']}/"))
    assert (told["status"], told["done"]) == ("done", told["total"])


def test_an_export_with_its_pictures_is_an_archive_that_is_the_same_module_again(gm_api, ana_api, campaign):
    packed = zips.packed(zips.with_picture(), {"assets/map.png": zips.picture()})
    row = ok(gm_api.send("POST", "modules/", raw=packed, Content_Type="application/zip"), 201)
    ok(gm_api.post(f"campaigns/{campaign.pk}/imports/", {"module": row["key"], "version": row["version"]}), 201)
    path = f"campaigns/{campaign.pk}/export/"
    asked, named = gm_api.get(path, Accept="application/zip"), gm_api.get(f"{path}?format=zip")
    assert asked.status_code == named.status_code == 200
    assert asked["Content-Type"] == "application/zip"
    assert "the-mill.satchel.zip" in asked["Content-Disposition"]
    assert asked.content == named.content
    with zipfile.ZipFile(io.BytesIO(asked.content)) as archive:
        assert sorted(archive.namelist()) == ["assets/map.png", "module.json"]
    again = ok(gm_api.send("POST", "modules/", raw=asked.content, Content_Type="application/zip"))
    assert again["digest"] == row["digest"]
    assert gm_api.get(path, Accept="application/zip", If_None_Match=asked["ETag"]).status_code == 304
    assert asked["ETag"] != gm_api.get(path)["ETag"]
    refused(ana_api.get(path, Accept="application/zip"), 403)
    refused(gm_api.get(f"{path}?module=none", Accept="application/zip"), 409, "export.nothing")


def test_a_version_that_is_known_is_not_sent_again(gm_api, uploaded):
    path = f"modules/{uploaded['module']}/{uploaded['version']}/"
    tag = gm_api.get(path)["ETag"]
    for known in (tag, f"W/{tag}", f'"another", {tag}', "*"):
        answer = gm_api.get(path, If_None_Match=known)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
    for other in ('"another"', f'"another-{tag[1:]}'):
        assert gm_api.get(path, If_None_Match=other).status_code == 200


def test_a_token_for_modules_does_what_its_gm_may_with_modules_and_nothing_else(gm, ana, campaign, uploaded):
    writer, reader = (Caller(gm, scopes=[f"modules:{kind}"]) for kind in ("write", "read"))
    path = f"campaigns/{campaign.pk}/imports/"
    refused(reader.post(path, uploaded), 403, "token.read_only")
    assert [row["key"] for row in ok(reader.get("modules/"))["results"]] == [uploaded["module"]]
    run = ok(writer.post(path, uploaded), 201)
    ok(reader.get(f"{path}{run['id']}/"))
    ok(reader.get(f"campaigns/{campaign.pk}/export/"))
    for api in (writer, reader):
        assert ok(api.get("me/"))["token"]["area"] == "modules"
        for other in ("campaigns/", f"campaigns/{campaign.pk}/log/", f"campaigns/{campaign.pk}/encounters/"):
            refused(api.get(other), 403, "token.area")
    refused(writer.post("campaigns/", {"name": "x", "system": "fifty-two-fates"}), 403, "token.area")
    # The token adds nothing to what its owner may: a player imports nothing.
    refused(Caller(ana, scopes=["modules:write"]).post(path, uploaded), 403, "forbidden")


def test_a_repeated_upload_with_its_key_is_answered_as_before(gm_api, blade):
    first = gm_api.post("modules/", blade, Idempotency_Key="upload-1")
    again = gm_api.post("modules/", blade, Idempotency_Key="upload-1")
    assert ok(first, 201) == ok(again, 201)
    assert again["Idempotent-Replayed"] == "true"


def test_eleven_imports_in_an_hour_are_one_too_many(gm_api, campaign, uploaded):
    path = f"campaigns/{campaign.pk}/imports/"
    for _time in range(10):
        ok(gm_api.post(path, uploaded), 201)
    refused(gm_api.post(path, uploaded), 429, "import.rate")
    refused(gm_api.post(path, {**uploaded, "background": True}), 429, "import.rate")
    ok(gm_api.post(path, {**uploaded, "dry_run": True}))
