"""A participant as it enters an encounter: ranges, defaults, and what each kind may not have."""

from rules.engine.refusals import quoted, refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.shapes import Entry, Owned, Pools, Row, Weapon
from rules.games.game_of_bastards.state import Arm, Person, State

NOT_FOR = {
    "fated": (("power_rating", "members"), "GOB-10", "has traits instead"),
    "follower": (("suit", "traits", "skills", "advantages", "members"), "GOB-95", "has its power rating in everything"),
    "extras": (("suit", "traits", "skills", "advantages", "pools"), "GOB-96", "are a number of members and a rating"),
}


def enter(given: Entry, path: str, known: frozenset[str]) -> Person:
    """A checked participant; `path` names it in a refusal, `known` are the advantages of the campaign's rows."""
    if given.id in tables.RESERVED_IDS:
        refuse("id.reserved", f"{path}.id: {given.id} is reserved; choose another id.")
    fields, rule, instead = NOT_FOR[given.kind]
    for name in fields:
        if getattr(given, name) is not None:
            refuse("kind.field", f"{path}.{name}: {kind_words(given.kind)} {instead}; leave it out.", rule)
    person = Person(given.id, given.name, given.side, given.controller or own_controller(given), given.kind)
    if given.kind == "fated":
        fated(person, given, path, known)
    else:
        rated(person, given, path)
    person.weapons = [arm(weapon) for weapon in given.weapons or ()]
    person.armor = given.armor or 0
    person.wildcards = given.wildcards or 0
    person.out = out_already(person)
    return person


def kind_words(kind: str) -> str:
    """A kind in a sentence."""
    return "extras" if kind == "extras" else f"a {kind} one" if kind == "fated" else f"a {kind}"


def own_controller(given: Entry) -> str:
    """Whom a controller that was left out means (GOB-97)."""
    return given.id if given.kind == "fated" else tables.DEALER


def arm(weapon: Weapon) -> Arm:
    """A weapon as the state keeps it."""
    return Arm(weapon.name, weapon.damage, weapon.skill, bool(weapon.ranged))


def fated(person: Person, given: Entry, path: str, known: frozenset[str]) -> None:
    """Traits, pools, skills and advantages (GOB-10 to GOB-16)."""
    traits = given.traits
    if traits is not None:
        person.traits = [traits.body, traits.spirit, traits.mind, traits.luck]
    else:
        favoured = tables.SUIT_TRAIT[given.suit] if given.suit else None
        person.traits = [2 if key == favoured else 1 for key in tables.TRAITS]
    person.skills = dict(given.skills or {})
    pools = given.pools or Pools()
    if pools.power is not None:
        refuse("pool.unknown", f"{path}.pools.power: only a follower has a power pool.", "GOB-95")
    for index, key in enumerate(tables.POOLS):
        most = person.traits[index] * tables.POOL_A_RANK
        person.pools.append(within(getattr(pools, key), most, f"{path}.pools.{key}", "GOB-11"))
    for index, owned in enumerate(given.advantages or ()):
        own(person, owned, f"{path}.advantages[{index}]", known)


def rated(person: Person, given: Entry, path: str) -> None:
    """A follower or a group of extras (GOB-95, GOB-96)."""
    rule = "GOB-95" if given.kind == "follower" else "GOB-96"
    if given.power_rating is None:
        refuse("rating.missing", f"{path}.power_rating: from 1 to {tables.HIGHEST_RATING} is needed.", rule)
    person.rating = given.power_rating
    if given.kind == "extras":
        if given.members is None:
            refuse("members.missing", f"{path}.members: from 1 to {tables.GROUP} is needed.", rule)
        person.members = given.members
        return
    person.traits = [person.rating] * 4
    pools = given.pools or Pools()
    for key in tables.POOLS:
        if getattr(pools, key) is not None:
            refuse("pool.unknown", f"{path}.pools.{key}: a follower has a power pool alone.", rule)
    person.pools = [within(pools.power, person.rating * tables.POOL_A_RANK, f"{path}.pools.power", rule)]


def own_rows(given: Entry) -> list[Row]:
    """The figures that come with somebody's advantages, as rows: a campaign's are the same for everybody."""
    return [Row(owned.key, figures=owned.figures) for owned in given.advantages or () if owned.figures]


def within(now: int | None, most: int, path: str, rule: str) -> int:
    """What is left in a pool: full when left out, else 0 to `most`."""
    if now is not None and now > most:
        refuse("pool.range", f"{path}: from 0 to {most}.", rule)
    return most if now is None else now


def own(person: Person, owned: Owned, path: str, known: frozenset[str]) -> None:
    """One advantage: known, with a weapon or ranks where it needs them, and not twice (GOB-60 to GOB-90)."""
    key = owned.key
    if key not in tables.ADVANTAGES:
        if key in known:
            return
        refuse("advantage.unknown", f"{path}.key: {quoted(key)} is no advantage; write it as iron-wall or dodge.")
    rule = tables.ADVANTAGES[key].rule
    if (owned.weapon is not None) != (key in tables.FOR_A_WEAPON):
        need = "name the weapon that it is for" if key in tables.FOR_A_WEAPON else "it is for no weapon; leave it out"
        refuse("advantage.weapon", f"{path}.weapon: {need}.", rule)
    if owned.ranks is not None and owned.ranks > 1 and key not in tables.IN_RANKS:
        refuse("advantage.ranks", f"{path}.ranks: {tables.ADVANTAGES[key].name} is taken once.", rule)
    bound = person.counters if key == "counter" else person.florentines
    if key in tables.FOR_A_WEAPON and owned.weapon is not None:
        if owned.weapon in bound:
            refuse("advantage.twice", f"{path}: {quoted(owned.weapon)} has it already.", rule)
        bound.append(owned.weapon)
    elif key in person.advantages:
        refuse("advantage.twice", f"{path}.key: {key} is named twice; use ranks where it adds up.", rule)
    person.advantages[key] = owned.ranks or 1


def out_already(person: Person) -> tables.OutWord | None:
    """Who comes with two pools empty, or a follower with none left, takes no part (GOB-49, GOB-95)."""
    if person.kind == "follower":
        return "knocked-out" if person.pools[0] == 0 else None
    if person.pools.count(0) < 2:
        return None
    return "unconscious" if person.pools[0] == 0 else "beaten"


def check_controller(state: State, person: Person, path: str) -> None:
    """`gm`, or the id of a fated participant (GOB-97)."""
    who = person.controller
    if who == tables.DEALER:
        return
    if not any(other.id == who and other.kind == "fated" for other in state.people):
        refuse("controller.unknown", f"{path}: {quoted(who)} is no fated participant here; name one, or gm.", "GOB-97")
