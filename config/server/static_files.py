"""Static files whose addresses are cached, because a page has about ten of them."""

from functools import lru_cache
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Static files with a hash in their name, for production. The files do not change while a process runs.

    Only these names are kept, so the icons in the manifest of the installed site get them too."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.webmanifest", ((r'(?P<matched>"src": "(?P<url>[^"]+)")', '"src": "%(url)s"'),)),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = lru_cache(maxsize=1024)(super().url)

    def url(self, name: str | None, force: bool = False) -> str:
        """The address of a file."""
        return self._address(name, force)
