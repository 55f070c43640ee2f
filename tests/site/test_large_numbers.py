"""Addresses with a number that no database can hold: not found, like any other row that does not exist."""

import json
import re

import pytest
from django.test import Client

from tests.site.api.conftest import Caller
from tests.site.routes import PARAMETER, routes

pytestmark = pytest.mark.django_db
BEYOND = 2**70
INTEGER = re.compile(r"<int:\w+>")


def paths():
    """The addresses with numbers, each number too large and everything else made up."""
    for route in routes():
        if INTEGER.search(route.pattern):
            yield "/" + PARAMETER.sub("nothing", INTEGER.sub(str(BEYOND), route.pattern))


def test_a_number_beyond_all_databases_breaks_no_address(gm, campaign):
    client, script, broken = Client(raise_request_exception=False), Caller(gm), []
    client.force_login(gm)
    command = {"command": {"type": "pass", "actor": "mara"}}
    for path in paths():
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            if path.startswith("/api/"):
                answer = script.send(method, path, command if method != "GET" else None)
            else:
                answer = client.generic(method, path, json.dumps(command), content_type="application/json")
            if answer.status_code >= 500 and answer.status_code != 501:
                broken.append(f"{method} {path}: {answer.status_code}")
    assert broken == []
