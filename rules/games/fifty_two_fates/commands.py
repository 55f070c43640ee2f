"""The commands of 52 Fates: one shape each, listed in docs/rules/fifty-two-fates.md."""

from typing import Literal

from rules.engine.codec import Struct, Text
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.shapes import Entry

Gm = Literal["gm"]


class Attack(Struct, forbid_unknown_fields=True, tag_field="type", tag="attack"):
    actor: str
    target: str
    cards: list[str]
    weapon: tables.Weapon


class ManeuverPlay(Struct, forbid_unknown_fields=True, tag_field="type", tag="maneuver"):
    actor: str
    maneuver: tables.Maneuver
    cards: list[str]
    target: str | None = None


class Cast(Struct, forbid_unknown_fields=True, tag_field="type", tag="cast"):
    actor: str
    target: str
    cards: list[str]
    willing: bool | None = None


class Defend(Struct, forbid_unknown_fields=True, tag_field="type", tag="defend"):
    actor: str
    cards: list[str]


class Discard(Struct, forbid_unknown_fields=True, tag_field="type", tag="discard"):
    actor: str
    cards: list[str]


class SkillCheck(Struct, forbid_unknown_fields=True, tag_field="type", tag="skill-check"):
    actor: str
    difficulty: tables.Strength
    background: Text | None = None
    needs: Text | None = None
    cards: int | None = None


class Resist(Struct, forbid_unknown_fields=True, tag_field="type", tag="resist"):
    actor: str
    effect: Text
    cards: list[str]


class DeathDraw(Struct, forbid_unknown_fields=True, tag_field="type", tag="death-draw"):
    actor: str


class WakeDraw(Struct, forbid_unknown_fields=True, tag_field="type", tag="wake-draw"):
    actor: str


class PickUp(Struct, forbid_unknown_fields=True, tag_field="type", tag="pick-up"):
    actor: str


class Pass(Struct, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    actor: str


class Afflict(Struct, forbid_unknown_fields=True, tag_field="type", tag="afflict"):
    actor: Gm
    target: str
    strength: tables.Strength
    name: Text
    rounds: tables.Rounds | Literal["draw"] | None = None


class Incapacitate(Struct, forbid_unknown_fields=True, tag_field="type", tag="incapacitate"):
    actor: Gm
    target: str
    degree: tables.Degree
    unconscious: bool | None = None
    wake: tables.Strength | None = None


class Release(Struct, forbid_unknown_fields=True, tag_field="type", tag="release"):
    actor: Gm
    target: str
    effect: Text | None = None


class Fall(Struct, forbid_unknown_fields=True, tag_field="type", tag="fall"):
    actor: Gm
    target: str
    feet: tables.Feet


class SetRange(Struct, forbid_unknown_fields=True, tag_field="type", tag="set-range"):
    actor: Gm
    a: str
    b: str
    range: tables.Range


class Arm(Struct, forbid_unknown_fields=True, tag_field="type", tag="arm"):
    actor: Gm
    target: str


class Adjust(Struct, forbid_unknown_fields=True, tag_field="type", tag="adjust"):
    actor: Gm
    target: str
    hp: int
    reason: Text


class Join(Struct, forbid_unknown_fields=True, tag_field="type", tag="join"):
    actor: Gm
    participant: Entry


class Leave(Struct, forbid_unknown_fields=True, tag_field="type", tag="leave"):
    actor: Gm
    target: str


class NextRound(Struct, forbid_unknown_fields=True, tag_field="type", tag="next-round"):
    actor: Gm


class End(Struct, forbid_unknown_fields=True, tag_field="type", tag="end"):
    actor: Gm
    outcome: tables.Outcome
    counts: bool | None = None
