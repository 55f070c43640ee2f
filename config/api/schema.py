"""Describes endpoints for the OpenAPI document, with the error responses that all of them share."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication

from common.byte_parser import ByteParser
from common.entity_tags import OPTIONAL_IF_MATCH
from config.api.tokens import TokenAuthentication, scopes_of_operation
from rules.pages.serializers import FaultSerializer

PROBLEM = "application/problem+json"
COMMON_STATUSES = ("400", "401", "403", "404", "406", "422", "429")
WITH_BODY = ("409", "413", "415")
MEANINGS = {
    "400": "The body or a parameter cannot be read.",
    "401": "You are not signed in, or the token is unknown, expired or revoked.",
    "403": "You may see this but not do it, or the token does not allow it.",
    "404": "This does not exist, or you may not see it.",
    "406": "Only JSON responses are available.",
    "409": "The request conflicts with what is there. With `stale`, something has changed since, and the response "
    "contains the current `number` or `revision`.",
    "412": "Something has changed since the ETag of If-Match; the response contains the current revision.",
    "413": "The body is larger than this address accepts.",
    "415": "The operation does not accept this media type; `detail` names those that it accepts.",
    "422": "The rules refuse the request or it is malformed; `code` and `rule` say why.",
    "428": "The change needs If-Match or `revision` to say what it is based on.",
    "501": "This server runs without live streams.",
    "503": "The site is busy, and nothing was done. Retry-After says when to try again.",
    "429": "Too many requests. Retry-After says when to try again.",
}


class ProblemSerializer(serializers.Serializer[Any]):
    """An error (RFC 9457)."""

    type = serializers.CharField(help_text="The place on a page that explains the code, or the codes of rules.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="One sentence that says what would work.")
    code = serializers.CharField(help_text="Stable.")
    rule = serializers.CharField(required=False, allow_null=True, help_text="The id of the rule that decided.")
    errors: Any = FaultSerializer(many=True, required=False)
    warnings: Any = FaultSerializer(many=True, required=False)
    truncated = serializers.BooleanField(required=False, help_text="Whether there are more errors or warnings.")
    number = serializers.IntegerField(required=False, help_text="409: the encounter's current number.")
    revision = serializers.IntegerField(required=False, help_text="409, 412: the current revision.")
    parameter = serializers.CharField(required=False, help_text="400: the query parameter.")
    parameters = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="400: the parameters that the operation has."
    )
    header = serializers.CharField(required=False, help_text="400: the header.")
    line = serializers.IntegerField(required=False, help_text="400: the line of the body.")
    column = serializers.IntegerField(required=False, help_text="400: the column of the line.")
    pointer = serializers.CharField(
        required=False, allow_blank=True, help_text="400: the place in the body (RFC 6901)."
    )


class Schema(AutoSchema):
    """Adds the error responses and the Idempotency-Key header."""

    @property
    def is_webhook(self) -> bool:
        """Whether it describes a message to a webhook, which drf-spectacular treats as a view of the address "/"."""
        return bool(self.path == "/")

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        if self.is_webhook:
            return bodies
        codes = COMMON_STATUSES + (WITH_BODY if self.method in {"POST", "PUT", "PATCH"} else ())
        codes += getattr(self.view, "more_problems", ())
        codes += ("503",) if self._reads_bytes() else ()
        parameters = [each for each in self.get_override_parameters() if isinstance(each, OpenApiParameter)]
        declared = {parameter.name for parameter in parameters}
        if "If-Match" in declared:
            codes += ("409", "412") if OPTIONAL_IF_MATCH in parameters else ("409", "412", "428")
        if "If-None-Match" in declared:
            tag = self._get_response_headers_for_code("200", direction).get("ETag")
            unchanged: dict[str, Any] = {"description": "Nothing has changed since the ETag of If-None-Match."}
            bodies["304"] = unchanged | ({"headers": {"ETag": tag}} if tag else {})
        for code in codes:
            if code not in bodies:
                answer = self._get_response_for_code(ProblemSerializer, code, [PROBLEM], direction)
                bodies[code] = {**answer, "description": MEANINGS[code]}
        return dict(sorted(bodies.items()))

    def _reads_bytes(self) -> bool:
        """Whether the body is a file that a bounded process reads, of which only a few run at once."""
        parsers = getattr(self.view, "parser_classes", ())
        return self.method in {"POST", "PUT", "PATCH"} and any(issubclass(parser, ByteParser) for parser in parsers)

    def get_override_parameters(self) -> list[Any]:
        """The declared parameters, and for a POST the header Idempotency-Key."""
        declared = list(super().get_override_parameters())
        if self.method == "POST":
            declared.append(
                OpenApiParameter(
                    "Idempotency-Key",
                    str,
                    OpenApiParameter.HEADER,
                    description="A POST that is repeated with the same key is carried out once.",
                    pattern=r"^[\x21-\x7e]{1,200}$",
                )
            )
        return declared

    def get_description(self) -> str:  # type: ignore[override]
        """The endpoint's docstring, and which tokens may call it."""
        words = super().get_description()
        if self.is_webhook:
            return words
        needed = scopes_of_operation(self.view, self.method)
        scopes = ", ".join(f"`{scope}`" for scope in needed) or "any"
        return f"{words}\n\nScope of the token: {scopes}."

    def get_auth(self) -> list[dict[str, list[str]]]:
        """The ways to sign in; a token needs these scopes."""
        needed = scopes_of_operation(self.view, self.method)
        return [
            {name: [*roles, *(needed if name in TokenScheme.name else [])] for name, roles in way.items()}
            for way in super().get_auth()
        ]

    def get_tags(self) -> list[str]:
        """The tag: the first part of the path, or for rows of a campaign their own kind."""
        if self.is_webhook:
            return ["webhooks"]
        parts = [part for part in self.path.split("/") if part and not part.startswith("{")][2:]
        return [parts[1] if len(parts) > 1 and parts[0] == "campaigns" else parts[0]]


class TokenScheme(OpenApiAuthenticationExtension):
    """Describes tokens in the OpenAPI document."""

    target_class = TokenAuthentication
    name = ["token", "bearer"]
    priority = 1

    def get_security_requirement(self, auto_schema: Any) -> Any:
        """The alternatives."""
        return [{name: []} for name in self.name]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        """A header for Token, since OpenAPI has no scheme of that name, and the standard scheme Bearer."""
        return [
            {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "`Token fate_...`, made on your page “API tokens”.",
            },
            {"type": "http", "scheme": "bearer", "description": "The same token as `Bearer fate_...`."},
        ]


class SessionScheme(OpenApiAuthenticationExtension):
    """Describes the browser's session in the OpenAPI document."""

    target_class = SessionAuthentication
    name = "session"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The cookie of the site's own pages; writing also takes the X-CSRFToken header."""
        return {"type": "apiKey", "in": "cookie", "name": "session"}
