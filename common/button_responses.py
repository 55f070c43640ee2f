"""Responses that redirect to a page with a message."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.encoding import force_str
from django.utils.functional import Promise

from common.form_responses import run_with_message


def run_button(
    request: HttpRequest, act: Callable[[], Any], done: str | Promise, to: str, **kwargs: Any
) -> HttpResponse:
    """Runs a button's action and redirects to the page with a message about the result."""
    run_with_message(request, act, done)
    return redirect(to, **kwargs)


def redirect_with_message(request: HttpRequest, done: str | Promise, to: str, **kwargs: Any) -> HttpResponse:
    """Redirects to the page with a message about what was done."""
    messages.success(request, force_str(done))
    return redirect(to, **kwargs)
