"""Writes a trace as TOML, one value a line; null has no place in TOML and is left out."""

import json
from typing import Any


def inline(value: Any) -> str:
    """A JSON value as a TOML value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(inline(part) for part in value) + "]"
    fields = [f"{json.dumps(key)} = {inline(part)}" for key, part in value.items() if part is not None]
    return "{ " + ", ".join(fields) + " }"


def without_null(value: Any) -> Any:
    """The value as it comes back from TOML."""
    if isinstance(value, dict):
        return {key: without_null(part) for key, part in value.items() if part is not None}
    return [without_null(part) for part in value] if isinstance(value, list) else value


def written(trace: dict[str, Any]) -> str:
    """A whole trace: its head, the steps, and the views at the end."""
    lines = [f"{name} = {inline(trace[name])}" for name in ("title", "rules", "seed")]
    lines += ["", "[setup]"]
    setup = trace["setup"]
    lines += [f"{name} = {inline(setup[name])}" for name in setup if name != "participants"]
    for participant in setup["participants"]:
        lines += ["", "[[setup.participants]]"] + [
            f"{json.dumps(key)} = {inline(participant[key])}" for key in participant
        ]
    lines += ["", "[opening]", *events(trace["opening"]["events"])]
    for step in trace["step"]:
        lines += ["", "[[step]]", f"command = {inline(step['command'])}"]
        lines += [f"{name} = {inline(step[name])}" for name in ("refused", "after") if name in step]
        lines += events(step["events"]) if "events" in step else []
    for viewer, view in trace["view"].items():
        lines += ["", f"[view.{viewer}]"] + [
            f"{key} = {inline(part)}" for key, part in view.items() if part is not None
        ]
    return "\n".join(lines) + "\n"


def events(told: list[dict[str, Any]]) -> list[str]:
    """The events of a step, one a line."""
    return ["events = [", *[f"  {inline(event)}," for event in told], "]"]
