"""Real deliveries to servers on this machine: signed, verified, tried again, never led inside a network."""

import datetime
import functools
import http.server
import ipaddress
import json
import socket
import ssl
import threading
import time
from datetime import timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ValidationError
from django.utils import timezone

from campaigns.log import actions as log_actions
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks import delivery, signed_requests
from campaigns.webhooks.models import Webhook, WebhookDelivery
from common import outgoing
from people.access import get_membership
from tests.campaigns.webhooks.test_webhooks import ALL, OPEN, Line

pytestmark = pytest.mark.django_db


@pytest.fixture
def membership(campaign, gm):
    return get_membership(gm, campaign.pk)


@pytest.fixture
def inside(settings):
    """The operator lets webhooks reach the site's own network."""
    settings.WEBHOOKS_PRIVATE = True


class Receiver(http.server.ThreadingHTTPServer):
    """A server on this machine that keeps what it is sent and gives the answers it was told."""

    def __init__(self, *, answers=(200,), certificate=None, address="127.0.0.1"):
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        super().__init__((address, 0), Taken)
        self.got, self.answers, self.tls = [], list(answers), certificate
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)

    def __enter__(self):
        threading.Thread(target=functools.partial(self.serve_forever, poll_interval=0.01), daemon=True).start()
        return self

    def __exit__(self, *_fault):
        self.shutdown()
        self.server_close()

    def url(self, host="localhost"):
        return f"{'https' if self.tls else 'http'}://{host}:{self.server_port}/hook?a=1"

    def handle_error(self, *_whom):
        """A client that turned away is what some tests are about."""


class Taken(http.server.BaseHTTPRequestHandler):
    """Keeps a request; a redirect leads to the very same server."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers), body))
        self.send_response(self.server.answers.pop(0) if len(self.server.answers) > 1 else self.server.answers[0])
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *_what):
        """Quiet."""


def certificate(folder, *names, days=1):
    """A certificate that signed itself, with its key, as a file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    known = [x509.IPAddress(ipaddress.ip_address(host)) if host[0].isdigit() else x509.DNSName(host) for host in names]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=2))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(known), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{names[0]}.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return path


def told_once(membership, url, text="We met Otto."):
    """A line that is told to the address at once; the delivery."""
    hook = webhook_actions.add_webhook(membership=membership, url=url, topics=["log"])[0]
    log_actions.add_note(membership=membership, text=text)
    delivery.deliver_due()
    return WebhookDelivery.objects.get(webhook=hook)


def test_a_message_arrives_over_tls_and_its_signature_fits(membership, inside, tmp_path, monkeypatch):
    trusted = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with Receiver(certificate=trusted) as there:
        row = told_once(membership, there.url())
        assert (row.status, row.answer) == ("told", "Answered 200")
        (path, heads, body), *more = there.got
    assert (path, more) == ("/hook?a=1", [])
    assert heads["Fatekeeper-Signature"] == signed_requests.signature(
        row.webhook.secret, heads["Fatekeeper-Timestamp"], body
    )
    assert abs(int(heads["Fatekeeper-Timestamp"]) - time.time()) < 60
    assert json.loads(body)["log"]["text"] == "We met Otto."
    assert heads["Fatekeeper-Delivery"] == str(json.loads(body)["id"]) == str(row.pk)


@pytest.mark.parametrize("wrong", ["self-signed", "another name", "run out"])
def test_a_certificate_that_is_not_valid_is_refused_before_anything_is_sent(
    membership, inside, tmp_path, monkeypatch, wrong
):
    name, days = "otto.test" if wrong == "another name" else "localhost", -1 if wrong == "run out" else 1
    shown = certificate(tmp_path, name, days=days)
    if wrong != "self-signed":
        monkeypatch.setenv("SSL_CERT_FILE", str(shown))
    with Receiver(certificate=shown) as there:
        row = told_once(membership, there.url())
        assert there.got == []
    assert row.status == "waiting"
    assert "certificate is not valid" in row.answer


def test_a_message_that_was_not_accepted_is_sent_again_until_it_is(membership, inside):
    with Receiver(answers=[500, 503, 204]) as there:
        row, now = told_once(membership, there.url()), timezone.now()
        for minutes in (2, 5):
            assert row.status == "waiting"
            delivery.deliver_due(now + timedelta(minutes=minutes))
            row.refresh_from_db()
        assert (row.status, row.tries, row.answer) == ("told", 3, "Answered 204")
        assert len({body for _path, _heads, body in there.got}) == 1
        assert len({heads["Fatekeeper-Signature"] for _path, heads, _body in there.got}) == 3, "each at its own time"


def test_a_redirect_is_not_followed(membership, inside):
    with Receiver(answers=[307]) as there:
        row = told_once(membership, there.url())
        assert (len(there.got), row.status, row.answer) == (1, "waiting", "Answered 307")


