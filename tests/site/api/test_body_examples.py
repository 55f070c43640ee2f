"""The examples of request bodies in the reference: each is sent as it stands, with the ids of rows that are there."""

import re

import jsonschema
import pytest
from django.db import transaction

from campaigns.encounters.models import Encounter
from tests.site import roles
from tests.site.api.conftest import Caller, ok, refused
from tests.site.api.openapi_document import openapi_document
from tests.site.api.test_document import operations

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def examples():
    """Every operation with an example: (address, method, body) by its id."""
    found = {}
    for path, method, operation in operations(openapi_document()):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if "example" in content:
            found[operation["operationId"]] = (path, method.upper(), content["example"])
    return found


def schema_errors(document, content):
    """The places where an example contradicts the schema beside it."""
    whole = {**document, **content["schema"], "$id": "urn:document"}
    found = jsonschema.Draft202012Validator(whole).iter_errors(content["example"])
    return [f"{error.json_path}: {error.message[:200]}" for error in found]


def test_every_example_is_what_the_schema_beside_it_describes():
    document = openapi_document()
    wrong, last = {}, {}
    for _path, _method, operation in operations(document):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if "example" in content:
            wrong[operation["operationId"]] = schema_errors(document, content)
            last = content if operation["operationId"] == "recaps_write" else last
    assert len(wrong) >= 46
    assert {name: errors for name, errors in wrong.items() if errors} == {}
    assert schema_errors(document, last | {"example": last["example"] | {"revision": "new"}}), "a planted fault"


def rows_for(ids):
    """The fields of bodies that name rows, with those of the world."""
    page, other = ids["world"], ids["threads"]
    single = {"character": "characters", "monster": "monsters", "session": "sessions", "pin": "map-pins"}
    several = {"characters": "characters", "attendance": "members"}
    rows = {name: ids[word] for name, word in single.items()} | {name: [ids[word]] for name, word in several.items()}
    return rows | {"page": page, "from_page": page, "to_page": other}


def with_rows(value, rows):
    """The body with the ids of rows that are there; a name of a figure of a game is none."""
    if isinstance(value, dict):
        return {name: rows[name] if name in rows else with_rows(part, rows) for name, part in value.items()}
    return [with_rows(part, rows) for part in value] if isinstance(value, list) else value


def address(path, ids):
    """The address with the ids of the world, by the word before each."""
    return re.sub(r"(?<=/)([\w-]+)/\{\w+\}", lambda match: f"{match[1]}/{ids[match[1]]}", path)


@pytest.fixture
def world(db):
    """A campaign with a row of everything."""
    return roles.build()


@pytest.fixture
def sent(world, examples):
    """Sends the example of an operation as the GM, or the same with other fields; afterwards it is undone."""
    caller, rows = Caller(world.people["gm"]), rows_for(world.ids)

    def send(name, **more):
        path, method, body = examples[name]
        kept = name.startswith(("modules_", "calendar_"))
        body = (dict(body) if kept else with_rows(body, rows)) | more
        path = address(path, world.ids)
        if "seen" in body:
            body["seen"] = Encounter.objects.get(pk=world.ids["encounters"]).number
        heads = {}
        if method in {"PATCH", "PUT"}:
            read = caller.get(path)
            if "ETag" in read.headers:
                body.pop("revision", None)
                heads = {"If-Match": read.headers["ETag"]}
            elif read.status_code == 200 and "revision" in read.json():  # a table has no ETag
                body["revision"] = read.json()["revision"]
        with transaction.atomic():
            answer = caller.send(method, path, body, **heads)
            transaction.set_rollback(not name.startswith("modules_upload"))
        return answer

    return send


def test_every_example_is_accepted_as_it_stands(sent, examples):
    assert len(examples) >= 46
    ok(sent("modules_upload"), 201)  # the example of an import names this module
    answers = {name: sent(name) for name in sorted(examples.keys() - {"modules_upload"})}
    assert {name: answer.content for name, answer in answers.items() if answer.status_code >= 300} == {}


def test_an_example_with_a_misspelt_field_is_refused(sent, examples):
    for name in examples:
        refused(sent(name, misspelt=1), 422)
