"""The commands of A Game of Bastards: one shape each, listed in docs/rules/game-of-bastards.md."""

from typing import Annotated, Literal

from rules.engine.codec import Figure, Id, Meta, Struct, Text
from rules.games.game_of_bastards import tables
from rules.games.game_of_bastards.shapes import Entry, Key, Weapon
from rules.games.game_of_bastards.tables import Percent, Raises, Spent, TraitKey

Gm = Literal["gm"]
Names = Annotated[list[Text], Meta(max_length=2)]


class Use(Struct, forbid_unknown_fields=True):
    """An advantage named with an attack or a defence."""

    advantage: Key
    amount: Figure | None = None
    take: bool | None = None
    cards: list[str] | None = None


class Initiative(Struct, forbid_unknown_fields=True, tag_field="type", tag="initiative"):
    actor: str
    card: str


class Draw(Struct, forbid_unknown_fields=True, tag_field="type", tag="draw"):
    actor: str


class Discard(Struct, forbid_unknown_fields=True, tag_field="type", tag="discard"):
    actor: str
    cards: list[str]


class Mulligan(Struct, forbid_unknown_fields=True, tag_field="type", tag="mulligan"):
    actor: str


class Attack(Struct, forbid_unknown_fields=True, tag_field="type", tag="attack"):
    actor: str
    kind: tables.AttackKind
    card: str
    target: str | None = None
    targets: list[str] | None = None
    skill: Text | None = None
    trait: TraitKey | None = None
    raises: Raises | None = None
    weapon: Text | None = None
    weapons: Names | None = None
    use: list[Use] | None = None


class Defend(Struct, forbid_unknown_fields=True, tag_field="type", tag="defend"):
    actor: str
    card: str | None = None
    skill: Text | None = None
    trait: TraitKey | None = None
    weapon: Text | None = None
    weapons: Names | None = None
    use: list[Use] | None = None


class Bet(Struct, forbid_unknown_fields=True, tag_field="type", tag="bet"):
    actor: str
    cards: list[str]


class BetWildcard(Struct, forbid_unknown_fields=True, tag_field="type", tag="bet-wildcard"):
    actor: str


class Call(Struct, forbid_unknown_fields=True, tag_field="type", tag="call"):
    actor: str


class UseAdvantage(Struct, forbid_unknown_fields=True, tag_field="type", tag="use"):
    actor: str
    advantage: Key
    cards: Figure | None = None
    target: str | None = None
    stop: bool | None = None


class SpendWildcard(Struct, forbid_unknown_fields=True, tag_field="type", tag="spend-wildcard"):
    actor: str


class ReplaceInitiative(Struct, forbid_unknown_fields=True, tag_field="type", tag="replace-initiative"):
    actor: str
    card: str


class Redirect(Struct, forbid_unknown_fields=True, tag_field="type", tag="redirect"):
    actor: str
    use: bool


class Desperation(Struct, forbid_unknown_fields=True, tag_field="type", tag="desperation"):
    actor: str
    trait: Literal["spirit", "luck"]


class PickUp(Struct, forbid_unknown_fields=True, tag_field="type", tag="pick-up"):
    actor: str
    item: Text


class Pass(Struct, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    actor: str


class Concede(Struct, forbid_unknown_fields=True, tag_field="type", tag="concede"):
    actor: str


class Newcomer(Struct, forbid_unknown_fields=True):
    """A follower that is involved (GOB-98)."""

    id: Id
    name: Text
    weapon: Weapon | None = None


class Dramatic(Struct, forbid_unknown_fields=True, tag_field="type", tag="dramatic"):
    actor: str
    action: Literal["reinforce", "involve", "appearance", "distance"]
    id: Id | None = None
    name: Text | None = None
    weapon: Weapon | None = None
    participants: list[Newcomer] | None = None
    participant: Entry | None = None
    wildcards: Spent | None = None


class Adjust(Struct, forbid_unknown_fields=True, tag_field="type", tag="adjust"):
    actor: Gm
    target: str
    pool: tables.PoolKey
    amount: Figure
    reason: Text


class Rest(Struct, forbid_unknown_fields=True, tag_field="type", tag="rest"):
    actor: Gm
    target: str | None = None
    percent: Percent | None = None


class Assign(Struct, forbid_unknown_fields=True, tag_field="type", tag="assign"):
    actor: Gm
    target: str
    controller: str


class Join(Struct, forbid_unknown_fields=True, tag_field="type", tag="join"):
    actor: Gm
    participant: Entry


class Leave(Struct, forbid_unknown_fields=True, tag_field="type", tag="leave"):
    actor: Gm
    target: str


class End(Struct, forbid_unknown_fields=True, tag_field="type", tag="end"):
    actor: Gm
    outcome: Text
