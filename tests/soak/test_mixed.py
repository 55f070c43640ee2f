"""Mixed faults under load: nothing acknowledged is lost or doubled, no stream stays silent, no server error."""

import os
import random
import time
from collections import Counter

import pytest

from tests.soak import faults
from tests.soak.conclusion import conclude
from tests.soak.load import Load
from tests.soak.sizes import mixed_seconds, sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty
SEED = int(os.environ.get("SOAK_SEED", "1"))
TABLES, PHONES, STREAMS = sized((2, 4, 4), (6, 8, 9))


def back_up(site):
    """A backup of the whole site."""
    path = site.folder / "backup.zip"
    site.house.do("backup", path=str(path))
    path.unlink()


def test_mixed_faults_under_load(own_site, record):
    table = own_site.job("prepare", name="Mixed", tables=TABLES, streams=STREAMS)
    luck, happened, seconds = random.Random(SEED), Counter(), mixed_seconds()
    kinds = [*faults.possible(own_site), back_up]
    with own_site.serving():
        with Load(own_site, table, phones=PHONES, streams=STREAMS) as load:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                fault = luck.choice(kinds)
                fault(own_site)
                happened[fault.__name__] += 1
                load.wait_for(3)
        figures = conclude("mixed faults", f"{seconds / 60:g} min", load)
    figures.note += " " + ", ".join(f"{times} {name}" for name, times in sorted(happened.items()))
    figures.mismatches += len(own_site.job("audit_site"))
    record(figures)
