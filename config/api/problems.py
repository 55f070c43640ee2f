"""Every error of the API as problem+json (RFC 9457)."""

from collections.abc import Iterator, Mapping
from functools import singledispatch
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied
from django.core.exceptions import ValidationError as FormError
from django.db import DataError
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from campaigns.encounters import play as table
from campaigns.modules.format.faults import ModuleConflict, ModuleInvalid
from common import strict_json
from common.bounded.limits import NoProcessFree
from common.edit_conflicts import EditConflict
from common.endpoint import NoStreamHere
from config.api.codes import CODES
from config.api.parsing import UnreadableBody
from rules import play

MEDIA_TYPE = "application/problem+json"
# Links to the site's own page of codes; relative, as RFC 9457 allows. A code of a game's rules leads to the paragraph
# about them.
TYPE = "/api/docs/problems/#{place}"
TITLES = {
    400: "The request cannot be read",
    401: "Sign in or send a token",
    403: "You may not do this",
    404: "Not found",
    405: "This address does not support that method",
    406: "Only JSON responses are available",
    408: "The request arrived too slowly",
    409: "This conflicts with what is there",
    412: "Something has changed since",
    413: "The request is too large",
    415: "This address does not accept that media type",
    422: "The request was refused",
    428: "Say which revision you read",
    429: "Too many requests",
    501: "Not available on this server",
    503: "The site cannot respond right now",
    507: "The site's disk is full",
}
STALE = {"stale", "plan.stale"}  # the codes of 409 that mean the same as 412
RETRY = {"Retry-After": "10"}
# Codes of REST framework that have another name here.
RENAMED_CODES = {"not_found": "not-found", "permission_denied": "forbidden", "not_authenticated": "not-signed-in"}


