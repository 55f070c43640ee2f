"""The participants of Fortune and Power, as a setup takes them."""

from typing import Any


def pc(ref: str, traits: dict[str, int] | None = None, /, **more: Any) -> dict[str, Any]:
    """A player character for the setup."""
    return {"id": ref, "name": ref.title(), "side": "players", "kind": "pc", "traits": traits or {}, **more}


def npc(ref: str, traits: dict[str, int] | None = None, /, **more: Any) -> dict[str, Any]:
    """An opponent for the setup."""
    return {"id": ref, "name": ref.title(), "side": "monsters", "kind": "npc", "traits": traits or {}, **more}
