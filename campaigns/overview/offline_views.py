"""The service worker, which must be served from the root, and the pages that it shows without a network."""

from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.overview.offline_queries import list_pages_to_keep
from people.requests import SignedRequest


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serves static/js/sw.js under /sw.js, so that its scope is the site."""
    script = Path(str(finders.find("js/sw.js"))).read_bytes()
    response = HttpResponse(script, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """The page shown without a network; recently opened sheets still work."""
    return render(request, "campaigns/overview/offline.html")


@require_safe
def hand_page(request: HttpRequest) -> HttpResponse:
    """The page in which the service worker shows the hand that someone last saw at a running table."""
    return render(request, "campaigns/overview/offline_hand.html")


@login_required
@require_safe
def pages_to_keep(request: SignedRequest) -> JsonResponse:
    """The pages that the service worker fetches ahead, so that they can be read without a network."""
    response = JsonResponse({"pages": list_pages_to_keep(request.user)})
    response["Cache-Control"] = "no-store"
    return response
