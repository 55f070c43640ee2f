"""The OpenAPI document is a promise: kept as a snapshot, served by the site, complete in its errors."""

import ast
import json
import os
import pathlib
import re
import uuid

import drf_spectacular.validation
import jsonschema_rs
import pytest
import yaml
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

from config.api.codes import CODES
from config.api.problems import Problem
from config.api.schema import MEANINGS
from tests.architecture.source import modules
from tests.site.api.conftest import ok, refused
from tests.site.api.openapi_document import openapi_document

# libyaml reads the document ten times as fast, where PyYAML was built with it.
SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
OPENAPI_3_1 = pathlib.Path(drf_spectacular.validation.__file__).with_name("openapi_3_1_schema.json")
SNAPSHOT = pathlib.Path(__file__).with_name("openapi.yaml")
REWRITE = "FATEKEEPER_REWRITE_OPENAPI"


def text():
    """The document as it is stored."""
    return yaml.safe_dump(openapi_document(), sort_keys=True, allow_unicode=True, width=110)


@pytest.fixture(scope="module")
def told():
    """The document as it is made now."""
    return openapi_document()


def operations(told):
    """Every (address, method, operation)."""
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_the_document_is_the_one_that_was_promised():
    if os.environ.get(REWRITE) == "1":
        SNAPSHOT.write_text(text(), encoding="utf-8")
    promised = SNAPSHOT.read_text(encoding="utf-8")
    assert text() == promised, (
        f"The API's document changed. Only additions keep the promise; if this is one, run this test with {REWRITE}=1."
    )


def test_the_document_is_valid_openapi_3_1(told):
    assert told["openapi"].startswith("3.1")
    openapi = jsonschema_rs.validator_for(json.loads(OPENAPI_3_1.read_text(encoding="utf-8")))
    document = json.loads(OpenApiJsonRenderer().render(told))
    openapi.validate(document)
    operation = next(iter(document["paths"].values()))
    next(iter(operation.values()))["responses"] = []
    assert not openapi.is_valid(document), "the specification is that of documents"


def test_every_operation_tells_of_its_errors_as_problems(told):
    for path, method, operation in operations(told):
        answers = operation["responses"]
        needed = {"400", "401", "403", "404", "422", "429"} | ({"409", "415"} if method in {"post", "patch"} else set())
        assert needed <= set(answers), (path, method, needed - set(answers))
        for code in needed:
            assert list(answers[code]["content"]) == ["application/problem+json"], (path, method, code)
        assert set(answers) & {"200", "201", "204"}, (path, method)


def test_a_tag_is_promised_with_what_was_read_or_changed_and_not_with_refusals(told):
    """An object that can be read again without a body, and that its change names."""
    tagged = {}
    for _path, _method, operation in operations(told):
        codes = {code for code, answer in operation["responses"].items() if "ETag" in answer.get("headers", {})}
        tagged[operation["operationId"]] = codes
    assert tagged["sessions_read"] == {"200", "304"}
    assert tagged["sessions_change"] == {"200"}
    assert tagged["modules_read"] == tagged["campaigns_export"] == {"200", "304"}
    assert tagged["modules_upload"] == {"200", "201"}
    assert set().union(*tagged.values()) <= {"200", "201", "304"}


def test_work_in_a_bounded_process_says_that_the_site_may_be_busy(told):
    busy = {}
    for _path, _method, operation in operations(told):
        if "503" in operation["responses"]:
            busy[operation["operationId"]] = operation["responses"]["503"]
    pictures = {"note_pictures_create", "objects_show", "characters_set_portrait", "world_set_picture"}
    assert {"modules_upload", "modules_validate", "modules_convert", *pictures} <= set(busy)
    assert {answer["description"] for answer in busy.values()} == {MEANINGS["503"]}
    assert all("Retry-After" in answer["headers"] for answer in busy.values())
    assert not {"modules_list", "characters_portrait", "sessions_create"} & set(busy)


def test_every_operation_is_described_and_every_post_takes_a_key(told):
    for path, method, operation in operations(told):
        assert operation.get("description"), (path, method)
        named = {parameter["name"] for parameter in operation.get("parameters", [])}
        assert ("Idempotency-Key" in named) == (method == "post"), (path, method)


def test_the_contracts_addresses_stand_in_the_document(told):
    at = "/api/v1/encounters/{encounter_id}/"
    wanted = {
        ("/api/v1/checks/", "post"),
        (f"{at}commands/", "post"),
        (at, "get"),
        (f"{at}offers/", "get"),
        (f"{at}events/", "get"),
        (f"{at}stream/", "get"),
        (f"{at}undo/", "post"),
    }
    assert wanted <= {(path, method) for path, method, _operation in operations(told)}
    stream = told["paths"][f"{at}stream/"]["get"]["responses"]["200"]["content"]
    assert list(stream) == ["text/event-stream"]


