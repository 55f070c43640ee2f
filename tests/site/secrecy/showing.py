"""Differences between two worlds, as a failing test says them."""


def said(found: dict[str, tuple[str, str]]) -> str:
    """What was asked, and the place of the first difference in both worlds; "" where there is none."""
    return "\n".join(f"{asked}\n  one: {one!r}\n  two: {other!r}" for asked, (one, other) in sorted(found.items()))
