"""The request as our middleware completes it, for type checks."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """A request for a page; `htmx` is true when a page that is open already asks for a part."""

    htmx: HtmxDetails
