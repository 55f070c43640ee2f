"""An evening with a GM and six phones on slow lines in headless Chromium, and how long each kind of tap takes.

Run: `python -m tests.load.evening`; CHROMIUM_PATH names the browser. The figures depend on the lines first, then on
the machine: the load is printed before and after each game.
"""

import os

# The helpers of the browser tests and the seed import models.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("FATEKEEPER_MODE", "test")

import django

django.setup(set_prefix=False)
