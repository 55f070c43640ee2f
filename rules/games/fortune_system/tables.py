"""The numbers of the Fortune System: slots, talents, levels, harm, and all ranges."""

from typing import Annotated, Any, Literal

from rules.engine import codec
from rules.engine.codec import Meta, Struct, Text, field

SLUG = "fortune-system"
GM = "gm"
SIDES = 100

Level = Annotated[int, Meta(ge=1, le=99)]
Value = Annotated[int, Meta(ge=1, le=100)]
Cos = Annotated[int, Meta(ge=-100, le=300)]
SlotCount = Annotated[int, Meta(ge=1, le=20)]
Price = Annotated[int, Meta(ge=1, le=9999)]
Positive = Annotated[int, Meta(ge=1, le=9999)]
Ranks = Annotated[int, Meta(ge=1, le=12)]
Condition = Literal["sound", "damaged", "blown"]
Degree = Literal["damaged", "blown"]
Selection = Literal["choice", "lowest"]
Fill = Literal["rolled", "fixed"]
Gm = Literal["gm"]
Whole = Literal["scrape-by", "extreme-effort", "smooth", "slick"]
How = Literal["die", "plain", "sure", "exemplar", "scrape-by", "extreme-effort", "smooth", "slick"]
Question = Literal["wingman", "flair", "steady", "slick", "damage"]
Focus = Literal["group", "skill", "none"]

HIGHEST_LEVEL = 99
MOST_SLOTS = 20  # of the ordinary ones; with those of Lucky (FOS-39) at most:
MOST_SLOTS_IN_ALL = 260
MOST_PARTICIPANTS = 40
PRESENCE_RULES = ("FOS-28",)  # Who comes, appears and goes.
MOST_DICE = 10_000
SLOTS = 4  # FOS-01, option `slots`
XP_PER_LEVEL = 100  # FOS-23, option `xp_per_level`
FIXED = (60, 80, 40, 90, 30, 100, 20)  # FOS-02
LEAST_WRITTEN = 1  # FOS-12
SURE = 100  # FOS-26: from this chance of success on no die is needed,
HOPELESS = 0  # and at this or less none can be used.
FIRST_TALENTS, TALENT_LEVELS, LATER_TALENTS = 3, 5, 9  # FOS-20
ATTRIBUTES = ("atk", "vit", "spd", "mag", "spr")  # FOS-24
ATTRIBUTE_BASE, ATTRIBUTE_POINTS, ATTRIBUTE_MOST = 4, 10, 8
POOL_BASE, POOL_FACTOR, POOL_ADDED = 200, 3, 4
TIER_LEVELS = 10  # FOS-27
HARM: dict[str, int] = {"noticeable": 100, "vicious": 200}
TRIGGER: dict[str, int] = {"one": 200, "group": 100}
GUIDE: dict[str, int] = {"normal": 70, "tough": 50, "risky": 30}  # FOS-26

# FOS-25: the groups as the site arranges them; a campaign edits them in its catalogue.
SKILLS: dict[str, str] = {
    "Swimming": "Physical",
    "Running": "Physical",
    "Climbing & Jumping": "Physical",
    "Stealth": "Physical",
    "Huntsman": "Physical",
    "Determination": "Mental",
    "Tinker": "Mental",
    "Sabotage": "Mental",
    "Swindle": "Social",
    "Infiltration": "Social",
}
GROUPS = ("Physical", "Mental", "Social")
# How many dice a new value takes by the condition of the slot (FOS-05, FOS-06).
NEW_VALUE_DICE: dict[Condition, int] = {"sound": 1, "damaged": 2, "blown": 0}


class Talent(Struct, omit_defaults=True, gc=False):
    """The figures of a talent, which a catalogue row may change; unused ones are 0 or [].

    `reduction`: how much it lowers a die for each rank, or once when `flat`. `damages`: this damages the slot.
    `margin`: Slick's. `factor`: by what Smooth multiplies trigger damage. `lowers`, `writes`: the figures of Wingman
    and Steady by rank; the last one applies to all higher ranks. `slots`: what a rank of Lucky adds.
    """

    name: Text
    for_: Focus = field(name="for")
    ranks: Ranks = 4
    reduction: Annotated[int, Meta(ge=0, le=9999)] = 0
    flat: bool = False
    damages: bool = False
    margin: Annotated[int, Meta(ge=0, le=100)] = 0
    factor: Annotated[int, Meta(ge=0, le=100)] = 1
    slots: Annotated[int, Meta(ge=0, le=20)] = 0
    lowers: list[Annotated[int, Meta(ge=0, le=100)]] = []
    writes: list[Value] = []

    def reduction_for(self, ranks: int) -> int:
        """How much lower a die is with so many ranks (FOS-30 to FOS-32)."""
        return self.reduction if self.flat else self.reduction * ranks


