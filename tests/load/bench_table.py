"""How long a tap takes to the other phones, what submit costs, and how often it asks the database.

Run: `python -m pytest tests/load/bench_table.py -m load -s`
"""

import http.client
import json
import statistics
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.encounters import actions, play
from people.access import get_membership
from people.credentials.models import ApiToken
from tests import factories
from tests.campaigns.encounters.play.serving import Phone, cookie_of, serving

pytestmark = [pytest.mark.load, pytest.mark.django_db(transaction=True)]
TAPS = 40
PHONES = 6


@pytest.fixture
def fight(campaign, gm, ana, ben):
    """Two characters against three bandits."""
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="Measured")
    people = ((ana, "Mara"), (ben, "Bo"))
    party = [factories.CharacterFactory(campaign=campaign, owner=user, name=name) for user, name in people]
    actions.add_characters(membership=membership, encounter=row, characters=party)
    actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(name="Bandit"), count=3)
    return actions.start(membership=membership, encounter=row, seed=1)


def order(turn):
    return {"type": "set-range", "actor": "gm", "a": "mara", "b": "bandit-1", "range": ["near", "far"][turn % 2]}


def tap(address, fight, token, turn):
    """Gives the order through the site, as a phone does; the number that it got."""
    line = http.client.HTTPConnection(*address, timeout=30)
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json", "Idempotency-Key": str(turn)}
    line.request("POST", f"/api/v1/encounters/{fight.pk}/commands/", json.dumps({"command": order(turn)}), headers)
    number = json.loads(line.getresponse().read())["number"]
    line.close()
    return number


def spread(figures):
    ordered = sorted(figures)
    middle, most = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    return f"median {middle * 1000:.1f} ms, p95 {most * 1000:.1f} ms"


def test_figures_of_a_running_table(fight, gm, ana, ben, watcher):
    costs, delays = [], []
    for turn in range(TAPS):
        begun = time.monotonic()
        play.submit(encounter=fight, by=gm, command=order(turn), key=str(turn))
        costs.append(time.monotonic() - begun)
    with CaptureQueriesContext(connection) as asked:
        play.submit(encounter=fight, by=gm, command=order(TAPS), key="counted")
    _row, token = ApiToken.objects.create(user=gm, name="bench", scopes=["tables:write"], can_write=True)
    with serving() as address:
        users = [ana, ben, watcher] * (PHONES // 3)
        phones = [Phone(address, fight.pk, cookie_of(user)) for user in users]
        assert all(phone.heard(TAPS + 1) for phone in phones)
        for turn in range(TAPS + 1, 2 * TAPS):
            time.sleep(0.037)
            tapped = time.monotonic()
            number = tap(address, fight, token, turn)
            heard = [phone.heard(number) for phone in phones]
            assert all(heard)
            delays.append(max(heard) - tapped)
        for phone in phones:
            phone.hang_up()
    queries = [query["sql"] for query in asked.captured_queries]
    statements = [sql for sql in queries if not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))]
    print(f"\n{connection.vendor}: submit {spread(costs)}; {len(statements)} queries a submit with a key")
    print(f"{connection.vendor}: from the tap to the last of {len(phones)} phones {spread(delays)}")
    for sql in statements:
        print("   ", sql[:110])
