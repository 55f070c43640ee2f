"""What a command and a live update cost may not grow: statements, and calls of Python functions, from the first
middleware on."""

import pytest
from django.db import connection

from tests.load.command_costs import CommandRequests, begin_fight, use_production_limits

pytestmark = pytest.mark.django_db(transaction=True)
# BEGIN and COMMIT are counted, and so is the query for the API token or the session and its person.
STATEMENTS = {"by_api": 8, "by_form": 9}
# Measured; a tenth more fails. A change that saves calls lowers the figure here.
CALLS = {
    "sqlite": {"by_api": 1820, "by_form": 1950},
    "postgresql": {"by_api": 2050, "by_form": 2220},
}
# A live update after a play, and on a further screen of the same person: statements, and calls on each database.
LIVE = {
    "player": {"statements": 8, "sqlite": 5150, "postgresql": 5420},
    "gm": {"statements": 8, "sqlite": 3150, "postgresql": 3420},
    "second screen": {"statements": 7, "sqlite": 580, "postgresql": 810},
}


@pytest.fixture
def requests(campaign, gm, ana, ben, settings, monkeypatch):
    """Commands of the GM at a running table, with the limits of production."""
    use_production_limits(settings, monkeypatch)
    return CommandRequests(begin_fight(campaign, gm, [ana, ben]), gm)


@pytest.mark.parametrize("channel", ["by_api", "by_form"])
def test_a_command_takes_no_more_statements(requests, channel):
    make = getattr(requests, channel)
    requests.statements_of(make)
    statements = requests.statements_of(make).statements
    marks = [sql.split()[0] for sql in statements if sql.startswith(("BEGIN", "COMMIT"))]
    assert marks == ["BEGIN", "COMMIT"], statements
    assert len(statements) <= STATEMENTS[channel], statements


@pytest.mark.parametrize("channel", ["by_api", "by_form"])
def test_a_command_takes_no_more_calls_of_python_functions(requests, channel):
    make = getattr(requests, channel)
    for _turn in range(3):
        requests.statements_of(make)
    calls = min(requests.calls_of(make).calls for _turn in range(3))
    assert calls <= 1.1 * CALLS[connection.vendor][channel]


@pytest.mark.parametrize("screen", LIVE)
def test_a_live_update_takes_no_more_statements_and_calls(requests, gm, ana, screen):
    viewer = requests if screen == "gm" else CommandRequests(requests.encounter, ana)
    found = []
    for _turn in range(4):
        requests.statements_of(requests.by_api)
        if screen == "second screen":
            viewer.statements_of(viewer.live_part)
        found.append(viewer.calls_of(viewer.live_part).calls)
    requests.statements_of(requests.by_api)
    if screen == "second screen":
        viewer.statements_of(viewer.live_part)
    statements = viewer.statements_of(viewer.live_part).statements
    assert len(statements) <= LIVE[screen]["statements"], statements
    assert min(found) <= 1.1 * LIVE[screen][connection.vendor]


def test_a_repeated_command_is_found_by_its_key(requests):
    request = requests.by_api()
    body, headers = request.body, {name: request.headers[name] for name in ("Authorization", "Idempotency-Key")}
    first = requests.handler.get_response(request)
    again = requests.statements_of(lambda: requests.factory_post(body, headers))
    assert again.status == first.status_code == 200
    assert not [sql for sql in again.statements if sql.startswith(("INSERT", "UPDATE", "WITH"))]
    requests.encounter.refresh_from_db()
    assert requests.encounter.number == 1
