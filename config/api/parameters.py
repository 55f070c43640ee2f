"""Refuses query parameters that an operation does not declare in the reference, and repeated ones."""

from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from common.endpoint import takes_format
from config.api.parsing import UnreadableBody

# The framework reads it for every operation that answers with JSON: `?format=json`.
FORMAT: Final = str(api_settings.URL_FORMAT_OVERRIDE)
# By endpoint class and method. The declarations never change while the process runs.
_DECLARED: dict[tuple[type, str], frozenset[str]] = {}


def check_parameters(view: APIView, request: Request) -> None:
    """400 for a query parameter that the operation does not have, with a list of those that it has, and for one that is
    there more than once."""
    parameters = request.query_params
    if not parameters or request.method == "OPTIONS":
        return
    known = declared_parameters(view, str(request.method))
    for name in parameters:
        if name not in known and not (name == FORMAT and takes_format(view, str(request.method))):
            message = _("There is no parameter “%(name)s” here. The parameters are: %(known)s.") % {
                "name": name[:64],
                "known": ", ".join(sorted(known)) or _("none"),
            }
            raise UnreadableBody("parameter.unknown", message, parameter=name[:64], parameters=sorted(known))
        if len(parameters.getlist(name)) > 1:  # no operation has a list among its parameters
            message = _("The parameter “%(name)s” is there more than once. Send it once.") % {"name": name}
            raise UnreadableBody("parameter.invalid", message, parameter=name)


def declared_parameters(view: APIView, method: str) -> frozenset[str]:
    """The names of the query parameters that the OpenAPI document lists for a method of a view."""
    method = "GET" if method == "HEAD" else method
    key = (type(view), method)
    if key not in _DECLARED:
        _DECLARED[key] = frozenset(_read_declaration(view, method))
    return _DECLARED[key]


def _read_declaration(view: APIView, method: str) -> set[str]:
    handler = getattr(view, method.lower(), None)
    declaration = getattr(handler, "kwargs", {}).get("schema")
    if declaration is None:
        return set()
    schema = declaration()
    schema.view, schema.method, schema.path = view, method, ""
    names = {str(parameter["name"]) for parameter in schema._get_pagination_parameters()}
    for parameter in schema.get_override_parameters():
        names |= _names(parameter)
    return names


def _names(parameter: Any) -> set[str]:
    if isinstance(parameter, OpenApiParameter):
        return {parameter.name} if parameter.location == OpenApiParameter.QUERY else set()
    return set(parameter().fields)  # a serializer of query parameters
