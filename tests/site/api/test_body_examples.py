"""The examples of request bodies in the reference: each is sent as it stands, with the ids of rows that are there."""

import pytest

from tests import factories
from tests.site.api.conftest import ok, refused
from tests.site.api.openapi_document import openapi_document
from tests.site.api.test_document import operations

pytestmark = pytest.mark.django_db
ROWS = ("character", "monster")


@pytest.fixture(scope="module")
def examples():
    """Every operation with an example: (address, method, body) by its id."""
    found = {}
    for path, method, operation in operations(openapi_document()):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if "example" in content:
            found[operation["operationId"]] = (path, method.upper(), content["example"])
    return found


def with_rows(value, rows):
    """The body with the ids of rows that are there."""
    if isinstance(value, dict):
        return {
            name: rows[name] if name in ROWS else [rows["character"]] if name == "characters" else with_rows(part, rows)
            for name, part in value.items()
        }
    return [with_rows(part, rows) for part in value] if isinstance(value, list) else value


@pytest.fixture
def sent(gm_api, campaign, examples):
    """Sends the example of an operation, or the same with other fields."""
    hero = factories.CharacterFactory(campaign=campaign, sheet={})
    rows = {"character": hero.pk, "monster": factories.MonsterFactory(campaign=campaign).pk}

    def send(name, **more):
        path, method, body = examples[name]
        body = body if name.startswith("modules_") else with_rows(body, rows)
        return gm_api.send(method, path.format(campaign_id=campaign.pk), body | more)

    return send


def test_every_example_is_accepted_as_it_stands(sent, examples):
    assert len(examples) >= 14
    ok(sent("modules_upload"), 201)  # the example of an import names this module
    for name in sorted(examples.keys() - {"modules_upload"}):
        answer = sent(name)
        assert answer.status_code in {200, 201}, (name, answer.content)


def test_an_example_with_a_misspelt_field_is_refused(sent, examples):
    for name in examples:
        refused(sent(name, misspelt=1), 422)
