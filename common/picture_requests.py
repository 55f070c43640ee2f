"""Pictures in requests and responses: the bytes that a client sends, and headers for those that it gets."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse

from common.byte_parser import ByteParser
from common.pictures import LARGEST

# The same in the API's document for each kind of picture.
PICTURE_BODY: Final = {"image/*": OpenApiTypes.BINARY, "application/octet-stream": OpenApiTypes.BINARY}
PICTURE_RESPONSE: Final = {(200, "image/webp"): OpenApiResponse(OpenApiTypes.BINARY, "The picture.")}


class PictureBytesParser(ByteParser):
    """The bytes of a picture; the action decodes them."""

    most = LARGEST


class PictureParser(PictureBytesParser):
    """The same for a client that sends a picture's content type."""

    media_type = "image/*"


class PictureField(forms.FileField):
    """An uploaded picture; the value is its bytes, which the action decodes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=gettext_lazy("Picture"),
            help_text=gettext_lazy("PNG, JPEG or WebP, up to 10 MB."),
            widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
            **kwargs,
        )

    def clean(self, data: Any, initial: Any = None) -> Any:
        """The uploaded bytes; refuses a file that is too large without reading it."""
        sent = super().clean(data, initial)
        if sent.size > LARGEST:
            raise ValidationError(_("The picture is larger than 10 MB. Make it smaller and try again."))
        return sent.read()


def safe_picture_response(data: bytes, media_type: str, name: str, *, tag: str = "", known: str = "") -> HttpResponse:
    """A picture with headers that keep browsers from showing it as a page, whatever its bytes are.

    With a `tag` a browser may keep it, but asks each time whether the person may still see it."""
    if tag and known == f'"{tag}"':
        answer = HttpResponse(status=304)
    else:
        answer = HttpResponse(data, content_type=media_type)
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        answer["X-Content-Type-Options"] = "nosniff"
        answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
        answer["Cross-Origin-Resource-Policy"] = "same-origin"
    if tag:
        answer["ETag"] = f'"{tag}"'
    answer["Cache-Control"] = "no-cache, private" if tag else "no-store, private"
    return answer


def answer_upload(request: HttpRequest, store: Callable[[bytes], str]) -> HttpResponse:
    """Stores the file `picture` of a request and answers with what goes into the text, as JSON for writing.js.

    `store` stores the bytes and returns the Markdown; its ValidationError becomes a refusal with the status 422."""
    sent = request.FILES.get("picture")
    try:
        if sent is None or sent.size is None or sent.size > LARGEST:
            raise ValidationError(_("Choose a PNG, JPEG or WebP picture of up to 10 MB."))
        return JsonResponse({"markdown": store(sent.read())})
    except ValidationError as refusal:
        return JsonResponse({"refusal": " ".join(refusal.messages)}, status=422)
