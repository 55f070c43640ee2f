"""Static files whose addresses are cached, because a page has about ten of them."""

from functools import lru_cache
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Static files with a hash in their name, for production. The files do not change while a process runs."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = lru_cache(maxsize=1024)(super().url)

    def url(self, name: str | None, force: bool = False) -> str:
        """The address of a file."""
        return self._address(name, force)
