"""The schemas of a campaign's game options, from the descriptions that each game gives of its own."""

from typing import Any, Final

from rules import play

SUFFIX: Final = "CampaignOptions"


def option_schemas() -> dict[str, dict[str, Any]]:
    """The schema of the options of every game, by names like "FortuneSystemCampaignOptions"."""
    schemas = {}
    for slug, about in sorted(play.SYSTEMS.items()):
        name = f"{slug.title().replace('-', '')}{SUFFIX}"
        schemas[name] = {
            "type": "object",
            "title": name,
            "description": f"The options of a campaign of {about['name']}; one that is left out has its default.",
            "properties": {key: _option_schema(option) for key, option in about["options"].items()},
        }
    return schemas


def _option_schema(option: dict[str, Any]) -> dict[str, Any]:
    """The schema of one option: a choice, yes or no, or a whole number in a range; null if it can be left open."""
    described = {"description": f"{option['label']} ({option['rule']}).", "default": option["default"]}
    choices = option.get("choices")
    if choices is not None:
        kind = {bool: "boolean", int: "integer", str: "string"}[type(choices[0])]
        return described | {"type": kind} | ({} if kind == "boolean" else {"enum": list(choices)})
    kinds = ["integer", "null"] if option.get("nullable") else "integer"
    return described | {"type": kinds, "minimum": option.get("min", 0), "maximum": option.get("max", 9999)}
