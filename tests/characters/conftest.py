"""The characters of the cast."""

import pytest
from django.test import Client

from characters import actions


@pytest.fixture
def mara(campaign, ana):
    """Ana's warrior."""
    return actions.create(
        campaign=campaign, by=ana, owner=ana, name="Mara", notes="Owes Pell forty crowns.",
        gm_notes="Pell is her father.",
        sheet={"class": "warrior", "background_skills": ["Sailor", "Locksmith"], "weapon": "Cutlass"},
    )  # fmt: skip


@pytest.fixture
def oskar(campaign, ben):
    """Ben's wizard."""
    return actions.create(campaign=campaign, by=ben, owner=ben, name="Oskar", sheet={"class": "wizard"})


@pytest.fixture
def pell(campaign, gm):
    """An NPC that the players do not know."""
    return actions.create(campaign=campaign, by=gm, kind="npc", visible=False, name="Old Pell")


@pytest.fixture
def as_(db):
    """A signed-in client: `as_(ana)`."""

    def signed_in(user):
        client = Client()
        client.force_login(user)
        return client

    return signed_in
