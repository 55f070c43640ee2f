"""Recorded encounters give what the types of their games say."""

from tests.rules.outputs import check_outputs

__all__ = ["check_outputs"]
