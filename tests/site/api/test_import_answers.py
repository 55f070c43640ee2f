"""What an import answers about decisions, warnings and exports that lead nowhere."""

import jsonschema
import pytest

from campaigns.modules import library_actions
from campaigns.modules.format.faults import Fault, Report
from campaigns.modules.models import ModuleVersion
from tests.campaigns.modules.samples import small
from tests.site.api.conftest import ok, refused
from tests.site.api.openapi_document import openapi_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def rats(gm_api):
    """A module of four monsters without figures, so that each gives a warning; what an import of it names."""
    document = small()
    document["module"]["key"] = "rats"
    document["monsters"] = [{"key": f"rat-{number}", "name": f"Rat {number}"} for number in range(4)]
    for name in set(document) - {"monsters", "module", "format", "format_version", "satchel"}:
        if isinstance(document[name], list):
            del document[name]
    return {"module": "rats", "version": ok(gm_api.post("modules/", document), 201)["version"]}


def test_a_decision_about_a_place_that_is_not_there_is_refused_at_its_place(gm_api, campaign, rats):
    path = f"campaigns/{campaign.pk}/imports/"
    for place in ("monster:rat-1#/nmae", "monster:rat-1", "monster:nobody#/name", "name"):
        told = refused(gm_api.post(path, {**rats, "decisions": {place: "take_new"}}), 422, "module-invalid")
        assert [error["code"] for error in told["errors"]] == ["ref.unresolved"]
        assert told["errors"][0]["pointer"].startswith("/decisions/")
    assert ok(gm_api.get(path))["results"] == []
    ok(gm_api.post(path, {**rats, "decisions": {"monster:rat-1#/name": "keep_local"}}), 201)


def test_the_steps_of_a_plan_are_what_the_reference_says(gm_api, campaign, rats):
    """Also of an update with a conflict, which names the values of both sides and needs a decision with `ask`."""
    path, document = f"campaigns/{campaign.pk}/imports/", openapi_document()
    ok(gm_api.post(path, rats), 201)
    row = next(row for row in ok(gm_api.get(f"campaigns/{campaign.pk}/objects/"))["results"] if row["key"] == "rat-1")
    ok(gm_api.patch(f"objects/{row['id']}/", {"title": "Our rat"}, If_Match="*"))
    newer = ok(gm_api.get(f"modules/rats/{rats['version']}/"))
    newer["module"]["version"] = "9.0.0"
    newer["monsters"][1]["name"] = "Their rat"
    del newer["monsters"][3]
    ok(gm_api.post("modules/", newer), 201)
    body = {"module": "rats", "version": "9.0.0", "policy": "ask"}
    plan = ok(gm_api.post(path, {**body, "dry_run": True}))
    schema = {**document["components"]["schemas"]["Plan"], "components": document["components"]}
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(plan)) == []
    assert {step["action"] for step in plan["steps"]} == {"conflict", "unchanged", "orphan"}
    assert plan["undecided"] == ["monster:rat-1#/name"]
    assert "undecided" in refused(gm_api.post(path, body), 409, "conflict.undecided")["detail"]
    made = ok(gm_api.post(path, {**body, "decisions": {plan["undecided"][0]: "take_new"}}), 201)
    assert [step["changes"][0]["taken"] for step in made["result"]["steps"] if "changes" in step] == ["take_new"]
    assert "allow_downgrade" in refused(gm_api.post(path, rats), 409, "module.downgrade")["detail"]
    ok(gm_api.post(path, {**rats, "allow_downgrade": True}), 201)


@pytest.mark.parametrize(
    ("field", "value", "pointer", "choices"),
    [
        ("decisions", {"monster:rat-1#/name": "both"}, "/decisions/monster:rat-1#~1name", "keep_local, take_new"),
        ("policy", "theirs", "/policy", "keep_local, take_new, ask"),
    ],
)
def test_a_wrong_choice_is_answered_with_the_choices(gm_api, campaign, rats, field, value, pointer, choices):
    told = refused(gm_api.post(f"campaigns/{campaign.pk}/imports/", {**rats, field: value}), 422, "invalid")
    assert [(fault["pointer"], fault["message"]) for fault in told["errors"]] == [(pointer, f"Send one of: {choices}.")]


def test_warnings_that_are_left_out_are_announced_in_plan_and_import(gm_api, campaign, rats, monkeypatch):
    path = f"campaigns/{campaign.pk}/imports/"
    plan = ok(gm_api.post(path, {**rats, "dry_run": True}))
    assert (len(plan["warnings"]), plan["truncated"]) == (4, False)
    monkeypatch.setattr("campaigns.modules.imports.planning.SHOWN_FAULTS", 3)
    plan = ok(gm_api.post(path, {**rats, "dry_run": True}))
    assert (len(plan["warnings"]), plan["truncated"]) == (3, True)
    result = ok(gm_api.post(path, rats), 201)["result"]
    assert (len(result["warnings"]), result["truncated"]) == (3, True)


def test_the_library_says_that_a_module_had_more_warnings(gm_api, rats, monkeypatch):
    assert ok(gm_api.get("modules/"))["results"][0]["truncated"] is False
    document = ModuleVersion.objects.get().document | {"monsters": []}
    document["module"] |= {"version": "9.0.0"}
    report = Report(
        document, warnings=[Fault(f"/monsters/{number}", "x", "y") for number in range(200)], truncated=True
    )
    monkeypatch.setattr(library_actions, "check", lambda **_given: report)
    row = ok(gm_api.post("modules/", document), 201)
    assert row["truncated"] is True
    assert len(row["warnings"]) == 201
    assert "more warnings" in row["warnings"][-1]["message"]


def test_an_empty_campaign_has_nothing_to_export_and_the_reference_says_so(gm_api, campaign):
    refused(gm_api.get(f"campaigns/{campaign.pk}/export/"), 409, "export.nothing")
    document = ok(gm_api.get("/api/v1/schema/?format=json"))
    assert "409" in document["paths"]["/api/v1/campaigns/{campaign_id}/export/"]["get"]["responses"]


def test_no_webhook_subscribes_to_tests_but_a_delivery_may_be_one(gm_api, campaign):
    schemas = ok(gm_api.get("/api/v1/schema/?format=json"))["components"]["schemas"]
    assert "test" not in schemas["TopicEnum"]["enum"]
    assert "test" in schemas["DeliveredTopicEnum"]["enum"]
    body = {"url": "https://example.com/hook", "topics": ["test"]}
    refused(gm_api.post(f"campaigns/{campaign.pk}/webhooks/", body), 422)
    row = ok(gm_api.post(f"campaigns/{campaign.pk}/webhooks/", {**body, "topics": ["log"]}), 201)
    assert ok(gm_api.post(f"webhooks/{row['id']}/test/"), 201)["topic"] == "test"


def test_a_refused_media_type_is_told_with_every_type_that_the_address_accepts(gm_api):
    told = refused(
        gm_api.send("POST", "modules/convert/?from=foundry", raw=b"{}", Content_Type="application/x-db"), 415
    )
    assert set(told["detail"].removeprefix("Send ").rstrip(".").split(", ")) == {
        "application/json",
        "text/plain",
        "text/markdown",
        "application/yaml",
        "application/zip",
    }
