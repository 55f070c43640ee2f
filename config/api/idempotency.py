"""Idempotency keys: a repeated request with the same key is done once and gets the same answer.

Short work and its answer are committed in one transaction, so that a crash leaves both or neither. A view with
`long_work = True` (export, restore, import, upload, conversion, picture) claims its key first and works outside that
transaction (people/idempotency/claims.py): a second request meanwhile gets 409 "idempotency.in-flight". The effect of
such a view is stored under the key in the transaction of the effect; if the process died before it stored the response,
`answer_from_effect(effect)` builds it again. A command of an encounter stores its key itself
(campaigns/encounters/play/storage.py).
"""

import json
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial, wraps
from typing import Any

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from common.endpoint import Endpoint
from config.api.limits import admit, write_rate_limit
from config.api.parameters import check_parameters
from config.api.parsing import UnreadableBody, check_storable_address
from config.api.problems import Problem
from people.access import get_membership
from people.idempotency import claims, keys
from people.idempotency.models import IdempotencyRecord

HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,200}")
Handler = Callable[..., Response]


def site_endpoint(view: type[Endpoint], scope: str) -> type[Endpoint]:
    """The view with what the site adds to every endpoint: checked URLs, scope, rate limits, idempotency keys for POST.

    `Endpoint` has what an endpoint may set and override for its keys."""
    parts: dict[str, Any] = {
        "__doc__": view.__doc__,
        "__module__": view.__module__,
        "token_scope": scope,
        "initial": _initial(view),
        "finalize_response": _finalize_response(view),
    }
    post = getattr(view, "post", None)
    if post is not None and not view.own_key:
        parts["post"] = _with_key(post)
    return type(view.__name__, (view,), parts)


def _initial(view: type[Endpoint]) -> Callable[..., None]:
    def initial(self: Endpoint, request: Request, *args: Any, **kwargs: Any) -> None:
        check_storable_address(request, kwargs)
        if request.method == "POST":
            key_of(request)
        admit(partial(view.initial, self, request, *args, **kwargs), self, request)
        zone = getattr(request.user, "zone", "") if request.auth else ""
        if zone:  # TimeZoneMiddleware knows no tokens; it ends the zone of each request
            timezone.activate(zone)
        check_parameters(self, request)

    return initial


def _finalize_response(view: type[Endpoint]) -> Callable[..., Any]:
    def finalize_response(self: Endpoint, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = view.finalize_response(self, request, response, *args, **kwargs)
        write_rate_limit(request, response)
        return response

    return finalize_response


def key_of(request: Request) -> str | None:
    """The request's key, or None; 400 for one that is not 1 to 200 printable ASCII characters."""
    key = request.headers.get(HEADER)
    if key is not None and not KEY.fullmatch(key):
        message = f"{HEADER} is 1 to 200 printable ASCII characters without spaces; a UUID is fine."
        raise UnreadableBody("idempotency.key", message, header=HEADER)
    return key


def _with_key(post: Handler) -> Handler:
    @wraps(post)
    def guarded(self: Endpoint, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = key_of(request)
        if key is None:
            return post(self, request, *args, **kwargs)
        fingerprint = keys.request_fingerprint("POST", request.get_full_path(), request.data)
        bound = getattr(request.user, "bound_campaign_id", None)
        if bound is not None:  # it gets no answer that another token of the same person received
            fingerprint = keys.request_fingerprint("POST", f"campaign {bound}", fingerprint)
        work = partial(post, self, request, *args, **kwargs)
        return (_run_with_claim if self.long_work else _in_one_transaction)(self, key, fingerprint, work)

    return guarded


def _in_one_transaction(view: Endpoint, key: str, fingerprint: str, work: Callable[[], Response]) -> Response:
    """Runs short work: the effect and its response are committed together."""
    with transaction.atomic():
        record = keys.lock_key(user=view.user, key=key, fingerprint=fingerprint)
        if record.fingerprint != fingerprint or record.status:
            return _repeat_response(view, record, fingerprint)
        response = work()
        keys.store_response(record=record, status=response.status_code, body=_stored_answer(view, response.data))
        return response


def _run_with_claim(view: Endpoint, key: str, fingerprint: str, work: Callable[[], Response]) -> Response:
    """Runs long work: claims the key, works in other transactions, and stores the response."""
    try:
        record = claims.claim(user=view.user, key=key, fingerprint=fingerprint, owner=_owner(view.request))
        if record.fingerprint != fingerprint or record.status or record.effect is not None:
            return _repeat_response(view, record, fingerprint)
        response = _work_on(record, work)
    except claims.InFlight:
        message = _("This request is still running. Ask again in a moment.")
        raise Problem(409, "idempotency.in-flight", message, headers={"Retry-After": "2"}) from None
    body = _stored_answer(view, response.data)
    if keys.too_long(body) and not view.has_effect:
        claims.release(record)  # the same request gives the same answer again
    else:
        claims.store(record, status=response.status_code, body=body)
    return response


def _work_on(record: IdempotencyRecord, work: Callable[[], Response]) -> Response:
    """Does the claimed work; a refusal leaves the key free for the corrected request."""
    try:
        with claims.claim_context(record):
            return work()
    except Exception:
        with suppress(DatabaseError):  # a claim that cannot be released expires by itself
            claims.release(record)
        raise


def _owner(request: Request) -> str:
    """A name for this request, which stays the same if the request is repeated after an outage of the database."""
    plain: Any = request._request
    if not hasattr(plain, "claim_owner"):
        plain.claim_owner = secrets.token_hex(16)
    return str(plain.claim_owner)


def _repeat_response(view: Endpoint, record: IdempotencyRecord, fingerprint: str) -> Response:
    """The answer to a request that was done before."""
    if record.fingerprint != fingerprint:
        message = _("This %(header)s was used for a different request. Use a new one.") % {"header": HEADER}
        raise Problem(422, "idempotency.reused", message)
    if "campaign_id" in view.kwargs:
        get_membership(view.user, view.kwargs["campaign_id"])  # nobody who has left gets a stored answer
    if record.effect is not None and (record.dropped or not record.status):
        response: Response = view.answer_from_effect(record.effect)
    elif record.dropped:
        message = _("This request was carried out once. Its response was too long to be stored. Fetch the result.")
        raise Problem(409, "idempotency.dropped", message)
    else:
        response = Response(view.repeated_answer(record.body), record.status)
    response["Idempotent-Replayed"] = "true"
    return response


def _stored_answer(view: Endpoint, data: Any) -> Any:
    return view.stored_answer(json.loads(JSONRenderer().render(data) or b"null"))
