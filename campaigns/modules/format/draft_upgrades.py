"""Upgrades stats blocks of the draft format to the current format, so that older modules can be imported."""

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from campaigns.modules.format.vocabulary import is_draft_block

Block = dict[str, Any]
DAMAGE: Final = re.compile(r"\b(\d{1,2}) damage\b")
HALF: Final = re.compile(r"\bhalf (?:of )?(?:the )?current\b", re.IGNORECASE)
CONTINUOUS: Final = re.compile(r"([A-Za-z][A-Za-z ]{0,60}?) \(continuous, strength (\d{1,2})\)")
PARTIAL: Final = re.compile(r"([A-Za-z][A-Za-z ]{0,60}?) \(partial\)")
FULL: Final = re.compile(r"([A-Za-z][A-Za-z ]{0,60}?) \(full, (\d{1,2})\)")
WAYS: Final = {"fly": "Flies", "swim": "Swims", "climb": "Climbs", "burrow": "Burrows"}
MINDLESS_SHOCKS: Final = 999
STANDARD_LINES: Final[dict[str, Any]] = {"number": 1, "face": 2, "ace": "half"}


def upgrade_stats(document: Block) -> Block:
    """A copy of the document in which every stats block has the current format.

    Expects a document without schema errors. Data without a field in the current format (names and reaches of attacks,
    other speeds) goes into the block's `text`. Returns a document without draft blocks unchanged."""
    if not any(True for _block in _drafts(document)):
        return document
    new = copy.deepcopy(document)
    for item, game in list(_drafts(new)):
        item["stats"][game] = CARRY[game](item["stats"][game])
    return new


def _drafts(document: Block) -> Iterator[tuple[Block, str]]:
    for collection in ("monsters", "npcs"):
        for item in document.get(collection, []):
            for game, block in item.get("stats", {}).items():
                if is_draft_block(game, block):
                    yield item, game


def fifty_two_fates(old: Block) -> Block:
    """The monster block: level, max_hp, allowance, speed, the three lines, text."""
    attacks = old.get("attacks", [])
    new: Block = {"max_hp": old["hit_points"], "allowance": old["cards_per_action"]}
    if old.get("level", 0) >= 1:
        new["level"] = old["level"]
    if "speed_ft" in old:
        new["speed"] = old["speed_ft"]
    if attacks:
        names = " or ".join(attack["name"] for attack in attacks)
        lines = {part: line(attacks[0][part], part) for part in ("number", "face", "ace")}
        lines["number"].setdefault("text", names[:200])
        new["lines"] = lines
    notes = [old.get("notes", "")]
    notes += [f"**{attack['name']}**{_reach(attack)}: {_words(attack)}." for attack in attacks[1:] if _words(attack)]
    notes += [f"{attack['name']}{_reach(attack)}." for attack in attacks if not _words(attack) or attack is attacks[0]]
    notes += [f"{WAYS.get(way, way)} {feet} feet." for way, feet in sorted(old.get("other_speeds", {}).items())]
    if old.get("aces_shrugged_off"):
        notes.append(f"The first aces against it count as face cards: {old['aces_shrugged_off']}.")
    return _with_text(new, notes, old)


def _reach(attack: Block) -> str:
    return f" ({attack['reach_ft']} feet)" if "reach_ft" in attack else ""


def _words(attack: Block) -> str:
    """What an attack does if that differs from the usual 1, 2 and half."""
    lines = {part: line(attack[part], part) for part in ("number", "face", "ace")}
    if all(lines[part] == {"damage": STANDARD_LINES[part]} for part in lines):
        return ""
    return "; ".join(f"{part} card: {attack[part]}" for part in ("number", "face", "ace"))


def line(words: str, part: str) -> Block:
    """A draft's attack line such as "1 damage + blood loss (continuous, strength 5)" as figures; F52-95.

    Text that is not understood is kept in `text`, beside the usual damage of that card."""
    new: Block = {}
    rest = words
    if (half := HALF.search(words)) and part == "ace":
        new["damage"], rest = "half", rest.replace(half[0], "", 1)
    elif damage := DAMAGE.search(words):
        new["damage"], rest = min(int(damage[1]), 20), rest.replace(damage[0], "", 1)
    else:
        new["damage"] = STANDARD_LINES[part]
    if match := CONTINUOUS.search(words):
        new["effect"] = {"name": match[1].strip(), "strength": min(max(int(match[2]), 2), 10)}
        rest = rest.replace(match[0], "", 1)
    for pattern, degree in ((PARTIAL, "partial"), (FULL, "full")):
        if match := pattern.search(words):
            new["incapacitate"] = {"degree": degree}
            if degree == "full":
                new["incapacitate"] |= {"unconscious": True, "wake": min(max(int(match[2]), 2), 10)}
            if "prone" in match[1]:
                new["prone"] = True
            rest = rest.replace(match[0], "", 1)
    if re.sub(r"HP|hit points|\(min 3\)|min 3|[\W\d_]", "", rest):
        new["text"] = words[:200]
    return new


