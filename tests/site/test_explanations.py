"""The page of explanations: all of a game, those asked for, and cards of which nothing is told."""

import re

import pytest
from django.utils.html import escape

from config.templatetags.fatekeeper import RANKS, SUITS, card
from rules import play

pytestmark = pytest.mark.django_db
FRAGMENT = {"HTTP_HX_REQUEST": "true"}


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_the_page_explains_everything_without_javascript(client, system):
    page = client.get(f"/rules/{system}/what-is-this/").content.decode()
    for explanation in play.explanations(system).values():
        assert f"<dt>{escape(explanation['title'])}</dt>" in page


def test_a_table_asks_for_the_things_that_are_meant(client):
    page = client.get("/rules/fifty-two-fates/what-is-this/?key=hit-points&key=card-ace", **FRAGMENT).content.decode()
    assert re.findall(r"<dt>(.*?)</dt>", page) == ["Hit points", "An ace"]
    assert "F52-30" in page
    assert "<html" not in page


def test_an_unknown_thing_or_game_is_not_found(client):
    assert client.get("/rules/fifty-two-fates/what-is-this/?key=nothing").status_code == 404
    assert client.get("/rules/no-such-game/what-is-this/").status_code == 404


def test_a_face_down_card_is_marked_the_same_and_tells_no_rank():
    assert re.findall(r'data-explain="(.*?)"', card("back")) == ["card-back"]
    marked = {re.search(r'data-explain="(.*?)"', card(rank + suit))[1] for rank in RANKS for suit in SUITS}
    assert marked == {"card-number", "card-face", "card-ace"}
