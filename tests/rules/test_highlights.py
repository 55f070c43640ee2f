"""The moments of an encounter that the page of its end shows: each from a public event, and of a hero."""

import pytest

from rules import play
from tests.rules import honest_logs

FATES, BASTARDS, POWER, FORTUNE = (
    "fifty-two-fates",
    "game-of-bastards",
    "fortune-and-power",
    "fortune-system",
)


def event(kind, **facts):
    return {"type": kind, "text": f"{kind}: {facts}", "visible_to": "all", **facts}


def found(system, events, heroes=("ana",)):
    return {highlight["kind"]: highlight for highlight in play.highlights(system, events, heroes)}


def fates_defense(attack, defense, success, rules=("F52-22", "F52-21")):
    return [
        event("attack", actor="imp", target="ana", cards=["TD"]),
        event(
            "defense", actor="ana", target="imp", cards=["TH"], attack_total=attack, defense_total=defense,
            success=success, rules=list(rules),
        ),
    ]  # fmt: skip


def test_a_defence_that_holds_by_little_is_the_closest_one():
    events = fates_defense(10, 14, False) + fates_defense(10, 10, False)
    moment = found(FATES, events)["closest"]
    assert moment["text"] == events[3]["text"]
    assert (moment["actor"], moment["cards"], moment["against"]) == ("ana", ["TH"], ["TD"])


def test_a_defence_that_fails_is_no_moment_of_the_defender():
    assert found(FATES, fates_defense(12, 10, True)) == {}
    assert found(FATES, fates_defense(12, 10, True), ["imp"])["closest"]["actor"] == "imp"


def test_the_sentence_of_a_close_defence_says_who_prevailed_not_the_totals():
    held = event("miss", actor="imp", target="ana")
    later = [event("attack", actor="imp", target="ana", cards=[]), event("hit", actor="imp", target="ana")]
    moment = found(FATES, [*fates_defense(10, 10, False), held, *later])["closest"]
    assert (moment["text"], moment["cards"]) == (held["text"], ["TH"])


def test_a_defence_against_a_friend_is_no_moment():
    assert found(FATES, fates_defense(10, 10, False), ["ana", "imp"]) == {}
    assert found(FATES, fates_defense(12, 10, True), ["ana", "imp"]) == {}


def test_the_best_card_that_a_hero_draws_is_the_luckiest():
    events = [
        event("death-draw", actor="ana", cards=["9H"]),
        event("skill-check", actor="ana", cards=["QS"], success=True),
        event("skill-check", actor="ana", cards=["AS"], success=False),
        event("wake-draw", actor="imp", cards=["AC"], success=True),
    ]
    assert found(FATES, events)["luckiest"]["cards"] == ["QS"]


def test_a_comparison_that_an_ace_decides_is_not_close_f52_24():
    events = fates_defense(2, 0, False, ["F52-24", "F52-27", "F52-21"]) + fates_defense(10, 14, False)
    assert found(FATES, events)["closest"]["text"] == events[3]["text"]


def test_only_a_heart_is_luck_of_the_dying_f52_32():
    draws = [event("death-draw", actor="ana", cards=[name]) for name in ("2H", "AS", "KD")]
    assert found(FATES, draws)["luckiest"]["cards"] == ["2H"]


@pytest.mark.parametrize("cause", ["fall", "fumble", "poison"])
def test_only_blows_count_as_damage_of_the_one_who_struck_f52_26(cause):
    events = [
        event("hit", actor="ana", target="imp"),
        event("damage", target="imp", amount=1, cause="fury-strike"),
        event("damage", target="imp", amount=3, cause=cause),
    ]
    assert found(FATES, events)["hardest"]["text"] == events[1]["text"]


def test_a_draw_without_a_card_left_is_no_moment_f52_55():
    draws = [event(kind, actor="ana", cards=[]) for kind in ("damage-draw", "death-draw")]
    assert found(FATES, draws) == {}
    assert found(FATES, [*draws, event("damage-draw", actor="ana", cards=["2C"])])["luckiest"]["cards"] == ["2C"]


def test_the_most_damage_counts_for_the_one_who_struck():
    events = [
        event("hit", actor="ana", target="imp"),
        event("damage", target="imp", amount=2, cause="attack"),
        event("hit", actor="imp", target="ana"),
        event("damage", target="ana", amount=5, cause="attack"),
    ]
    moment = found(FATES, events)["hardest"]
    assert (moment["actor"], moment["text"]) == ("ana", events[1]["text"])


def test_the_damage_of_a_spell_on_someone_willing_counts_for_its_caster_f52_82():
    events = [
        event("hit", actor="ana", target="imp"),
        event("damage", target="imp", amount=1, cause="unarmed"),
        event("spell", actor="imp", target="ogre", how="harm"),
        event("damage", target="ogre", amount=5, cause="harm"),
    ]
    assert found(FATES, events)["hardest"]["text"] == events[1]["text"]
    assert found(FATES, events, ["imp"])["hardest"]["text"] == events[3]["text"]


def test_cards_on_the_table_show_how_close_it_was():
    sides = [{"id": "ana", "cards": ["QS"]}, {"id": "mob", "cards": ["JS", "2C"]}]
    events = [
        event("revealed", sides=sides),
        event("result", actor="mob", target="ana", success=False, total=13, against=15),
        event("joker", target="ana", count=1),
        event("members", target="mob", lost=2, members=0),
    ]
    moments = found(BASTARDS, events)
    assert (moments["closest"]["cards"], moments["closest"]["against"]) == (["QS"], ["JS", "2C"])
    assert moments["luckiest"]["actor"] == moments["hardest"]["actor"] == "ana"


