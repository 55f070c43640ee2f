"""Complete attempts for buttons: each slot or pair of slots with the fields of its command."""

from typing import cast

from rules.engine.offers import Offer
from rules.games.fortune_system.state import Participant
from rules.games.fortune_system.view_types import Condition, FortuneOffer, SlotOutcome, SlotPair, Way


def with_ways(attempt: Offer, participant: Participant) -> Offer:
    """The offer with `ways`: `[{"slots", "value", "applied", "passes", "condition", "pushed", "fields"}]`.

    `applied` is None where the value does not matter. `pushed`: the slot is damaged for it. `fields` are added to
    `fixed` for a complete command. An offer without a choice of slots stays unchanged.
    """
    fortune = cast(FortuneOffer, attempt)
    found = (
        [way for outcome in fortune.get("outcomes", []) for way in single_ways(outcome)]
        if "pairs" not in attempt
        else []
    )
    found += [pair_way(outcome, participant, attempt["example"].get("mend")) for outcome in fortune.get("pairs", [])]
    dice = attempt["choices"].get("dice")
    if not found and dice is not None and dice.get("max") == 1:
        found = [certain_way(participant, index) for index in dice["from"]]
    if found:
        fortune["ways"] = found
    return attempt


def way(slots: list[int], value: int | None, applied: int | None, passes: bool, condition: Condition) -> Way:
    """One way, with the fields that all have."""
    return {
        "slots": slots,
        "value": value,
        "applied": applied,
        "passes": passes,
        "condition": condition,
        "pushed": False,
        "fields": {"dice": slots},
    }


def single_ways(outcome: SlotOutcome) -> list[Way]:
    """One slot with all free reductions; and, if only that passes, with those that damage the slot."""
    plain = way(
        [outcome["slot"]], outcome["value"], outcome["applied"], outcome["passes"], outcome.get("condition", "sound")
    )
    if outcome["reduce"]:
        plain["fields"]["reduce"] = outcome["reduce"]
    pushed = outcome.get("pushed")
    if not pushed or outcome["passes"] or not pushed["passes"]:
        return [plain]
    harder = way([outcome["slot"]], outcome["value"], pushed["applied"], True, plain["condition"])
    harder["pushed"] = True
    harder["fields"]["reduce"] = pushed["reduce"]
    return [plain, harder]


def pair_way(pair: SlotPair, participant: Participant, mend: int | None) -> Way:
    """Two slots whose sum passes; a blown slot is mended if there is one (FOS-36)."""
    pair_attempt = way(pair["slots"], None, pair["applied"], True, "sound")
    if pair["reduce"]:
        pair_attempt["fields"]["reduce"] = pair["reduce"]
    if mend is not None:
        pair_attempt["fields"]["mend"] = mend
    pair_attempt["value"] = sum([participant.slots[index].value or 0 for index in pair["slots"]])
    return pair_attempt


def certain_way(participant: Participant, index: int) -> Way:
    """A slot that passes with any value (FOS-35)."""
    return way([index], participant.slots[index].value, None, True, participant.slots[index].condition)
