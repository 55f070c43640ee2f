"""A character that is still being made has not joined yet: the log says so once it is finished."""

import pytest

from characters.experience.step_actions import take_step
from characters.sheets.actions import create_character
from tests import factories


@pytest.fixture
def guild(gm, ana):
    """A campaign of a game whose creation has an end."""
    campaign = factories.CampaignFactory(system="fortune-and-power", created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


def joined(campaign):
    return list(campaign.log.filter(text="Ida joined the campaign.").values_list("audience", flat=True))


def test_a_beginning_is_no_joining_and_the_end_of_the_creation_is(guild, ana):
    made = create_character(campaign=guild, by=ana, owner=ana, name="Ida")
    assert joined(guild) == []
    take_step(character=made, by=ana, step={"type": "finish"})
    assert joined(guild) == ["all"]


def test_an_unknown_npc_joins_for_gms_alone(guild, gm):
    made = create_character(campaign=guild, by=gm, kind="npc", visible=False, name="Ida")
    take_step(character=made, by=gm, step={"type": "finish"})
    assert joined(guild) == ["gm"]
