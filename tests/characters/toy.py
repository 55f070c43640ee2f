"""A fifth game, added for a test: talents with a price, a creation with a budget, a gift that the GM grants."""

from typing import Any

from rules.engine.refusals import refuse
from rules.play import SYSTEMS

POINTS = 5
UNITS = [
    {"key": "stars", "one": "star", "many": "stars", "most": 50},
    {"key": "moons", "one": "moon", "many": "moons", "most": 9},
]


def game(base: Any) -> Any:
    """An instance of the toy, whose encounters are those of `base`."""

    class Toy(type(base)):  # type: ignore[misc]
        slug = "a-toy"

        @property
        def description(self) -> dict[str, Any]:
            experience = {"units": UNITS, "per_encounter": None}
            return base.description | {"slug": self.slug, "name": "A toy", "experience": experience, "chance": "dice"}

        def new_sheet(self) -> dict[str, Any]:
            return {"finished": False, "talents": {}, "gifts": [], "luck": 0, "note": ""}

        def sheet(self, given: Any, progress: Any, house: Any, before: Any) -> dict[str, Any]:
            if set(given) - set(self.new_sheet()):
                refuse("shape.invalid", "In the sheet there is a field that it does not have.")
            if any(unit not in {"stars", "moons"} or amount < 0 for unit, amount in progress.items()):
                refuse("progress.below", "progress: less than nothing is left.")
            if before and before["finished"] and any(given[name] != before[name] for name in ("talents", "gifts")):
                refuse("sheet.priced", "talents: they are bought step by step.", "TOY-01")
            return {"sheet": given, "figures": self.figures(given, progress, house)}

        def figures(self, given: Any, progress: Any, house: Any) -> dict[str, Any]:
            spent = sum(given["talents"].values())
            if not given["finished"] and spent > POINTS:
                refuse("sheet.budget", f"talents: this costs {spent} points and there are {POINTS}.", "TOY-02")
            pools = [{"key": "luck", "name": "Luck", "now": given["luck"], "max": 3, "good": "high", "rules": []}]
            budget = {"unit": "points", "points": POINTS, "spent": spent, "left": POINTS - spent, "lines": []}
            told = {"pools": pools, "house": house, "stars": progress.get("stars", 0)}
            return told | ({} if given["finished"] else {"budget": budget})

        def steps(self, given: Any, progress: Any, house: Any) -> list[dict[str, Any]]:
            self.sheet(given, progress, house, None)
            if not given["finished"]:
                return [self.offer({"type": "finish"}, "Finish the creation", 0, progress)]
            names = [row["name"] for row in house["rows"] if row["kind"] == "talent"]
            have = given["talents"]
            raised = [
                self.offer({"type": "talent", "talent": name}, f"Raise {name}", have.get(name, 0) + 1, progress)
                for name in names
            ]
            free = self.offer({"type": "talent"}, "Raise a talent of your own", 1, progress, talent={"kind": "text"})
            gift = self.offer({"type": "gift", "gift": "Wings"}, "Gain the gift Wings", 3, progress)
            return [*raised, free, gift | {"asks_gm": True}]

        def offer(self, step: Any, label: str, price: int, progress: Any, **choices: Any) -> dict[str, Any]:
            left = progress.get("stars", 0)
            reason = "" if price <= left else f"It costs {price} stars and there are {left}."
            return {
                "step": step,
                "label": label,
                "unit": "stars",
                "price": price,
                "before": "",
                "after": label,
                "affordable": not reason,
                "reason": reason,
                "opens": "",
                "rules": ["TOY-03"],
                "choices": choices,
                "asks_gm": False,
            }

        def step(self, given: Any, progress: Any, step: Any, house: Any) -> dict[str, Any]:
            new = {**given, "talents": dict(given["talents"]), "gifts": list(given["gifts"])}
            kind = step.get("type")
            if kind == "finish" and not given["finished"]:
                new["finished"], price, text = True, 0, "The creation is finished."
            elif kind == "talent" and given["finished"] and step.get("talent"):
                new["talents"][step["talent"]] = price = given["talents"].get(step["talent"], 0) + 1
                text = f"{step['talent']} is raised to {price}."
            elif kind == "gift" and given["finished"] and step.get("gift") not in given["gifts"]:
                new["gifts"].append(step["gift"])
                price, text = 3, f"The gift {step['gift']} is gained."
            else:
                refuse("step.unknown", "type: there is no such step now.", "TOY-03")
            if price > progress.get("stars", 0):
                refuse("step.price", f"It costs {price} stars and there are {progress.get('stars', 0)}.", "TOY-03")
            return {"sheet": new, "figures": {}, "unit": "stars", "price": price, "text": text, "rules": ["TOY-03"]}

        def unstep(self, given: Any, progress: Any, step: Any, house: Any) -> dict[str, Any]:
            new = {**given, "talents": dict(given["talents"]), "gifts": list(given["gifts"])}
            if step["type"] == "talent":
                if step["talent"] == "Sailor" and "Wings" in given["gifts"]:
                    refuse("step.built-on", "Wings build on Sailor; take them back first.", "TOY-04")
                new["talents"][step["talent"]] -= 1
                return {"sheet": new, "text": f"{step['talent']} is lowered.", "rules": []}
            new["gifts"].remove(step["gift"])
            return {"sheet": new, "text": f"{step['gift']} is lost.", "rules": []}

        def touch(self, given: Any, progress: Any, pool: Any, *, change: Any, to: Any, house: Any) -> dict[str, Any]:
            if pool != "luck":
                refuse("pool.unknown", "pool: choose luck.")
            wanted = 3 if change is None and to is None else to if change is None else given["luck"] + change
            now = max(0, min(3, wanted))
            return {"sheet": {**given, "luck": now}, "text": f"{now} of 3 luck", "rules": []}

        def sheet_check(
            self, given: Any, progress: Any, kind: Any, inputs: Any, *, seed: Any, house: Any
        ) -> dict[str, Any]:
            level, luck = given["talents"].get(inputs.get("talent"), 0), inputs.get("luck", 0)
            if luck > given["luck"]:
                refuse("luck.none", f"luck: the sheet has {given['luck']}.", "TOY-05")
            total = level + luck
            told = {"success": total >= inputs["challenge"], "total": total, "rules": ["TOY-05"]}
            word = "success" if told["success"] else "failure"
            text = f"{inputs['talent']} {total} against {inputs['challenge']}: {word}."
            filled = {"level": level, **inputs}
            return {
                "inputs": filled,
                "result": told,
                "sheet": {**given, "luck": given["luck"] - luck},
                "text": text,
                "rules": ["TOY-05"],
            }

    return Toy()


assert "a-toy" not in SYSTEMS
