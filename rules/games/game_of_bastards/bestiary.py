"""Opponents: followers, extras, and fated ones with full figures (GOB-95, GOB-96)."""

from typing import Annotated, Any, Literal

from rules.engine import codec
from rules.engine.codec import Meta, Struct
from rules.engine.json_types import SetupEntry
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import sheet as sheets
from rules.games.game_of_bastards import sheet_tables as tables
from rules.games.game_of_bastards.house_rules import HouseRules, parse_house_rules
from rules.games.game_of_bastards.sheet_shape import Owned, Pools, Sheet, Traits, Weapon
from rules.games.game_of_bastards.sheet_tables import Rank, Suit

Small = Annotated[int, Meta(ge=1, le=5)]
SIDE = "monsters"
FATED = ("suit", "traits", "skills", "advantages", "pools")


class Stats(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An opponent in the bestiary; `text` is for the Dealer, `power` is what is left of a follower."""

    kind: Literal["fated", "follower", "extras"] = "follower"
    power_rating: Small | None = None
    members: Small | None = None
    power: Annotated[int, Meta(ge=1, le=25)] | None = None
    suit: Suit | None = None
    traits: Traits | None = None
    skills: Annotated[dict[codec.Text, Rank], Meta(max_length=100)] | None = None
    advantages: Annotated[list[Owned], Meta(max_length=100)] | None = None
    pools: Pools | None = None
    weapons: Annotated[list[Weapon], Meta(max_length=20)] | None = None
    armor: Annotated[int, Meta(ge=0, le=50)] | None = None
    wildcards: Annotated[int, Meta(ge=0, le=tables.MOST_WILDCARDS)] | None = None
    text: Annotated[str, Meta(max_length=20000)] | None = None


def stats(given: object) -> dict[str, Any]:
    """Checked stats without empty fields; `Refused` names the path of the faulty field."""
    bare = sheets.without_nulls(given, "stats")
    codec.check_text(bare, "stats")
    checked = codec.decode(bare, Stats, "stats")
    if checked.kind == "fated":
        check_fated(checked)
    else:
        check_rated(checked)
    plain: dict[str, Any] = codec.encode(checked)
    plain = {"kind": checked.kind, **{name: value for name, value in plain.items() if name != "kind"}}
    return without_empty(plain)


def without_empty(plain: dict[str, Any]) -> dict[str, Any]:
    """The stats without null figures in traits and pools."""
    for name in ("traits", "pools"):
        if name in plain:
            plain[name] = {key: value for key, value in plain[name].items() if value is not None}
    return {name: value for name, value in plain.items() if value is not None}


def check_rated(checked: Stats) -> None:
    """Followers and extras have a rating and no other figures (GOB-95, GOB-96)."""
    follower = checked.kind == "follower"
    rule, word = ("GOB-95", "a follower") if follower else ("GOB-96", "extras")
    if checked.power_rating is None:
        refuse("monster.rating", f"power_rating: a rating from 1 to 5 is needed for {word}.", rule)
    others = (*FATED, "members" if follower else "power")
    for name in others:
        if getattr(checked, name) is not None:
            refuse("monster.field", f"{name}: {word} cannot have it; leave it out.", rule)
    if checked.power is not None and checked.power > checked.power_rating * tables.POOL_A_RANK:
        most = checked.power_rating * tables.POOL_A_RANK
        refuse("pool.range", f"power: must be from 1 to {most} with rating {checked.power_rating}.", rule)
    for weapon in checked.weapons or []:
        weapon.skill = tables.skill_name(weapon.skill)


def check_fated(checked: Stats) -> None:
    """A fated opponent follows the rules of a sheet, without its price."""
    for name in ("power_rating", "members", "power"):
        if getattr(checked, name) is not None:
            refuse("monster.field", f"{name}: a fated opponent has traits instead; leave it out.", "GOB-10")
    sheet = as_sheet(checked)
    sheets.check(sheet, parse_house_rules(None))
    if checked.skills is not None:
        checked.skills = sheet.skills
    if checked.weapons is not None:
        checked.weapons = sheet.weapons


def as_sheet(checked: Stats) -> Sheet:
    """A fated opponent as a completed sheet."""
    sheet = Sheet(
        suit=checked.suit,
        traits=checked.traits or Traits(),
        pools=checked.pools or Pools(),
        skills=dict(checked.skills or {}),
        advantages=list(checked.advantages or []),
        weapons=list(checked.weapons or []),
        armor=checked.armor or 0,
        wildcards=checked.wildcards or 0,
    )
    return sheets.complete(sheet)


def participant(
    given: object, *, id: object, name: object, group: object = None, side: object = None, house: object = None
) -> SetupEntry:
    """The opponent as a participant of a setup; its side is `side`, else its group, else the monsters'."""
    checked = stats(given)
    setup: dict[str, Any] = {"id": id, "name": name, "side": side or group or SIDE, "controller": "gm"}
    setup["kind"] = checked["kind"]
    house_rules: HouseRules = parse_house_rules(house)
    for field in ("power_rating", "members", "suit", "traits", "skills", "pools", "weapons", "armor", "wildcards"):
        if field in checked:
            setup[field] = checked[field]
    if "power" in checked:
        setup["pools"] = {"power": checked["power"]}
    if "advantages" in checked:
        owned = codec.decode(checked["advantages"], list[Owned], "advantages")
        setup["advantages"] = house_rules.setup_advantages(owned)
    return setup
