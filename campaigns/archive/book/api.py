"""The API of books."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.archive.api import RecoverableTransfer
from campaigns.archive.book.actions import start_book
from campaigns.archive.book.serializers import BookBody
from campaigns.archive.serializers import TransferSerializer
from people.access import get_membership


class Books(RecoverableTransfer):
    """Books of a campaign."""

    @extend_schema(operation_id="books_create", request=BookBody, responses={201: TransferSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Starts a book: a ZIP of web pages to read, search and print without the site.

        It is downloaded as the file of the transfer."""
        membership = get_membership(self.user, campaign_id)
        row = start_book(membership=membership, **self.read_body(BookBody))
        return Response(TransferSerializer(row).data, 201)
