"""What the views of a campaign share."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise

from characters.answers import told


def act_or_tell(
    request: HttpRequest, act: Callable[[], Any], done: str | Promise, to: str, **kwargs: Any
) -> HttpResponse:
    """Runs the action of a lone button and goes back to the page, with what was done or why not."""
    told(request, act, done)
    return redirect(to, **kwargs)
