"""Named types of the events that games share, and of the fields that many events have.

They are for documentation, for the type checker and for the API's schemas. Nothing checks them while a game is played.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict, get_args, get_type_hints

from rules.engine.codec import Meta

Who = Annotated[str, Meta(description="The id of a participant.")]
Actor = Annotated[str, Meta(description='Who did it: the id of a participant, or "gm".')]
Target = Annotated[str, Meta(description="Whom it concerns: the id of a participant.")]
Gm = Annotated[Literal["gm"], Meta(description="The game master did it.")]
Card = Annotated[
    str,
    Meta(
        pattern=r"\A([2-9TJQKA][CDHS]|XX)\Z",
        description="A card: its rank and its suit, such as TD for the ten of diamonds; XX is a joker.",
    ),
]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z", description="A SHA-256 in lower-case hex.")]
Count = Annotated[int, Meta(ge=0)]
RoundNumber = Annotated[int, Meta(ge=1, description="The number of the round, from 1.")]
Supplied = Annotated[
    Literal[True],
    Meta(description="Present if people entered these cards or dice, from a real deck or real dice."),
]


Place = Annotated[
    list[int], Meta(min_length=2, max_length=2, description="The number of a shuffle, and the place in it from 0.")
]


class AnyEvent(TypedDict):
    """What every event has."""

    text: Annotated[str, Meta(description="What happened, as one plain sentence.")]
    rules: Annotated[list[str], Meta(description="The ids of the rules that decided it.")]


class PublicEvent(AnyEvent):
    """What every event has that everyone may see."""

    visible_to: Annotated[Literal["all"], Meta(description="Everyone may see it.")]


class PrivateEvent(AnyEvent):
    """What every event has that only some may see."""

    visible_to: Annotated[list[str], Meta(description='Who may see it: ids of participants, or "gm".')]


class OpenedDie(TypedDict):
    """The proof of a die that the site rolled; `rules.engine.dice` says how to check it."""

    series: Annotated[int, Meta(ge=1, description="The series of sealed dice.")]
    die: Annotated[int, Meta(ge=0, description="The number of the die in its series, from 0.")]
    sides: Annotated[int, Meta(ge=2, description="The sides of the die.")]
    value: Annotated[int, Meta(ge=1, description="What it shows.")]
    block: Annotated[Hash, Meta(description="The secret block, as 64 hex digits; the seal is its SHA-256.")]


class Rolled(TypedDict):
    """Where the dice of an event came from."""

    opened: NotRequired[Annotated[list[OpenedDie], Meta(description="The proofs of the dice that the site rolled.")]]
    supplied: NotRequired[Supplied]


class OpenedCard(TypedDict):
    """The proof of a card that was shown; `rules.engine.fairness` says how to check it."""

    card: Card
    shuffle: Annotated[int, Meta(ge=1, description="The number of the shuffle.")]
    position: Annotated[int, Meta(ge=0, description="The place in the shuffled pile, from 0 at the top.")]
    salt: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z", description="The salt of its commitment, 32 hex digits.")]


class Shown(TypedDict):
    """Where the cards of an event came from."""

    opened: NotRequired[Annotated[list[OpenedCard], Meta(description="The proofs of the cards from the site's deck.")]]
    supplied: NotRequired[Supplied]


class Sealed(PublicEvent):
    """Dice are sealed before they are rolled."""

    type: Literal["sealed"]
    series: Annotated[int, Meta(ge=1, description="The series of sealed dice.")]
    first: Annotated[int, Meta(ge=0, description="The number of the first of these dice, from 0.")]
    seals: Annotated[list[Hash], Meta(description="The SHA-256 of `series:number:block` for each die.")]


class Shuffled(PublicEvent):
    """The draw pile was shuffled; the commitments prove later that no card was exchanged."""

    type: Literal["shuffled"]
    shuffle: Annotated[int, Meta(ge=1, description="The number of the shuffle.")]
    cards: Annotated[int, Meta(ge=0, description="How many cards the draw pile has.")]
    commitments: Annotated[list[Hash], Meta(description="A commitment to each card, top first.")]
    decks: NotRequired[Annotated[int, Meta(ge=1, description="The number of decks, when there are jokers.")]]
    jokers: NotRequired[Annotated[int, Meta(ge=0, description="The number of jokers in all decks.")]]
    supplied: NotRequired[Supplied]


class Mixed(PublicEvent):
    """The players shuffle their own deck."""

    type: Literal["mixed"]
    cards: Annotated[int, Meta(ge=0, description="How many cards the draw pile has.")]
    supplied: Supplied


class Hidden(PrivateEvent):
    """Someone is here, hidden; only those who know of them see it."""

    type: Literal["hidden"]
    target: Target


class LeftHidden(PrivateEvent):
    """Someone leaves who was hidden until the end."""

    type: Literal["left-hidden"]
    target: Target


class StaysHidden(PrivateEvent):
    """A hidden participant passes; nobody else notices."""

    type: Literal["stays-hidden"]
    actor: Actor


class Appeared(PublicEvent):
    """A hidden participant appears; from now on everyone sees them."""

    type: Literal["revealed"]
    target: Target
    name: Annotated[str, Meta(description="Their name.")]


HIDING = (Hidden, LeftHidden, Appeared)


def events_by_type(*shapes: type) -> Mapping[str, type]:
    """The types of events by the value of their field `type`."""
    return {get_args(get_type_hints(shape)["type"])[0]: shape for shape in shapes}
