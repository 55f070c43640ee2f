"""Clients that send halves, read nothing or send too much: the server ends them, and others do not wait for them."""

import socket
import time
from contextlib import ExitStack, suppress

import pytest

HEAD = b"Host: 127.0.0.1\r\n"
LARGE_FILE = b"/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
PROMPT = 3.0  # seconds; a page takes milliseconds, and before these limits it never came
MEBIBYTE = 1024 * 1024


def send_until_refused(client, chunks, size=MEBIBYTE):
    """How many chunks the server took, and the beginning of what it said."""
    taken, said = 0, b""
    with suppress(OSError):
        for _ in range(chunks):
            client.sendall(b"a" * size)
            taken += 1
    with suppress(OSError):
        said = client.recv(1000)
    return taken, said


def until_closed(client):
    """How many seconds pass until the server closes the connection, reading what it says."""
    begun = time.monotonic()
    with suppress(ConnectionResetError):
        while client.recv(65536):
            pass
    return time.monotonic() - begun


def test_half_sent_requests_hold_nobody_up(server):
    with ExitStack() as clients:
        for _ in range(20):
            client = clients.enter_context(server.connect())
            client.sendall(b"POST /accounts/login/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 1000\r\n\r\nabc")
        time.sleep(0.2)
        assert server.seconds_to_answer() < PROMPT


def test_clients_that_read_nothing_hold_nobody_up(server):
    with ExitStack() as clients:
        for _ in range(20):
            client = clients.enter_context(server.connect(receive_buffer=4096))
            client.sendall((b"GET " + LARGE_FILE + b" HTTP/1.1\r\n" + HEAD + b"\r\n") * 6)
        time.sleep(0.3)
        assert server.seconds_to_answer() < PROMPT


def test_a_client_that_reads_nothing_is_cut_off(server):
    with server.connect(receive_buffer=4096) as client:
        client.sendall((b"GET " + LARGE_FILE + b" HTTP/1.1\r\n" + HEAD + b"\r\n") * 6)
        time.sleep(2.5)
        received = 0
        with suppress(ConnectionResetError):
            while part := client.recv(65536):
                received += len(part)
    assert received < 6 * MEBIBYTE  # what the system's buffers held of six files of 1.5 MB


def test_a_client_that_reads_gets_the_whole_file_and_the_next_one(server):
    with server.connect() as client:
        request = b"GET " + LARGE_FILE + b" HTTP/1.1\r\n" + HEAD
        client.sendall(request + b"\r\n" + request + b"Connection: close\r\n\r\n")
        received = b"".join(iter(lambda: client.recv(65536), b""))
    assert received.count(b"HTTP/1.1 200 OK") == 2
    head, _blank, rest = received.partition(b"\r\n\r\n")
    size = int(head.lower().partition(b"content-length: ")[2].split()[0])
    assert size > MEBIBYTE
    assert len(rest) > 2 * size


@pytest.mark.parametrize("start", [b"GET /about/ HTTP/1.1\r\nX-Large: ", b"GET /about/?", b"GET /about/ HTTP/1.1\r\n"])
def test_large_headers_cost_no_memory(server, start):
    before = server.peak_memory()
    part = b"a: b\r\n" * 170_000 if start.endswith(b"\r\n") else b"a" * MEBIBYTE
    taken = 0
    with server.connect() as client, suppress(OSError):
        client.sendall(start)
        for _ in range(60):
            client.sendall(part)
            taken += 1
    assert taken < 30
    assert server.peak_memory() - before < 20
    assert server.seconds_to_answer() < PROMPT


def test_headers_within_a_packet_are_limited_too(server):
    with server.connect() as client:
        client.sendall(b"GET /about/ HTTP/1.1\r\n" + HEAD + b"X-Large: " + b"a" * 40_000 + b"\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 431")
    with server.connect() as client:
        client.sendall(b"GET /about/ HTTP/1.1\r\n" + HEAD + b"X-Large: " + b"a" * 8_000 + b"\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("address", [b"/nowhere/", b"/api/v1/nowhere/", b"/accounts/login/", b"/api/v1/restores/"])
@pytest.mark.parametrize("length", [b"Content-Length: 314572800", b"Transfer-Encoding: chunked"])
def test_a_large_body_from_nobody_is_not_read(server, address, length):
    with server.connect() as client:
        client.sendall(b"POST " + address + b" HTTP/1.1\r\n" + HEAD + length + b"\r\n\r\n")
        if length.endswith(b"chunked"):
            client.sendall(b"%x\r\n" % 314572800)
        assert server.seconds_to_answer() < PROMPT
        taken, _said = send_until_refused(client, 300)
    assert taken < 60  # what the buffers of both systems hold counts as sent


@pytest.mark.parametrize(
    ("address", "status"),
    [(b"/nowhere/", b"404"), (b"/api/v1/nowhere/", b"404"), (b"/accounts/login/", b"413"), (b"/restore/", b"413")],
)
def test_the_refusal_of_a_large_body_can_be_read(server, address, status):
    with server.connect() as client:
        client.sendall(
            b"POST " + address + b" HTTP/1.1\r\n" + HEAD + b"Content-Length: 100000\r\n\r\n" + b"a" * 100_000
        )
        said = b"".join(iter(lambda: client.recv(65536), b""))
    assert said.startswith(b"HTTP/1.1 " + status)
    assert (b"application/problem+json" in said) == address.startswith(b"/api/")


def test_a_small_body_to_an_unknown_address_is_answered_as_ever(server):
    with server.connect() as client:
        client.sendall(b"POST /nowhere/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 3\r\nConnection: close\r\n\r\nabc")
        assert client.recv(1000).startswith(b"HTTP/1.1 404")


def test_a_request_whose_headers_do_not_end_is_cut_off(server):
    with server.connect() as client:
        client.sendall(b"GET /about/ HTTP/1.1\r\nHost: 12")
        assert until_closed(client) < 5
    with server.connect() as client:
        client.sendall(b"GET /about/ HTTP/1.1\r\n" + HEAD + b"\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 200")
        client.sendall(b"GET /about/ HT")
        assert until_closed(client) < 7


def test_a_body_that_trickles_is_refused(server):
    with server.connect() as client:
        client.sendall(b"POST /accounts/login/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 1000\r\n\r\n")
        client.settimeout(0.1)
        said = b""
        for _ in range(50):
            client.sendall(b"a")
            with suppress(socket.timeout):
                said = client.recv(1000)
                break
        assert said.startswith(b"HTTP/1.1 408")


def test_a_websocket_is_refused(server):
    with server.connect() as client:
        head = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        client.sendall(b"GET / HTTP/1.1\r\n" + HEAD + head + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 403")
