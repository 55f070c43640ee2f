"""Exports of people who left, or who are no longer GMs, while the export waited or before they fetched it."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from campaigns.archive import jobs
from campaigns.archive.access import get_transfer_file
from campaigns.archive.actions import start_export
from campaigns.archive.book.actions import start_book
from campaigns.archive.models import TransferPart
from campaigns.archive.vault.actions import start_vault_export
from people.models import Member
from tests.people.helpers import place

pytestmark = pytest.mark.django_db

EXPORTS = {
    "own": lambda member: start_export(membership=member, whole=False),
    "book": lambda member: start_book(membership=member, audience="me"),
    "book of the party": lambda member: start_book(membership=member, audience="party"),
    "notes": lambda member: start_vault_export(membership=member),
}
WHOLE = {"whole": lambda member: start_export(membership=member, whole=True)}
OF_GMS = {name: start for name, start in (EXPORTS | WHOLE).items() if name != "book of the party"}
LEFT = {"left": {"left": timezone.now()}, "visit over": {"guest_until": timezone.now()}}


@pytest.fixture
def before_work(monkeypatch):
    """Changes a place after its export was accepted and before the work begins."""

    def prepare(member, change):
        run = jobs._run_work

        def late(*given):
            Member.objects.filter(pk=member.pk).update(**change)
            run(*given)

        monkeypatch.setattr(jobs, "_run_work", late)

    return prepare


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("how", LEFT)
def test_nothing_is_written_for_someone_who_left(campaign, ana, before_work, name, how):
    member = place(campaign, ana)
    assert EXPORTS[name](member).status == "done"
    before_work(member, LEFT[how])
    row = EXPORTS[name](member)
    assert row.status == "cancelled"
    assert not TransferPart.objects.filter(transfer=row).exists()


@pytest.mark.parametrize("name", OF_GMS)
def test_nothing_of_gms_is_written_for_a_former_gm(campaign, gm, before_work, name):
    member = place(campaign, gm)
    assert OF_GMS[name](member).status == "done"
    before_work(member, {"role": "player"})
    row = OF_GMS[name](member)
    assert row.status == "cancelled"
    assert not TransferPart.objects.filter(transfer=row).exists()


@pytest.mark.parametrize("name", OF_GMS)
def test_a_former_gm_fetches_no_export_of_what_gms_know(campaign, gm, ana, name):
    row = OF_GMS[name](place(campaign, gm))
    assert get_transfer_file(gm, row.key) == row
    campaign.members.filter(user=gm).update(role="player")
    with pytest.raises(PermissionDenied):
        get_transfer_file(gm, row.key)
    campaign.members.filter(user=gm).update(left=timezone.now())
    with pytest.raises(Http404):
        get_transfer_file(gm, row.key)
    if name != "whole":
        theirs = OF_GMS[name](place(campaign, ana))
        assert get_transfer_file(ana, theirs.key) == theirs