def test_each_response_that_is_not_json_can_be_asked_for_by_its_media_type(told, gm_api, campaign):
    asked = 0
    for path, method, operation in operations(told):
        for media_type in operation["responses"].get("200", {}).get("content", {}):
            if media_type == "application/json":
                continue
            address = path.replace("{campaign_id}", str(campaign.pk)).replace("{key}", str(uuid.uuid4()))
            address = re.sub(r"\{[a-z_]+\}", "1", address)
            answer = gm_api.send(method.upper(), address, Accept=media_type)
            assert answer.status_code in {200, 404, 409, 501}, (path, media_type, answer.status_code)
            assert Client().get(address, headers={"Accept": media_type}).status_code == 401, (path, media_type)
            asked += 1
    assert asked >= 16


def test_a_change_of_a_picture_is_answered_with_json_only(gm_api, campaign):
    refused(gm_api.delete("characters/1/portrait/", Accept="image/webp"), 406)


def test_the_site_serves_the_document_to_anybody(db):
    answer = Client().get("/api/v1/schema/?format=json")
    assert ok(answer)["info"]["title"] == "Fatekeeper API"


def test_the_document_is_built_once_for_each_of_its_forms(db, monkeypatch):
    first = {form: Client().get(f"/api/v1/schema/?format={form}").content for form in ("json", "yaml")}
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    for form, content in first.items():
        assert Client().get(f"/api/v1/schema/?format={form}&lang=xx&version=1").content == content
    assert json.loads(first["json"]) == yaml.load(first["yaml"], Loader=SafeLoader)


def test_the_browsable_reference_loads_everything_from_the_site_and_nothing_inline(db):
    page = Client().get("/api/docs/")
    html = page.content.decode()
    assert page.status_code == 200
    assert "unsafe-inline" not in page["Content-Security-Policy"]
    assert not re.search(r"<style|style=|<script(?![^>]*src=)|https?://", html)
    for address in re.findall(r"(?:src|href)=\"([^\"]+)\"", html):
        assert address.startswith("/")
    script = Client().get("/api/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert "/api/v1/schema/" in script.content.decode()


def test_a_conflict_has_the_title_of_a_change_only_if_something_has_changed():
    titles = {code: Problem(409, code, "No.").body()["title"] for code in ("stale", "plan.stale", "export.nothing")}
    assert titles["stale"] == titles["plan.stale"] == Problem(412, "stale", "No.").body()["title"]
    assert "changed" in titles["stale"]
    assert "changed" not in titles["export.nothing"]


def test_the_reference_says_what_any_operation_can_answer_and_which_keys_are_accepted(told):
    for status in ("408", "500", "503", "507"):
        assert f"{status} (" in told["info"]["description"].replace("\n", " ")
    for path, method, operation in operations(told):
        is_stream = (
            "text/event-stream" in str(operation["responses"]["200"]) if "200" in operation["responses"] else False
        )
        for code, answer in operation["responses"].items():
            assert not (is_stream and "RateLimit" in answer.get("headers", {})), (path, code)
        for parameter in operation.get("parameters", []):
            if parameter["name"] == "Idempotency-Key":
                assert parameter["schema"].get("pattern"), (path, method)


# Which argument of these is a code.
CODE_ARGUMENTS = {
    "Problem": 1,
    "Refusal": 1,
    "Outage": 1,
    "UnreadableBody": 0,
    "ParseError": 1,
    "PermissionDenied": 1,
    "Refused": 0,
    "ModuleConflict": 0,
}


def codes_in(tree):
    """The codes that a file sends: arguments of a refusal, and members of an answer that are named "code"."""
    for node in ast.walk(tree):
        parts = []
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)  # Refused, or play.Refused
            place = CODE_ARGUMENTS.get(name)
            parts = [] if place is None else node.args[place : place + 1]
        elif isinstance(node, ast.Dict):
            parts = [value for key, value in zip(node.keys, node.values, strict=True) if is_text(key) == "code"]
        texts = (is_text(each) for part in parts if not holds_sentence(part) for each in ast.walk(part))
        yield from filter(None, texts)


def holds_sentence(node):
    """Whether a sentence is translated there, as for a form's field with the name "code"."""
    return any(isinstance(each, ast.Call) for each in ast.walk(node))


def is_text(node):
    """The text that a node of a syntax tree is, or None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_code_that_is_sent_is_explained():
    packages = ("config", "operations", "campaigns", "characters", "people", "common")
    sent = {code for _path, tree in modules(*packages) for code in codes_in(tree)} - {"", "invalid"}
    assert {"stream.many", "database.away", "token.area", "cards.none", "pass.early", "experience.spent"} <= sent
    assert sent - set(CODES) == set()
    planted = ast.parse('raise Problem(429, "stream.limit" if late else "stream.many", {"code": "stream.late"})')
    assert set(codes_in(planted)) - set(CODES) == {"stream.limit", "stream.late"}
    planted = ast.parse('raise play.Refused("cards.late", _("Too late."))')
    assert set(codes_in(planted)) - set(CODES) == {"cards.late"}


def test_every_code_has_its_place_on_the_page_of_codes(db):
    html = Client().get("/api/docs/problems/").content.decode()
    for code in CODES:
        assert f'id="{code}"' in html
    assert 'id="rules"' in html


def test_a_refusal_of_the_rules_leads_to_the_paragraph_about_them_and_one_of_the_site_to_its_code():
    for code, place in (("turn.not-yours", "rules"), ("cards.none", "cards.none")):
        assert Problem(422, code, "No.").body()["type"] == f"/api/docs/problems/#{place}"
