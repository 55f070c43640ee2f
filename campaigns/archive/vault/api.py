"""The API of vaults."""

import io
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.archive.api import ArchiveFileParser, RecoverableTransfer, UntypedArchiveFileParser
from campaigns.archive.serializers import TransferSerializer
from campaigns.archive.vault import actions
from people.access import get_gm_membership, get_membership


class VaultExports(RecoverableTransfer):
    """Exports of the world as notes."""

    @extend_schema(operation_id="vaults_export", request=None, responses={201: TransferSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Starts the export: a ZIP of Markdown notes with the pictures of pages, as the caller may read the world.

        It is downloaded as the file of the transfer."""
        row = actions.start_vault_export(membership=get_membership(self.user, campaign_id))
        return Response(TransferSerializer(row).data, 201)


class VaultImports(RecoverableTransfer):
    """Imports of notes into the world."""

    parser_classes = [ArchiveFileParser, UntypedArchiveFileParser]

    @extend_schema(
        operation_id="vaults_import",
        request={"application/zip": OpenApiTypes.BINARY, "application/octet-stream": OpenApiTypes.BINARY},
        responses={201: TransferSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Starts the import of a ZIP of Markdown notes as pages that only GMs see. GMs only.

        `about` of the transfer then has the report: pages, links and pictures that came in, and what was left out."""
        membership = get_gm_membership(self.user, campaign_id)
        file: Any = request.data if hasattr(request.data, "read") else io.BytesIO()
        with file:
            file.seek(0)
            data = file.read(actions.LARGEST + 1)
        row = actions.start_vault_import(membership=membership, data=data)
        return Response(TransferSerializer(row).data, 201)
