"""Whatever a test here played must replay to what is stored."""

import pytest

from tests.helpers import assert_all_replay


@pytest.fixture(autouse=True)
def _every_encounter_replays(request, db):
    """Checks every encounter of the test in the end, unless the test broke one on purpose (`tampered`)."""
    yield
    if not request.node.get_closest_marker("tampered"):
        assert_all_replay()
