"""Fortune and Power read once more from docs/rules/fortune-and-power.md: figures only, dice supplied."""

from __future__ import annotations

from typing import Any


class Model:
    """The figures of an encounter with the default options; commands are taken to be legal."""

    def __init__(self, participants: list[dict[str, Any]]) -> None:
        self.participants: dict[str, dict[str, Any]] = {}
        self.round, self.number, self.striker = 1, 0, ""
        self.marginal: list[int] = []
        self.blow: tuple[str, str, int] | None = None
        for participant in participants:
            self.add(participant)
        self.order = sorted(self.participants, key=lambda name: -self.level(name, "Perception"))

    def add(self, participant: dict[str, Any]) -> None:
        self.participants[participant["id"]] = {
            "fortune": 0,
            "armor": 0,
            "wounds": 0,
            "shocks": 0,
            "gifts": [],
            "limits": {"wounds": 10, "shocks": 10},
            "weapons": [],
            **participant,
            "actions": 2,
            "attacks": 0,
        }

    def level(self, name: str, trait: str) -> int:
        return int(self.participants[name]["traits"].get(trait, 0))

    def down(self, name: str) -> bool:
        return bool(self.participants[name]["wounds"] >= self.participants[name]["limits"]["wounds"])

    def left(self, name: str) -> bool:
        return bool(self.participants[name]["actions"] or self.participants[name]["attacks"])

    def turn(self) -> list[str]:
        return [name for name in self.order if self.left(name) and not self.down(name)][:1]

    def settle(self) -> None:
        """FNP-32: the next round."""
        if self.blow is None and not self.turn() and not all(self.down(name) for name in self.order):
            self.round += 1
            self.fresh()

    def fresh(self) -> None:
        for participant in self.participants.values():
            participant["actions"], participant["attacks"] = 2, 0

    def act(self, command: dict[str, Any]) -> None:
        name = {"pass": "pass_"}.get(command["type"], command["type"].replace("-", "_"))
        if name == "attack":
            self.striker = command["actor"]
        getattr(self, name)(**{key: value for key, value in command.items() if key != "type"})
        self.settle()

    def pay(self, name: str, fortune: int) -> None:
        self.participants[name]["fortune"] -= fortune

    def spend(self, name: str) -> None:
        participant = self.participants[name]
        participant["attacks" if participant["attacks"] else "actions"] -= 1

    def roll(self, total: int, challenge: int, rolls: list[int]) -> tuple[bool, int]:
        """FNP-11, FNP-12, FNP-15 to FNP-17."""
        self.number += 1
        if sum(rolls) in (2, 12):
            won = sum(rolls) == 12
            return won, max(1, total - challenge if won else challenge - total)
        if total == challenge:
            self.marginal.append(self.number)
        return total >= challenge, abs(total - challenge)

    def check(
        self,
        actor: str,
        trait: str,
        rolls: list[int],
        challenge: int | None = None,
        against: dict[str, str] | None = None,
        fortune: int = 0,
    ) -> None:
        if challenge is None:
            assert against
            challenge = self.level(against["target"], against["trait"]) + 7
        self.pay(actor, fortune)
        self.spend(actor)
        self.roll(sum(rolls) + self.level(actor, trait) + fortune, challenge, rolls)

    def attack(
        self,
        actor: str,
        target: str,
        trait: str,
        rolls: list[int],
        ambush: bool = False,
        mental: bool = False,
        fortune: int = 0,
        weapon: str | None = None,
    ) -> None:
        """FNP-34, FNP-42."""
        self.pay(actor, fortune)
        self.spend(actor)
        challenge = 6 if ambush else 7 + max(self.level(target, "Athlete"), self.level(target, "Warrior"))
        hit, dox = self.roll(sum(rolls) + self.level(actor, trait) + fortune, challenge, rolls)
        if not hit:
            return
        bonus = next((found["bonus"] for found in self.participants[actor]["weapons"] if found["name"] == weapon), 0)
        damage = dox + bonus
        if not mental:
            damage += (
                self.level(actor, "Strength") - self.level(target, "Constitution") - self.participants[target]["armor"]
            )
        kind = "shocks" if mental else "wounds"
        self.blow = (target, kind, max(1, damage))
        if not self.participants[target]["fortune"]:
            self.absorb(target, 0)

    def absorb(self, actor: str, fortune: int) -> None:
        target, kind, damage = self.blow or ("", "", 0)
        assert target == actor
        self.pay(actor, fortune)
        self.participants[actor][kind] = min(999, self.participants[actor][kind] + damage - fortune)
        self.blow = None

    def rapid(self, actor: str, attacks: int) -> None:
        self.pay(actor, 3 if attacks == 2 else 6)
        self.participants[actor]["actions"] -= attacks // 2
        self.participants[actor]["attacks"] = attacks

    def move(self, actor: str, spaces: int, fortune: int = 0) -> None:
        self.pay(actor, fortune)
        self.spend(actor)

    def heal(self, actor: str, target: str, kind: str, pay: str) -> None:
        """FNP-08."""
        self.participants[actor]["actions"] = 0
        self.participants[target][kind + "s"] -= 1
        if pay == "fortune":
            self.pay(actor, 1)
        else:
            self.participants[actor][kind + "s"] += 1

    def contest(self, actor: str, target: str, trait: str, target_trait: str, rolls: list[int]) -> None:
        self.spend(actor)
        self.number += 1

    def pass_(self, actor: str) -> None:
        participant = self.participants[actor]
        participant["attacks" if participant["attacks"] else "actions"] = 0

    def adjust(self, actor: str, target: str, reason: str, **changes: int) -> None:
        for field, change in changes.items():
            self.participants[target][field] = max(0, self.participants[target][field] + change)

    def rest(self, actor: str, weeks: int) -> None:
        """FNP-43."""
        for participant in self.participants.values():
            for field in ("wounds", "shocks"):
                participant[field] = max(0, participant[field] - weeks)
        self.round += 1
        self.fresh()

    def set_order(self, actor: str, order: list[str]) -> None:
        self.order = list(order)

    def roll_order(self, actor: str, trait: str, rolls: list[int]) -> None:
        names = list(self.participants)
        totals = {name: sum(rolls[2 * at : 2 * at + 2]) + self.level(name, trait) for at, name in enumerate(names)}
        self.order = sorted(names, key=lambda name: (-totals[name], -self.level(name, trait), names.index(name)))

    def rule(self, actor: str, event: int, verdict: str) -> None:
        self.marginal.remove(event)

    def join(self, actor: str, participant: dict[str, Any]) -> None:
        self.add(participant)
        self.order.append(participant["id"])

    def leave(self, actor: str, target: str) -> None:
        if self.blow and target in (self.blow[0], self.striker):
            self.blow = None
        del self.participants[target]
        self.order.remove(target)

    def seen(self) -> dict[str, Any]:
        """What the view must say of all this."""
        participants = {
            name: {field: participant[field] for field in ("fortune", "wounds", "shocks", "actions", "attacks")}
            for name, participant in self.participants.items()
        }
        standing = {self.participants[name]["side"] for name in self.order if not self.down(name)}
        blow = None if self.blow is None else (self.blow[0], self.blow[1] == "shocks", self.blow[2])
        return {
            "round": self.round,
            "order": self.order,
            "marginal": self.marginal,
            "people": participants,
            "blow": blow,
            "turn": [] if blow else self.turn(),
            "proposed": standing.pop() if len(standing) == 1 else None,
        }
