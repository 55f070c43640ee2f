"""Checks: drawn by the site or with the table's own cards, logged with their rules."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from campaigns.log.checks import actions
from campaigns.log.models import LogEntry
from rules import play
from rules.play import Refused
from tests import factories
from tests.people.helpers import forbidden, place


@pytest.fixture
def mara(campaign, ana):
    sheet = {"class": "warrior", "background_skills": ["stealth"]}
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet=sheet)


def test_a_check_with_the_tables_own_cards_is_told_and_logged(ana, campaign, mara):
    inputs = {"difficulty": 7, "background": True, "cards": ["9S", "2C"]}
    entry = actions.record_check(
        membership=place(campaign, ana), kind="skill-check", inputs=inputs, character=mara, detail="stealth"
    )
    assert entry.text == "Mara: skill check (stealth), 9S 2C, 11 against 7, success."
    assert entry.data["result"]["success"] is True
    assert {"F52-03", "F52-04"} <= set(entry.rules)
    assert (entry.kind, entry.character, entry.by) == ("check", mara, ana)


@pytest.mark.parametrize(
    ("game", "kind", "inputs", "result"),
    [
        ("fifty-two-fates", "skill-check", {"difficulty": 10, "cards": ["AS"]}, "AS, against 10, automatic success"),
        ("fifty-two-fates", "skill-check", {"difficulty": 9, "cards": ["TS"]}, "TS, 10 against 9, success"),
        (
            "fortune-and-power",
            "trait",
            {"trait": 3, "challenge": 17, "rolls": [6, 6]},
            "6 6, against 17, automatic success",
        ),
        (
            "fortune-and-power",
            "trait",
            {"trait": 15, "challenge": 10, "rolls": [1, 1]},
            "1 1, against 10, automatic failure",
        ),
        ("fortune-and-power", "trait", {"trait": 8, "challenge": 14, "rolls": [3, 3]}, "3 3, 14 against 14, success"),
        (
            "game-of-bastards",
            "fate-draw",
            {"skill_rank": 1, "trait": 5, "cards": ["9H"], "dealer_cards": ["KC"], "difficulty": 3},
            "14 against 16, failure",
        ),
    ],
)
def test_a_check_without_a_character_says_what_decided_it_f52_06_fnp_12_gob_20(gm, game, kind, inputs, result):
    table = factories.CampaignFactory(system=game, created_by=gm)
    member = factories.MemberFactory(campaign=table, user=gm, role="gm")
    entry = actions.record_check(membership=member, kind=kind, inputs=inputs)
    assert entry.text.endswith(f": {kind.replace('-', ' ')}, {result}.")


def test_an_equal_value_fails(ana, campaign, mara):
    inputs = {"difficulty": 9, "cards": ["9S"]}
    entry = actions.record_check(membership=place(campaign, ana), kind="skill-check", inputs=inputs, character=mara)
    assert entry.text.endswith("9 against 9, failure.")


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"difficulty": 11},
        {"difficulty": "7"},
        {"difficulty": 7, "cards": ["9S", "9S"]},
        {"difficulty": 7, "x": 1},
    ],
)
def test_a_check_that_the_rules_refuse_is_not_logged(ana, campaign, inputs):
    with pytest.raises(Refused):
        actions.record_check(membership=place(campaign, ana), kind="skill-check", inputs=inputs)
    assert not LogEntry.objects.exists()


def test_nobody_claims_a_level_the_sheet_does_not_have(ana, campaign, mara):
    with pytest.raises(Refused, match="the sheet says 1"):
        actions.record_check(
            membership=place(campaign, ana),
            kind="skill-check",
            inputs={"difficulty": 7, "level": 10},
            character=mara,
        )


def test_others_make_no_checks_for_a_character_but_the_gm_does(gm, ben, watcher, campaign, mara):
    check = {"kind": "skill-check", "inputs": {"difficulty": 7}, "character": mara}
    with forbidden("Only the player"):
        actions.record_check(membership=place(campaign, ben), **check)
    with forbidden("Observers can only watch"):
        actions.record_check(membership=place(campaign, watcher), **check)
    assert actions.record_check(membership=place(campaign, gm), **check).character == mara


def test_rows_of_another_campaign_are_refused(gm, campaign):
    with pytest.raises(ValidationError, match="another campaign"):
        actions.record_check(
            membership=place(campaign, gm),
            kind="skill-check",
            inputs={"difficulty": 7},
            character=factories.CharacterFactory(),
        )


def test_two_taps_on_the_page_make_a_check(client, ana, campaign, mara):
    client.force_login(ana)
    tonight = campaign.sessions.create(number=1, starts=timezone.now() - timedelta(hours=1))
    address = f"/campaigns/{campaign.pk}/checks/new/"
    page = client.get(f"{address}?character={mara.pk}&background=stealth").content.decode()
    assert 'value="stealth" checked' in page
    button = page[page.index('name="number-difficulty" value="2"') :]
    assert "draw against 2" in " ".join(strip_tags(button[button.index(">") + 1 :]).split())[:20]
    posted = {"kind": "skill-check", "character": mara.pk, "pick-background": "stealth", "number-level": "1"}
    answer = client.post(address, posted | {"number-difficulty": "2", "list-cards": ["9S", "KD"]}, follow=True)
    entry = LogEntry.objects.get()
    assert entry.session == tonight
    told = answer.content.decode()
    assert "24 against 2, success" in told
    assert "F52-03" in told
    assert "#KD" in told


def test_the_page_shows_a_refusal_beside_the_form(client, ana, campaign, mara):
    client.force_login(ana)
    address = f"/campaigns/{campaign.pk}/checks/new/"
    for fields in (
        {"number-difficulty": "99"},
        {"number-difficulty": "x"},
        {"number-difficulty": "7", "list-cards": "ZZ"},
    ):
        answer = client.post(address, {"kind": "skill-check", "character": mara.pk} | fields)
        assert answer.status_code == 200
        assert b'class="refusal"' in answer.content
    assert client.post(address, {"kind": "x", "character": "9999"}).status_code == 404
    assert not LogEntry.objects.exists()


def test_a_module_can_fill_in_the_difficulty(client, gm, campaign):
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/checks/new/?difficulty=8").content.decode()
    assert 'value="8" class="primary difficulty"' in page


def test_the_odds_of_each_difficulty_stand_on_its_button(client, ana, campaign, mara):
    """F52-03: one card beats 7 from 8 up: 28 of 52; a background skill that covers it draws two."""
    client.force_login(ana)
    guide = client.get(f"/campaigns/{campaign.pk}/checks/new/?character={mara.pk}").context["guide"]
    assert {difficulty["n"]: difficulty["chance"] for difficulty in guide["difficulties"]}["7"] == 54
    asked = {"character": mara.pk, "pick-background": "stealth"}
    page = client.get(f"/campaigns/{campaign.pk}/checks/new/", asked)
    assert {difficulty["n"]: difficulty["chance"] for difficulty in page.context["guide"]["difficulties"]}["7"] > 80
    assert 'value="stealth" checked' in page.content.decode()


def test_the_level_and_the_drawn_cards_stay_when_the_odds_are_refreshed_or_the_check_is_refused(client, gm, campaign):
    client.force_login(gm)
    address = reverse("check", args=[campaign.pk])
    asked = {"flag-background": "1", "number-level": "6", "list-cards": ["9S", "KD"]}
    refused = {"kind": "skill-check", "number-difficulty": "99"}
    for page in (client.get(address, asked), client.post(address, asked | refused)):
        html = page.content.decode()
        assert re.search(r'id="level"[^>]*value="6"', html)
        ticked = re.findall(r'name="list-cards"\s+value="(\w\w)" checked', html)
        assert sorted(ticked) == ["9S", "KD"]
        assert re.search(r"<details open><summary>Cards drawn", html)
    untouched = client.get(address).content.decode()
    assert re.search(r'class="field live"><label for="level">', untouched)
    assert "<details><summary>Cards drawn" in untouched


@pytest.mark.parametrize(("level", "shown"), [("0", 1), ("x", 1), ("999", 50), ("", 1), ("7", 7)])
def test_the_odds_follow_the_level_that_was_entered(client, gm, campaign, level, shown):
    client.force_login(gm)
    address = reverse("check", args=[campaign.pk])
    guide = client.get(address, {"flag-background": "1", "number-level": level}).context["guide"]
    inputs = {"difficulty": 10, "background": True, "level": shown}
    chance = round(play.chance("fifty-two-fates", "skill-check", inputs)["chance"] * 100)
    assert guide["level"] == shown
    assert guide["difficulties"][-1] == {"n": "10", "chance": chance}


def test_a_simple_opposition_is_decided_by_the_cards_that_were_played_gob_30(client, gm):
    table = factories.CampaignFactory(system="game-of-bastards", created_by=gm)
    factories.MemberFactory(campaign=table, user=gm, role="gm")
    client.force_login(gm)
    sides = {"rows-sides.id": ["Ilse", "Sharp", "", ""], "rows-sides.card": ["KS", "9H", "", ""]}
    bonus = {"rows-sides.bonus#": ["", "2", "", ""]}
    page = client.get(reverse("check", args=[table.pk])).content.decode()
    assert "rows-sides.card" in page
    answer = client.post(reverse("check", args=[table.pk]), {"kind": "simple", **sides, **bonus}, follow=True)
    assert answer.status_code == 200
    entry = LogEntry.objects.get(campaign=table, kind="check")
    assert entry.data["inputs"]["sides"] == [{"id": "Ilse", "card": "KS"}, {"id": "Sharp", "card": "9H", "bonus": 2}]
    assert "Ilse wins" in entry.text
    sides["rows-sides.card"][1] = "XX"
    refused = client.post(reverse("check", args=[table.pk]), {"kind": "simple", **sides, **bonus})
    assert "joker" in refused.content.decode().lower()
    assert LogEntry.objects.filter(campaign=table, kind="check").count() == 1


@pytest.mark.parametrize("odd", ["²", "9" * 30, "x", ""])
def test_a_result_under_an_id_that_is_none_is_left_out(client, gm, campaign, odd):
    client.force_login(gm)
    assert client.get(f"/campaigns/{campaign.pk}/checks/new/", {"done": odd}).status_code == 200


@pytest.mark.parametrize(("visible", "audience"), [(False, "gm"), (True, "all")])
def test_only_gms_learn_of_a_check_for_an_npc_who_is_hidden(gm, campaign, visible, audience):
    npc = factories.CharacterFactory(campaign=campaign, kind="npc", name="Baron Vex", visible=visible)
    inputs = {"difficulty": 7, "cards": ["9S"]}
    entry = actions.record_check(membership=place(campaign, gm), kind="skill-check", inputs=inputs, character=npc)
    assert "Baron Vex" in entry.text
    assert entry.audience == audience


@pytest.mark.parametrize(("key", "entries"), [("abcdefgh-1", 1), ("short", 2), ("with a space", 2), ("x" * 65, 2)])
def test_a_check_that_is_sent_twice_with_a_key_of_the_page_is_logged_once(client, ana, campaign, key, entries):
    client.force_login(ana)
    for _ in range(2):
        posted = {"kind": "skill-check", "number-difficulty": "6", "key": key}
        assert client.post(reverse("check", args=[campaign.pk]), posted).status_code == 302
    kept = [str(row.data.get("key", "")).startswith(f"{key}-") for row in LogEntry.objects.all()]
    assert kept == ([True] if entries == 1 else [False, False])


def test_another_check_with_the_form_of_an_earlier_one_is_a_check_of_its_own(client, ana, campaign):
    client.force_login(ana)
    for difficulty in ("6", "6", "9"):
        posted = {"kind": "skill-check", "number-difficulty": difficulty, "key": "abcdefgh-1"}
        client.post(reverse("check", args=[campaign.pk]), posted)
    inputs = [row.data["inputs"]["difficulty"] for row in LogEntry.objects.order_by("id")]
    assert inputs == [6, 9]


def test_a_check_that_was_restored_with_odd_figures_stops_no_later_check(client, ana, campaign):
    client.force_login(ana)
    LogEntry.objects.create(campaign=campaign, kind="check", by=ana, text="x", data=[])
    posted = {"kind": "skill-check", "number-difficulty": "6", "key": "abcdefgh-1"}
    assert client.post(reverse("check", args=[campaign.pk]), posted).status_code == 302
    assert LogEntry.objects.count() == 2
