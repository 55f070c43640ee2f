"""A deleted campaign takes along the accounts of absent people, and no account of anybody else."""

import pytest

from campaigns.log.models import LogEntry
from campaigns.overview.deletion import delete_campaign
from people.models import Member, User
from tests import factories

pytestmark = pytest.mark.django_db


def absent(name):
    """An account that holds a place in a restored campaign."""
    return User.objects.create(username=f"{name} (absent)", first_name=name, kind=User.Kind.ABSENT, is_active=False)


def test_absent_people_go_with_their_campaign_and_all_other_accounts_stay(campaign, ana):
    other = factories.MemberFactory().campaign
    here, there, both, wrote, gone = (absent(name) for name in ("here", "there", "both", "wrote", "gone"))
    for person, place in ((here, campaign), (there, other), (both, campaign), (both, other), (gone, campaign)):
        Member.objects.create(campaign=place, user=person, role="player")
    Member.objects.filter(user=gone).update(left=campaign.created)
    LogEntry.objects.create(campaign=campaign, by=wrote, text="We met the ferryman.")
    LogEntry.objects.create(campaign=other, by=there, text="It rained.")
    people = set(User.objects.filter(kind=User.Kind.PERSON))
    assert ana in people
    assert delete_campaign(campaign)
    assert set(User.objects.filter(kind=User.Kind.ABSENT)) == {there, both}
    assert set(User.objects.filter(kind=User.Kind.PERSON)) == people
    assert not delete_campaign(campaign), "it is gone"
