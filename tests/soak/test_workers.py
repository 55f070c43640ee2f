"""Workers are killed, told to end, and stopped while people play."""

import pytest

from tests.soak import faults
from tests.soak.conclusion import conclude
from tests.soak.load import Load
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

ROUNDS = sized(2, 40)


@pytest.mark.parametrize("fault", faults.WORKERS, ids=lambda fault: fault.__name__)
def test_workers(site, record, fault):
    table = site.job("prepare", name=fault.__name__)
    with site.serving():
        with Load(site, table) as load:
            for _round in range(ROUNDS):
                load.wait_for(5)
                fault(site)
            load.wait_for(5)
        figures = conclude(fault.__name__.replace("_", " "), ROUNDS, load)
    record(figures)
