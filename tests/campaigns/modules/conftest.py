"""Modules in a library and in a campaign."""

import pytest

from campaigns.modules import actions
from people.models import Member
from tests.campaigns.modules import samples


@pytest.fixture
def membership(campaign, gm):
    """The GM's place in the campaign."""
    return Member.objects.select_related("campaign", "user").get(campaign=campaign, user=gm)


@pytest.fixture
def mill(membership):
    """The small module in the GM's library."""
    return actions.upload(by=membership.user, document=samples.small())[0]


@pytest.fixture
def bell(membership):
    """The shipped adventure in everybody's library."""
    return actions.upload(by=membership.user, document=samples.bell(), shared=True)[0]


@pytest.fixture
def imported_bell(membership, bell):
    """The shipped adventure in the campaign."""
    actions.apply_import(membership=membership, version=bell)
    return bell


@pytest.fixture
def night_blade(membership):
    """The Night Blade, as it stands beside the project, in the GM's library."""
    return actions.upload(by=membership.user, document=samples.night_blade())[0]
