"""Callers of the API: scripts with tokens, one a person."""

import json

import pytest
from django.test import Client

from config.api.schema import ProblemSerializer
from people import actions

PROBLEM = "application/problem+json"


class Caller:
    """A script that speaks JSON with a person's token, and keeps the last answer's status and headers."""

    def __init__(self, user=None, **token):
        self.client = Client(raise_request_exception=False)
        self.secret = (
            actions.create_token(user=user, name="script", **({"can_write": True} | token))[1] if user else None
        )

    def send(self, method, path, body=None, *, raw=None, **headers):
        """The answer to one request; `raw` bytes go out as they are."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            named.setdefault("Authorization", f"Token {self.secret}")
        data = raw if raw is not None else (b"" if body is None else json.dumps(body).encode())
        kind = named.pop("Content-Type", "application/json")
        path = path if path.startswith("/") else f"/api/v1/{path}"
        return self.client.generic(method, path, data, content_type=kind, headers=named)

    def get(self, path, **headers):
        """A GET."""
        return self.send("GET", path, **headers)

    def post(self, path, body=None, **headers):
        """A POST."""
        return self.send("POST", path, {} if body is None else body, **headers)

    def patch(self, path, body, **headers):
        """A PATCH; without a revision of its own it is based on what the address answers now."""
        if "If_Match" not in headers and not (isinstance(body, dict) and "revision" in body):
            seen = self.send("GET", path)
            tag = seen.headers.get("ETag")
            if tag is None and seen.status_code == 200:  # a running table
                tag = f'"{seen.json().get("revision", 0)}"'
            headers |= {"If_Match": tag} if tag else {}
        return self.send("PATCH", path, body, **headers)

    def delete(self, path, **headers):
        """A DELETE."""
        return self.send("DELETE", path, **headers)


@pytest.fixture
def caller(db):
    """Makes a caller for a person, or for nobody."""
    return Caller


@pytest.fixture
def gm_api(gm):
    """The GM's script."""
    return Caller(gm)


@pytest.fixture
def ana_api(ana):
    """Ana's script."""
    return Caller(ana)


def ok(answer, status=200):
    """The JSON of an answer that must have that status."""
    assert answer.status_code == status, (answer.status_code, answer.content[:2000])
    return answer.json() if answer.content else None


def refused(answer, status, code=None):
    """The problem of an answer that must be refused with that status and code."""
    assert answer.status_code == status, (answer.status_code, answer.content[:2000])
    assert answer["Content-Type"] == PROBLEM
    told = answer.json()
    assert told["status"] == status
    assert {"type", "title", "status", "detail", "code"} <= set(told) <= set(ProblemSerializer().fields)
    assert told["detail"]
    assert told["type"] in {f"/api/docs/problems/#{told['code']}", "/api/docs/problems/#rules"}
    if code is not None:
        assert told["code"] == code, told
    return told