def test_an_address_that_answers_a_byte_at_a_time_holds_nobody_up(membership, inside, monkeypatch):
    monkeypatch.setattr(outgoing, "TIMEOUT", 0.5)
    slow = socket.create_server(("127.0.0.1", 0))

    def drip():
        there, _from = slow.accept()
        with there:
            try:
                for sign in b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200:
                    there.send(bytes([sign]))
                    time.sleep(0.1)
            except OSError:
                pass

    threading.Thread(target=drip, daemon=True).start()
    begun = time.monotonic()
    row = told_once(membership, f"http://localhost:{slow.getsockname()[1]}/")
    assert time.monotonic() - begun < 5
    assert (row.status, row.answer) == ("waiting", "No response within 0.5 seconds.")
    slow.close()


def test_an_address_that_takes_all_the_time_to_connect_is_given_up_without_an_error_of_the_clock(inside, monkeypatch):
    faults, connect = [], socket.create_connection
    monkeypatch.setattr(threading, "excepthook", faults.append)

    def connect_slowly(*arguments):
        time.sleep(0.5)
        return connect(*arguments)

    with Receiver() as there:
        assert outgoing.post(there.url(), b"{}", {}) == 200
        monkeypatch.setattr(outgoing, "TIMEOUT", 0.2)
        monkeypatch.setattr(socket, "create_connection", connect_slowly)
        with pytest.raises(outgoing.Unreachable, match=r"within 0\.2 seconds"):
            outgoing.post(there.url(), b"{}", {})
        assert len(there.got) == 1
    assert faults == []


@pytest.mark.parametrize("listens", ["127.0.0.1", "::1"])
def test_without_the_allowance_nothing_on_this_machine_is_reached_by_whatever_name(membership, monkeypatch, listens):
    with Receiver(address=listens) as there:
        for name in ("[::1]", "127.0.0.1", "2130706433", "0x7f000001", "017700000001", "127.1", "here.localhost"):
            hook = Webhook.objects.create(
                campaign=membership.campaign, url=f"https://{name}:{there.server_port}/", topics=ALL, secret="x"
            )
            row = WebhookDelivery.objects.create(webhook=hook, topic="log", body={})
            delivery.deliver_one(row)
            assert row.status == "waiting", name
            assert "private network" in row.answer or "not found" in row.answer, name
        assert there.got == []


def test_a_name_that_changes_its_mind_is_not_asked_twice(membership, monkeypatch):
    """The first answer is a public address; a second look-up would give this machine's own."""
    asked, went, real = [], [], socket.getaddrinfo

    def look_up(host, port, *more, **named):
        if host != "rebound.test":
            return real(host, port, *more, **named)
        asked.append(host)
        address = OPEN if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(to, timeout):
        went.append(to[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(outgoing.socket, "create_connection", connect)
    row = told_once(membership, "https://rebound.test/")
    assert (asked, went) == (["rebound.test"], [OPEN])
    assert row.answer == "No response: ConnectionRefusedError"
    delivery.deliver_due(timezone.now() + timedelta(hours=1))
    assert went == [OPEN], "the next day's answer is looked at as well"
    assert "private network" in WebhookDelivery.objects.get().answer


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.7",
        "192.168.1.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "2002:7f00:1::",
        "255.255.255.255",
    ],
)
def test_an_address_inside_somebodys_network_is_never_reached(membership, monkeypatch, settings, address):
    line = Line(monkeypatch, OPEN, address)  # one of the name's two addresses is enough
    row = told_once(membership, "https://example.com/hook")
    assert line.sent == []
    assert "private network" in row.answer
    settings.WEBHOOKS_PRIVATE = True
    assert delivery.deliver_due(timezone.now() + timedelta(hours=1)) == 1
    assert len(line.sent) == 1


@pytest.mark.parametrize("address", [OPEN, "2606:2800:220:1::1", "64:ff9b::93.184.216.34", "::ffff:93.184.216.34"])
def test_the_open_internet_is_reached(membership, monkeypatch, address):
    line = Line(monkeypatch, address)
    assert told_once(membership, "https://example.com/hook").status == "told"
    assert line.to == ("example.com", 443, address, True)


def test_without_tls_nothing_leaves_the_operators_network(membership, inside, settings, monkeypatch):
    line = Line(monkeypatch, OPEN)
    row = told_once(membership, "http://example.com/hook")
    assert line.sent == []
    assert "need https" in row.answer
    line.addresses = ["10.0.0.7"]
    delivery.deliver_due(timezone.now() + timedelta(hours=1))
    assert line.to == ("example.com", 80, "10.0.0.7", False)
    settings.WEBHOOKS_PRIVATE = False
    log_actions.add_note(membership=membership, text="Another.")
    delivery.deliver_due()
    assert len(line.sent) == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "https://",
        "ftp://example.com",
        "https://user:pass@example.com/",
        "https://localhost/",
        "https://a.localhost./",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1:8443/x",
        "https://exa mple.com/",
        "https://example.com:99999/",
        "javascript:alert(1)",
        "https://[::ffff:127.0.0.1]/",
        "https://example.com/\nX: y",
        "https://ex\u00e4mple.com/",
    ],
)
def test_an_address_that_is_none_is_refused(membership, url):
    with pytest.raises(ValidationError):
        webhook_actions.add_webhook(membership=membership, url=url, topics=ALL)
    assert not Webhook.objects.exists()
