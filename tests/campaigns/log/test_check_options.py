"""A check without a character follows the options of its campaign, on pages and over the API."""

import pytest

from campaigns.log.models import LogEntry
from rules import play
from rules.play import Refused
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

TWICE = {"sides": [{"id": "a", "card": "9H"}, {"id": "b", "card": "9H"}]}
WEEK = {"weeks": 1, "wounds": 5, "shocks": 5}
CASES = [
    ("fortune-system", {"equal_passes": True}, "die", {"value": 45, "cos": 45}, {"success": True}),
    ("fortune-and-power", {"wounds_per_week": 3}, "recovery", WEEK, {"wounds": 2, "shocks": 4}),
]


def campaign_of(gm, game, options):
    campaign = factories.CampaignFactory(system=game, options=options, created_by=gm)
    factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    return campaign


def body(campaign, kind, inputs):
    return {"system": campaign.system, "kind": kind, "inputs": inputs, "campaign": campaign.pk}


@pytest.mark.parametrize(("game", "options", "kind", "inputs", "result"), CASES)
def test_an_option_counts_where_the_inputs_leave_it_out(gm, game, options, kind, inputs, result):
    campaign = campaign_of(gm, game, options)
    answer = ok(Caller(gm).post("checks/", body(campaign, kind, inputs)), 201)
    assert {name: answer[name] for name in result} == result
    assert LogEntry.objects.get(kind="check").data["inputs"] == inputs | options
    plain = ok(Caller(gm).post("checks/", {"system": game, "kind": kind, "inputs": inputs}))
    assert {name: plain[name] for name in result} != result, "without a campaign the game's own rule counts"


def test_a_value_in_the_inputs_comes_first(gm):
    game, options, kind, inputs, _result = CASES[0]
    campaign = campaign_of(gm, game, options)
    answer = ok(Caller(gm).post("checks/", body(campaign, kind, inputs | {"equal_passes": False})), 201)
    assert answer["success"] is False


def test_one_deck_has_every_card_once(gm):
    campaign = campaign_of(gm, "game-of-bastards", {"decks": 1})
    refused(Caller(gm).post("checks/", body(campaign, "simple", TWICE)), 422)
    campaign.options = {"decks": 2}
    campaign.save()
    ok(Caller(gm).post("checks/", body(campaign, "simple", TWICE)), 201)


def test_other_inputs_and_unknown_kinds_stay_as_they_are():
    house = {"options": {"slots": 5, "equal_passes": False, "unknown": 1}}
    for kind in ("fill", "die", "no-such-check", ["die"]):
        assert play.check_inputs("fortune-system", kind, {"value": 4}, house=house) == {"value": 4}
    assert play.check_inputs("fortune-system", "die", {"value": 4}) == {"value": 4}
    for inputs, wrong in (([], house), ({}, [])):
        with pytest.raises(Refused):
            play.check_inputs("fortune-system", "die", inputs, house=wrong)
