"""Who may do what: every address and method by every role, against the reviewed table permissions.toml."""

import functools
import tomllib
from pathlib import Path

import pytest
from django.db import transaction
from django.urls import get_resolver

from tests.site import roles
from tests.site.routes import METHODS, Route, routes

pytestmark = pytest.mark.django_db

FILE = Path(__file__).with_name("permissions.toml")
SAFE = {"GET"}


@functools.cache
def table() -> dict[str, dict[str, str]]:
    """ "name METHOD" -> role -> in, login, 401, 403, 404, 405 or 501."""
    written = tomllib.loads(FILE.read_text())
    rows = {}
    for key, row in written["rows"].items():
        like, changed = (
            (row, {}) if isinstance(row, str) else (row["like"], {k: v for k, v in row.items() if k != "like"})
        )
        rows[key] = written["profiles"][like] | changed
    return rows


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """The world, built once; every request is rolled back."""
    with django_db_blocker.unblock():
        whole = transaction.atomic()
        whole.__enter__()
        try:
            made = roles.build()
            made.rows = {role: made.client(role) for role in roles.ROLES}
            yield made
        finally:
            transaction.set_rollback(True)
            whole.__exit__(None, None, None)


def answered(world: roles.World, role: str, method: str, path: str) -> str:
    """What the role got, in a word; the request leaves no trace."""
    with transaction.atomic():
        client = world.rows[role]
        cookies = client.cookies.copy()
        kind = {"content_type": "application/json", "data": "{}"} if "/api/" in path and method != "GET" else {}
        answer = client.generic(method, path, **kind) if kind else getattr(client, method.lower())(path)
        client.cookies = cookies
        transaction.set_rollback(True)
    status = answer.status_code
    if status in {301, 302} and "/login/" in answer.headers["Location"].partition("?")[0]:
        return "login"
    if status == 501:  # the live stream, which only the ASGI server has
        return "501"
    if status >= 500:
        return "fault"
    return str(status) if status in {401, 403, 404, 405} else "in"


ALL = routes()
CELLS = [(route, method) for route in ALL for method in METHODS]


@pytest.mark.parametrize(("route", "method"), CELLS, ids=lambda value: getattr(value, "name", value))
def test_every_address_lets_in_the_roles_of_the_table(world, route: Route, method: str):
    row = table().get(f"{route.name} {method}")
    path = route.path(world.ids)
    if row is None:
        if route.library and method not in {"GET", "POST"}:
            return
        served = answered(world, "gm", method, path)
        assert served == "405", (
            f"{method} /{route.pattern} answers the GM ({served}) and has no row: add"
            f" “{route.name} {method}” to tests/site/permissions.toml and say there who may do this."
        )
        return
    got = {role: answered(world, role, method, path) for role in roles.ROLES}
    wrong = {role: f"{row.get(role)} expected, {word} got" for role, word in got.items() if row.get(role) != word}
    assert not wrong, f"{method} {path}: {wrong}"


def test_the_table_names_no_address_that_is_gone():
    names = {route.name for route in ALL}
    gone = sorted(key for key in table() if key.split()[0] not in names)
    assert not gone, f"take these rows out of permissions.toml: {gone}"


def test_each_profile_speaks_of_every_role():
    for name, profile in tomllib.loads(FILE.read_text())["profiles"].items():
        assert set(profile) == set(roles.ROLES), f"profile {name} must name each role of tests/site/roles.py once"


HIDDEN = [
    route
    for route in ALL
    if route.parameters and table().get(f"{route.name} GET", {}).get("outsider") == "404" and route.name != "join"
]


@pytest.mark.parametrize("route", HIDDEN, ids=lambda route: route.name)
@pytest.mark.parametrize("role", ["outsider", "ex-member", "past-guest", "other-gm"])
def test_rows_of_somebody_else_look_like_rows_that_do_not_exist(world, route, role):
    if table()[f"{route.name} GET"][role] != "404":
        return
    client = world.rows[role]
    there, nowhere = client.get(route.path(world.ids)), client.get(route.path(world.ids, unknown=True))
    if role in {"ex-member", "past-guest"} and b"no longer a member" in there.content:
        # They know the campaign: its own address tells them that they left it, and nothing of what is in it.
        assert (there.status_code, "campaign_id" in route.parameters) == (404, True)
        return
    assert _bytes(there) == _bytes(nowhere)


def _bytes(answer) -> tuple[int, str, dict[str, str]]:
    body = answer.content.decode()
    token = answer.context["csrf_token"] if answer.context and "csrf_token" in answer.context else None
    body = body.replace(str(token), "") if token else body
    return answer.status_code, body, {k: v for k, v in answer.headers.items() if k != "Content-Length"}


@pytest.mark.parametrize("role", [role for role in roles.ROLES if role != "staff"])
def test_the_admin_is_for_staff_alone(world, role):
    for name in _admin_lists():
        assert answered(world, role, "GET", name) in {"login", "404"}, f"{role} reaches {name}"


def test_staff_opens_every_list_of_the_admin(world):
    for name in _admin_lists():
        assert answered(world, "staff", "GET", name) == "in", name


def _admin_lists() -> list[str]:
    admin = next(part for part in get_resolver().url_patterns if getattr(part, "namespace", "") == "admin")
    lists = [
        str(part.pattern)
        for part in admin.url_patterns
        if str(part.pattern).count("/") == 2 and "<" not in str(part.pattern)
    ]
    return ["/admin/", *(f"/admin/{pattern}" for pattern in lists if not pattern.startswith("r/"))]
