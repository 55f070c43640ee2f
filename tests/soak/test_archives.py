"""Import, export and backup during play: a backup holds all that was acknowledged before it began."""

import pytest

from tests.soak.conclusion import compare, conclude
from tests.soak.load import Load, Phone
from tests.soak.sizes import sized

pytestmark = pytest.mark.django_db  # runs once for each kind of database; the test database stays empty

ROUNDS = sized(1, 9)  # an account may import ten times an hour


def stored_in(site, path):
    """What `compare` reads of a backup; it asks for commands alone."""
    rows = site.house.do("verify", path=path)
    return {"commands": [(key, number, key) for key, number in rows], "notes": [], "faults": []}


def acknowledged(load):
    """A phone that remembers the commands acknowledged until now."""
    phone = Phone(0, "")
    for other in load.phones:
        phone.accepted.update(dict(other.accepted))
    return phone


def test_import_export_and_backup_during_play(own_site, record):
    site = own_site
    table, missing = site.job("prepare", name="Archives"), 0
    with site.serving():
        with Load(site, table) as load:
            for number in range(ROUNDS):
                load.wait_for(3)
                assert site.house.do("take_in", campaign=table["campaign"])["status"] == "done"
                assert site.house.do("export", campaign=table["campaign"]) == "done"
                before, path = acknowledged(load), str(site.folder / f"{number}.zip")
                site.house.do("backup", path=path)
                missing += sum(compare([before], stored_in(site, path)))
            load.wait_for(5)
        figures = conclude("import, export, backup", ROUNDS, load)
    figures.lost += missing
    record(figures)
