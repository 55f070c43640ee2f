"""What else one may do on its turn, and the Fate Dealer's orders."""

from __future__ import annotations

from typing import Any

from tests.rules.fifty_two_fates.model.participants import UNKNOWN, Participant, kind, need, total
from tests.rules.fifty_two_fates.model.plays import Plays

ORDERS = ("afflict", "incapacitate", "release", "fall", "set-range", "arm", "adjust", "join", "leave", "next-round")
DEEDS = ("attack", "maneuver", "cast", "skill-check", "resist", "death-draw", "wake-draw", "pick-up", "pass")
AT_ZERO = ("death-draw", "wake-draw", "pass")


class Model(Plays):
    """`act` raises Illegal for what the rules do not allow; then the model is to be thrown away."""

    def act(self, command: dict[str, Any], told: list[str], groups: list[str]) -> None:
        """`told`: the cards that it draws face up; `groups`: those in the order of their initiative cards."""
        self.told, self.discard, self.newly = list(told), [], groups
        fields = {key: value for key, value in command.items() if value is not None}
        name, actor = fields.pop("type"), fields.pop("actor")
        need(not self.over, "over")
        if name == "end":
            need(actor == "gm", "the Fate Dealer only")
            self.over, self.attack, self.surplus = True, None, []
        elif actor == "gm":
            need(name in ORDERS and not self.attack and not self.surplus, "an order, nothing pending")
            getattr(self, "gm_" + name.replace("-", "_"))(**fields)
        else:
            self.deed(self.find(actor), name, fields)
        assert not self.told, f"more cards were drawn than the ledger says: {self.told}"
        self.settle()

    def deed(self, participant: Participant, name: str, fields: dict[str, Any]) -> None:
        """F52-16, F52-20."""
        if name == "discard":
            self.answer(participant, **fields)
        elif name == "defend":
            self.do_defend(participant, **fields)
        else:
            need(name in DEEDS and not self.attack and not self.surplus and participant.id in self.turn(), "turn")
            need(name in AT_ZERO or not participant.still, "it cannot act")
            need(("dying" in participant.conditions) == (name == "death-draw"), "only the draw for its life")
            getattr(self, "do_" + name.replace("-", "_"))(participant, **fields)

    def do_pass(self, participant: Participant) -> None:
        participant.acts()

    def do_pick_up(self, participant: Participant) -> None:
        """F52-72."""
        need(participant.weapon == "floor", "nothing there")
        participant.weapon = "held"
        participant.acts()

    def do_wake_draw(self, participant: Participant) -> None:
        """F52-56."""
        need("unconscious" in participant.conditions, "awake")
        participant.acted = True
        card = self.draw()
        if card and (kind([card]) == "ace" or total([card]) > participant.wake):
            participant.conditions.discard("unconscious")

    def do_death_draw(self, participant: Participant) -> None:
        """F52-32, F52-33."""
        participant.acted = True
        card = self.draw()
        if not card or card[1] != "H":
            participant.draws += 1
            participant.conditions |= {"dead"} if participant.draws == 3 else set()
            participant.conditions -= {"dying"} if participant.draws == 3 else set()
        elif kind([card]) == "number":
            participant.conditions = participant.conditions - {"dying"} | {"stable", "unconscious"}
        else:
            participant.conditions -= {"dying", "unconscious"}
            participant.hp = (participant.most + 1) // 2 if kind([card]) == "ace" else 1
            participant.hand += [UNKNOWN] if participant.hero and kind([card]) == "face" else []

    def do_skill_check(
        self,
        participant: Participant,
        difficulty: int,
        background: str | None = None,
        needs: str | None = None,
        cards: int | None = None,
    ) -> None:
        """F52-03 to F52-07: as many cards are drawn as the check allows, or as are asked for."""
        need(all(name in participant.skills for name in (background, needs) if name), "not among its skills")
        most = 1 + participant.more + bool(background or needs)
        need(cards is None or 1 <= cards <= most, "too many")
        assert len(self.told) == (cards or most), "cards of a check"
        while self.told:
            self.draw()
        participant.acts()

    def do_resist(self, participant: Participant, effect: str, cards: list[str]) -> None:
        """F52-52."""
        found = next((found for found in participant.effects if found["name"] == effect), None)
        need(found and len(cards) == 1, "one card against what it suffers")
        assert found
        self.lay(participant, cards, 1)
        participant.acts()
        if kind(cards) == "ace" or total(cards) > found["strength"]:
            participant.effects.remove(found)

    def gm_afflict(self, target: str, **effect: Any) -> None:
        self.afflict(self.find(target), **effect)

    def gm_incapacitate(self, target: str, **how: Any) -> None:
        self.find(target).incapacitate(**how)

    def gm_release(self, target: str, effect: str | None = None) -> None:
        participant = self.find(target)
        if effect is None:
            participant.conditions -= {"partial", "full", "prone"} | ({"unconscious"} if participant.hp else set())
            return
        if any(found["name"] == effect for found in participant.effects):
            participant.effects = [found for found in participant.effects if found["name"] != effect]
        elif effect == "parry":
            need(participant.parry is not None, "no parry")
            participant.parry = None
        else:
            need(participant.spell is not None and participant.spell["kind"] == effect, "no such effect")
            participant.spell = None

    def gm_fall(self, target: str, feet: int) -> None:
        """F52-28."""
        self.hurt(self.find(target), feet // 30)

    def gm_set_range(self, a: str, b: str, range: str) -> None:
        pair = frozenset((self.find(a).id, self.find(b).id))
        need(len(pair) == 2, "itself")
        self.ranges.pop(pair, None)
        if range != "melee":
            self.ranges[pair] = range

    def gm_arm(self, target: str) -> None:
        self.find(target).weapon = "held"

    def gm_adjust(self, target: str, hp: int, reason: str) -> None:
        """F52-34."""
        participant = self.find(target)
        need("dead" not in participant.conditions and hp <= participant.most, "figure")
        before, participant.hp = participant.hp, hp
        if before and not hp:
            self.fall(participant)
        elif hp and not before:
            participant.stands_again()

    def gm_join(self, participant: dict[str, Any]) -> None:
        """F52-13: a new group draws its card. It acts from the next round."""
        need(participant["id"] not in self.participants, "there is one of that name")
        newcomer = self.participants[participant["id"]] = Participant(participant)
        self.discard += [UNKNOWN] if newcomer.group not in self.groups else []
        newcomer.acted, self.groups = True, self.newly
        newcomer.hand = [UNKNOWN] * newcomer.hp if newcomer.hero else []

    def gm_leave(self, target: str) -> None:
        participant = self.find(target)
        self.discard += participant.hand
        del self.participants[participant.id]
        self.ranges = {pair: how for pair, how in self.ranges.items() if participant.id not in pair}

    def gm_next_round(self) -> None:
        need(not self.turn(), "someone can act")
        self.end_round()
