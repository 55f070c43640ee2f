"""Reads the prose of stat blocks of the 5e family: attacks, damage, further effects of hits."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

SIGN: Final = r"[+\-−–]"
DICE: Final = re.compile(rf"(\d{{1,3}})d(\d{{1,4}})\s*(?:({SIGN})\s*(\d{{1,4}}))?", re.IGNORECASE)
ATTACK: Final = re.compile(
    r"\b(?:(?:Melee or Ranged|Melee|Ranged) (?:(?:Weapon|Spell) )?|(?:Weapon|Spell) )Attack(?: Roll)?:?"
    rf"\s*({SIGN}?\d{{1,3}})(?: to hit)?",
    re.IGNORECASE,
)
# Some rows do not name the kind of attack: “+8 to hit, reach 5 ft., one target.”
BARE: Final = re.compile(rf"(?:^|[.:] )\s*({SIGN}\d{{1,3}}) to hit,? (?:reach|range)", re.IGNORECASE)
LONGEST: Final = 4000  # no description of a hit is longer; what follows is not read
# Emphasis of Markdown: “_Melee Weapon Attack:_ +5 to hit”.
EMPHASIS: Final = re.compile(r"\*+|(?<![^\W_])_+|_+(?![^\W_])")
HIT: Final = re.compile(r"\bHit:\s*(.{0,4000})", re.IGNORECASE | re.DOTALL)
KINDS: Final = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder"
PART: Final = re.compile(
    r"(?:(\bor|plus|and|\+)\s+)?(?:(\d{1,3}d\d{1,4}(?:\s?[+\-−–]\s?\d{1,4})?)|\b(\d{1,4}))\s{0,4}"
    r"(?:\((\d{1,3}d\d{1,4}[^)]{0,12})\))?\s{0,4}"
    rf"(?:([a-z]{{1,40}})?(?: [a-z]+)? damage|({KINDS})\b)",
    re.IGNORECASE,
)
# “18 (3d6 + 8) plus 3 poison damage”: the first part without its kind.
UNTYPED: Final = re.compile(
    r"\s{0,4}(\d{1,4})\s{0,4}\((\d{1,3}d\d{1,4}[^)]{0,12})\)(?=\s{0,4}(?:plus\b|and\b|\+|,|or\b|$))"
)
ALTERNATIVE: Final = re.compile(r"[,—–]\s{0,4}or\b")
# The condition after damage that only some hits do: “plus 2 (1d4) damage if the attack roll had Advantage”.
SOMETIMES: Final = re.compile(r"\s+(?:if|when|while|to)\b", re.IGNORECASE)
REACH: Final = re.compile(r"reach (\d{1,4}) ?(?:ft|feet)", re.IGNORECASE)
RANGE: Final = re.compile(r"range (\d{1,4}(?:/\d{1,5})?) ?(?:ft|feet|['’])", re.IGNORECASE)
# A distance right after the bonus, without “reach” or “range”: “+4 to hit, 5 ft.,”, “+4 to hit 20/60' one target”.
DISTANCE: Final = re.compile(r",? (\d{1,4}(?:/\d{1,5})?)\.? ?(?:ft|feet|['’])", re.IGNORECASE)
RECHARGE: Final = re.compile(r"\((?:Recharge|\d+/Day|Costs)", re.IGNORECASE)
# “DC 13 Constitution saving throw”, “DC 13 CON save”, “(DC 13 Con half)”.
SAVE: Final = re.compile(
    r"DC (\d{1,2}) {1,2}([A-Z][A-Za-z]+)(?: \(([A-Z][a-z ]+)\))?\s{0,4}(saving throw|check|save|half|negates)?"
)
# “Dexterity Saving Throw: DC 15, each creature in a 30-foot Cone.”
SAVE_BEFORE: Final = re.compile(r"\bSaving Throw:\W{0,4}DC (\d{1,2})")
ESCAPE: Final = re.compile(r"grappled(?: condition)? \(escape DC (\d{1,2})\)", re.IGNORECASE)
CONDITIONS: Final = (
    ("paralysed", r"paraly[sz]ed"),
    ("petrified", r"petrified|turn(?:s|ed)? to stone"),
    ("stunned", r"stunned"),
    ("unconscious", r"unconscious"),
    ("swallowed", r"swallow(?:s|ed)"),
    ("poison", r"poisoned|poison damage"),
    ("fire", r"catch(?:es)? fire|ignites?"),
    ("restrained", r"restrained"),
    ("frightened", r"frightened"),
    ("charmed", r"charmed"),
    ("prone", r"knocked prone|falls? prone"),
)
NUMBERS: Final = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
COUNT_WORD: Final = r"(one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"


@dataclass(frozen=True, slots=True)
class Damage:
    """One part of a hit: `printed` as written, `average` of its dice (as printed without dice), and its type."""

    printed: int
    average: Fraction
    kind: str
    dice: tuple[int, int, int] | None


def dice_average(text: str) -> Fraction | None:
    """The average of dice such as 2d6 + 3; None without dice."""
    match = DICE.search(text)
    if match is None:
        return None
    count, sides, plus = dice_parts(match)
    return Fraction(count * (sides + 1), 2) + plus


def dice_parts(match: re.Match[str]) -> tuple[int, int, int]:
    """Number, sides and bonus of dice."""
    plus = int(match[4] or 0) * (1 if match[3] in (None, "+") else -1)
    return int(match[1]), int(match[2]), plus


def bonus(text: str) -> int:
    """A number with a sign, which may be a typographic minus."""
    return int(re.sub(r"[−–]", "-", text))


def strip_emphasis(prose: str) -> str:
    """Prose without the marks of emphasis."""
    return EMPHASIS.sub("", prose)


def on_one_line(prose: str) -> str:
    """Prose with a space for each line break, because patterns may not begin on one line and end on the next."""
    return re.sub(r"\s+", " ", prose)


def damage(prose: str) -> list[Damage]:
    """The parts of a hit's immediate damage: its first sentence, without alternatives after “or” and without saves.

    Of “8 slashing damage, or 9 slashing damage if used with two hands, plus 18 poison damage” it is 8 and 18. Some
    books do not have the word “Hit:”; then the first damage after the attack counts."""
    sentence = _sentence(on_one_line(strip_emphasis(prose)))
    parts: list[Damage] = []
    untyped = UNTYPED.match(sentence)
    end, alternative = 0, False
    if untyped:
        parts, end = [_part(untyped[1], untyped[2], "")], untyped.end()
    for match in PART.finditer(sentence, end):
        word, between = (match[1] or "").lower(), sentence[end : match.start()]
        alternative = alternative or ALTERNATIVE.search(between) is not None
        if word == "or" or (alternative and word not in ("plus", "+")):
            if len(parts) != 1:
                break  # the alternative replaces all parts before it
            alternative, end = True, match.end()
            continue
        belongs_to_alternative = alternative and (len(parts) > 1 or not between.strip())
        if belongs_to_alternative or (parts and SOMETIMES.match(sentence, match.end())):
            break
        parts.append(_part(match[3], match[4] or match[2], (match[5] or match[6] or "").lower()))
        alternative, end = False, match.end()
    return parts


def _sentence(prose: str) -> str:
    """The sentence with the damage of a hit; “” if there is none."""
    hit = HIT.search(prose)
    if hit is not None:
        words = hit[1]
    else:
        start = ATTACK.search(prose)
        found = PART.finditer(prose, start.end()) if start else ()
        # “Dealing 5 slashing damage to the net” is not what the net does.
        first = next((part for part in found if "ealing" not in prose[max(part.start() - 8, 0) : part.start()]), None)
        words = prose[first.start() : first.start() + LONGEST] if first else ""
    return re.split(r"\.(?:\s|$)| DC \d", words, maxsplit=1)[0]


def _part(printed: str | None, words: str | None, kind: str) -> Damage:
    """One part from its printed number and its dice, of which one may be missing."""
    rolled, average = (DICE.search(words), dice_average(words)) if words else (None, None)
    # If only dice are printed, takes their average, rounded down as books do.
    number = int(printed) if printed else int(max(average or 0, 0))
    return Damage(
        number,
        Fraction(number) if average is None else max(average, Fraction(0)),
        kind,
        dice_parts(rolled) if rolled else None,
    )


def attack(prose: str) -> dict[str, Any] | None:
    """An attack of the block: to_hit, average, reach or range, rider; None if the prose describes none."""
    prose = on_one_line(strip_emphasis(prose))
    match = ATTACK.search(prose) or BARE.search(prose)
    if match is None:
        return None
    made: dict[str, Any] = {"to_hit": bonus(match[1])}
    parts = damage(prose)
    if parts:
        made["average"] = plain(sum((part.average for part in parts), Fraction(0)))
    made |= _distance(prose, match)
    hit = HIT.search(prose)
    rider = read_further_effect(hit[1] if hit else prose[match.end() :])
    return made | ({"rider": rider} if rider else {})


def _distance(prose: str, attack: re.Match[str]) -> dict[str, Any]:
    """Reach and range of an attack, as far as they are printed."""
    reach, ranged, near = REACH.search(prose), RANGE.search(prose), DISTANCE.match(prose, attack.end())
    found: dict[str, Any] = {"reach": int(reach[1])} if reach else {}
    found |= {"range": ranged[1]} if ranged else {}
    if near and not reach and not attack[0].lower().endswith("range"):
        is_far = "/" in near[1] or (attack[0].lower().startswith("ranged") and not ranged)
        found = {"range": near[1]} | found if is_far else {"reach": int(near[1])} | found
    return found


def read_further_effect(prose: str) -> dict[str, Any] | None:
    """The effect of a hit beside damage: {"kind", "dc"}; the gravest of several."""
    prose = on_one_line(prose[:LONGEST])
    saves = [(save.end(2), int(save[1])) for save in SAVE.finditer(prose)]
    escape = ESCAPE.search(prose)
    for kind, pattern in CONDITIONS:
        for match in re.finditer(pattern, prose, re.IGNORECASE):
            before = [dc for end, dc in saves if end <= match.end()]
            if kind == "restrained" and escape:
                return {"kind": kind, "dc": int(escape[1])}
            if before:
                return {"kind": kind, "dc": before[-1]}
    return {"kind": "grappled", "dc": int(escape[1])} if escape else None


def saving_dc(prose: str) -> int | None:
    """The DC of the first saving throw in a text."""
    prose = on_one_line(prose)
    found = SAVE_BEFORE.search(prose) or next(
        (save for save in SAVE.finditer(prose) if save[4] and save[4] != "check"), None
    )
    return int(found[1]) if found else None


def number(word: str) -> int:
    """A number written as a word or in digits; 1 for anything else."""
    word = word.lower()
    return int(word) if word.isdecimal() else NUMBERS.get(word, 1)


def plain(value: Fraction) -> int | float:
    """An average as JSON writes it: whole, or with a half."""
    return int(value) if value.denominator == 1 else float(value)
