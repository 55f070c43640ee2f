"""Setups of A Game of Bastards: one with everything in it, and strategies of small parties."""

from typing import Any

from hypothesis import strategies as st

from tests.rules.game_of_bastards.participants import BOW, KEYS, KNIFE, SWORD, extras, follower, swordfighter

SYSTEM = "game-of-bastards"


def everything(decks: int = 2) -> dict[str, Any]:
    """A setup that reaches every rule: every advantage, followers, extras, two weapons, wildcards."""
    half = len(KEYS) // 2
    return {
        "participants": [
            swordfighter("ana", *KEYS[:half], "counter", weapons=[SWORD, KNIFE, BOW], wildcards=3),
            swordfighter("ben", *KEYS[half:], "florentine", wildcards=2, pools={"bp": 2, "lp": 3}),
            swordfighter("cyd", *KEYS, side="foes", controller="gm", wildcards=2, armor=1),
            follower("fay", 3, weapons=[SWORD], wildcards=1),
            extras("mob", weapons=[KNIFE], controller="ben"),
        ],
        "options": {"decks": decks},
    }


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Small parties of any kind, with any advantages."""
    participants = []
    for number in range(draw(st.integers(1, 5))):
        side = draw(st.sampled_from(["players", "foes", "others"]))
        wildcards = draw(st.integers(0, 3))
        kind = draw(st.sampled_from(["fated", "fated", "follower", "extras"]))
        if kind == "fated":
            owned = draw(st.lists(st.sampled_from([*KEYS, "counter", "florentine"]), unique=True, max_size=12))
            pools = draw(st.sampled_from([{}, {"bp": 1}, {"sp": 0}, {"lp": 1, "mp": 1}, {"bp": 0, "sp": 0}]))
            weapons = draw(st.sampled_from([[], [SWORD], [SWORD, KNIFE], [SWORD, SWORD, BOW]]))
            more = {"pools": pools, "weapons": weapons, "wildcards": wildcards}
            participants.append(swordfighter(f"p{number}", *owned, side=side, **more))
        else:
            made = follower if kind == "follower" else extras
            participants.append(made(f"p{number}", draw(st.integers(1, 5)), side=side, wildcards=wildcards))
    options = {"decks": draw(st.sampled_from([1, 2])), "wildcards_last": draw(st.sampled_from(["session", "scene"]))}
    return {"participants": participants, "options": options}
