"""The clock jumps, the disk is full, the disk is read-only: play stands still at most, and goes on by itself."""

import pytest
from django.db import connection

from tests.soak import faults
from tests.soak.conclusion import conclude
from tests.soak.load import Load
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

ROUNDS = sized(1, 15)


def test_clock_jumps(site, record):
    table = site.job("prepare", name="Clock")
    with site.serving():
        with Load(site, table) as load:
            for _round in range(ROUNDS):
                load.wait_for(5)
                faults.jump_clock(site)
            load.wait_for(5)
        figures = conclude("clock jumps", ROUNDS, load)
    record(figures)


@pytest.mark.parametrize(
    ("fault", "status"),
    [(faults.fill_disk, 507), (faults.write_protect_disk, 503)],
    ids=["full disk", "read-only disk"],
)
def test_disks(own_site, record, request, fault, status):
    if fault is faults.fill_disk and connection.vendor != "sqlite":
        pytest.skip("test_full_disk_of_the_database_server fills the disk of PostgreSQL")
    table = own_site.job("prepare", name="Disk")
    with own_site.serving():
        with Load(own_site, table) as load:
            for _round in range(ROUNDS):
                load.wait_for(5)
                fault(own_site)
            load.wait_for(5)
        figures = conclude(request.node.callspec.id, ROUNDS, load)
    assert load.statuses[status], f"nobody noticed: {load.statuses}"
    record(figures)
