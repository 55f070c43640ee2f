"""Checks without an encounter: an action skill check, an opposed play, initiative, a level."""

from collections.abc import Callable
from typing import Annotated, Any

from rules.engine import cards, codec
from rules.engine.chance import Chance, fresh_key, key_from_seed
from rules.engine.codec import Meta, Struct, Text
from rules.engine.json_types import CheckResult
from rules.engine.refusals import quote, refuse
from rules.games.fifty_two_fates import allowances, comparison, opening, other_actions, tables
from rules.games.fifty_two_fates.state import Group


class SkillCheck(Struct, forbid_unknown_fields=True):
    difficulty: tables.Strength
    background: bool | None = None
    level: tables.Level | None = None
    use: int | None = None
    cards: list[str] | None = None


class Opposed(Struct, forbid_unknown_fields=True):
    attack: Annotated[list[str], Meta(min_length=1, max_length=10)]
    defense: Annotated[list[str], Meta(max_length=10)]
    weapon: tables.Weapon | tables.Spell | None = None
    target_hp: tables.HitPoints | None = None
    attacker_hp: tables.HitPoints | None = None
    fury: bool | None = None
    fumble_card: str | None = None


class MonsterCard(Struct, forbid_unknown_fields=True):
    group: Text
    card: str


class Initiative(Struct, forbid_unknown_fields=True):
    players: list[str]
    monsters: list[MonsterCard]


class Level(Struct, forbid_unknown_fields=True):
    encounters: tables.Encounters


def check(kind: object, inputs: object, seed: object) -> CheckResult:
    """Resolve one check; a `seed` of None draws from the operating system."""
    kind_check = KINDS.get(kind) if isinstance(kind, str) else None
    if kind_check is None:
        refuse(
            "check.unknown",
            f"kind: {quote(kind)} is not a check of 52 Fates; choose one of {', '.join(KINDS)}.",
        )
    shape, resolve = kind_check
    chance = Chance(fresh_key() if seed is None else key_from_seed(seed))
    typed = codec.decode(inputs, shape, "inputs")
    codec.check_text(inputs, "inputs")
    return resolve(typed, chance)


def skill_check(inputs: SkillCheck, chance: Chance) -> dict[str, Any]:
    """F52-03 to F52-07."""
    allowed, count = cards_drawn(inputs)
    if inputs.cards is None:
        drawn = chance.shuffle(cards.DECK)[:count]
    else:
        drawn = cards.parse_cards(inputs.cards, "cards")
        if len(drawn) != count:
            refuse("check.cards", f"cards: name exactly {count}, as many as are drawn.", "F52-07")
    automatic, success = other_actions.judge_check(drawn, inputs.difficulty)
    return {
        "success": success,
        "total": tables.total(drawn),
        "difficulty": inputs.difficulty,
        "cards": cards.names_of(drawn),
        "allowed": allowed,
        "automatic": automatic,
        "supplied": inputs.cards is not None,
        "rules": [
            "F52-03",
            "F52-06",
            *(["F52-04"] if inputs.background else []),
            *(["F52-07"] if (inputs.level or 1) > 4 else []),
        ],
    }


def cards_drawn(inputs: SkillCheck) -> tuple[int, int]:
    """How many cards a skill check may draw, and how many it draws: all of them unless it says (F52-04, F52-07)."""
    allowed = allowances.check_cards(bool(inputs.background), inputs.level or 1)
    count = allowed if inputs.use is None else inputs.use
    if not 1 <= count <= allowed:
        refuse("check.use", f"use: must be from 1 to {allowed}, the number of cards that may be drawn here.", "F52-07")
    return allowed, count


def opposed_play(inputs: Opposed, chance: Chance) -> dict[str, Any]:
    """F52-21 to F52-29, F52-73, F52-85."""
    attack, defense, fumbling = piles(inputs)
    weapon = inputs.weapon or "melee"
    check_play(attack, defense, weapon, bool(inputs.fury))
    verdict = comparison.judge(attack, defense)
    damage, rules = attack_damage(inputs, attack, weapon) if verdict.success else (0, [])
    result: dict[str, Any] = {
        "success": verdict.success,
        "attack_total": verdict.attack_total,
        "defense_total": verdict.defense_total,
        "fumble": verdict.fumble,
        "damage": damage,
        "fumble_damage": 0,
    }
    if verdict.fumble:
        supplied = bool(fumbling)
        if not fumbling:
            fumbling = chance.shuffle("".join([card for card in cards.DECK if card not in attack + defense]))[0]
        result["fumble_damage"] = fumble_damage(inputs, fumbling, supplied)
        result["fumble_card"], result["supplied"] = cards.NAME[fumbling], supplied
        rules = ["F52-27", "F52-26"]
    result["rules"] = list(dict.fromkeys(["F52-21", *verdict.rules, *rules]))
    return result


