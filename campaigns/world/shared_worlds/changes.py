"""What a newer edition changes in a tie or a pin."""

from typing import Final

NEW: Final = "new"
CHANGED: Final = "changed"
ENDED: Final = "ended"
CHANGES: Final = (NEW, CHANGED, ENDED)
