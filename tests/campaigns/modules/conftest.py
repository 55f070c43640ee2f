"""Modules in a library and in a campaign."""

import pytest

from campaigns.actions import modules
from campaigns.models import Member
from tests.campaigns.modules import samples


@pytest.fixture
def own(campaign, gm):
    """The GM's place in the campaign."""
    return Member.objects.select_related("campaign", "user").get(campaign=campaign, user=gm)


@pytest.fixture
def mill(own):
    """The small module in the GM's library."""
    return modules.upload(by=own.user, document=samples.small())[0]


@pytest.fixture
def bell(own):
    """The shipped adventure in everybody's library."""
    return modules.upload(by=own.user, document=samples.bell(), shared=True)[0]


@pytest.fixture
def imported_bell(own, bell):
    """The shipped adventure in the campaign."""
    modules.apply(own=own, version=bell)
    return bell


@pytest.fixture
def night_blade(own):
    """The Night Blade, as it stands beside the project, in the GM's library."""
    return modules.upload(by=own.user, document=samples.night_blade())[0]
