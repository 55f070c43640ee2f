"""The site serves the schema of modules, the very one that it checks them against."""

import json

import pytest
from jsonschema import Draft202012Validator

from campaigns.modules.format import schema, validation
from campaigns.modules.format.vocabulary import PLURAL
from rules import play

ADDRESS = "/api/v1/modules/schema/"


@pytest.mark.django_db
def test_the_served_schema_is_the_one_that_modules_are_checked_against(gm, client):
    client.force_login(gm)
    answer = client.get(ADDRESS)
    assert answer.status_code == 200
    served = answer.json()
    assert served == json.loads(json.dumps(schema.load()))
    Draft202012Validator.check_schema(served)
    assert {*play.SYSTEMS} <= {*served["$defs"]["ruleset"]["enum"]}


@pytest.mark.django_db
def test_a_visitor_without_an_account_is_refused(client):
    assert client.get(ADDRESS).status_code == 401


def test_the_schema_has_a_whole_module_and_an_object_of_every_collection_as_examples():
    """Each is accepted as it stands, and the whole module has every field of its objects from the same examples."""
    loaded = schema.load()
    (module,) = loaded["examples"]
    report = validation.document(module)
    assert (report.errors, report.warnings) == ([], [])
    for singular, plural in PLURAL.items():
        (example,) = loaded["$defs"][singular]["examples"]
        checker = Draft202012Validator({**loaded["$defs"][singular], "$defs": loaded["$defs"]})
        assert list(checker.iter_errors(example)) == []
        assert singular == "asset" or example in module[plural], "an asset needs its file"
        spoiled = {**example, "misspelt": 1}
        assert list(checker.iter_errors(spoiled)), "the check finds a wrong field"
