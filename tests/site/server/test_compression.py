"""HTML leaves compressed where the browser takes it, with a random length."""

import gzip

from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from campaigns.encounters.table import pieces
from config.server.compression import CompressionMiddleware, compress

PAGE = b"<p>" + b"They went on. " * 100


def answered(response, accepts="gzip, br"):
    return CompressionMiddleware(lambda request: response)(RequestFactory().get("/", HTTP_ACCEPT_ENCODING=accepts))


def test_a_page_is_compressed_and_says_so():
    response = answered(HttpResponse(PAGE))
    assert response["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response["Vary"]
    assert int(response["Content-Length"]) == len(response.content) < len(PAGE)
    assert gzip.decompress(response.content) == PAGE


def test_pieces_of_a_table_are_compressed():
    assert answered(HttpResponse(PAGE, content_type=pieces.CONTENT_TYPE))["Content-Encoding"] == "gzip"


def test_the_length_is_random():
    assert len({len(compress(PAGE)) for _time in range(60)}) > 10


def test_answers_that_are_short_streamed_refused_or_no_page_stay_as_they_are():
    assert not answered(HttpResponse(b"short")).has_header("Content-Encoding")
    assert not answered(HttpResponse(PAGE), accepts="br, gzip;q=0").has_header("Content-Encoding")
    assert not answered(HttpResponse(PAGE), accepts="").has_header("Content-Encoding")
    assert not answered(HttpResponse(PAGE, content_type="application/json")).has_header("Content-Encoding")
    assert not answered(StreamingHttpResponse([PAGE])).has_header("Content-Encoding")


def test_a_page_that_holds_a_fixed_secret_can_stay_uncompressed():
    response = HttpResponse(PAGE, headers={"Content-Encoding": "identity"})
    assert answered(response).content == PAGE
