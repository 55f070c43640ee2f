"""Ready-made heroes of Fortune and Power, and the questions that lead to one: 40 points (FNP-02, FNP-03)."""

from typing import Any

from rules.engine.json_types import PlainSheet
from rules.engine.ready_made import Answer, Hero, Question, ReadyMade, lacks_row

SWORD = {"name": "Sword", "bonus": 4}
AXE = {"name": "Great axe", "bonus": 5}
KNIFE = {"name": "Knife", "bonus": 2}
BOW = {"name": "Bow", "bonus": 4}


def list_figures(sheet: PlainSheet) -> list[str]:
    """Traits from the highest, gifts, fortune and weapons."""
    figures = [f"{name} {level}" for name, level in sorted(sheet["traits"].items(), key=lambda trait: -trait[1])]
    figures += [gift["name"] for gift in sheet.get("gifts", [])]
    figures += [f"Fortune {sheet['fortune']}"] if sheet.get("fortune") else []
    return figures + [f"{weapon['name']} +{weapon['bonus']}" for weapon in sheet.get("weapons", [])]


def lacks(sheet: PlainSheet, rows: list[dict[str, Any]]) -> bool:
    """Whether a weapon has other figures in the campaign, or none (FNP-42)."""
    return any(lacks_row(rows, "weapon", **weapon) for weapon in sheet.get("weapons", []))


# FNP-03: levels 1 to 7 cost 3, 4, 5, 6, 8, 10, 12 points; fortune costs a point each.
HEROES = (
    Hero(
        "soldier",
        "Marga",
        "A tough old soldier with a sword. Hits hard and takes a blow.",
        {"traits": {"Warrior": 7, "Strength": 4, "Constitution": 4, "Perception": 3}, "fortune": 4, "weapons": [SWORD]},
    ),
    Hero(
        "brawler",
        "Hob",
        "A giant with a great axe and a kind heart. One good blow ends the fight.",
        {"traits": {"Strength": 7, "Warrior": 6, "Athlete": 3, "Constitution": 3}, "fortune": 4, "weapons": [AXE]},
    ),
    Hero(
        "hunter",
        "Ysra",
        "A silent hunter who sees in the dark. Shoots first, from far away.",
        {
            "traits": {"Archer": 7, "Perception": 5, "Athlete": 4, "Hunter": 3},
            "gifts": [{"name": "Starvision"}],
            "fortune": 4,
            "weapons": [BOW],
        },
    ),
    Hero(
        "burglar",
        "Fen",
        "A nimble burglar with more luck than sense. Gets in, gets out, and dodges.",
        {"traits": {"Burglar": 7, "Athlete": 6, "Perception": 3}, "fortune": 8, "weapons": [KNIFE]},
    ),
    Hero(
        "envoy",
        "Corvin",
        "A charming envoy who feels what others feel. Wins with words.",
        {
            "traits": {"Command": 5, "Intuition": 5, "Warrior": 2},
            "gifts": [{"name": "Empathy"}],
            "fortune": 10,
            "weapons": [KNIFE],
        },
    ),
)

# A fight costs at most 18 points, a strength 10 and luck or a gift 12: together never more than 40.
QUESTIONS = (
    Question(
        "fight",
        "How do you win a fight?",
        (
            Answer(
                "strong",
                "I am strong",
                "Warrior 6, Strength 4 and a sword: you strike well and hard.",
                {"traits": {"Warrior": 6, "Strength": 4}, "weapons": [SWORD]},
            ),
            Answer(
                "quick",
                "I am quick",
                "Athlete 6, Warrior 4 and a knife: you dodge better than you strike.",
                {"traits": {"Athlete": 6, "Warrior": 4}, "weapons": [KNIFE]},
            ),
            Answer(
                "far",
                "From far away",
                "Archer 6, Perception 4 and a bow: you see them first and shoot.",
                {"traits": {"Archer": 6, "Perception": 4}, "weapons": [BOW]},
            ),
        ),
    ),
    Question(
        "work",
        "What else are you good at?",
        (
            Answer("burglar", "Getting in and out", "Burglar 6.", {"traits": {"Burglar": 6}}),
            Answer("leader", "Leading people", "Command 6.", {"traits": {"Command": 6}}),
            Answer("wild", "Living in the wild", "Hunter 6, a profession of your own.", {"traits": {"Hunter": 6}}),
            Answer("healer", "Healing", "Healer 6, a profession of your own.", {"traits": {"Healer": 6}}),
        ),
    ),
    Question(
        "edge",
        "What saves you when all goes wrong?",
        (
            Answer("luck", "Luck", "10 points of fortune, which you spend on checks.", {"fortune": 10}),
            Answer(
                "tough", "I can take a lot", "Constitution 6: every hit hurts less.", {"traits": {"Constitution": 6}}
            ),
            Answer("feel", "I sense what people feel", "The gift Empathy.", {"gifts": [{"name": "Empathy"}]}),
            Answer(
                "senses",
                "I see and hear everything",
                "The gifts Starvision and Superior Hearing, and 4 points of fortune.",
                {"gifts": [{"name": "Starvision"}, {"name": "Superior Hearing"}], "fortune": 4},
            ),
        ),
    ),
)

READY_MADE = ReadyMade(HEROES, QUESTIONS, ({"type": "finish"},), list_figures, lacks)
