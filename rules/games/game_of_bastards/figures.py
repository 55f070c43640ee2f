"""The numbers of a participant: usable advantages, ranks, traits, limits, weapons (GOB-16, GOB-44, GOB-54)."""

from rules.engine.name_order import by_list
from rules.engine.refusals import quote, refuse
from rules.engine.upgrades import began_before
from rules.games.game_of_bastards import sheet_tables, tables
from rules.games.game_of_bastards.state import Arm, Participant, State

TRAIT = {"body": 0, "spirit": 1, "mind": 2, "luck": 3}
SKILL_ORDER = by_list(sheet_tables.SKILLS)
POOL = {"bp": 0, "sp": 1, "mp": 2, "lp": 3, "power": 0}


def figure(state: State, participant: Participant, key: str, name: str) -> int:
    """A number of a participant's advantage.

    It comes from the row that the participant brought, else from the encounter's rows, else from the game's own
    advantage; 0 if none of them has it."""
    for changed in (participant.figures.get(key), state.rows.get(key)):
        if changed is not None and name in changed:
            return changed[name]
    return tables.ADVANTAGES[key].figures.get(name, 0)


def is_usable(participant: Participant, key: str) -> bool:
    """Whether a participant has an advantage and can use it now (GOB-16, GOB-80)."""
    if key not in participant.advantages or participant.kind != "fated":
        return False
    advantage = tables.ADVANTAGES[key]
    if participant.pools[POOL[tables.SUIT_POOL[advantage.suit]]] == 0:
        return False
    return not participant.berserk or advantage.category == "offensive" or key in tables.ALWAYS_ACTIVE


def require_usable(participant: Participant, key: str) -> tables.Advantage:
    """The advantage, which must be usable now; `Refused` says why it is not."""
    advantage = tables.ADVANTAGES.get(key)
    if advantage is None:
        refuse("advantage.unknown", f"advantage: {quote(key)} is not an advantage; the offers list what is possible.")
    if key not in participant.advantages:
        refuse("advantage.missing", f"advantage: {participant.name} does not have {advantage.name}.", advantage.rule)
    pool = tables.SUIT_POOL[advantage.suit]
    if participant.pools[POOL[pool]] == 0:
        text = f"advantage: {advantage.name} cannot be used while {participant.name}'s {pool.upper()} is 0."
        refuse("advantage.pool-empty", text, "GOB-16")
    if not is_usable(participant, key):
        text = f"advantage: {participant.name} is berserk and may use offensive advantages only."
        refuse("advantage.berserk", text, "GOB-80")
    return advantage


def trait(participant: Participant, key: str) -> int:
    """The value of a trait: the rating for followers, 0 for extras (GOB-95, GOB-96)."""
    return participant.traits[TRAIT[key]] if participant.traits else 0


def rank(participant: Participant, skill: str | None) -> int:
    """The rank in a skill; 1 for a skill that is not on the sheet or not named (GOB-12, GOB-43)."""
    if participant.kind != "fated":
        return participant.rating
    return participant.skills.get(skill, 1) if skill is not None else 1


def skills_in_order(participant: Participant) -> list[str]:
    """The skills on the sheet in the order of the game's list, others by name; a state keeps no order (GOB-14)."""
    return sorted(participant.skills, key=SKILL_ORDER)


def hand_size(participant: Participant) -> int:
    """The number of cards of a first hand and of a mulligan (GOB-40, GOB-95, GOB-96)."""
    if participant.kind == "extras":
        return participant.members
    return participant.rating if participant.kind == "follower" else tables.HAND


def higher_of_desperation(participant: Participant) -> str:
    """The trait of a desperate character who names none: Luck if it is higher, else Spirit (GOB-48)."""
    return "luck" if trait(participant, "luck") > trait(participant, "spirit") else "spirit"


def wielded_weapons(participant: Participant) -> list[str]:
    """The names of the wielded weapons; the first weapon of the list as long as none was named (GOB-51)."""
    if participant.wielded is not None:
        return participant.wielded
    return [participant.weapons[0].name] if participant.weapons else []


def find_arms(participant: Participant, names: list[str], path: str = "weapons") -> list[Arm]:
    """The participant's weapons of these names; `Refused` when one is missing (GOB-51)."""
    left, found = list(participant.weapons), []
    for name in names:
        for weapon in left:
            if weapon.name == name:
                found.append(weapon)
                left.remove(weapon)
                break
        else:
            rule = "GOB-51"
            refuse(
                "weapon.missing",
                f"{path}: {participant.name} has no {quote(name)} ready; name a weapon that they have ready.",
                rule,
            )
    return found


def defends_with_florentine(state: State, participant: Participant, skill: str | None, weapons: list[Arm]) -> bool:
    """Whether a defence is made with a weapon of Florentine; the skill of the other weapon is a defence with that one.

    In an encounter that began before version 3 it is enough to wield the weapon (GOB-74).
    """
    if not is_usable(participant, "florentine"):
        return False
    of_skill = [weapon for weapon in weapons if weapon.skill == skill]
    if not of_skill or began_before(state, 3):
        of_skill = weapons
    return any(weapon.name in participant.florentines for weapon in of_skill)


