"""The API of the module library: upload, check, convert, read."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from campaigns.modules import actions, adapters, queries
from campaigns.modules.access import visible_module_versions
from campaigns.modules.format import schema
from campaigns.modules.format.faults import Fault, ModuleInvalid
from campaigns.modules.format.zip_files import LARGEST
from campaigns.modules.imports import stub_monsters
from campaigns.modules.models import ModuleVersion
from campaigns.modules.serializers import DraftSerializer, ModuleVersionSerializer, ReportSerializer
from common.byte_parser import ByteParser
from common.endpoint import Endpoint, InvalidParameter
from common.entity_tags import DIGEST_ETAG, READ_CONTENT, is_known
from people.access import require_unbound_token

STANDARD_PARSERS: list[type[BaseParser]] = [*api_settings.DEFAULT_PARSER_CLASSES]  # type: ignore[list-item]


class ModuleZipParser(ByteParser):
    """A module as an archive."""

    media_type = "application/zip"
    most = LARGEST


class TextParser(ByteParser):
    """A foreign file as text."""

    media_type = "text/plain"
    most = adapters.LIMITS.size


class MarkdownParser(TextParser):
    """An adventure in Markdown."""

    media_type = "text/markdown"


class VaultParser(TextParser):
    """A vault of notes or another export of many files, as an archive."""

    media_type = "application/zip"


class YamlParser(TextParser):
    """An actor in YAML."""

    media_type = "application/yaml"


MISSING = OpenApiParameter(
    "allow_missing",
    str,
    enum=[stub_monsters.MONSTERS],
    description="Monsters that neither the module nor its required modules contain are replaced, with a warning.",
)
TITLE = OpenApiParameter(
    "title",
    str,
    description="The title of the module; its key is made from the title. Give each part of a file its own title, so "
    "that the parts become modules beside each other.",
)


def read_body(request: Request) -> dict[str, Any]:
    """The document and the archive of a body: JSON as the strict parser read it, or the bytes of an archive."""
    asked = request.query_params.get("allow_missing")
    if asked not in (None, stub_monsters.MONSTERS):
        raise InvalidParameter("allow_missing", f"only {stub_monsters.MONSTERS}")
    options = {"allow_missing": asked is not None}
    if not isinstance(request.data, bytes):
        return {"document": request.data, **options}
    found = actions.receive(data=request.data)
    return {"document": found.document, "archive": found.archive, **options}


class Modules(Endpoint):
    """The library: shared modules and the caller's own uploads."""

    long_work = True
    parser_classes = [*STANDARD_PARSERS, ModuleZipParser]

    @extend_schema(operation_id="modules_list", responses=ModuleVersionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every version the caller may import, newest first."""
        return self.respond_with_page(visible_module_versions(self.user).defer("document"), ModuleVersionSerializer)

    @extend_schema(
        operation_id="modules_upload",
        parameters=[MISSING, DIGEST_ETAG],
        request={"application/json": OpenApiTypes.OBJECT, "application/zip": OpenApiTypes.BINARY},
        responses={200: ModuleVersionSerializer, 201: ModuleVersionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Uploads a Satchel module, JSON or ZIP: 201, or 200 if the same version already exists.

        An archive has `module.json` and the pictures of its assets, which are below `assets/`."""
        require_unbound_token(self.user)
        version, new = actions.upload(by=self.user, **read_body(request))
        return version_response(version, new)

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The version that the first request stored."""
        return version_response(queries.version_of(self.user, effect["module"], effect["version"]), True)


def version_response(version: ModuleVersion, new: bool) -> Response:
    """A version of the library, with its digest as the ETag."""
    return Response(ModuleVersionSerializer(version).data, 201 if new else 200, headers=version_etag(version.digest))


def version_etag(digest: str) -> dict[str, str]:
    """The ETag of a version: its digest."""
    return {"ETag": f'"{digest}"'}


class ModuleCheck(Endpoint):
    """Validation without a write."""

    long_work = True
    has_effect = False
    parser_classes = [*STANDARD_PARSERS, ModuleZipParser]

    @extend_schema(
        operation_id="modules_validate",
        parameters=[MISSING],
        request={"application/json": OpenApiTypes.OBJECT, "application/zip": OpenApiTypes.BINARY},
        responses={200: ReportSerializer},
    )
    def post(self, request: Request) -> Response:
        """Reports all errors of a module (422); 200 if it is valid."""
        report = actions.check(by=self.user, **read_body(request))
        module = report.valid_document()["module"]
        fields = {"key": module["key"], "version": module["version"], "truncated": report.truncated}
        return Response({**fields, "warnings": [warning.as_json() for warning in report.warnings]})


class ModuleConvert(Endpoint):
    """Files of other systems as Satchel drafts; nothing is stored."""

    long_work = True
    has_effect = False
    parser_classes = [*STANDARD_PARSERS, TextParser, MarkdownParser, YamlParser, VaultParser]

    @extend_schema(
        operation_id="modules_convert",
        parameters=[
            OpenApiParameter(
                "from", str, required=True, enum=list(adapters.ADAPTERS), description="The format of the file."
            ),
            TITLE,
        ],
        request={
            "application/json": OpenApiTypes.OBJECT,
            "text/plain": OpenApiTypes.STR,
            "text/markdown": OpenApiTypes.STR,
            "application/yaml": OpenApiTypes.STR,
            "application/zip": OpenApiTypes.BINARY,
        },
        responses={200: DraftSerializer},
    )
    def post(self, request: Request) -> Response:
        """Converts a file to a Satchel draft with a list of points to check; the same file gives the same draft."""
        kind = request.query_params.get("from", "")
        if kind not in adapters.ADAPTERS:
            raise InvalidParameter("from", f"one of {', '.join(adapters.ADAPTERS)}")
        try:
            title = request.query_params.get("title", "")
            return Response(actions.convert(by=self.user, kind=kind, data=request.data, name=title).as_json())
        except adapters.NotUnderstood as refused:
            # As a fault of a module: at a place of the foreign file, with a code.
            raise ModuleInvalid([Fault(refused.pointer, "adapter.not_understood", refused.message)]) from None


class ModuleDocument(Endpoint):
    """One version of a module."""

    @extend_schema(operation_id="modules_read", parameters=READ_CONTENT, responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, key: str, version: str) -> Response:
        """The document. Its ETag is the digest, and `If-None-Match` with it gives 304."""
        row = queries.version_of(self.user, key, version)
        headers = version_etag(row.digest)
        if is_known(request, headers["ETag"]):
            return Response(status=304, headers=headers)
        return Response(row.document, headers=headers)


class ModuleSchema(Endpoint):
    """The JSON Schema of the module format."""

    @extend_schema(operation_id="modules_schema", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """The JSON Schema (draft 2020-12) that modules are checked against; docs/module-format.md explains it."""
        return Response(schema.load())
