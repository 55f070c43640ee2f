"""The service worker, which must be served from the root, and the page shown without a network."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """static/js/sw.js under /sw.js, so that its reach is the whole site."""
    script = Path(str(finders.find("js/sw.js"))).read_bytes()
    response = HttpResponse(script, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What to do without a network: the sheets last seen still open."""
    return render(request, "offline.html")
