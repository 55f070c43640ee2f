"""Setups of 52 Fates: one with everything in it, and strategies of small parties."""

from typing import Any

from hypothesis import strategies as st

from tests.rules.fifty_two_fates.participants import hero, monster

SYSTEM = "fifty-two-fates"

EFFECT = {"name": "venom", "strength": 4, "rounds": "draw"}
LINES = {
    "number": {"damage": 1, "text": "Claws."},
    "face": {"damage": 2, "effect": EFFECT, "prone": True},
    "ace": {"damage": "half", "incapacitate": {"degree": "full", "unconscious": True, "wake": 6}, "text": "Roars."},
}


def everything() -> dict[str, Any]:
    """A setup that reaches every rule: all classes, levels above 5, two groups, lines, death draws."""
    block = {"allowance": 2, "maneuvers": True, "spells": True, "lines": LINES}
    return {
        "participants": [
            hero("ana", 5, **{"class": "warrior"}, background_skills=["sailor", "scholar"]),
            hero("ben", 3, **{"class": "wizard"}),
            hero("cyd", 2, hp=2, armed=False),
            monster("wolf", group="wolves", monster=block, max_hp=6),
            monster("bear", group="wolves", monster={"death_draws": True, "allowance": 3}, level=4),
            monster("imp", group="imps", monster={"spells": True, "speed": 60}),
        ],
        "options": {"fd_hand": "hand", "fd_extra_cards": 1},
    }


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Small parties of any class, level and block."""
    heroes = [
        hero(
            f"hero-{n}",
            draw(st.sampled_from([1, 2, 4, 5, 10])),
            **{"class": draw(st.sampled_from(["warrior", "wizard", None]))},
            armed=draw(st.booleans()),
            background_skills=draw(st.sampled_from([[], ["sailor"]])),
        )
        for n in range(draw(st.integers(1, 3)))
    ]
    foes = [
        monster(
            f"foe-{n}",
            group=draw(st.sampled_from(["wolves", "imps"])),
            max_hp=draw(st.integers(1, 5)),
            monster={
                "allowance": draw(st.integers(1, 3)),
                "maneuvers": draw(st.booleans()),
                "spells": draw(st.booleans()),
                "death_draws": draw(st.booleans()),
                **draw(st.sampled_from([{}, {"lines": LINES}])),
            },
        )
        for n in range(draw(st.integers(1, 3)))
    ]
    options = {"fd_extra_cards": draw(st.integers(0, 4)), "fd_hand": draw(st.sampled_from(["level", "hand"]))}
    return {"participants": heroes + foes, "options": options}
