"""The response to a button without a form."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise

from common.form_responses import run_with_message


def run_button(
    request: HttpRequest, act: Callable[[], Any], done: str | Promise, to: str, **kwargs: Any
) -> HttpResponse:
    """Runs a button's action and redirects to the page with a message about the result."""
    run_with_message(request, act, done)
    return redirect(to, **kwargs)
