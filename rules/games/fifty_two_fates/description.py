"""What 52 Fates says of itself: name, options, units of experience, commands, checks."""

from typing import Any

from rules.engine.json_types import Description
from rules.games.fifty_two_fates import checks, moves, tables

OPTIONS: dict[str, dict[str, Any]] = {
    "fd_hand": {
        "default": "level",
        "choices": ["level", "hand"],
        "words": {"level": "the highest level", "hand": "the highest level + 2"},
        "label": "Cards in the Fate Dealer's hand",
        "rule": "F52-11",
    },
    "fd_extra_cards": {
        "default": 0,
        "min": 0,
        "max": 10,
        "label": "More cards for the Fate Dealer's hand",
        "rule": "F52-11",
    },
}


def describe() -> Description:
    """See `rules.engine.game.Game.description`."""
    return {
        "slug": tables.SLUG,
        "name": "52 Fates",
        "gm": "Fate Dealer",
        "credit": {
            "words": "One deck for the whole table and a secret hand for everyone. High cards win, aces trump.",
            "maker": "Dice Pencil & Paper",
            "licence": "The author's own game; no licence is stated.",
        },
        "chance": "cards",
        "classes": ["warrior", "wizard"],
        "options": {name: dict(option) for name, option in OPTIONS.items()},
        "frequent_orders": ["adjust", "incapacitate", "release", "reveal", "next-round", "end"],
        # A healthy participant has nothing to be released from, so pages show the order for these conditions alone.
        "orders_for_conditions": {"release": ["partial", "full", "unconscious", "prone"]},
        "commands": list(moves.MOVES),
        "checks": list(checks.KINDS),
        "experience": {
            "units": [{"key": "encounters", "one": "encounter", "many": "encounters", "most": 245}],
            "per_encounter": {"unit": "encounters", "amount": 1},
        },
        "simulates": True,
        "opponents": True,
        "groups": True,
        # At a table of the site nobody waits for somebody who has no card to defend with.
        "site_setup": {"only_useful_questions": True},
    }
