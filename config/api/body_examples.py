"""Examples of request bodies in the reference; tests/site/api/test_body_examples.py sends each of them."""

from typing import Any, Final

from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.modules.format import schema

# By operation. Ids are those of rows that the reader replaces.
EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "invitations_create": {"role": "player", "uses": 4, "days": 7},
    "characters_create": {"name": "Odo", "kind": "npc", "about": "The ferryman.", "visible": False},
    "sessions_create": {"title": "The ford", "starts": "2027-03-05T19:30:00", "remind_hours": 24},
    "encounters_create": {
        "title": "At the ford",
        "notes": "They are bored.",
        "groups": [{"character": 1}, {"monster": 1, "count": 2, "group": "bandits", "names": ["Till"]}],
    },
    "log_create": {
        "text": "Who goes there?",
        "kind": "say",
        "speaker": "Mara",
        "source": "discord",
        "external_id": "1297482034",
        "happened_at": "2027-03-05T20:14:00+01:00",
    },
    "log_create_many": {
        "entries": [
            {"text": "We ford the river.", "kind": "do", "source": "recorder", "external_id": "17"},
            {"text": "The miller lies.", "audience": "gm", "source": "recorder", "external_id": "18"},
        ]
    },
    "world_create": {"kind": "location", "name": "The Mill", "text": "It stands still.\n\n:::secret\nA cellar.\n:::"},
    "campaign_awards_create": {"amount": 1, "reason": "Crossed the ford", "characters": [1]},
    "imports_create": {"module": "the-ferry", "version": "1.0.0", "party_size": 4, "dry_run": True},
    "webhooks_create": {"url": "https://example.com/hook", "topics": ["log", "session"], "shape": "standard"},
    "campaigns_change": {"summary": "Salt, and those who sell it.", "pass_after": 3, "revision": 1},
    "characters_change": {"notes": "She owes Otto a song.", "reason": "The ferry", "revision": 1},
    "characters_hand_over": {"owner": None, "seats": True, "reason": "She moved away."},
    "characters_hit_points": {"change": -2, "reason": "A fall"},
    "awards_create": {"amount": 1, "reason": "Talked to the miller"},
    "sessions_change": {"status": "held", "attendance": [1], "notes": "It rang twice.", "revision": 1},
    "recaps_write": {"audience": "gm", "text": "It rang, and nobody slept.", "revision": 0},
    "proposed_dates_create": {"dates": ["2027-03-05T19:30:00"], "expires": "2027-03-01T12:00:00"},
    "proposed_dates_answer": {"answer": "yes"},
    "log_correct": {"text": "We met the ferrywoman."},
    "encounters_change": {"title": "At the upper ford", "notes": "They have a dog.", "revision": 1},
    "commands_give": {
        "command": {"type": "adjust", "actor": "gm", "target": "mara", "hp": 3, "reason": "She drank."},
        "seen": 0,
    },
    "world_change": {"text": "It turns again.", "tags": ["river"], "reason": "They mended it.", "revision": 1},
    "world_show": {"how": "The miller told them."},
    "ties_create": {"from_page": 1, "to_page": 2, "kind": "other", "words": "owes", "back": "lent to", "since": "310"},
    "quest_lines_create": {"text": "Find the miller", "kind": "step"},
    "page_templates_create": {"name": "Tavern", "kind": "location", "text": "Who sits here?", "tags": ["inn"]},
    "maps_create": {"title": "The river", "visibility": "party", "wide": 12.5, "unit": "miles"},
    "map_pins_create": {"x": 0.25, "y": 0.5, "label": "The ford", "visibility": "party"},
    "map_areas_create": {"name": "The cave", "points": [[0.6, 0.6], [0.9, 0.6], [0.9, 0.9]]},
    "map_visits_create": {"pin": 1, "session": 1},
    "dates_create": {"page": 1, "date": "312-1-9", "label": "The mill burned"},
    "planned_events_create": {"title": "The market", "date": "312-2-1", "audience": "all"},
    "calendar_advance": {"days": 1},
    "catalogue_rows_create": {"kind": "weapon", "name": "Boathook", "text": "Two paces of ash."},
    "monsters_change": {"text": "It fears bells.", "reason": "Seen in session 3", "revision": 1},
    "objects_note": {"notes": "They left it locked.", "revision": 1},
    "books_create": {"audience": "party"},
    "exports_create": {"whole": False},
    "calls_save": {
        "mail_after": 8,
        "quiet_from": "22:00",
        "quiet_until": "08:00",
        "remind": True,
        "webhook_url": "https://example.com/my-turn",
        "webhook_after": 1,
        "revision": 1,
    },
}


def add_examples(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Adds the examples; those with figures of a game have them from the example of the module format."""
    (module,) = schema.load()["examples"]
    system, monster = module["module"]["rulesets"][0]["ruleset"], module["monsters"][0]
    examples = EXAMPLES | {
        "campaigns_create": {"name": "The Salt Road", "system": system, "zone": "Europe/Berlin"},
        "monsters_create": {"name": monster["name"], "stats": monster["stats"][system]},
        "checks_resolve": {"system": system, "kind": "skill-check", "inputs": {"difficulty": 8, "background": True}},
        "calendar_write": {"definition": write_definition(PRESETS["twelve-moons"][1]), "date": "3 Leafmoon 312"},
        "modules_upload": module,
        "modules_validate": module,
    }
    for methods in result["paths"].values():
        for operation in methods.values():
            if operation["operationId"] in examples:
                operation["requestBody"]["content"]["application/json"]["example"] = examples[operation["operationId"]]
    return result
