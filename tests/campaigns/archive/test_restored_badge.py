"""A restored campaign is told from the original on each list of campaigns, with when and from what."""

from datetime import UTC, datetime

import pytest
from django.utils.formats import date_format

from campaigns.archive.restoring import parse_moment
from people.models import Campaign
from tests import factories
from tests.campaigns.archive.consent import restored_with_consent
from tests.campaigns.archive.seeded import exported

pytestmark = pytest.mark.usefixtures("catalogue")


def test_a_restored_campaign_says_so_and_the_original_does_not(client, gm, ana, campaign):
    again = restored_with_consent(exported(campaign), by=gm, confirmed={"gm", "ana"})
    again.refresh_from_db()
    assert again.restored is not None
    assert again.archive_made is not None
    assert again.archive_made <= again.restored
    Campaign.objects.filter(pk=again.pk).update(
        restored=datetime(2026, 5, 12, 12, tzinfo=UTC), archive_made=datetime(2026, 5, 3, 12, tzinfo=UTC)
    )
    for user in (gm, ana):
        client.force_login(user)
        page = " ".join(client.get(f"/campaigns/{again.pk}/").content.decode().split())
        assert "restored on 12 May 2026 from an archive of 3 May 2026" in page
        assert "restored on" not in client.get(f"/campaigns/{campaign.pk}/").content.decode()
        assert client.get("/").content.decode().count("restored on") == 1
    assert client.get(f"/api/v1/campaigns/{again.pk}/").json()["restored"].startswith("2026-05-12")
    assert client.get(f"/api/v1/campaigns/{campaign.pk}/").json()["restored"] is None


def test_a_copy_beside_the_original_has_a_name_of_its_own(gm, campaign):
    Campaign.objects.filter(pk=campaign.pk).update(name="R" * 120)
    again = restored_with_consent(exported(campaign), by=gm, confirmed={"gm"})
    again.refresh_from_db()
    assert again.name.startswith("Copy of RRRR")
    assert again.name.endswith(f"({date_format(again.archive_made, 'j M Y')})")
    assert len(again.name) == 120


def test_a_copy_of_a_copy_is_named_after_the_original(gm, campaign):
    Campaign.objects.filter(pk=campaign.pk).update(name="The ford")
    first = restored_with_consent(exported(campaign), by=gm, confirmed={"gm"})
    again = restored_with_consent(exported(Campaign.objects.get(pk=first.pk)), by=gm, confirmed={"gm"})
    names = [Campaign.objects.get(pk=restored.pk).name for restored in (first, again)]
    assert names[0] == f"Copy of The ford ({date_format(first.archive_made, 'j M Y')})"
    assert names[1] == f"Copy of The ford ({date_format(again.archive_made, 'j M Y, H:i')})"


def test_a_campaign_keeps_its_name_where_its_person_has_no_other_of_that_name(campaign):
    stranger = factories.UserFactory()
    again = restored_with_consent(exported(campaign), by=stranger, confirmed=set())
    again.refresh_from_db()
    assert again.name == campaign.name


def test_a_second_restore_names_its_own_archive(gm, campaign):
    first = restored_with_consent(exported(campaign), by=gm, confirmed={"gm"})
    Campaign.objects.filter(pk=first.pk).update(restored=datetime(2020, 1, 1, tzinfo=UTC), archive_made=None)
    second = restored_with_consent(exported(first), by=gm, confirmed={"gm"})
    second.refresh_from_db()
    assert second.restored.year > 2020
    assert second.archive_made is not None


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-45T00:00:00Z", "2026-05-12T10:00:00", "9" * 500])
def test_a_manifest_with_any_other_moment_is_no_fault(text):
    assert parse_moment(text) is None


def test_the_badge_costs_the_home_page_no_query(client, gm, django_assert_max_num_queries):
    def grow(count):
        for _n in range(count):
            factories.MemberFactory(
                user=gm, role="gm", campaign=factories.CampaignFactory(restored=datetime(2026, 5, 12, tzinfo=UTC))
            )

    client.force_login(gm)
    grow(1)
    client.get("/")
    with django_assert_max_num_queries(25) as few:
        client.get("/")
    grow(5)
    with django_assert_max_num_queries(len(few)):
        assert client.get("/").content.decode().count("restored on") == 6
