"""What the party, or one person, knows of the log: `known_to`, and no more than that."""

from urllib.parse import urlencode

import pytest

from campaigns.log import access as log_access
from campaigns.log import actions as log_actions
from campaigns.world import actions as world_actions
from people.access import get_membership
from tests import factories
from tests.planting import replace_everywhere
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(gm, ana, campaign):
    """A line for GMs, one about a hero whom all may open, one about a closed one, and a link to Ana's own note."""
    membership, player = get_membership(gm, campaign.pk), get_membership(ana, campaign.pk)
    heroes = [factories.CharacterFactory(campaign=campaign, owner=ana, name=name) for name in ("Mara", "Vex")]
    heroes[1].visible = False
    heroes[1].save()
    log_actions.add_note(membership=membership, text="CANARY plan", audience="gm")
    for hero in heroes:
        log_actions.add_note(membership=player, text="She sang.", character=hero)
    world_actions.create_entry(membership=player, kind="note", name="CANARY diary", text="x")
    log_actions.add_note(membership=player, text="See [[CANARY diary|her words]].")
    return heroes


def read(api, campaign, **query):
    return ok(api.get(f"campaigns/{campaign.pk}/log/?{urlencode(query)}"))["results"]


def facts(rows):
    return [(row["text"], row["character"]) for row in rows]


def test_the_party_is_told_what_everybody_may_know(ana_api, gm_api, watcher, campaign, lines):
    rows = read(ana_api, campaign, known_to="party")
    assert facts(rows) == [("See her words.", None), ("She sang.", None), ("She sang.", lines[0].pk)]
    for api in (gm_api, Caller(watcher)):
        assert read(api, campaign, known_to="party") == rows
    assert read(ana_api, campaign) != rows, "she knows more than the party"
    assert facts(read(ana_api, campaign, known_to="party", character=lines[0].pk)) == [("She sang.", lines[0].pk)]
    assert read(ana_api, campaign, known_to="party", character=lines[1].pk) == []
    assert facts(read(gm_api, campaign, known_to="party", text="CANARY")) == []


def test_a_gm_reads_what_one_person_knows_and_others_only_themselves(ana, ana_api, gm, gm_api, campaign, lines, ben):
    hers = get_membership(ana, campaign.pk).pk
    assert read(gm_api, campaign, known_to=hers) == read(ana_api, campaign) == read(ana_api, campaign, known_to=hers)
    assert "CANARY" in str(read(gm_api, campaign))
    gms = get_membership(gm, campaign.pk).pk
    refused(ana_api.get(f"campaigns/{campaign.pk}/log/?known_to={gms}"), 403)
    refused(ana_api.get(f"campaigns/{campaign.pk}/log/?known_to=999999"), 403)
    other = factories.MemberFactory(user=ben)
    refused(gm_api.get(f"campaigns/{campaign.pk}/log/?known_to={other.pk}"), 404)
    refused(gm_api.get(f"campaigns/{campaign.pk}/log/?known_to=everyone"), 400)


def test_a_view_that_ignored_its_reader_would_be_found(gm_api, campaign, lines, monkeypatch):
    replace_everywhere(monkeypatch, log_access.reader_for, lambda membership, known_to: membership)
    assert "CANARY" in str(read(gm_api, campaign, known_to="party"))
