"""A repeated request that carries its key again is answered again, and done once."""

import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import transaction
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.actions import keys
from config.api.parsing import Unreadable, check_address
from config.api.problems import Problem

HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,200}")
Handler = Callable[..., Response]


def housed(view: type[APIView]) -> type[APIView]:
    """The view with what the house adds to every endpoint: checked addresses, and keys on what a POST makes.

    A view that keeps keys itself says `own_key = True`; `remember(data)` and `recall(data)` may keep a secret
    out of the stored answer."""
    parts: dict[str, Any] = {
        "__doc__": view.__doc__,
        "__module__": view.__module__,
        "initial": _initial(view),
    }
    post = getattr(view, "post", None)
    if post is not None and not getattr(view, "own_key", False):
        parts["post"] = _once(post)
    return type(view.__name__, (view,), parts)


def _initial(view: type[APIView]) -> Callable[..., None]:
    def initial(self: APIView, request: Request, *args: Any, **kwargs: Any) -> None:
        check_address(request, kwargs)
        if request.method == "POST":
            key_of(request)
        view.initial(self, request, *args, **kwargs)

    return initial


def key_of(request: Request) -> str | None:
    """The request's key, or None; 400 for one that is not 1 to 200 printable ASCII characters."""
    key = request.headers.get(HEADER)
    if key is not None and not KEY.fullmatch(key):
        message = f"{HEADER} is 1 to 200 printable ASCII characters without spaces; a UUID is fine."
        raise Unreadable("idempotency.key", message, header=HEADER)
    return key


def _once(post: Handler) -> Handler:
    @wraps(post)
    def guarded(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = key_of(request)
        if key is None:
            return post(self, request, *args, **kwargs)
        mark = keys.fingerprint("POST", request.path, request.data)
        with transaction.atomic():
            record = keys.claim(user=self.user, key=key, mark=mark)
            if record.fingerprint != mark:
                message = f"This {HEADER} came with another request before; use a new one."
                raise Problem(422, "idempotency.reused", message)
            if record.status:
                return Response(_recalled(self, record.body), record.status, headers={"Idempotent-Replayed": "true"})
            response = post(self, request, *args, **kwargs)
            keys.answered(record=record, status=response.status_code, body=_remembered(self, response.data))
            return response

    return guarded


def _remembered(view: Any, data: Any) -> Any:
    plain = json.loads(JSONRenderer().render(data) or b"null")
    return view.remember(plain) if hasattr(view, "remember") else plain


def _recalled(view: Any, data: Any) -> Any:
    return view.recall(data) if hasattr(view, "recall") else data
