"""The API of exports and restores."""

import io
from collections.abc import Mapping
from typing import IO, Any

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.archive import access as archive_access
from campaigns.archive import actions
from campaigns.archive.container import LARGEST
from campaigns.archive.serializers import ConfirmBody, ExportBody, LogFileQuery, TransferSerializer
from campaigns.archive.views import download_response, log_file_response
from campaigns.log.access import reader_for
from common.byte_parser import BodyTooLarge
from common.endpoint import Endpoint, FileEndpoint
from common.temporary_folders import temporary_file
from people.access import get_membership, require_unbound_token


class ArchiveFileParser(BaseParser):
    """An archive as the body of a request."""

    media_type = "application/zip"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """A file with the body. BodyTooLarge beyond 500 MiB."""
        file = temporary_file()  # the caller reads it
        left = LARGEST + 1
        while left > 0 and (part := stream.read(min(left, 1024 * 1024))):
            file.write(part)
            left -= len(part)
        if left == 0:
            file.close()
            raise BodyTooLarge(LARGEST)
        return file


class UntypedArchiveFileParser(ArchiveFileParser):
    """The same for a client that sends no content type."""

    media_type = "application/octet-stream"


class RecoverableTransfer(Endpoint):
    """Endpoints that start a transfer; a repeated request with the same key returns its progress."""

    long_work = True
    recovered_status = 201

    def answer_from_effect(self, effect: dict[str, Any]) -> Response:
        """The transfer that the first request made."""
        row = archive_access.get_transfer(self.user, effect["transfer"])
        return Response(TransferSerializer(row).data, self.recovered_status)


class Exports(RecoverableTransfer):
    """Exports of a campaign."""

    @extend_schema(operation_id="exports_create", request=ExportBody, responses={201: TransferSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Starts an export: of everything (GMs), or with `whole` false of the caller's own data."""
        membership = get_membership(self.user, campaign_id)
        row = actions.start_export(membership=membership, **self.read_body(ExportBody))
        return Response(TransferSerializer(row).data, 201)


class LogFile(FileEndpoint):
    """The log as a file."""

    @extend_schema(
        operation_id="log_export",
        parameters=[LogFileQuery],
        responses={(200, kind): OpenApiTypes.BINARY for kind in ("text/markdown", "text/html", "application/jsonl")},
    )
    def get(self, request: Request, campaign_id: int) -> FileResponse:
        """The entries that the caller may read, oldest first, in one file; at most 50,000, so filter a long log.

        `html` is a web page with a search that works without the site.

        Each line of `jsonl` is a JSON object with the fields of the log's entries; `when`, instead of `created`, is the
        time of writing."""
        membership = get_membership(self.user, campaign_id)
        filters = self.read_parameters(LogFileQuery)
        if "known_to" in filters:
            membership = reader_for(membership, filters.pop("known_to"))
        return log_file_response(membership, filters.pop("file_type"), **filters)


class Restores(RecoverableTransfer):
    """Archives to restore."""

    parser_classes = [ArchiveFileParser, UntypedArchiveFileParser]

    @extend_schema(
        operation_id="restores_create",
        responses={201: TransferSerializer},
        request={"application/zip": OpenApiTypes.BINARY, "application/octet-stream": OpenApiTypes.BINARY},
    )
    def post(self, request: Request) -> Response:
        """Uploads an archive and reads it; restore it with a second request when it is `waiting`."""
        require_unbound_token(self.user)
        file: Any = request.data if hasattr(request.data, "read") else io.BytesIO()
        return Response(TransferSerializer(actions.receive_archive(by=self.user, file=file)).data, 201)


class TransferDetail(Endpoint):
    """One export or restore."""

    @extend_schema(operation_id="transfers_read", responses=TransferSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Progress and result."""
        return Response(TransferSerializer(archive_access.get_transfer(self.user, key)).data)

    @extend_schema(operation_id="transfers_cancel", responses={200: TransferSerializer})
    def delete(self, request: Request, key: str) -> Response:
        """Asks a running export, restore or import to stop."""
        row = archive_access.get_transfer(self.user, key)
        return Response(TransferSerializer(actions.cancel_transfer(by=self.user, transfer=row)).data)


class Confirm(RecoverableTransfer):
    """Restoring a waiting archive."""

    recovered_status = 200

    @extend_schema(operation_id="transfers_restore", request=ConfirmBody, responses={200: TransferSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Restores the archive: `people` are offered places and become members by accepting; other places wait."""
        row = archive_access.get_transfer(self.user, key)
        body = self.read_body(ConfirmBody)
        done = actions.confirm_restore(by=self.user, transfer=row, names=body["people"], leave_shut=body["leave_shut"])
        return Response(TransferSerializer(done).data)


class TransferFile(FileEndpoint):
    """The archive of a finished export."""

    @extend_schema(operation_id="transfers_file", responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, key: str) -> FileResponse:
        """The ZIP file."""
        return download_response(archive_access.get_transfer_file(self.user, key))
