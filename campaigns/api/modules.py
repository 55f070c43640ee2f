"""The library of modules over the API: upload, check, convert, read."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from campaigns import access
from campaigns.actions import modules as actions
from campaigns.api.bodies import Bytes
from campaigns.modules import adapters, stubs
from campaigns.modules.archive import LARGEST
from campaigns.modules.faults import Fault, ModuleInvalid
from campaigns.queries import modules as queries
from campaigns.serializers.modules import (
    DraftSerializer,
    ModuleVersionSerializer,
    ReportSerializer,
)
from rules.api import Endpoint

USUAL: list[type[BaseParser]] = [*api_settings.DEFAULT_PARSER_CLASSES]  # type: ignore[list-item]


class Zip(Bytes):
    """A module as an archive."""

    media_type = "application/zip"
    most = LARGEST


class Plain(Bytes):
    """A foreign file as text."""

    media_type = "text/plain"
    most = adapters.LIMITS.size


class Markdown(Plain):
    """An adventure in Markdown."""

    media_type = "text/markdown"


class Yaml(Plain):
    """An actor in YAML."""

    media_type = "application/yaml"


MISSING = OpenApiParameter(
    "allow_missing", str, enum=[stubs.MONSTERS],
    description="Foes that neither the module nor its required ones have are warnings; stubs will stand for them.",
)  # fmt: skip


def received(request: Request) -> dict[str, Any]:
    """The document and the archive of a body: JSON as the strict parser read it, or the bytes of an archive."""
    asked = request.query_params.get("allow_missing")
    if asked not in (None, stubs.MONSTERS):
        raise ParseError(f"allow_missing: only {stubs.MONSTERS}", "parameter.invalid")
    options = {"allow_missing": asked is not None}
    if not isinstance(request.data, bytes):
        return {"document": request.data, **options}
    found = actions.receive(data=request.data)
    return {"document": found.document, "archive": found.archive, **options}


class Modules(Endpoint):
    """The library: shared modules and the caller's own uploads."""

    area = "modules"
    parser_classes = [*USUAL, Zip]

    @extend_schema(operation_id="modules_list", responses=ModuleVersionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every version the caller may import, newest first."""
        return self.page(access.module_versions(self.user).defer("document"), ModuleVersionSerializer)

    @extend_schema(
        operation_id="modules_upload",
        parameters=[MISSING],
        request={"application/json": OpenApiTypes.OBJECT, "application/zip": OpenApiTypes.BINARY},
        responses={200: ModuleVersionSerializer, 201: ModuleVersionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Uploads a Satchel module, JSON or ZIP: 201, or 200 when the very same version is there already."""
        access.must_be_free(self.user)
        version, new = actions.upload(by=self.user, **received(request))
        return Response(ModuleVersionSerializer(version).data, 201 if new else 200, headers=tagged(version.digest))


def tagged(digest: str) -> dict[str, str]:
    """The ETag of a version: its digest."""
    return {"ETag": f'"{digest}"'}


class ModuleCheck(Endpoint):
    """Validation without a write."""

    area = "modules"
    parser_classes = [*USUAL, Zip]

    @extend_schema(
        operation_id="modules_validate",
        parameters=[MISSING],
        request={"application/json": OpenApiTypes.OBJECT, "application/zip": OpenApiTypes.BINARY},
        responses={200: ReportSerializer},
    )
    def post(self, request: Request) -> Response:
        """Says everything that is wrong with a module, at once (422); 200 when it is sound."""
        report = actions.check(by=self.user, **received(request))
        module = report.must_pass()["module"]
        told = {"key": module["key"], "version": module["version"], "truncated": report.truncated}
        return Response({**told, "warnings": [one.as_json() for one in report.warnings]})


class ModuleConvert(Endpoint):
    """Foreign files as Satchel drafts; nothing is kept."""

    area = "modules"
    parser_classes = [*USUAL, Plain, Markdown, Yaml]

    @extend_schema(
        operation_id="modules_convert",
        parameters=[
            OpenApiParameter("from", str, required=True, enum=list(adapters.ADAPTERS)),
            OpenApiParameter("title", str),
        ],
        request={
            "application/json": OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR, "text/markdown": OpenApiTypes.STR,
            "application/yaml": OpenApiTypes.STR,
        },
        responses={200: DraftSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """A foreign file in, a Satchel draft and a list of what to look at out; the same file gives the same draft."""
        kind = request.query_params.get("from", "")
        if kind not in adapters.ADAPTERS:
            raise ParseError(f"from: one of {', '.join(adapters.ADAPTERS)}", "parameter.invalid")
        try:
            title = request.query_params.get("title", "")
            return Response(actions.convert(by=self.user, kind=kind, data=request.data, name=title).as_json())
        except adapters.NotUnderstood as refused:
            # As a fault of a module: at a place of the foreign file, with a code.
            raise ModuleInvalid([Fault(refused.pointer, "adapter.not_understood", refused.message)]) from None


class ModuleDocument(Endpoint):
    """One version of a module."""

    area = "modules"

    @extend_schema(operation_id="modules_read", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, key: str, version: str) -> Response:
        """The document itself; its ETag is the digest, and `If-None-Match` with it gives 304."""
        row = queries.version_of(self.user, key, version)
        if f'"{row.digest}"' in request.headers.get("If-None-Match", ""):
            return Response(status=304, headers=tagged(row.digest))
        return Response(row.document, headers=tagged(row.digest))
