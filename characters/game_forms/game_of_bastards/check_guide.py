"""What the form of a fate draw shows before the draw: skills, traits, and difficulties with their odds."""

from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from rules import play

SYSTEM = "game-of-bastards"
TYPED = {"Combat (": "body", "Craft (": "mind"}
DESPERATE = ("spirit", "luck")
MOST_RANK = 20
MOST_RAISES = 50
# The rows of the form for a simple opposition.
SIDES = 4


def check_guide(read: Any, house: dict[str, Any], form_data: Any) -> dict[str, Any]:
    """`read` is the character's (or None), `form_data` what the form holds or the link named.

    `{"skill", "specialty", "trait", "rank", "value", "bonus", "extra", "decks", "skills", "specialties", "traits",
    "difficulties": [{"name", "difficulty", "chance", "chosen"}], "dealer", "raises", "cards", "dealer_cards",
    "sides": [{"n", "id", "card", "bonus"}]}`.
    """
    figures = read.figures if read else {}
    skills, specialties = figures.get("skills") or [], figures.get("specialties") or []
    specialty = _find_named(specialties, _chosen_words(form_data, "specialty"))
    name = _chosen_words(form_data, "skill") or _better_skill(skills, specialty)
    skill = _find_named(skills, name)
    traits = _traits(figures, house, name, _chosen_words(form_data, "trait"))
    trait = next((entry for entry in traits if entry["on"]), None)
    rank = _chosen_rank(read, skill, form_data.get("number-skill_rank"))
    value = _chosen_rank(read, trait, form_data.get("number-trait"))
    bonus = specialty["rank"] if specialty else 0 if read else _typed_bonus(form_data)
    inputs = _draw_inputs(skill, rank, value, bonus, house)
    return {
        "skill": name,
        "specialty": specialty["name"] if specialty else "",
        "trait": trait["key"] if trait else "",
        "rank": rank,
        "value": value,
        "bonus": bonus,
        "extra": inputs["extra_cards"],
        "decks": inputs["decks"],
        "skills": [entry for entry in skills if entry["rank"] > 1 or entry["name"] == name],
        "others": [entry for entry in skills if entry["rank"] == 1 and entry["name"] != name],
        "specialties": specialties,
        "traits": traits,
        "dealer": max(1, 6 - value),
        "difficulties": _difficulties(house, inputs, form_data.get("number-difficulty")),
        "raises": _bounded_integer(form_data.get("number-declared_raises"), 0, MOST_RAISES),
        "desperate": bool(figures.get("desperate")),
        "cards": form_data.getlist("list-cards"),
        "dealer_cards": form_data.getlist("list-dealer_cards"),
        "sides": _typed_sides(form_data),
    }


def _typed_bonus(form_data: Any) -> int:
    """The typed rank of a specialty; 0 if there is none."""
    return _bounded_integer(form_data.get("number-specialty_rank"), 0, MOST_RANK)


def _typed_sides(form_data: Any) -> list[dict[str, str]]:
    """The rows of a simple opposition as they were typed, and empty rows up to four."""
    columns = [form_data.getlist(f"rows-sides.{name}")[:SIDES] for name in ("id", "card", "bonus#")]
    rows = list(zip_longest(*columns, range(SIDES), fillvalue=""))
    return [{"n": str(n + 1), "id": id, "card": card, "bonus": bonus} for id, card, bonus, n in rows]


def _draw_inputs(
    skill: dict[str, Any] | None, rank: int, value: int, bonus: int, house: dict[str, Any]
) -> dict[str, Any]:
    """The figures of a fate draw, as the rules compute its odds from them."""
    return {
        "skill_rank": rank,
        "trait": value,
        "extra_cards": skill["extra_cards"] if skill else 0,
        "specialty_rank": bonus or None,
        "decks": 1 if house["options"].get("decks") == 1 else None,
    }


def _find_named(rows: list[dict[str, Any]], name: str) -> dict[str, Any] | None:
    return next((row for row in rows if row["name"] == name), None)


def _chosen_rank(read: Any, row: dict[str, Any] | None, typed: Any) -> int:
    """The rank of a skill or trait on the sheet (1 without it); without a sheet the rank that was typed."""
    if not read:
        return _bounded_integer(typed, 1, MOST_RANK)
    return int(row["rank"]) if row else 1


def _chosen_words(form_data: Any, name: str) -> str:
    """What the form or the link chose, as text."""
    return str(form_data.get(f"text-{name}") or form_data.get(name) or "").strip()[:200]


def _better_skill(skills: list[dict[str, Any]], specialty: dict[str, Any] | None) -> str:
    """The skill to begin with: the better of the specialty's two, else the best on the sheet."""
    fitting = [skill for skill in skills if specialty is None or skill["name"] in specialty["skills"]]
    best = max(fitting, key=lambda skill: skill["rank"], default=None)
    return best["name"] if best else ""


def _traits(figures: dict[str, Any], house: dict[str, Any], skill: str, wanted: str) -> list[dict[str, Any]]:
    """The traits that may be named, one of them chosen: the one asked for, else the one usual for the skill."""
    usual = next(
        (row["figures"].get("trait") for row in house["rows"] if row["kind"] == "skill" and row["name"] == skill), None
    )
    usual = usual or next((trait for head, trait in TYPED.items() if skill.startswith(head)), "mind")
    open_ = [
        trait for trait in figures.get("traits") or [] if not figures.get("desperate") or trait["key"] in DESPERATE
    ]
    keys = [trait["key"] for trait in open_]
    best = max(open_, key=lambda trait: trait["rank"], default=None)
    on = next((key for key in (wanted, usual, best["key"] if best else "") if key in keys), "")
    return [{**trait, "on": trait["key"] == on} for trait in open_]


def _difficulties(house: dict[str, Any], inputs: dict[str, Any], chosen: Any) -> list[dict[str, Any]]:
    """None and the rows of the guide (GOB-21), each with the chance of success in hundredths."""
    rows = [(_("No difficulty"), 0)]
    for row in house["rows"]:
        difficulty = row["figures"].get("difficulty")
        if row["kind"] == "difficulty" and type(difficulty) is int and 1 <= difficulty <= 20:
            rows.append((row["name"], difficulty))
    return [
        {"name": name, "difficulty": number, "chance": _percent(inputs, number), "chosen": str(number) == chosen}
        for name, number in rows
    ]


def _percent(inputs: dict[str, Any], difficulty: int) -> int:
    try:
        odds = play.chance(SYSTEM, "fate-draw", {**inputs, "difficulty": difficulty})
    except play.Refused:
        return 0
    return round(100 * odds["chance"]) if odds else 0


def _bounded_integer(text: Any, least: int, most: int) -> int:
    digits = str(text or "")
    return max(least, min(most, int(digits))) if digits.isascii() and digits.isdigit() and len(digits) < 6 else least
