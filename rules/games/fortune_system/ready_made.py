"""Ready-made heroes of the Fortune System, and the questions that lead to one (FOS-01, FOS-02, FOS-20 to FOS-24)."""

from typing import Any

from rules.engine.json_types import PlainSheet
from rules.engine.ready_made import Answer, Hero, Question, ReadyMade
from rules.games.fortune_system import tables


def talent(key: str, focus: str | None, ranks: int = 1) -> dict[str, Any]:
    """A talent of the sheet; every rank counts as one of the first three (FOS-20)."""
    return {"key": key, "focus": focus, "ranks": ranks}


def attributes(**added: int) -> dict[str, int]:
    """Attributes with points added to their base (FOS-24)."""
    return {name: tables.ATTRIBUTE_BASE + points for name, points in added.items()}


def list_figures(sheet: PlainSheet) -> list[str]:
    """Talents with their foci, and the attributes that were raised."""
    figures = []
    for talent in sheet["talents"]:
        name = tables.TALENTS[talent["key"]].name + (f" {talent['ranks']}" if talent["ranks"] > 1 else "")
        figures.append(f"{name} ({talent['focus']})" if talent["focus"] else name)
    raised = [f"{name.upper()} {value}" for name, value in sheet["attributes"].items()]
    return figures + raised


def lacks(sheet: PlainSheet, rows: list[dict[str, Any]]) -> bool:
    """Whether a talent is for a skill or group that the campaign does not have (FOS-25)."""
    skills = [row for row in rows if row["kind"] == "skill"]
    if not skills:
        return False
    known = [row["name"] for row in skills] + [(row.get("figures") or {}).get("group") for row in skills]
    offered = {row["key"] for row in rows if row["kind"] == "talent"}
    held = sheet["talents"]
    return any(talent["focus"] not in known for talent in held if talent["focus"]) or bool(
        offered and {talent["key"] for talent in held} - offered
    )


HEROES = (
    Hero(
        "scout",
        "Tamsin",
        "A quick scout who goes first. Best at running, climbing and hiding.",
        {
            "talents": [talent("aptitude", "Physical", 2), talent("expertise", "Stealth")],
            "attributes": attributes(spd=4, vit=4, atk=2),
        },
    ),
    Hero(
        "fighter",
        "Rurik",
        "A stubborn fighter who never stops. Pushes through when a slot is bad.",
        {
            "talents": [
                talent("extreme-effort", "Physical"),
                talent("aptitude", "Physical"),
                talent("steady", "Physical"),
            ],
            "attributes": attributes(atk=4, vit=4, spd=2),
        },
    ),
    Hero(
        "tinkerer",
        "Nell",
        "A patient maker of machines. Best at tinkering and sabotage.",
        {
            "talents": [talent("expertise", "Tinker", 2), talent("aptitude", "Mental")],
            "attributes": attributes(mag=4, spr=4, vit=2),
        },
    ),
    Hero(
        "charmer",
        "Lucan",
        "A smooth talker with a new name in every town. Best with people.",
        {
            "talents": [talent("aptitude", "Social"), talent("expertise", "Swindle"), talent("smooth", "Social")],
            "attributes": attributes(spr=4, spd=3, mag=3),
        },
    ),
    Hero(
        "friend",
        "Ilse",
        "A loyal friend who makes others better. Helps, and does not give up.",
        {
            "talents": [talent("wingman", "Social"), talent("aptitude", "Mental"), talent("scrape-by", "Mental")],
            "attributes": attributes(vit=4, spr=4, mag=2),
        },
    ),
)

# FOS-20: an answer brings one of the three talents. FOS-24: the last one also spends the ten points.
QUESTIONS = (
    Question(
        "best",
        "What are you best at?",
        (
            Answer("body", "Moving", "Aptitude for Physical.", {"talents": [talent("aptitude", "Physical")]}),
            Answer("mind", "Thinking", "Aptitude for Mental.", {"talents": [talent("aptitude", "Mental")]}),
            Answer("people", "Talking", "Aptitude for Social.", {"talents": [talent("aptitude", "Social")]}),
        ),
    ),
    Question(
        "skill",
        "What do friends ask you to do?",
        (
            Answer("hide", "Go unseen", "Expertise in Stealth.", {"talents": [talent("expertise", "Stealth")]}),
            Answer("fix", "Repair things", "Expertise in Tinker.", {"talents": [talent("expertise", "Tinker")]}),
            Answer("trick", "Trick someone", "Expertise in Swindle.", {"talents": [talent("expertise", "Swindle")]}),
            Answer("track", "Find a trail", "Expertise in Huntsman.", {"talents": [talent("expertise", "Huntsman")]}),
        ),
    ),
    Question(
        "fight",
        "How do you win a fight?",
        (
            Answer(
                "strong",
                "I am strong",
                "Extreme Effort for Physical; ATK 8, VIT 8 and SPD 6.",
                {
                    "talents": [talent("extreme-effort", "Physical")],
                    "attributes": attributes(atk=4, vit=4, spd=2),
                },
            ),
            Answer(
                "quick",
                "I am quick",
                "Scrape By for Physical; SPD 8, ATK 8 and VIT 6.",
                {"talents": [talent("scrape-by", "Physical")], "attributes": attributes(spd=4, atk=4, vit=2)},
            ),
            Answer(
                "magic",
                "With magic",
                "Steady for Mental; MAG 8, SPR 8 and VIT 6.",
                {"talents": [talent("steady", "Mental")], "attributes": attributes(mag=4, spr=4, vit=2)},
            ),
            Answer(
                "friends",
                "With my friends",
                "Wingman for Social; VIT 8, SPR 8 and SPD 6.",
                {"talents": [talent("wingman", "Social")], "attributes": attributes(vit=4, spr=4, spd=2)},
            ),
        ),
    ),
)

READY_MADE = ReadyMade(
    HEROES, QUESTIONS, ({"type": "fill", "method": "fixed"}, {"type": "finish"}), list_figures, lacks
)
