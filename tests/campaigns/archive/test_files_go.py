"""The file of an export or a restore stays only as long as someone may need it."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from campaigns.archive import actions, jobs
from campaigns.archive.models import Transfer, TransferPart
from tests.campaigns.archive.seeded import exported
from tests.factories import MemberFactory
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(gm, campaign):
    """A finished export."""
    key = ok(Caller(gm).post(f"campaigns/{campaign.pk}/exports/", {}), 201)["key"]
    made = Transfer.objects.get(key=key)
    assert made.size > 0
    assert made.parts.exists()
    return made


def later(**ago):
    """When it was that long ago."""
    return timezone.now() - timedelta(**ago)


def test_an_export_that_was_fetched_goes_an_hour_later(gm, campaign, row, client, capsys):
    path = f"transfers/{row.key}/file/"
    assert b"".join(Caller(gm).get(path).streaming_content)
    call_command("delete_old_data")
    assert "0 archives deleted" in capsys.readouterr().out
    assert Caller(gm).get(path).status_code == 200, "a download that broke off may be begun again"
    Transfer.objects.update(fetched=later(minutes=61))
    call_command("delete_old_data")
    assert "1 archives deleted" in capsys.readouterr().out
    assert not TransferPart.objects.exists()
    refused(Caller(gm).get(path), 404)
    assert ok(Caller(gm).get(f"transfers/{row.key}/"))["size"] == 0
    client.force_login(gm)
    page = client.get(f"/transfers/{row.key}/").content.decode()
    assert "has been deleted from the site" in page
    assert f"/campaigns/{campaign.pk}/data/" in page


def test_an_export_that_nobody_fetched_goes_after_a_day(row):
    assert jobs.delete_old_transfers() == 0
    Transfer.objects.update(created=later(hours=25), touched=later(hours=25))
    assert jobs.delete_old_transfers() == 1
    assert not Transfer.objects.exists()
    assert not TransferPart.objects.exists()


def ended(row, **fields):
    """Another export of the same person that has ended."""
    return Transfer.objects.create(key=f"{Transfer.objects.count():032}", by=row.by, status="done", **fields)


def test_a_new_file_replaces_only_the_one_of_its_kind_campaign_and_audience(row, gm, campaign):
    book = {"kind": "book", "campaign": campaign}
    party = ended(row, about={"audience": "party"}, **book)
    again = actions.create_transfer(gm, "book", campaign, {"audience": "gm"})
    Transfer.objects.filter(pk=again.pk).update(status="done")
    elsewhere = actions.create_transfer(gm, "book", MemberFactory(user=gm, role="gm").campaign, {"audience": "gm"})
    Transfer.objects.filter(pk=elsewhere.pk).update(status="done")
    assert set(Transfer.objects.all()) == {row, party, again, elsewhere}
    latest = actions.create_transfer(gm, "book", campaign, {"audience": "gm"})
    assert set(Transfer.objects.all()) == {row, party, elsewhere, latest}


def test_a_person_keeps_at_most_three_files_of_a_kind_besides_those_that_are_being_made(row, gm, campaign):
    places = [MemberFactory(user=gm, role="gm").campaign for _number in range(5)]
    books = [ended(row, kind="book", campaign=place, about={"audience": "gm"}) for place in places]
    Transfer.objects.filter(pk=books[0].pk).update(status="running")
    latest = actions.create_transfer(gm, "book", campaign, {"audience": "gm"})
    assert set(Transfer.objects.filter(kind="book")) == {books[0], books[3], books[4], latest}
    assert Transfer.objects.filter(pk=row.pk).exists(), "another kind"


def test_a_fourth_job_is_refused_while_three_run_and_deletes_nothing(row, gm, campaign):
    done = ended(row, kind="book", campaign=campaign, about={"audience": "gm"})
    for _number in range(3):
        Transfer.objects.filter(pk=ended(row, kind="book", campaign=campaign).pk).update(status="running")
    with pytest.raises(ValidationError, match="Three jobs are already running"):
        actions.create_transfer(gm, "book", campaign, {"audience": "gm"})
    assert Transfer.objects.filter(pk=done.pk).exists()


def test_work_that_goes_on_keeps_its_file(row):
    Transfer.objects.update(created=later(hours=25), status="running", touched=timezone.now())
    assert jobs.delete_old_transfers() == 0
    assert TransferPart.objects.exists()


@pytest.mark.parametrize(("status", "kind"), [("done", "restore"), ("failed", "restore"), ("cancelled", "whole")])
def test_an_ended_transfer_needs_no_file(row, status, kind):
    Transfer.objects.update(status=status, kind=kind)
    assert jobs.delete_old_transfers() == 1
    assert not TransferPart.objects.exists()
    assert Transfer.objects.exists(), "the row still tells what came of it"


def test_an_archive_that_waits_for_an_answer_stays_for_a_day(gm, campaign):
    archive = exported(campaign).getvalue()
    sent = Caller(gm).send("POST", "restores/", raw=archive, Content_Type="application/zip")
    assert ok(sent, 201)["status"] == "waiting"
    assert jobs.delete_old_transfers() == 0
    assert TransferPart.objects.exists()