def piles(inputs: Opposed) -> tuple[str, str, str]:
    """The attack, the defence and the fumble card; no card may be named twice."""
    attack, defense = cards.parse_cards(inputs.attack, "attack"), cards.parse_cards(inputs.defense, "defense")
    for index, name in enumerate(inputs.defense):
        cards.parse_card(name, f"defense[{index}]", attack)
    card = inputs.fumble_card
    fumbling = cards.parse_card(card, "fumble_card", attack + defense) if card is not None else ""
    return attack, defense, fumbling


def check_play(attack: str, defense: str, weapon: str, fury: bool) -> None:
    """Refuse an ace with others, and cards that a fury strike or a harm spell cannot use (F52-24, F52-73, F52-85)."""
    for path, pile in (("attack", attack), ("defense", defense)):
        if len(pile) > 1 and not tables.ACES.isdisjoint(pile):
            refuse("card.ace-alone", f"{path}: an ace is never played together with another card.", "F52-24")
    spades = all(cards.SUIT[card] == "S" for card in attack)
    if fury and (weapon != "melee" or len(attack) < 2 or not spades or not tables.ACES.isdisjoint(attack)):
        refuse("card.fury", "attack: a fury strike is a melee attack of two or more spades and no ace.", "F52-73")
    if weapon == "spell" and not spades:
        refuse("card.wrong-suit", "attack: a harm spell takes spades only.", "F52-85")


def attack_damage(inputs: Opposed, attack: str, weapon: str) -> tuple[int, list[str]]:
    """(damage of a successful attack, rules); at most the target's hit points when they are given."""
    kind, hp = tables.highest(attack), inputs.target_hp
    if weapon == "unarmed":
        damage, rules = 1, ["F52-29"]
    elif kind == "ace":
        if hp is None:
            refuse("check.target-hp", "target_hp: an ace that strikes needs the target's hit points.", "F52-26")
        damage, rules = (hp, ["F52-85"]) if weapon == "spell" else (tables.half(hp), ["F52-26"])
    elif inputs.fury:
        damage, rules = comparison.fury_damage(attack), ["F52-73", "F52-26"]
    else:
        damage, rules = tables.DAMAGE[kind], ["F52-85" if weapon == "spell" else "F52-26"]
    return damage if hp is None else max(0, min(damage, hp)), rules


def fumble_damage(inputs: Opposed, card: str, supplied: bool) -> int:
    """The damage of a fumble; at most the attacker's hit points when they are given (F52-27)."""
    kind, hp = tables.KIND[card], inputs.attacker_hp
    if kind == "ace" and hp is None:
        if supplied:
            refuse("check.attacker-hp", "attacker_hp: a fumbling ace needs the attacker's hit points.", "F52-27")
        return tables.LEAST_ACE_DAMAGE
    damage = tables.DAMAGE.get(kind) or tables.half(hp or 0)
    return damage if hp is None else max(0, min(damage, hp))


def initiative(inputs: Initiative, _chance: Chance) -> dict[str, Any]:
    """F52-13, F52-14: which group acts first."""
    names = [entry.group for entry in inputs.monsters]
    for index, name in enumerate(names):
        if name == tables.PLAYERS or name in names[:index]:
            refuse(
                "group.twice",
                f"monsters[{index}].group: {quote(name)} is already used; give every group another name.",
                "F52-13",
            )
    pile = cards.parse_cards(inputs.players, "players")
    groups = [Group(tables.PLAYERS, opening.highest_card(pile))]
    for index, entry in enumerate(inputs.monsters):
        card = cards.parse_card(entry.card, f"monsters[{index}].card", pile)
        groups.append(Group(entry.group, card))
        pile += card
    return {"order": [group.name for group in opening.sort_groups(groups)], "rules": ["F52-13", "F52-14"]}


def level(inputs: Level, _chance: Chance) -> dict[str, Any]:
    """F52-90: the level after so many encounters."""
    return {"level": tables.level_of(inputs.encounters), "rules": ["F52-90"]}


KINDS: dict[str, tuple[type[Any], Callable[[Any, Chance], dict[str, Any]]]] = {
    "skill-check": (SkillCheck, skill_check),
    "opposed": (Opposed, opposed_play),
    "initiative": (Initiative, initiative),
    "level": (Level, level),
}
