"""All tests of the rules compare what the games give with the published types."""

from tests.rules.outputs import check_outputs

__all__ = ["check_outputs"]