def test_somebody_who_appears_shows_no_cards():
    sides = [{"id": "ana", "cards": ["QS"]}, {"id": "mob", "cards": ["JS"]}]
    events = [
        event("revealed", target="mob", name="The mob"),
        event("revealed", sides=sides),
        event("result", actor="ana", target="mob", success=True, total=13, against=12),
    ]
    assert found(BASTARDS, events[:1]) == {}
    assert found(BASTARDS, events)["closest"]["cards"] == ["QS"]


def test_an_attack_on_several_targets_hurts_each_one_it_succeeds_against():
    events = [
        event("result", actor="ana", target="imp", success=True, total=15, against=9),
        event("result", actor="ana", target="mob", success=True, total=15, against=12),
        event("result", actor="ana", target="ogre", success=False, total=15, against=20),
        event("damage", target="imp", amount=6),
        event("members", target="mob", lost=1, members=2),
    ]
    moment = found(BASTARDS, events)["hardest"]
    assert (moment["actor"], moment["text"]) == ("ana", events[3]["text"])
    assert "hardest" not in found(BASTARDS, events, ["ben", "ogre"])


def roll(actor, challenge, rolls, success):
    return event(
        "attack", actor=actor, target="log", level=2, challenge=challenge, rolls=rolls, total=2 + sum(rolls),
        success=success,
    )  # fmt: skip


def test_the_boldest_success_had_the_smallest_chance():
    events = [roll("ana", 12, [5, 5], True), roll("ana", 14, [6, 6], True), roll("ana", 13, [1, 1], False)]
    moments = found(POWER, events)
    assert moments["boldest"]["chance"] == pytest.approx(1 / 36)
    assert moments["boldest"]["text"] == moments["luckiest"]["text"] == events[1]["text"]


def test_a_success_that_was_likely_is_not_bold():
    assert "boldest" not in found(POWER, [roll("ana", 6, [3, 3], True)])


def test_low_values_are_the_lucky_ones_in_the_fortune_system():
    attempt = {"actor": "ana", "success": True}
    events = [
        event("attempt", **attempt, how="plain", cos=31, applied=15),
        event("attempt", **attempt, how="plain", cos=80, applied=15),
        event("attempt", **attempt, how="die", cos=60, applied=58),
        event("attempt", **attempt, how="die", cos=60, applied=20),
        event("slot-rolled", target="ana", value=40),
        event("slot-rolled", target="ana", value=3),
        event("slot-rolled", target="imp", value=1),
    ]
    moments = found(FORTUNE, events)
    assert (moments["boldest"]["chance"], moments["closest"]["text"]) == (0.30, events[2]["text"])
    assert moments["luckiest"]["text"] == events[5]["text"]


def test_a_bad_value_or_roll_is_not_luck_even_if_it_is_the_only_one():
    values = [event("slot-rolled", target="ana", value=value) for value in (100, 51)]
    assert found(FORTUNE, values) == {}
    assert "luckiest" in found(FORTUNE, [*values, event("slot-rolled", target="ana", value=50)])
    assert "luckiest" not in found(POWER, [roll("ana", 4, [1, 1], True), roll("ana", 6, [3, 4], True)])
    assert "luckiest" in found(POWER, [roll("ana", 6, [4, 4], True)])


@pytest.mark.parametrize(
    "shown", [{"how": "plain", "applied": 5, "equal_passes": True}, {"how": "die", "applied": 80, "cos": 80}]
)
def test_the_chance_of_a_plain_roll_counts_equal_values_by_the_option_fos_03(shown):
    bold = event("attempt", actor="ana", success=True, how="plain", cos=31, applied=15)
    other = {"actor": "imp", "success": True, "cos": 90, **shown}
    assert found(FORTUNE, [bold, event("attempt", **other)])["boldest"]["chance"] == 0.31
    assert "boldest" not in found(FORTUNE, [{**bold, "cos": 50}, event("attempt", **other)])
    assert found(FORTUNE, [{**bold, "cos": 50}])["boldest"]["chance"] == 0.49


def test_slick_and_smooth_may_pass_most_closely_fos_36_fos_37():
    passes = [
        event("attempt", actor="ana", success=True, how=how, cos=60, applied=applied)
        for how, applied in (("die", 50), ("slick", 57), ("scrape-by", None))
    ]
    assert found(FORTUNE, passes)["closest"]["text"] == passes[1]["text"]
    smooth = event("attempt", actor="ana", success=True, how="smooth", cos=60, applied=59)
    assert found(FORTUNE, [*passes, smooth])["closest"]["text"] == smooth["text"]


@pytest.mark.parametrize("system", honest_logs.SETUPS)
@pytest.mark.parametrize("seed", range(6))
def test_moments_come_from_public_events_of_real_play_alone(system, seed):
    events = honest_logs.played(system, seed, 100, private=True)
    heroes = {entry.get("actor") for entry in events} | {entry.get("target") for entry in events}
    public = {entry["text"] for entry in events if entry["visible_to"] == "all"}
    moments = play.highlights(system, events, [hero for hero in heroes if hero])
    assert {moment["text"] for moment in moments} <= public
    assert len({moment["kind"] for moment in moments}) == len(moments)


@pytest.mark.parametrize("system", honest_logs.SETUPS)
def test_an_event_that_only_one_viewer_may_see_is_no_moment(system):
    events = [{**entry, "visible_to": ["ana"]} for entry in honest_logs.played(system, 1, 100)]
    assert play.highlights(system, events, ["ana", "ben", "imp"]) == []
