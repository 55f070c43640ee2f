"""What a year leaves behind: no table grows faster than play itself, and what only passes through goes away."""

import pytest

from tests.soak.figures import Figures
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty
WEEKS = sized(8, 52)
# Rows that are there for a while only: no more than these many weeks' worth.
PASSING = {
    "django_session": 9,  # a session lasts sixty days
    "usersessions_usersession": 9,
    "people_idempotencyrecord": 6,
    "campaigns_transfer": 2,
    "campaigns_transferpart": 2,
    "campaigns_webhookdelivery": 14,
}


def test_growth_over_a_year(own_site, record):
    weeks = own_site.house.do("tests.soak.growth:simulate", weeks=WEEKS)
    first, middle, last = weeks[0], weeks[len(weeks) // 2 - 1], weeks[-1]
    faster, kept = [], []
    for table, rows in last.items():
        early, late = middle[table] - first[table], rows - middle[table]
        per_week = max(1, first[table])
        if table in PASSING and rows > (PASSING[table] + 1) * per_week:
            kept.append(f"{table}: {rows}")
        if late > 1.5 * max(early, 1) * len(weeks) / (len(weeks) - 2):
            faster.append(f"{table}: {early}, {late}")
    largest = sorted(last, key=last.get, reverse=True)[:4]
    note = ", ".join(f"{table} {last[table]}" for table in largest)
    record(Figures("growth over a year", f"{WEEKS} weeks", acknowledged=sum(last.values()), note=note))
    assert not kept, f"these never go away: {kept}"
    assert not faster, f"these grow faster and faster: {faster}"
