"""Buttons whose forms carry a key: a phone that had no network sends them again, and they count once."""

import re
from collections.abc import Callable
from typing import Any

from django.db.models import Model
from django.http import QueryDict
from django.utils.crypto import get_random_string

from common.form_responses import run_with_message
from people.idempotency import keys
from people.requests import SignedRequest

KEY = re.compile(r"[0-9A-Za-z_-]{8,64}")
UNCOUNTED_FIELDS = {"key", "csrfmiddlewaretoken"}


def new_key() -> str:
    """A key for the forms of one page, so that a second tap on a button creates nothing."""
    return get_random_string(16)


def posted_key(form: QueryDict) -> str:
    """The key of a posted form; "" for a form without one, as a browser without script sends it."""
    key = form.get("key", "")
    return key if KEY.fullmatch(key) else ""


def key_of_form_and_words(request: SignedRequest) -> str:
    """The key of a posted form with the fingerprint of its words; "" for a form without a key."""
    key, _fingerprint = _key_and_fingerprint(request)
    return key


def run_keyed_with_message(request: SignedRequest, act: Callable[[], Any]) -> bool:
    """Runs the action of a lone button, once for each key; a refusal is a message on the next page.

    A form without a key, as a browser without script sends it, runs each time.
    """
    key = posted_key(request.POST)
    if not key:
        return run_with_message(request, act)
    fingerprint = _form_fingerprint(request)
    return run_with_message(
        request, lambda: keys.run_once(user=request.user, key=key, fingerprint=fingerprint, act=act)
    )


def run_form_once(request: SignedRequest, act: Callable[[], Any]) -> bool:
    """Runs the action of a form that writes something new, once for each key and words; always True.

    Someone who goes back in the browser and writes other words with the same form writes something else."""

    def act_silently() -> None:
        act()

    answer_form_once(request, act_silently)
    return True


def make_row_once(request: SignedRequest, make: Callable[[], Model]) -> int:
    """Makes a row with a form, once for each key and words; returns the row's primary key, also the second time."""
    return int(answer_form_once(request, lambda: make().pk))


def answer_form_once(request: SignedRequest, act: Callable[[], Any]) -> Any:
    """Runs the action of a form once for each key and words; returns its answer (JSON), also the second time."""
    key, fingerprint = _key_and_fingerprint(request)
    if not key:
        return act()
    return keys.respond_once(user=request.user, key=key, fingerprint=fingerprint, act=act)


def _key_and_fingerprint(request: SignedRequest) -> tuple[str, str]:
    """The key of a posted form with its fingerprint, and the fingerprint alone; both "" for a form without a key."""
    key = posted_key(request.POST)
    fingerprint = _form_fingerprint(request) if key else ""
    return f"{key}-{fingerprint}" if key else "", fingerprint


def _form_fingerprint(request: SignedRequest) -> str:
    fields = {name: values for name, values in request.POST.lists() if name not in UNCOUNTED_FIELDS}
    for name, files in request.FILES.lists():
        fields[name] = [keys.request_fingerprint("", "", file) for file in files]
        for file in files:
            file.seek(0)
    return keys.request_fingerprint("POST", request.path, fields)
