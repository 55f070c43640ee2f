"""The type of requests after the middleware."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """A request for a page; `htmx` is true if an open page requests a fragment."""

    htmx: HtmxDetails
