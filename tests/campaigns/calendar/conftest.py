"""A campaign with a calendar."""

import pytest

from campaigns.log.calendar import actions
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from people.models import Member

TWELVE = write_definition(PRESETS["twelve-moons"][1])


@pytest.fixture
def gm_seat(campaign, gm):
    """The GM's membership."""
    return Member.objects.select_related("campaign", "user").get(campaign=campaign, user=gm)


@pytest.fixture
def ana_seat(campaign, ana):
    """A player's membership."""
    return Member.objects.select_related("campaign", "user").get(campaign=campaign, user=ana)


@pytest.fixture
def calendar(gm_seat):
    """A calendar of twelve months; today is 12 Harvestmoon 312."""
    return actions.save_calendar(membership=gm_seat, definition=TWELVE, date="12 Harvestmoon 312")
