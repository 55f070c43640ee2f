"""Ready-made attempts: each slot, or pair of slots, with the fields that a tap on it sends."""

from typing import Any

from rules.engine.offers import Offer
from rules.games.fortune_system.state import Participant


def with_ways(made: Offer, person: Participant) -> Offer:
    """The offer with `ways`: `[{"slots", "value", "applied", "passes", "condition", "pushed", "fields"}]`.

    `applied` is None where the value does not matter, `pushed` true where the slot is damaged for it, `fields`
    what is added to `fixed` for a whole command. An offer that has no dice to choose stays as it is.
    """
    found = [way for told in made.get("outcomes", []) for way in singles(told)] if "pairs" not in made else []
    found += [pair(told, person, made["example"].get("mend")) for told in made.get("pairs", [])]
    if not found and made["choices"].get("dice", {}).get("max") == 1:
        found = [whatever(person, index) for index in made["choices"]["dice"]["from"]]
    if found:
        made["ways"] = found
    return made


def way(slots: list[int], value: int | None, applied: int | None, passes: bool, condition: str) -> dict[str, Any]:
    """One way, as far as all of them are alike."""
    return {
        "slots": slots, "value": value, "applied": applied, "passes": passes, "condition": condition,
        "pushed": False, "fields": {"dice": slots},
    }  # fmt: skip


def singles(told: dict[str, Any]) -> list[dict[str, Any]]:
    """One slot with everything that costs nothing; and, where only that passes, with what damages the slot."""
    plain = way([told["slot"]], told["value"], told["applied"], told["passes"], told.get("condition", "sound"))
    if told["reduce"]:
        plain["fields"]["reduce"] = told["reduce"]
    pushed = told.get("pushed")
    if not pushed or told["passes"] or not pushed["passes"]:
        return [plain]
    harder = way([told["slot"]], told["value"], pushed["applied"], True, plain["condition"])
    harder["pushed"] = True
    harder["fields"]["reduce"] = pushed["reduce"]
    return [plain, harder]


def pair(told: dict[str, Any], person: Participant, mend: int | None) -> dict[str, Any]:
    """Two slots whose sum passes; a blown slot is mended where there is one (FOS-36)."""
    made = way(told["slots"], None, told["applied"], True, "sound")
    if told["reduce"]:
        made["fields"]["reduce"] = told["reduce"]
    if mend is not None:
        made["fields"]["mend"] = mend
    made["value"] = sum([person.slots[index].value or 0 for index in told["slots"]])
    return made


def whatever(person: Participant, index: int) -> dict[str, Any]:
    """A slot that passes whatever it shows (FOS-35)."""
    return way([index], person.slots[index].value, None, True, person.slots[index].condition)
