"""Scripts that a page needs together are served as one file, because on a slow line each file costs a second or more.

The source stays one file for each purpose in static/js. A bundle is their texts in order, which is the same to the
browser: the scripts of a page share one scope. `collectstatic` and a development server find bundles like other files.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

SOURCE: Final = settings.BASE_DIR / "static" / "js"
BUNDLES: Final = {
    # Every page of somebody who is signed in.
    "js/bundles/site.js": (
        "kept_plays",
        "reached_again",
        "offline_copy",
        "presses",
        "sending",
        "kept_texts",
        "steppers",
        "link_names",
        "running_table",
        "fatekeeper",
    ),
    # A running table, after the scripts of every page.
    "js/bundles/table.js": (
        "call_choices",
        "calls",
        "coach",
        "explaining",
        "targets",
        "pieces",
        "kept_choices",
        "table",
        "live",
        "keypad",
        "turn_in_sight",
        "own_dice",
        "figures",
        "motion",
        "table_keys",
        "signs",
        "hand_copy",
        "drawer",
    ),
}


def bundle_text(name: str) -> str:
    """The scripts of a bundle in order, each after its name."""
    return "\n".join(
        f"// {script}.js\n{(SOURCE / f'{script}.js').read_text(encoding='utf-8')}" for script in BUNDLES[name]
    )


class BundleFinder(BaseFinder):
    """Finds the bundles as files of the data folder, which it rewrites when a script has changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(location=settings.DATA_DIR / "bundles")

    def check(self, **_kwargs: Any) -> list[CheckMessage]:
        """Nothing can be configured wrongly."""
        return []

    def find(self, path: str, find_all: bool = False) -> Any:
        """The path of a bundle; an empty list for other files."""
        if path not in BUNDLES:
            return []
        found = str(self._write(path))
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """All bundles; none of them can be ignored."""
        del ignore_patterns
        for name in BUNDLES:
            self._write(name)
            yield name, self.storage

    def _write(self, name: str) -> Path:
        path, text = Path(self.storage.path(name)), bundle_text(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Several processes may write it at the same time, and others read it.
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
                file.write(text)
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        return path
