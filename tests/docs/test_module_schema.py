"""The site serves the schema of modules, the very one that it checks them against."""

import json

import pytest
from jsonschema import Draft202012Validator

from campaigns.modules.format import schema
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
