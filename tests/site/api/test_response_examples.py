"""The examples of responses in the reference: each has the fields of today's responses, and fits its schema.

FATEKEEPER_REWRITE_EXAMPLES=1 records them again."""

import json
import os
import re

import jsonschema_rs
import pytest
from django.db import transaction

from config.api.response_examples import RECORDED, load_examples
from tests.site import roles
from tests.site.api.conftest import Caller
from tests.site.api.openapi_document import openapi_document
from tests.site.api.test_body_examples import address, examples, sent, world  # noqa: F401
from tests.site.api.test_document import operations

pytestmark = pytest.mark.django_db
REWRITE = "FATEKEEPER_REWRITE_EXAMPLES"
LONGEST, MOST_ITEMS, LONGEST_TEXT = 3000, 1, 160
LUCK = {"view", "events", "offers", "example", "result"}
# What differs from run to run, or looks like a secret: long words of letters and digits.
RANDOM = re.compile(r"\b(?=[\w-]*\d)[\w-]{20,}\b")
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)")


def shortened(value):
    """The value with one element of each list, short texts, and nothing that differs from run to run."""
    if isinstance(value, dict):
        return {name: shortened(part) for name, part in value.items()}
    if isinstance(value, list):
        return [shortened(part) for part in value[:MOST_ITEMS]]
    if isinstance(value, str):
        text = RANDOM.sub("…", TIME.sub("2026-11-27T19:00:00Z", value))
        return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
    return value


def fields(value):
    """The names of fields at every depth, without the values, and without what depends on the luck of cards."""
    if isinstance(value, dict):
        return {name: None if name in LUCK else fields(part) for name, part in sorted(value.items())}
    return [fields(part) for part in value] if isinstance(value, list) else None


def parameters(operation, ids):
    """The required query parameters of a reading operation, filled in."""
    words = {"text": "the", "page": ids["world"], "start": ids["map-pins"], "end": ids["map-pins"], "pin": 1}
    wanted = [each for each in operation.get("parameters", []) if each["in"] == "query" and each.get("required")]
    return "&".join(f"{each['name']}={words.get(each['name'], 1)}" for each in wanted)


@pytest.fixture
def answers(world, sent, examples):  # noqa: F811
    """The shortened JSON of every operation that answers the GM with some, with its status."""
    caller, found = Caller(world.people["gm"]), {}
    for path, method, operation in operations(openapi_document()):
        name = operation["operationId"]
        if method == "get":
            try:
                at = address(path, world.ids)
            except KeyError:
                continue
            with transaction.atomic():
                answer = caller.get(f"{at}?{parameters(operation, world.ids)}".rstrip("?"))
                transaction.set_rollback(True)
        elif name in examples:
            answer = sent(name)
        else:
            continue
        is_json = answer.headers.get("Content-Type", "").split(";")[0] == "application/json"
        if answer.status_code < 300 and is_json and not answer.streaming:
            body = shortened(answer.json())
            if body and len(json.dumps(body)) <= LONGEST:
                found[name] = {"status": str(answer.status_code), "body": body}
    return found


def test_the_examples_have_the_fields_of_today_s_responses(answers):
    if os.environ.get(REWRITE) == "1":
        text = json.dumps(answers, indent=1, sort_keys=True, ensure_ascii=False)
        RECORDED.write_text(f"{text}\n", encoding="utf-8")
        load_examples.cache_clear()
        openapi_document.cache_clear()
    recorded = load_examples()
    assert len(recorded) >= 100
    assert {name: (row["status"], fields(row["body"])) for name, row in answers.items()} == {
        name: (row["status"], fields(row["body"])) for name, row in recorded.items()
    }, f"A response changed. If this is meant, run this test with {REWRITE}=1, and then that of the document."


def test_every_example_fits_the_schema_of_its_response():
    document = json.loads(json.dumps(openapi_document(), default=str))
    checked = 0
    for _path, _method, operation in operations(document):
        example = load_examples().get(operation["operationId"])
        if example is None:
            continue
        content = operation["responses"][example["status"]]["content"]["application/json"]
        assert content["example"] == example["body"]
        schema = {"components": document["components"], **content["schema"]}
        faults = list(jsonschema_rs.validator_for(schema).iter_errors(example["body"]))
        assert not faults, (operation["operationId"], str(faults[0])[:300])
        checked += 1
    assert checked == len(load_examples())


def test_no_example_has_a_secret():
    text = RECORDED.read_text(encoding="utf-8")
    assert not RANDOM.search(text)
    assert roles.GAME in text
