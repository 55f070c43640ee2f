"""Reads the figures of a pasted stat block: speeds, experience, skills, and lines below the features."""

import re
from typing import Final

from campaigns.modules.adapters import prose
from campaigns.modules.adapters.creatures import SHORT, to_integer

LONGEST: Final = 400  # no figure has a longer line
# A figure that stands below the features: “Challenge 3 (700 XP)”. Text of a feature does not begin like this.
LATE: Final = re.compile(
    r"(?:Armor Class|ARMOR CLASS|AC|Hit Points|HIT POINTS|HP|Speed|SPEED|Challenge(?: Rating)?"
    r"|CHALLENGE(?: RATING)?|CR)\b:? [\d(]"
    r"|(?:Proficiency Bonus|Initiative):? [+\d]|(?:Saving Throws|Skills|Senses|Languages|Gear|Equipment|Source)\b"
    r"|(?:(?:Damage|Condition) )?(?:Vulnerabilities|Resistances|Immunities)\b"
)
# A whole line that is nothing but a figure, so that no text of a feature goes on with it: “Armor Class 15 (leather)”.
SPEED: Final = r"\d{1,3} ?(?:ft\b\.?|feet\b)(?: \([^)]{0,40}\))?"
WHOLE: Final = re.compile(
    r"(?:Armor Class|ARMOR CLASS|AC|Hit Points|HIT POINTS|HP|Challenge(?: Rating)?|CHALLENGE(?: RATING)?|CR)\b"
    r":? \d[\d,/]*(?:$|,? \([^)]{0,80}\)$|,? \([^)]{0,80}\) [A-Z]| [A-Z]).*(?<![.!?])$"
    rf"|(?:Speed|SPEED)\b:? {SPEED}(?:[,;]? (?:fly|swim|climb|burrow) {SPEED})*$"
)
END_OF_SENTENCE: Final = re.compile(r"(?:^|[.!?:)\]”\"])$")
FACT: Final = re.compile(
    r"(?:(?:damage )?(vulnerabilities|resistances|immunities)|(condition) immunities|(senses|languages))\b"
    r"(?!\.| of\b):?\s*(.*)",
    re.IGNORECASE,
)
SCORE_WORD: Final = re.compile(rf"(?:{'|'.join(SHORT)})\.?|mod|save|[()\d+\-−–]+", re.IGNORECASE)


def is_late_figure(line: str, words_before: str) -> bool:
    """Whether a line below a feature is a figure of the creature; other lines are more text of the feature.

    `words_before` are those of the feature, empty if the line above is a figure."""
    if WHOLE.match(line[:LONGEST]) or (LATE.match(line) and END_OF_SENTENCE.search(words_before)):
        return True
    words = line.split()
    return len(words) > 1 and all(SCORE_WORD.fullmatch(word) for word in words) and not words[0][0].islower()


def read_fact(line: str) -> tuple[str, str] | None:
    """The name and the words of a line that is only text for a GM, such as the creature's languages.

    “Senses of the Wolf.” is the name of a feature."""
    match = FACT.match(line)
    if match is None:
        return None
    return ("conditions" if match[2] else (match[1] or match[3]).lower()), match[4]


def read_speeds(low: str) -> dict[str, int]:
    """The speeds in feet by the way of moving, from a line in lower case."""
    speeds = re.findall(r"(fly|swim|climb|burrow)?\s*(\d{1,3}) ?(?:ft|feet)", low)
    return {way or "walk": int(feet) for way, feet in speeds}


def read_experience(low: str) -> tuple[int | None, int | None]:
    """The experience and the proficiency bonus of a challenge line; None for what it does not give."""
    experience = re.search(r"([\d,]+) xp|xp ([\d,]+)", low)
    bonus = re.search(r"(?:pb|proficiency bonus) \+?(\d)", low)
    return to_integer((experience[1] or experience[2]) if experience else None), int(bonus[1]) if bonus else None


def read_skills(low: str) -> dict[str, int]:
    """The bonus of each skill of a line in lower case."""
    skills = re.findall(rf"([a-z ]+?)\s*({prose.SIGN}\s*\d+)", low.removeprefix("skills"))
    return {name.strip().replace(" ", "_"): prose.bonus(value.replace(" ", "")) for name, value in skills}
