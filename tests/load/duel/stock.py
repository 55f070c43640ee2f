"""An ordinary Django page to compare with: a list of 20 rows behind a sign-in, as the tutorial would write it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings

django.setup(set_prefix=False)

from django.core.handlers.asgi import ASGIHandler  # noqa: E402 (needs the registry of apps)

from tests.load import bench_pages  # noqa: E402

settings.ROOT_URLCONF = bench_pages.__name__
settings.MIDDLEWARE = bench_pages.STOCK
application = ASGIHandler()