def fortune_and_power(old: Block) -> Block:
    """A participant's block: traits, limits, weapons, gifts, text."""
    new: Block = {"traits": old["traits"]}
    if "gifts" in old:
        new["gifts"] = old["gifts"]
    shocks = old.get("shock_limit", 10)
    new["limits"] = {"wounds": old["wound_limit"], "shocks": MINDLESS_SHOCKS if shocks is None else shocks}
    attacks = old.get("attacks", [])
    if attacks:
        new["weapons"] = [{"name": attack["name"], "bonus": attack["rating"]} for attack in attacks]
    notes = [old.get("notes", "")]
    if "speed_spaces" in old:
        notes.append(f"Moves {old['speed_spaces']} spaces a round.")
    notes += ["Mindless: nothing shocks it."] if shocks is None else []
    for attack in attacks:
        parts = [attack[part] for part in ("trait", "note") if part in attack]
        parts += [f"{attack['range_spaces']} spaces"] if "range_spaces" in attack else []
        notes += [f"{attack['name']}: {', '.join(parts)}."] if parts else []
    return _with_text(new, notes, old)


def fortune_system(old: Block) -> Block:
    """A challenge's block: level, cos, successes, on_failure, selection, text."""
    new: Block = {"cos": old["cos"]}
    if "level" in old:
        new["level"] = old["level"]
    if "successes_needed" in old:
        new["successes"] = old["successes_needed"]
    fail = old.get("on_fail", {})
    if "slot" in fail:
        new["on_failure"] = fail["slot"]
    if "select" in fail:
        new["selection"] = {"choose": "choice", "lowest": "lowest"}[fail["select"]]
    notes = [old.get("notes", "")]
    notes += [f"A failure costs {fail['count']} slots."] if fail.get("count", 1) > 1 else []
    return _with_text(new, notes, old)


def game_of_bastards(old: Block) -> Block:
    """A participant's block by its kind: extras, follower or fated."""
    tier = old["tier"]
    new: Block = {"kind": {"extra": "extras"}.get(tier, tier)}
    combat = "Combat (Weapon)"
    if tier == "fated":
        new["traits"] = old["traits"]
        skills = {name: rank for name, rank in old.get("skills", {}).items() if rank >= 1}
        if old.get("skill_combat", 0) >= 1:
            skills[combat] = old["skill_combat"]
        if skills:
            new["skills"] = skills
        if "advantages" in old:
            new["advantages"] = [{"key": advantage.lower().replace(" ", "-")[:64]} for advantage in old["advantages"]]
        short = {"body": "bp", "spirit": "sp", "mind": "mp", "luck": "lp"}
        # A full pool is five times the trait (GOB-11) and need not be stated.
        pools = {short[name]: n for name, n in old.get("pools", {}).items() if n != 5 * old["traits"].get(name, 0)}
        if pools:
            new["pools"] = pools
    else:
        new["power_rating"] = old["power_rating"]
        if "group_size" in old:
            new["members"] = old["group_size"]
        if "power_pool" in old:
            new["pools"] = {"power": old["power_pool"]}
    if "weapon_bonus" in old:
        new["weapons"] = [{"name": "Weapon", "damage": old["weapon_bonus"], "skill": combat}]
    return _with_text(new, [old.get("notes", "")], old)


def _with_text(new: Block, notes: list[str], old: Block) -> Block:
    text = "\n\n".join(note for note in notes if note)
    if text:
        new["text"] = text[:65536]
    if "x" in old:
        new["x"] = old["x"]
    return new


CARRY: Final[dict[str, Callable[[Block], Block]]] = {
    "fifty-two-fates": fifty_two_fates,
    "fortune-and-power": fortune_and_power,
    "fortune-system": fortune_system,
    "game-of-bastards": game_of_bastards,
}
