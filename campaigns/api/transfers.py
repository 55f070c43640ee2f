"""Exports and restores over the API."""

import io
import tempfile
from collections.abc import Mapping
from typing import IO, Any

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, access_transfers
from campaigns.actions import transfers as actions
from campaigns.archive.container import LARGEST
from campaigns.serializers.transfers import ConfirmBody, ExportBody, TransferSerializer
from campaigns.views.transfers import answer
from rules.api import Endpoint


class ZipParser(BaseParser):
    """An archive as the body of a request."""

    media_type = "application/zip"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """A file with the body, one byte more than allowed at most."""
        file = tempfile.TemporaryFile(prefix="fatekeeper-")  # noqa: SIM115 (the caller reads it)
        left = LARGEST + 1
        while left > 0 and (part := stream.read(min(left, 1024 * 1024))):
            file.write(part)
            left -= len(part)
        return file


class BytesParser(ZipParser):
    """Takes it from a client that does not say what it is."""

    media_type = "application/octet-stream"


class Exports(Endpoint):
    """Exports of a campaign."""

    @extend_schema(operation_id="exports_create", request=ExportBody, responses={201: TransferSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Begins an export: of everything (GMs), or with `whole` false of what is one's own."""
        own = access.member(self.user, campaign_id)
        row = actions.export(own=own, **self.taken(ExportBody))
        return Response(TransferSerializer(row).data, 201)


class Restores(Endpoint):
    """Archives to restore."""

    parser_classes = [ZipParser, BytesParser]
    own_key = True

    @extend_schema(
        operation_id="restores_create", responses={201: TransferSerializer},
        request={"application/zip": OpenApiTypes.BINARY, "application/octet-stream": OpenApiTypes.BINARY},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Takes an archive in and reads it through; restore it with a second request when it is `waiting`."""
        access.must_be_free(self.user)
        file: Any = request.data if hasattr(request.data, "read") else io.BytesIO()
        return Response(TransferSerializer(actions.receive(by=self.user, file=file)).data, 201)


class TransferDetail(Endpoint):
    """One export or restore."""

    @extend_schema(operation_id="transfers_read", responses=TransferSerializer)
    def get(self, request: Request, key: str) -> Response:
        """How far it is, and what came of it."""
        return Response(TransferSerializer(access_transfers.transfer(self.user, key)).data)

    @extend_schema(operation_id="transfers_cancel", responses={200: TransferSerializer})
    def delete(self, request: Request, key: str) -> Response:
        """Asks it to stop."""
        row = access_transfers.transfer(self.user, key)
        return Response(TransferSerializer(actions.cancel(by=self.user, transfer=row)).data)


class Confirm(Endpoint):
    """Restoring a waiting archive."""

    @extend_schema(operation_id="transfers_restore", request=ConfirmBody, responses={200: TransferSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Restores it: `people` get their places back, everybody else's waits for them."""
        row = access_transfers.transfer(self.user, key)
        body = self.taken(ConfirmBody)
        done = actions.confirm(by=self.user, transfer=row, names=body["people"], leave_shut=body["leave_shut"])
        return Response(TransferSerializer(done).data)


class TransferFile(Endpoint):
    """The archive of a finished export."""

    @extend_schema(operation_id="transfers_file", responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, key: str) -> FileResponse:
        """The ZIP file."""
        return answer(access_transfers.file(self.user, key))
