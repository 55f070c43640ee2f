"""Test clients share what a server does once: listing its static files and remembering the routes of addresses.

Every test client has a handler of its own. Each would list some 260 static files, which takes 14 ms, list them again if
they are collected, and look for the route of every request among some 700. Static files do not change while tests run,
so handlers with the same settings share the lists; routes are remembered as the site's own server does. Servers that
tests start are not changed.
"""

from django.conf import settings
from django.test import client
from whitenoise.middleware import WhiteNoiseMiddleware

from config.server.routes import RouteHandler

_list_finders = WhiteNoiseMiddleware.add_files_from_finders
_list_folder = WhiteNoiseMiddleware.update_files_dictionary
_listed = {}


class SiteClientHandler(RouteHandler, client.ClientHandler):
    """A client's handler that finds routes as the site's own handler does."""


def share_work_of_clients():
    """Lets every test client of this process share the lists of static files, and remember routes."""
    WhiteNoiseMiddleware.add_files_from_finders = _add_files_from_finders
    WhiteNoiseMiddleware.update_files_dictionary = _add_folder
    client.ClientHandler = SiteClientHandler


def _add_files_from_finders(middleware):
    """Adds what the finders give, as `add_files_from_finders` does."""
    places = (settings.STATICFILES_DIRS, settings.STATICFILES_FINDERS, settings.STORAGES, middleware.static_prefix)
    _add_listed_files(middleware, places, lambda: _list_finders(middleware))


def _add_folder(middleware, root, prefix):
    """Adds the files of the folder, as `update_files_dictionary` does."""
    _add_listed_files(middleware, (root, prefix), lambda: _list_folder(middleware, root, prefix))


def _add_listed_files(middleware, places, list_files):
    """Adds the files of these places; lists them only if no client with the same settings did."""
    answers = (middleware.max_age, middleware.charset, middleware.allow_all_origins)
    key = repr((places, answers, middleware.add_headers_function, middleware.index_file))
    if key not in _listed:
        before, middleware.files = middleware.files, {}
        list_files()
        _listed[key], middleware.files = middleware.files, before
    middleware.files |= _listed[key]
