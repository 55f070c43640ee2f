"""Modules in a campaign without a dealer: nobody whom a module hides is shown to players."""

import copy

import pytest

from campaigns.encounters import actions
from campaigns.encounters.models import Encounter
from tests import factories
from tests.campaigns.modules import samples
from tests.campaigns.modules.samples import put
from tests.campaigns.modules.test_export import FIGURES_BY_GAME
from tests.campaigns.modules.test_laws import bring
from tests.site.api.conftest import Caller, ok

GAME = "game-of-bastards"
pytestmark = pytest.mark.django_db


@pytest.fixture
def knives(ana):
    """The GM of a campaign of bastards without a dealer, in which Ana plays."""
    campaign = factories.CampaignFactory(system=GAME, dealerless=True)
    factories.MemberFactory(campaign=campaign, user=ana, role="player")
    return factories.MemberFactory(campaign=campaign, role="gm")


def module(version="1.0.0", *, hidden):
    """A module with one encounter of monsters, which are hidden at first or not."""
    document = put(copy.deepcopy(samples.small()), "/monsters/0/stats", {GAME: FIGURES_BY_GAME[GAME][0]})
    document["checks"] = []
    document["locations"][0].pop("checks", None)
    document["module"]["version"] = version
    for encounter in document["encounters"]:
        for group in encounter["groups"]:
            group["hidden"] = hidden
    return document


def test_an_imported_encounter_has_a_dealer_if_somebody_is_hidden(knives, ana):
    bring(knives, module(hidden=True))
    row = Encounter.objects.get()
    assert not row.dealerless
    assert Caller(ana).get(f"encounters/{row.pk}/").status_code == 404


def test_an_imported_encounter_without_anybody_hidden_is_as_the_campaign(knives, ana):
    bring(knives, module(hidden=False))
    assert ok(Caller(ana).get(f"encounters/{Encounter.objects.get().pk}/"))["dealerless"]


def test_an_update_that_hides_somebody_gives_the_encounter_its_dealer_back(knives, ana):
    bring(knives, module(hidden=False))
    row = Encounter.objects.get()
    bring(knives, module("1.1.0", hidden=True))
    assert row.groups.filter(hidden=True).exists()
    assert Caller(ana).get(f"encounters/{row.pk}/").status_code == 404


def test_an_update_leaves_an_encounter_open_whose_participants_a_gm_has_shown(knives, ana):
    bring(knives, module(hidden=True))
    row = Encounter.objects.get()
    for group in row.groups.all():
        actions.hide_group(membership=knives, encounter=row, encounter_group=group, hidden=False)
    actions.change(membership=knives, encounter=row, dealerless=True)
    bring(knives, put(module("1.1.0", hidden=True), "/encounters/0/title", "The cellar"))
    shown = ok(Caller(ana).get(f"encounters/{row.pk}/"))
    assert (shown["title"], shown["dealerless"], row.groups.filter(hidden=True).exists()) == ("The cellar", True, False)