TALENTS: dict[str, Talent] = {
    "aptitude": Talent("Aptitude", "group", reduction=5),  # FOS-30
    "expertise": Talent("Expertise", "skill", reduction=10),  # FOS-31
    "focus": Talent("Focus", "group", reduction=20, flat=True, damages=True),  # FOS-32
    "scrape-by": Talent("Scrape By", "group"),  # FOS-33
    "exemplar": Talent("Exemplar", "group"),  # FOS-34
    "extreme-effort": Talent("Extreme Effort", "group"),  # FOS-35
    "smooth": Talent("Smooth", "group", factor=2),  # FOS-36
    "slick": Talent("Slick", "group", margin=5),  # FOS-37
    "wingman": Talent("Wingman", "group", lowers=[0, 10, 20, 30]),  # FOS-38
    "lucky": Talent("Lucky", "group", slots=1),  # FOS-39
    "flair": Talent("Flair", "group"),  # FOS-40
    "steady": Talent("Steady", "group", writes=[60, 50, 40, 30]),  # FOS-41
    "couldnt-sleep": Talent("Couldn't Sleep", "none", ranks=1),  # FOS-42
}
TALENT_RULE: dict[str, str] = {key: f"FOS-{number}" for number, key in enumerate(TALENTS, 30)}


class Row(Struct, gc=False):
    """A catalogue row in a setup or in house rules."""

    kind: Text
    key: Text
    name: Text | None = None
    figures: dict[str, Any] | None = None


class SkillFigures(Struct, gc=False):
    """The figures of a skill's row: its group, "" when it has none."""

    group: Annotated[str, Meta(max_length=200)] = ""


def by_rank(figures: list[int], ranks: int) -> int:
    """The figure of a rank; the last one applies to all higher ranks, 0 without any."""
    return figures[min(ranks, len(figures)) - 1] if figures else 0


def talents_at(level: int) -> int:
    """How many talents a character of this level has (FOS-20)."""
    return FIRST_TALENTS + min(level // TALENT_LEVELS, LATER_TALENTS)


def pool_most(level: int, attribute: int) -> int:
    """Maximum hit points of a VIT, magic points of an SPR (FOS-24)."""
    return POOL_BASE + (POOL_FACTOR * attribute + POOL_ADDED) * level


def tier(level: int) -> int:
    """The tier of a level (FOS-27)."""
    return (level - 1) // TIER_LEVELS + 1


def passes(value: int, cos: int, equal: bool) -> bool:
    """Whether a value passes: below the chance, or equal by the option (FOS-03, FOS-26)."""
    return cos > HOPELESS and (value < cos or (equal and value == cos))


def changed_talents(rows: list[Row], path: str) -> dict[str, Talent]:
    """The talents that catalogue rows change or add."""
    talents_by_key: dict[str, Talent] = {}
    for index, row in enumerate(rows):
        if row.kind != "talent":
            continue
        usual = TALENTS.get(row.key)
        base = codec.encode(usual) if usual is not None else {"name": row.name or row.key}
        figures = {name: value for name, value in (row.figures or {}).items() if value is not None and name != "name"}
        named = {"name": row.name} if row.name else {}
        talent = codec.decode({**base, **figures, **named}, Talent, f"{path}[{index}].figures")
        if talent != usual:
            talents_by_key[row.key] = talent
    return talents_by_key


def skills_of(rows: list[Row], path: str) -> tuple[dict[str, str], list[str]]:
    """(skills with their groups, groups) of catalogue rows; ({}, []) without such rows (FOS-25)."""
    skills: dict[str, str] = {}
    groups: list[str] = []
    for index, row in enumerate(rows):
        if row.kind == "group":
            groups.append(row.name or row.key)
        elif row.kind == "skill":
            figures = {"group": (row.figures or {}).get("group") or ""}
            skills[row.name or row.key] = codec.decode(figures, SkillFigures, f"{path}[{index}].figures").group
    return skills, groups
