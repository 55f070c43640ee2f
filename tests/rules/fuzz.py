"""Any JSON for the doors of `rules.play`, and what an answer must be; RULES_FUZZ says how many values a door gets."""

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules import play


def fuzz(usually: int) -> settings:
    """How many values each door gets, the same ones every time."""
    return settings(
        max_examples=int(os.environ.get("RULES_FUZZ", str(usually))),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )


def json_values(words: list[str], *more: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """JSON of a few leaves, `words` of the game among them, and `more` leaves of one's own."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        *more,
        st.just(10**40),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(words),
    )
    return st.recursive(leaves, _nested, max_leaves=6)


def _nested(inner: Any) -> Any:
    return st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3))


def survives(prefix: str, call: Callable[[], Any]) -> Any:
    """The answer of a call, or None when it refuses with a code and a sentence that a page can show."""
    try:
        return call()
    except play.Refused as refused:
        refusal = refused
    assert refusal.code
    sentence = refusal.message.encode("utf-8").decode()
    assert sentence[-1] in ".?!"
    assert 8 < len(sentence) < 2000, "a refusal does not repeat what it was given at length"
    assert refusal.rule is None or refusal.rule.startswith(prefix)
    return None