def two_weapons(state: State, participant: Participant, weapons: list[Arm], florentine: bool = False) -> dict[str, int]:
    """The cards that wielding two weapons costs, by the ids of the rules (GOB-51, GOB-73, GOB-74)."""
    if len(weapons) < 2:
        return {}
    if florentine:
        return {"GOB-51": -figure(state, participant, "florentine", "penalty"), "GOB-74": 0}
    if is_usable(participant, "ambidextrous"):
        return {"GOB-51": -figure(state, participant, "ambidextrous", "penalty"), "GOB-73": 0}
    return {"GOB-51": -tables.TWO_WEAPONS}


def more_cards(state: State, participant: Participant, kind: str, skill: str | None) -> dict[str, int]:
    """The additional cards from advantages for this kind of play and skill (GOB-54, GOB-83 to GOB-85)."""
    changes: dict[str, int] = {}
    if not participant.advantages:
        return changes
    if kind == "social" and is_usable(participant, "cunning-linguist"):
        changes["GOB-83"] = figure(state, participant, "cunning-linguist", "more")
    if skill in tables.CRIMINAL_SKILLS and is_usable(participant, "criminal"):
        changes["GOB-84"] = figure(state, participant, "criminal", "more")
    if skill in tables.HEARTY_SKILLS and is_usable(participant, "hearty"):
        changes["GOB-85"] = figure(state, participant, "hearty", "more")
    return changes


def effective_rank(participant: Participant, skill: str | None, weapons: list[Arm]) -> int:
    """The rank that counts; with two weapons of different skills the lower one (GOB-51)."""
    lowest = rank(participant, skill)
    if len(weapons) > 1 and participant.kind == "fated" and skill in [weapon.skill for weapon in weapons]:
        lowest = min([rank(participant, weapon.skill) for weapon in weapons])
    return lowest


def attack_changes(
    state: State, participant: Participant, kind: str, skill: str | None, weapons: list[Arm]
) -> dict[str, int]:
    """What changes the number of cards on an attack, by the id of its rule (GOB-51, GOB-54, GOB-62, GOB-72)."""
    changes = more_cards(state, participant, kind, skill)
    changes |= two_weapons(state, participant, weapons)
    if participant.stance:
        changes["GOB-62"] = -participant.stance
    if state.step == "follow":
        changes["GOB-72"] = -figure(state, participant, "savage", "fewer")
    return changes


def defense_changes(
    state: State, participant: Participant, kind: str, skill: str | None, weapons: list[Arm]
) -> dict[str, int]:
    """What changes the number of cards in defence, by the id of its rule (GOB-51, GOB-54, GOB-62, GOB-80)."""
    changes = more_cards(state, participant, kind, skill)
    # Outside a physical defence two weapons hinder their own skills alone.
    if kind == "physical" or skill in [weapon.skill for weapon in weapons]:
        florentine = defends_with_florentine(state, participant, skill, weapons)
        changes |= two_weapons(state, participant, weapons, florentine)
    if participant.stance:
        changes["GOB-62"] = participant.stance
    if participant.berserk:
        changes["GOB-80"] = -figure(state, participant, "berserk", "fewer")
    return changes


def limit(participant: Participant, skill: str | None, weapons: list[Arm], changes: dict[str, int]) -> int:
    """The number of cards from the hand that may be played: the rank with its changes, at least 1 (GOB-44, GOB-54)."""
    return max(1, effective_rank(participant, skill, weapons) + sum(changes.values()))


def reductions(state: State, participant: Participant, pool: str, physical: bool) -> dict[str, int]:
    """What lowers damage to a pool, by the id of its rule (GOB-46).

    Toughness or Resolve, Iron Wall, Soul of Steel, armour; a follower has only armour.
    """
    reduction_by_pool: dict[str, int] = {}
    if pool == "bp" and is_usable(participant, "toughness"):
        reduction_by_pool["GOB-87"] = participant.advantages["toughness"] * figure(
            state, participant, "toughness", "reduction"
        )
    elif pool == "sp" and is_usable(participant, "resolve"):
        reduction_by_pool["GOB-88"] = participant.advantages["resolve"] * figure(
            state, participant, "resolve", "reduction"
        )
    if pool == "bp" and participant.iron:
        reduction_by_pool["GOB-64"] = trait(participant, "body") * figure(state, participant, "iron-wall", "times")
    if participant.soul and pool in ("bp", "sp"):
        reduction_by_pool["GOB-66"] = trait(participant, "spirit") * figure(
            state, participant, "soul-of-steel", "times"
        )
    if physical and participant.armor:
        reduction_by_pool["GOB-99"] = participant.armor
    return reduction_by_pool


def flat_damage(state: State, participant: Participant, weapons: list[Arm], skill: str | None) -> dict[str, int]:
    """What a physical attack adds to the difference, by the id of its rule (GOB-46, GOB-51, GOB-80, GOB-89, GOB-90).

    Extras only add their weapons (GOB-96).
    """
    damage: dict[str, int] = {}
    if weapons:
        damage["GOB-99"] = sum([weapon.damage for weapon in weapons])
    if len(weapons) > 1:
        damage["GOB-51"] = 0
    if participant.kind == "extras":
        return damage | {"GOB-96": 0}
    if participant.berserk:
        damage["GOB-80"] = trait(participant, "body") * figure(state, participant, "berserk", "times")
    elif state.options.body_adds_to_damage is not False:
        damage["GOB-46"] = trait(participant, "body")
    for key, name in (("brawler", tables.UNARMED), ("grappler", tables.GRAPPLE)):
        if skill == name and is_usable(participant, key):
            damage[tables.ADVANTAGES[key].rule] = rank(participant, name) * figure(state, participant, key, "times")
    return damage
