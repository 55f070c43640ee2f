"""Ready-made heroes of 52 Fates, and the questions that lead to one (F52-04, F52-92)."""

from typing import Any

from rules.engine.json_types import PlainSheet
from rules.engine.ready_made import Answer, Hero, Question, ReadyMade


def pack(*names: str) -> list[dict[str, Any]]:
    """Equipment, one of each."""
    return [{"name": name} for name in names]


def sheet(class_: str | None, skills: list[str], weapon: str, *things: str) -> PlainSheet:
    """The fields of a hero's sheet."""
    return {"class": class_, "background_skills": skills, "weapon": weapon, "equipment": pack(*things)}


def list_figures(sheet: PlainSheet) -> list[str]:
    """Class, background skills and weapon."""
    return [(sheet.get("class") or "no class").capitalize(), *sheet["background_skills"], sheet["weapon"]]


HEROES = (
    Hero(
        "guard",
        "Brida",
        "A steady guard who stands in front. Two cards in every physical attack and defence.",
        sheet("warrior", ["Street fighting", "Scouting", "Survival"], "Sword", "Bedroll", "Lantern and oil"),
    ),
    Hero(
        "sailor",
        "Joran",
        "A cheerful sailor with an axe. Fights hard, climbs anything.",
        sheet("warrior", ["Sailor", "Climbing", "Navigation"], "Axe", "Rope, 50 feet", "Grappling hook"),
    ),
    Hero(
        "scholar-mage",
        "Selwyn",
        "A curious scholar who casts spells. The suit of a card decides whether it weakens, harms, heals or protects.",
        sheet("wizard", ["Scholar", "Etiquette", "Persuasion"], "Quarterstaff", "Chalk", "Lantern and oil"),
    ),
    Hero(
        "healer",
        "Oda",
        "A calm healer with a gift for magic. Keeps the others on their feet.",
        sheet("wizard", ["Medicine", "Apothecary", "Animal handling"], "Quarterstaff", "Bandages and salve"),
    ),
    Hero(
        "thief",
        "Pim",
        "A quick thief without a class. Wins by skill before a fight begins.",
        sheet(None, ["Locksmith", "Stealth", "Pickpocket"], "Dagger", "Lockpicks", "Rope, 50 feet"),
    ),
)

# F52-92: the class decides how someone fights. F52-04: background skills draw two cards in checks.
QUESTIONS = (
    Question(
        "fight",
        "How do you win a fight?",
        (
            Answer(
                "strong",
                "With strength and a sharp blade",
                "Warrior with a sword: two cards in every physical attack and defence, and combat maneuvers.",
                {"class": "warrior", "weapon": "Sword"},
            ),
            Answer(
                "magic",
                "With magic",
                "Wizard with a quarterstaff: spells that weaken, harm, heal or protect.",
                {"class": "wizard", "weapon": "Quarterstaff"},
            ),
            Answer(
                "clever",
                "I would rather avoid it",
                "No class, and a dagger: one card in a fight, so you rely on your background skills.",
                {"class": None, "weapon": "Dagger"},
            ),
        ),
    ),
    Question(
        "past",
        "What did you do before?",
        (
            Answer("sea", "I went to sea", "The background skill Sailor.", {"background_skills": ["Sailor"]}),
            Answer("books", "I read books", "The background skill Scholar.", {"background_skills": ["Scholar"]}),
            Answer(
                "wild", "I lived in the wild", "The background skill Survival.", {"background_skills": ["Survival"]}
            ),
            Answer(
                "town", "I lived by my wits", "The background skill Deception.", {"background_skills": ["Deception"]}
            ),
        ),
    ),
    Question(
        "help",
        "How do you help your friends?",
        (
            Answer(
                "doors",
                "I open doors",
                "The background skills Locksmith and Stealth, and lockpicks.",
                {"background_skills": ["Locksmith", "Stealth"], "equipment": pack("Lockpicks")},
            ),
            Answer(
                "wounds",
                "I care for them",
                "The background skills Medicine and Cooking, and bandages.",
                {"background_skills": ["Medicine", "Cooking"], "equipment": pack("Bandages and salve")},
            ),
            Answer(
                "words",
                "I do the talking",
                "The background skills Persuasion and Etiquette, and a steel mirror.",
                {"background_skills": ["Persuasion", "Etiquette"], "equipment": pack("Steel mirror")},
            ),
            Answer(
                "paths",
                "I find the way",
                "The background skills Scouting and Climbing, and a rope.",
                {"background_skills": ["Scouting", "Climbing"], "equipment": pack("Rope, 50 feet")},
            ),
        ),
    ),
)

READY_MADE = ReadyMade(HEROES, QUESTIONS, (), list_figures, lambda sheet, rows: False)
