"""The rules pages: the games, the book, one rule to share, the fragment behind "why?"."""

import pytest
from django.urls import reverse

from rules import play
from rules.pages.credits import list_games

SYSTEM = "fifty-two-fates"


def test_every_game_is_listed_as_playable(client, db):
    html = client.get(reverse("rules")).content.decode()
    for game in list_games():
        assert game.name in html
    assert html.count("playable here") == len(list_games())


def test_the_book_has_every_rule_with_its_own_link_and_anchor(client, db):
    html = client.get(reverse("rules-game", args=[SYSTEM])).content.decode()
    assert play.RULES[SYSTEM]
    for rule in play.RULES[SYSTEM]:
        assert f'id="{rule["id"]}"' in html
        assert f'href="/rules/{SYSTEM}/{rule["id"]}/"' in html


def test_searching_leaves_the_rules_that_say_all_the_words(client, db):
    answer = client.get(reverse("rules-game", args=[SYSTEM]), {"q": "f52-27"})
    found = [rule.id for _area, rules in answer.context["areas"] for rule in rules]
    assert "F52-27" in found
    assert len(found) < 10
    assert b"No results" in client.get(reverse("rules-game", args=[SYSTEM]), {"q": "zeppelin"}).content


def test_a_rule_is_a_page_to_share_and_a_fragment_for_why(client, db):
    address = reverse("rule", args=[SYSTEM, "F52-27"])
    page = client.get(address)
    assert b"<html" in page.content
    assert "HX-Request" in page["Vary"]
    part = client.get(address, headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    assert b"F52-27" in part.content


def test_a_rule_is_found_however_its_number_is_written(client, db):
    assert client.get(reverse("rule", args=[SYSTEM, "f52-27"])).status_code == 200


@pytest.mark.parametrize("address", ["/rules/chess/", "/rules/fifty-two-fates/F52-999/", "/rules/chess/catalogue/"])
def test_a_missing_page_is_404(client, db, address):
    assert client.get(address).status_code == 404


def test_nobody_needs_an_account_to_read_the_rules(client, db):
    for name, args in (("rules", []), ("rules-game", [SYSTEM]), ("catalogue", [SYSTEM])):
        assert client.get(reverse(name, args=args)).status_code == 200
