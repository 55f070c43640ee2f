"""How a participant of a setup or a `join` enters an encounter: ranges, defaults, what each kind may have."""

from rules.engine.codec import RESERVED_IDS
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.shapes import Entry, Owned, Pools, Row, Weapon
from rules.games.game_of_bastards.state import Arm, Participant, State

NOT_FOR = {
    "fated": (("power_rating", "members"), "GOB-10", "has traits instead"),
    "follower": (("suit", "traits", "skills", "advantages", "members"), "GOB-95", "has only a power rating"),
    "extras": (("suit", "traits", "skills", "advantages", "pools"), "GOB-96", "have only members and a rating"),
}


def enter(setup_entry: Entry, path: str, known: frozenset[str]) -> Participant:
    """The participant. `path` names it in a refusal, `known` are the advantages of the campaign's rows."""
    if setup_entry.id in RESERVED_IDS:
        refuse("id.reserved", f"{path}.id: {setup_entry.id} is reserved; choose another id.")
    fields, rule, instead = NOT_FOR[setup_entry.kind]
    for name in fields:
        if getattr(setup_entry, name) is not None:
            refuse("kind.field", f"{path}.{name}: {kind_words(setup_entry.kind)} {instead}; leave it out.", rule)
    participant = Participant(
        setup_entry.id,
        setup_entry.name,
        setup_entry.side,
        setup_entry.controller or own_controller(setup_entry),
        setup_entry.kind,
    )
    if setup_entry.kind == "fated":
        set_fated_figures(participant, setup_entry, path, known)
    else:
        set_rating(participant, setup_entry, path)
    participant.weapons = [make_arm(weapon) for weapon in setup_entry.weapons or ()]
    participant.armor = setup_entry.armor or 0
    participant.wildcards = setup_entry.wildcards or 0
    participant.out = initial_out(participant)
    return participant


def kind_words(kind: str) -> str:
    """The kind for a sentence."""
    return {"extras": "extras", "fated": "a fated character", "follower": "a follower"}[kind]


def own_controller(setup_entry: Entry) -> str:
    """The controller when none is given (GOB-97)."""
    return setup_entry.id if setup_entry.kind == "fated" else tables.DEALER


def make_arm(weapon: Weapon) -> Arm:
    """A weapon as the state stores it."""
    return Arm(weapon.name, weapon.damage, weapon.skill, bool(weapon.ranged))


def set_fated_figures(participant: Participant, setup_entry: Entry, path: str, known: frozenset[str]) -> None:
    """Set traits, pools, skills and advantages of a fated participant (GOB-10 to GOB-16)."""
    traits = setup_entry.traits
    if traits is not None:
        participant.traits = [traits.body, traits.spirit, traits.mind, traits.luck]
    else:
        favoured = tables.SUIT_TRAIT[setup_entry.suit] if setup_entry.suit else None
        participant.traits = [2 if key == favoured else 1 for key in tables.TRAITS]
    participant.skills = dict(setup_entry.skills or {})
    pools = setup_entry.pools or Pools()
    if pools.power is not None:
        refuse("pool.unknown", f"{path}.pools.power: only a follower has a power pool.", "GOB-95")
    for index, key in enumerate(tables.POOLS):
        most = participant.traits[index] * tables.POOL_A_RANK
        participant.pools.append(pool_value(getattr(pools, key), most, f"{path}.pools.{key}", "GOB-11"))
    for index, owned in enumerate(setup_entry.advantages or ()):
        add_advantage(participant, owned, f"{path}.advantages[{index}]", known)


def set_rating(participant: Participant, setup_entry: Entry, path: str) -> None:
    """Set the rating, pool or members of a follower or of extras (GOB-95, GOB-96)."""
    rule = "GOB-95" if setup_entry.kind == "follower" else "GOB-96"
    if setup_entry.power_rating is None:
        refuse("rating.missing", f"{path}.power_rating: from 1 to {tables.HIGHEST_RATING} is needed.", rule)
    participant.rating = setup_entry.power_rating
    if setup_entry.kind == "extras":
        if setup_entry.members is None:
            refuse("members.missing", f"{path}.members: from 1 to {tables.GROUP} is needed.", rule)
        participant.members = setup_entry.members
        return
    participant.traits = [participant.rating] * 4
    pools = setup_entry.pools or Pools()
    for key in tables.POOLS:
        if getattr(pools, key) is not None:
            refuse("pool.unknown", f"{path}.pools.{key}: a follower has only a power pool.", rule)
    participant.pools = [pool_value(pools.power, participant.rating * tables.POOL_A_RANK, f"{path}.pools.power", rule)]


def own_rows(setup_entry: Entry) -> list[Row]:
    """The figures that come with the advantages of a participant, as catalogue rows."""
    return [Row(owned.key, figures=owned.figures) for owned in setup_entry.advantages or () if owned.figures]


def pool_value(now: int | None, most: int, path: str, rule: str) -> int:
    """The value of a pool: full when it is left out, else 0 to `most`."""
    if now is not None and now > most:
        refuse("pool.range", f"{path}: must be from 0 to {most}.", rule)
    return most if now is None else now


def add_advantage(participant: Participant, owned: Owned, path: str, known: frozenset[str]) -> None:
    """Add one advantage; `Refused` when it is unknown, incomplete or listed twice (GOB-60 to GOB-90)."""
    key = owned.key
    if key not in tables.ADVANTAGES:
        if key in known:
            return
        refuse("advantage.unknown", f"{path}.key: {quote(key)} is not an advantage; write it as iron-wall or dodge.")
    rule = tables.ADVANTAGES[key].rule
    if (owned.weapon is not None) != (key in tables.FOR_A_WEAPON):
        need = (
            "name the weapon that it is for" if key in tables.FOR_A_WEAPON else "it is not for a weapon; leave it out"
        )
        refuse("advantage.weapon", f"{path}.weapon: {need}.", rule)
    if owned.ranks is not None and owned.ranks > 1 and key not in tables.IN_RANKS:
        refuse("advantage.ranks", f"{path}.ranks: {tables.ADVANTAGES[key].name} can only be taken once.", rule)
    bound = participant.counters if key == "counter" else participant.florentines
    if key in tables.FOR_A_WEAPON and owned.weapon is not None:
        if owned.weapon in bound:
            refuse("advantage.twice", f"{path}: it is already listed for {quote(owned.weapon)}.", rule)
        bound.append(owned.weapon)
    elif key in participant.advantages:
        refuse("advantage.twice", f"{path}.key: {key} is named twice; use ranks where it adds up.", rule)
    participant.advantages[key] = owned.ranks or 1


def initial_out(participant: Participant) -> tables.OutWord | None:
    """How someone is out from the start: with two empty pools, or a follower with an empty one (GOB-49, GOB-95)."""
    if participant.kind == "follower":
        return "knocked-out" if participant.pools[0] == 0 else None
    if participant.pools.count(0) < 2:
        return None
    return "unconscious" if participant.pools[0] == 0 else "beaten"


def check_controller(state: State, participant: Participant, path: str) -> None:
    """Refuse a controller that is neither "gm" nor a fated participant (GOB-97).

    Only a hidden participant may have a hidden one; for everyone else it would show who hides.
    """
    controller = participant.controller
    if controller == tables.DEALER:
        return
    others = [*state.participants, *state.hidden] if participant in state.hidden else state.participants
    if not any(other.id == controller and other.kind == "fated" for other in others):
        refuse(
            "controller.unknown",
            f"{path}: {quote(controller)} is not a fated participant here; name one, or gm.",
            "GOB-97",
        )
