"""What things at a table are: every command and mark of a template is explained, and nothing hidden differs."""

import importlib
import re
from pathlib import Path

import pytest

from rules import play
from rules.engine.explanations import PLAIN, find_explanation

TEMPLATES = Path("templates/games")
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
PLAYED = {"fifty-two-fates", "game-of-bastards"}


def moves(system):
    return importlib.import_module(f"rules.games.{system.replace('-', '_')}.moves")


def own(system):
    return {
        key: explanation for key, explanation in play.explanations(system).items() if explanation is not PLAIN.get(key)
    }


def marks(folder):
    text = " ".join(path.read_text(encoding="utf-8") for path in (TEMPLATES / folder / "table").glob("*.html"))
    return set(re.findall(r'data-explain="([^"{]+)["{]', text))


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_an_explanation_has_one_to_three_sentences_and_rules_that_exist(system):
    known = {rule["id"] for rule in play.RULES[system]}
    for key, explanation in own(system).items():
        assert 1 <= len(SENTENCE_END.findall(explanation["text"])) <= 3, key
        assert explanation["rules"], key
        assert set(explanation["rules"]) <= known, key


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_every_command_of_a_game_is_explained_by_the_game(system):
    commands = set(moves(system).MOVES)
    assert "end" in commands
    assert {f"action-{name}" for name in commands} <= set(own(system))


@pytest.mark.parametrize("system", [*sorted(play.SYSTEMS), "plain"])
def test_every_mark_in_a_template_is_explained(system):
    explained = PLAIN if system == "plain" else play.explanations(system)
    found = marks(system)
    assert found
    assert {mark for mark in found if find_explanation(explained, mark.strip("-")) is None} == set()


def test_a_mark_without_an_explanation_would_be_found():
    assert find_explanation(PLAIN, "unheard-of") is None
    assert find_explanation(PLAIN, "card-ace") == PLAIN["card"]


@pytest.mark.parametrize("system", sorted(PLAYED))
def test_a_game_with_cards_explains_each_kind_of_card(system):
    for kind in ("number", "face", "ace", "back"):
        assert play.explanation(system, f"card-{kind}") in own(system).values()


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_a_face_down_card_has_one_explanation_whatever_follows_its_key(system):
    keys = ("card-back", "card-back-KD", "card-back-2C")
    assert len({play.explanation(system, key)["text"] for key in keys}) == 1


@pytest.mark.parametrize(
    ("system", "key", "words"),
    [
        # FNP-06: four attacks take both actions.
        ("fortune-and-power", "action-rapid", "two attacks with one action, or four with both actions"),
        # FNP-16: a verdict changes nothing by itself.
        ("fortune-and-power", "action-rule", "only recorded"),
        # F52-72: a broken weapon is lost; the Fate Dealer can only give another one.
        ("fifty-two-fates", "action-arm", "another one instead of a broken weapon"),
        # GOB-46: Body and weapons are not part of the difference.
        ("game-of-bastards", "stakes", "physical attack adds Body and weapons"),
        # GOB-96: five cards for a fated character, other numbers for followers and extras.
        ("game-of-bastards", "action-mulligan", "draw a new one, usually five cards"),
    ],
)
def test_an_explanation_agrees_with_its_rule_f52_72_fnp_06_fnp_16_gob_46_gob_96(system, key, words):
    assert words in play.explanation(system, key)["text"]
