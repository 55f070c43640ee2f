"""What is stored of a draw from a physical deck while the encounter waits for its cards, and what follows from it."""

import secrets
from collections import Counter
from typing import Any, NotRequired, TypedDict

BEGIN = "begin"
COMMAND = "command"
# What an owner ("" for cards shown to all) draws: the owner, how many cards, and what they are for.
Need = tuple[str, int, str]
CardsByOwner = dict[str, list[str]]


class DealtSeats(TypedDict):
    """Who takes part in a deal, and the members who play them."""

    names: dict[str, str]
    who: dict[str, int | None]


class DrawBody(TypedDict):
    """The JSON of an EncounterDraw: the deal or the command that waits, and the cards that were entered for it."""

    # BEGIN for the deal, COMMAND for a command that draws.
    do: str
    # The id of the user who gave the command or dealt.
    by: int
    needs: list[Need]
    # The cards of earlier questions of the same draw, and those of the present question.
    given: CardsByOwner
    typed: NotRequired[CardsByOwner]
    names: dict[str, str]
    # Tells this question apart from every other one at this table; draws of older versions have none.
    question: NotRequired[str]
    # Of the deal: its seed, and the members who play the participants.
    seed: NotRequired[str]
    who: NotRequired[dict[str, int | None]]
    # Of a command: what was sent, with its key and fingerprint, and the row of a participant who joins.
    command: NotRequired[dict[str, Any]]
    key: NotRequired[str | None]
    fingerprint: NotRequired[str]
    seat: NotRequired[dict[str, Any] | None]
    # After conflicts: how many, how many cards of each hand are entered again, and the hands that were.
    conflicts: NotRequired[int]
    held: NotRequired[dict[str, int]]
    hands: NotRequired[CardsByOwner]


def new_question_key() -> str:
    """The name of a draw's first question; a random one, because a deal changes no number of the encounter."""
    return f"{secrets.token_hex(4)}-1"


def next_question(body: DrawBody) -> str:
    """The name of the question that follows the present one of the same draw."""
    draw, _dash, count = body.get("question", "0-0").partition("-")
    return f"{draw}-{int(count) + 1}"


def draw_of(question: str) -> str:
    """The name of the draw that a question belongs to."""
    return question.partition("-")[0]


def counts_to_enter(body: DrawBody) -> dict[str, int]:
    """How many cards each owner must still enter: the drawn ones, and the hand if it is entered again."""
    counts: Counter[str] = Counter(body.get("held", {}))
    for owner, count, _what in body["needs"]:
        counts[owner] += count
    return {owner: count for owner, count in counts.items() if owner not in body.get("typed", {})}


def add_typed(body: DrawBody) -> DrawBody:
    """The body after all answers: the hands as entered, and the new cards appended to those drawn before."""
    held, cards_by_owner, hands = body.get("held", {}), dict(body["given"]), dict(body.get("hands", {}))
    for owner, cards in body["typed"].items():
        size = held.get(owner, 0)
        if size:
            hands[owner] = cards[:size]
        if len(cards) > size:
            cards_by_owner[owner] = [*cards_by_owner.get(owner, []), *cards[size:]]
    return body | {"given": cards_by_owner, "hands": hands, "held": {}, "typed": {}}


def command_with_cards(body: DrawBody) -> dict[str, Any]:
    """The command that waited, with the cards that players entered."""
    hands = body.get("hands")
    return {**body["command"], "drawn": body["given"]} | ({"held": hands} if hands else {})
