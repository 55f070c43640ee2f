"""A process examines few objects while it loads the site, and a worker leaves what it loaded out of later ones."""

import subprocess
import sys

from config.server.garbage_collection import YOUNG_OBJECTS

CODE = """
import gc, os
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django; django.setup()
from config.server.garbage_collection import keep_loaded_objects
keep_loaded_objects()
print(gc.get_freeze_count(), len(gc.get_objects()), gc.get_threshold()[0])
"""


def test_the_loaded_objects_of_a_worker_are_not_looked_at_again():
    output = subprocess.run([sys.executable, "-c", CODE], check=True, capture_output=True, text=True).stdout
    frozen, watched, threshold = map(int, output.split())
    assert frozen > 100_000
    assert watched < frozen / 100
    assert threshold == YOUNG_OBJECTS


def test_loading_the_site_starts_few_collections():
    code = CODE.split("from config")[0] + "import config.urls\nprint(*(kind['collections'] for kind in gc.get_stats()))"
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    youngest, middle, oldest = map(int, output.split())
    assert youngest < 200, "about 500 with Python's default"
    assert middle < 20
    assert oldest < 2
