"""Tunes Python's garbage collector for workers.

A worker keeps some 250,000 objects for as long as it runs: modules, models, addresses, templates. With Python's
defaults, it examines all of them again and again while requests are answered.
"""

import gc
from typing import Final

from django.urls import get_resolver

# How many new objects start a collection of the youngest generation; Python's default is 700.
YOUNG_OBJECTS: Final = 10_000


def keep_loaded_objects() -> None:
    """Excludes the objects that are loaded now from later collections; call it once, at the start of a worker."""
    get_resolver()._populate()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
