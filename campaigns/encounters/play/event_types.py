"""The events that the site adds to those of the games, by type, with their fields; for the reference of the API."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypedDict, get_args, get_type_hints

import msgspec
from msgspec import Meta

Everyone = Annotated[Literal["all"], Meta(description="Everyone may see it.")]
Some = Annotated[list[str], Meta(description='Who may see it: ids of participants, or "gm".')]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class TableEvent(TypedDict):
    """What every event of the site has."""

    text: Annotated[str, Meta(description="What happened, in plain sentences.")]
    rules: Annotated[list[str], Meta(max_length=0, description="Always empty: no rule of the game decided it.")]


class Promised(TableEvent):
    """The site has chosen its secret before dealing; the promise proves later that it was not exchanged."""

    type: Literal["promised"]
    promise: Annotated[Hash, Meta(description="The SHA-256 of the secret, in lower-case hex.")]
    visible_to: Everyone


class Word(TableEvent):
    """A player's word is part of the deal."""

    type: Literal["word"]
    who: Annotated[str, Meta(description="Who gave it.")]
    word: Annotated[str, Meta(description="The word.")]
    salt: Annotated[str, Meta(description="With the word it gives the seal.")]
    seal: Annotated[Hash, Meta(description="What was published before the word was known.")]
    visible_to: Everyone


class Closing(TableEvent):
    """The rest of the draw pile is shown after the end."""

    type: Literal["closing"]
    opened: Annotated[
        list[dict[str, str | int]], Meta(description="Each card, its shuffle, its position and its salt.")
    ]
    visible_to: Everyone


class SecretOpened(TableEvent):
    """The site shows its secret, so that anyone can compute the whole deal again."""

    type: Literal["secret-opened"]
    secret: Annotated[Hash, Meta(description="The secret, as 64 hex digits.")]
    visible_to: Everyone


class Rewound(TableEvent):
    """Commands are undone; they stay in the list of events, marked as struck."""

    type: Literal["rewound"]
    strikes: Annotated[list[int], Meta(description="The numbers of these commands.")]
    visible_to: Everyone


class Kept(TableEvent):
    """After an undo, what sheets keep of the end that was undone."""

    type: Literal["kept"]
    visible_to: Some


class PassedFor(TableEvent):
    """Someone decides for a player who is away."""

    type: Literal["passed-for"]
    target: Annotated[str, Meta(description="For whom: the id of a participant.")]
    visible_to: Everyone


class Drawing(TableEvent):
    """Cards of the table's own deck are awaited, or have been entered."""

    type: Literal["drawing"]
    visible_to: Everyone


class Control(TableEvent):
    """Someone else plays a participant now."""

    type: Literal["control"]
    target: Annotated[str, Meta(description="The id of the participant.")]
    visible_to: Annotated[
        Literal["all"] | list[str], Meta(description="Everyone, or only those who know of a hidden participant.")
    ]


EVENTS: Final[Mapping[str, type]] = {
    get_args(get_type_hints(shape)["type"])[0]: shape
    for shape in (Promised, Word, Closing, SecretOpened, Rewound, Kept, PassedFor, Drawing, Control)
}


def describe_events() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each event by a name such as "TableRewoundEvent"."""
    _roots, schemas = msgspec.json.schema_components([*EVENTS.values()])
    return {f"Table{name}Event": {**schema, "title": f"Table{name}Event"} for name, schema in schemas.items()}