class Problem(Exception):
    """An error response: `status`, a stable `code`, a sentence, and further members."""

    def __init__(
        self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.members = members
        self.headers = dict(headers or {})

    def body(self) -> dict[str, Any]:
        """The members of the problem document, in reading order."""
        title = TITLES.get(412 if self.code in STALE else self.status, "The request was refused")
        place = self.code if self.code in CODES else "rules"
        head = {"type": TYPE.format(place=place), "title": title, "status": self.status}
        return {**head, "detail": self.detail, "code": self.code, **self.members}

    def response(self) -> Response:
        """The response for REST framework to render."""
        return Response(self.body(), self.status, content_type=MEDIA_TYPE, headers=self.headers)


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Converts an exception of an endpoint to a problem; an unknown exception is a bug and becomes a 500."""
    problem = problem_for(error)
    if problem is None:
        return None
    if isinstance(error, EditConflict) and context["request"].headers.get("If-Match"):
        problem.status = 412
    if isinstance(error, exceptions.UnsupportedMediaType):
        accepted = ", ".join(dict.fromkeys(parser.media_type for parser in context["view"].get_parsers()))
        problem.detail = _("Send %(accepted)s.") % {"accepted": accepted}
    set_rollback()
    return problem.response()


@singledispatch
def problem_for(_error: Exception) -> Problem | None:
    """The problem for an exception; None for a bug."""
    return None


@problem_for.register
def _problem(error: Problem) -> Problem:
    return error


@problem_for.register
def _not_found(_error: Http404) -> Problem:
    # The same sentence for missing rows and for rows that the caller may not see.
    return Problem(404, "not-found", _("This does not exist, or you may not see it."))


@problem_for.register
def _denied_problem(error: PermissionDenied) -> Problem:
    return Problem(403, "forbidden", str(error) or _("You may not do this. Ask your GM."))


@problem_for.register
def _refused_problem(error: play.Refused) -> Problem:
    return Problem(422, error.code, error.message, rule=error.rule)


@problem_for.register
def _stale_table(error: table.StaleCommand) -> Problem:
    return Problem(409, "stale", str(error), number=error.number)


@problem_for.register
def _key_reused(error: table.KeyReused) -> Problem:
    return Problem(422, "idempotency.reused", str(error))


@problem_for.register
def _stale_row(error: EditConflict) -> Problem:
    sentence = _("Someone has changed “%(name)s” since you read it. Read it again and repeat your change.")
    return Problem(409, "stale", sentence % {"name": error.name}, revision=error.revision)


@problem_for.register
def _module_invalid(error: ModuleInvalid) -> Problem:
    errors = [fault.as_json() for fault in error.errors]
    status, code = (400, errors[0]["code"]) if error.malformed else (422, "module-invalid")
    detail = errors[0]["message"]
    if len(errors) > 1:
        detail = _("The module has %(count)s errors.") % {"count": len(errors)}
    warnings = [warning.as_json() for warning in error.warnings]
    return Problem(status, code, detail, errors=errors, warnings=warnings, truncated=error.truncated)


@problem_for.register
def _module_conflict(error: ModuleConflict) -> Problem:
    if error.code == "import.rate":
        return Problem(429, error.code, error.message, headers={"Retry-After": "3600"})
    return Problem(409, error.code, error.message)


@problem_for.register
def _busy(_error: NoProcessFree) -> Problem:
    return Problem(503, "server.busy", _("The site is busy. Nothing was done; try again in a moment."), headers=RETRY)


@problem_for.register
def _no_stream(_error: NoStreamHere) -> Problem:
    return Problem(501, "stream.none", _("Live streams need the ASGI server. Poll every few seconds instead."))


@problem_for.register
def _form_error(error: FormError) -> Problem:
    return invalid(list(_form_errors(error)))


@problem_for.register
def _invalid_fields(error: exceptions.ValidationError) -> Problem:
    return invalid(list(_field_errors(error.detail, "")))


@problem_for.register
def _unreadable(error: UnreadableBody) -> Problem:
    code = _code(error)
    return Problem(413 if code == "json.too_large" else 400, code, str(error.detail), **error.place)


@problem_for.register
def _api_exception(error: exceptions.APIException) -> Problem:
    headers = {"WWW-Authenticate": "Token, Bearer"} if error.status_code == 401 else {}
    place: dict[str, str] = getattr(error, "place", {})  # of InvalidParameter
    return Problem(error.status_code, _code(error), str(error.detail), headers=headers, **place)


@problem_for.register
def _throttled(error: exceptions.Throttled) -> Problem:
    wait = int(getattr(error, "wait", None) or 0) + 1
    sentence = ngettext(
        "Too many requests. Try again in a second.", "Too many requests. Try again in %(n)s seconds.", wait
    )
    return Problem(429, _code(error), sentence % {"n": wait}, headers={"Retry-After": str(wait)})


@problem_for.register
def _unstorable(_error: DataError) -> Problem:
    message = _("The database cannot store one of the values. It may be too long or out of range.")
    return Problem(422, "value.unstorable", message)


@problem_for.register
def _too_deep(_error: RecursionError) -> Problem:
    return Problem(400, "json.depth", _("The request is nested too deeply."))


def invalid(errors: list[dict[str, str]]) -> Problem:
    """422 with each fault at its place."""
    detail = errors[0]["message"] if len(errors) == 1 else _("%(count)s values are invalid.") % {"count": len(errors)}
    return Problem(422, "invalid", detail, errors=errors)


def _code(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else error.default_code
    return RENAMED_CODES.get(code, code.replace("_", "-") if "." not in code else code)


def _form_errors(error: FormError) -> Iterator[dict[str, str]]:
    if not hasattr(error, "error_dict"):
        yield from (_fault("", fault.code, " ".join(fault.messages)) for fault in error.error_list)
        return
    for field, faults in error.error_dict.items():
        pointer = "" if field == NON_FIELD_ERRORS else f"/{strict_json.pointer_token(field)}"
        yield from (_fault(pointer, fault.code, " ".join(fault.messages)) for fault in faults)


def _field_errors(detail: Any, pointer: str) -> Iterator[dict[str, str]]:
    if isinstance(detail, dict):
        for name, inner in detail.items():
            is_general = name in ("non_field_errors", NON_FIELD_ERRORS)
            place = pointer if is_general else f"{pointer}/{strict_json.pointer_token(name)}"
            yield from _field_errors(inner, place)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _field_errors(inner, f"{pointer}/{index}" if nested else pointer)
    else:
        yield _fault(pointer, getattr(detail, "code", ""), str(detail))


def _fault(pointer: str, code: str | None, message: str) -> dict[str, str]:
    return {"pointer": pointer, "code": code or "invalid", "message": message}
