"""The characters of the cast."""

import pytest
from django.test import Client

from characters.experience.step_actions import take_step
from characters.sheets.actions import create_character
from rules import play
from rules.catalogue import actions as catalogue
from tests import factories, shipped_rows
from tests.characters.toy import game


@pytest.fixture(params=sorted(play.SYSTEMS))
def each_campaign(request, gm, ana, ben):
    """A campaign of each game in turn, with the shipped catalogue and the players Ana and Ben."""
    shipped_rows.load_catalogue()
    campaign = factories.CampaignFactory(system=request.param, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def mara(campaign, ana):
    """Ana's warrior."""
    return create_character(
        campaign=campaign,
        by=ana,
        owner=ana,
        name="Mara",
        notes="Owes Pell forty crowns.",
        gm_notes="Pell is her father.",
        sheet={"class": "warrior", "background_skills": ["Sailor", "Locksmith"], "weapon": "Cutlass"},
    )


@pytest.fixture
def oskar(campaign, ben):
    """Ben's wizard."""
    return create_character(campaign=campaign, by=ben, owner=ben, name="Oskar", sheet={"class": "wizard"})


@pytest.fixture
def pell(campaign, gm):
    """An NPC that the players do not know."""
    return create_character(campaign=campaign, by=gm, kind="npc", visible=False, name="Old Pell")


@pytest.fixture
def as_(db):
    """A signed-in client: `as_(ana)`."""

    def signed_in(user):
        client = Client()
        client.force_login(user)
        return client

    return signed_in


@pytest.fixture
def toy(db):
    """The slug of a fifth game with a creation, prices and gifts to be granted."""
    from rules.games.fifty_two_fates.game import GAME

    made = game(GAME)
    with play.register(made):
        yield made.slug


@pytest.fixture
def voyage(toy, gm, ana, ben):
    """A campaign of the toy game."""
    campaign = factories.CampaignFactory(name="The Voyage", system=toy, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    catalogue.add_row(campaign=campaign, by=gm, kind="talent", name="Sailor")
    return campaign


@pytest.fixture
def ida(voyage, ana):
    """Ana's finished character of the toy game, with two points of Sailor and nothing to spend."""
    ida = create_character(campaign=voyage, by=ana, owner=ana, name="Ida", sheet={"talents": {"Sailor": 2}, "luck": 2})
    return take_step(character=ida, by=ana, step={"type": "finish"}).character
