"""Setups of the Fortune System: one with everything in it, and strategies of small parties."""

from typing import Any

from hypothesis import strategies as st

from tests.rules.fortune_system.participants import slot, talent, who

SYSTEM = "fortune-system"
GROUPS = ["Physical", "Mental", "Social"]
BY_GROUP = [
    "aptitude",
    "focus",
    "scrape-by",
    "exemplar",
    "extreme-effort",
    "smooth",
    "slick",
    "wingman",
    "lucky",
    "flair",
    "steady",
]


def everything() -> dict[str, Any]:
    """A setup that reaches every rule: every talent, every condition, Lucky and free slots, an option."""
    return {
        "participants": [
            who("ana", "60 40d 12 x", level=45, talents=[talent(key) for key in BY_GROUP if key != "lucky"]),
            who("ben", "20d 71d 55", level=45, talents=[talent("wingman", ranks=4), talent("steady", ranks=4)]),
            who(
                "cyd",
                None,
                level=20,
                talents=[talent("lucky", ranks=2), talent("expertise", "Running", 2)],
                fill="fixed",
            ),
            who("dee", "x x", level=5, talents=[talent("couldnt-sleep", None), talent("exemplar")]),
        ],
        "options": {"equal_passes": True},
        "dice": [22, 71, 45, 3],
    }


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Small parties of any slots and talents."""
    values = st.one_of(st.integers(1, 100), st.integers(-100, -1), st.none())
    participants = []
    for number in range(draw(st.integers(1, 4))):
        keys = draw(st.lists(st.sampled_from(BY_GROUP), max_size=12, unique=True))
        focus = draw(st.sampled_from(GROUPS))
        made = who(f"hero-{number}", None, level=45, talents=[talent(key, focus) for key in keys])
        if draw(st.booleans()):
            made["talents"] = [*made["talents"][:10], talent("couldnt-sleep", None), talent("expertise", "Running")]
        slots = draw(st.lists(values, max_size=6))
        if slots:
            made["slots"] = [slot(value) for value in slots]
            if draw(st.booleans()):
                made["slots"].append(slot(draw(values), focus))
        else:
            made["fill"] = draw(st.sampled_from(["rolled", "fixed"]))
        participants.append(made)
    options = {"slots": draw(st.integers(1, 9)), "equal_passes": draw(st.booleans())}
    return {"participants": participants, "options": options}
