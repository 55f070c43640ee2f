"""Examples of request bodies in the reference; tests/site/api/test_body_examples.py sends each of them."""

from typing import Any, Final

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
}


def add_examples(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Adds the examples; those with figures of a game have them from the example of the module format."""
    (module,) = schema.load()["examples"]
    system, monster = module["module"]["rulesets"][0]["ruleset"], module["monsters"][0]
    examples = EXAMPLES | {
        "campaigns_create": {"name": "The Salt Road", "system": system, "zone": "Europe/Berlin"},
        "monsters_create": {"name": monster["name"], "stats": monster["stats"][system]},
        "modules_upload": module,
        "modules_validate": module,
    }
    for methods in result["paths"].values():
        for operation in methods.values():
            if operation["operationId"] in examples:
                operation["requestBody"]["content"]["application/json"]["example"] = examples[operation["operationId"]]
    return result
