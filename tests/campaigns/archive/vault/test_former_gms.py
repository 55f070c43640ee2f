"""An import stops when the person who started it is no longer a GM."""

import pytest
from django.utils import timezone

from campaigns.archive import jobs
from campaigns.archive.vault.actions import start_vault_import
from people.models import Member
from tests.campaigns.archive.vault.made import zipped
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(campaign, gm):
    """The GM's place."""
    return place(campaign, gm)


@pytest.mark.parametrize("change", [{"left": timezone.now()}, {"role": "player"}])
def test_an_import_stops_when_its_gm_is_no_longer_one(master, monkeypatch, change):
    def progress(_stage, done, _total):
        if done == 2:
            Member.objects.filter(pk=master.pk).update(**change)

    monkeypatch.setattr(jobs, "ignore_progress", progress)
    files = {f"{number}.md": b"Hi" for number in range(5)}
    transfer = start_vault_import(membership=master, data=zipped(files))
    assert (transfer.status, transfer.kind) == ("cancelled", "notes")
    assert master.campaign.world.count() == 2
