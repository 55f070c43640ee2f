"""The site's log: text or JSON with the request, and neither a token nor a search word in any line."""

import io
import json
import logging
import os
import subprocess
import sys
import threading
import time
import weakref
from smtplib import SMTPRecipientsRefused
from types import SimpleNamespace

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config import logs
from config.server.request_log import RequestLog
from tests.architecture.source import ROOT

SECRET = "7-NoBodyMayReadThisToken"


@pytest.fixture
def written(settings):
    """What the log writes as JSON, as a list of lines."""
    settings.LOG_REQUESTS = True
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(logs.BriefFilter())
    handler.addFilter(logs.RequestFilter())
    handler.setFormatter(logs.JsonFormatter())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(level)


def lines_of_requests(lines):
    """The lines about requests."""
    return [line for line in lines if line["logger"] == "fatekeeper.requests"]


@pytest.mark.django_db
def test_a_request_is_one_line_with_its_id_person_and_route(written, ana, client):
    client.force_login(ana)
    answer = client.get("/me/")
    (line,) = lines_of_requests(written())
    assert line["request"] == answer["X-Request-ID"]
    assert (line["user"], line["route"], line["method"], line["status"]) == (ana.pk, "/me/", "GET", 200)
    assert line["ms"] > 0
    assert line["time"].endswith("+00:00")


@pytest.mark.django_db
def test_somebody_who_is_not_signed_in_has_no_id(written, client):
    client.get("/about/")
    assert lines_of_requests(written())[0]["user"] is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [f"/join/{SECRET}/", f"/nowhere/{SECRET}/", f"/rules/?q={SECRET}", f"/api/v1/{SECRET}/", f"/äöü/{SECRET}"],
)
def test_no_line_holds_a_token_or_a_search_word(written, client, address):
    client.get(address)
    lines = written()
    assert lines_of_requests(lines)
    assert SECRET not in json.dumps(lines)


@pytest.mark.django_db
def test_a_server_error_names_the_route_and_keeps_its_traceback(written, ana, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("planted")

    monkeypatch.setattr("people.views.AccountForm", fail)
    client = Client(raise_request_exception=False)
    client.force_login(ana)
    assert client.get(f"/me/?q={SECRET}").status_code == 500
    (line,) = [line for line in written() if line["level"] == "ERROR"]
    assert line["route"] == "/me/"
    assert "planted" in line["exception"]
    assert SECRET not in json.dumps(line)


def respond(headers):
    """The id of a request with these headers."""
    request = RequestFactory().get("/", **headers)
    log = RequestLog(lambda request: HttpResponse())
    return log(request)["X-Request-ID"]


def test_the_id_of_a_proxy_is_kept_and_one_of_a_visitor_is_not(settings):
    settings.LOG_REQUESTS = True
    assert respond({"HTTP_X_REQUEST_ID": "abcd-1234-from-outside"}) != "abcd-1234-from-outside"
    settings.TRUSTED_PROXIES = 1
    assert respond({"HTTP_X_REQUEST_ID": "abcd-1234-of-a-proxy"}) == "abcd-1234-of-a-proxy"
    assert respond({"HTTP_X_REQUEST_ID": "line\nbreak-here"}) != "line\nbreak-here"


def test_a_line_without_a_request_has_none_in_it():
    record = logging.LogRecord("one", logging.WARNING, "", 1, "said %s", ("this",), None)
    logs.RequestFilter().filter(record)
    assert logs.TextFormatter().format(record).endswith("Z WARNING one said this")
    assert set(json.loads(logs.JsonFormatter().format(record))) == {"time", "level", "logger", "message"}


def test_text_names_the_request():
    request = RequestFactory().get("/")
    request.request_id = "feedbeef"
    record = logging.LogRecord("one", logging.WARNING, "", 1, "said %s", ("/",), None)
    record.request = request
    logs.RequestFilter().filter(record)
    assert logs.TextFormatter().format(record).endswith("WARNING one [feedbeef (no route)] said (no route)")


def test_errors_are_mailed_without_values_and_not_without_end(settings):
    settings.ADMINS = [("op", "op@example.org")]
    handler = logs.ErrorMail()
    handler.setFormatter(logs.TextFormatter())
    for _ in range(logs.MAILS_AN_HOUR + 5):
        try:
            secret_variable = SECRET
            raise ValueError(len(secret_variable))
        except ValueError as fault:
            info = (type(fault), fault, fault.__traceback__)
        handler.emit(logging.LogRecord("one", logging.ERROR, "", 1, "it failed", (), info))
    end = time.monotonic() + 5
    while len(mail.outbox) < logs.MAILS_AN_HOUR and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.1)
    assert len(mail.outbox) == logs.MAILS_AN_HOUR
    assert mail.outbox[0].to == ["op@example.org"]
    assert mail.outbox[0].subject == "[Fatekeeper] ERROR in one"
    assert "ValueError" in mail.outbox[0].body
    assert f'"{SECRET}"' not in mail.outbox[0].body


@pytest.mark.parametrize(("seconds", "sent"), [(5.0, ["it failed"]), (0.1, [])])
def test_the_end_of_a_process_waits_for_its_mails_but_not_for_ever(monkeypatch, seconds, sent):
    """A nightly command ends right after its error."""
    mails, server_answers = [], threading.Event()

    def send(_subject, text):
        server_answers.wait(10)
        mails.append(text)

    monkeypatch.setattr(logs, "_send_mail", send)
    monkeypatch.setattr(logs, "FLUSH_SECONDS", seconds)
    handler = logs.ErrorMail()
    handler.emit(logging.LogRecord("one", logging.ERROR, "", 1, "it failed", (), None))
    if sent:
        threading.Timer(0.2, server_answers.set).start()
    logging.shutdown([weakref.ref(handler)])
    assert mails == sent
    server_answers.set()


def test_a_mail_names_all_exceptions_of_a_chain_without_their_texts(monkeypatch):
    mails = []
    monkeypatch.setattr(logs, "_send_mail", lambda _subject, text: mails.append(text))
    monkeypatch.setattr(
        logs.threading, "Thread", lambda target, args, daemon: SimpleNamespace(start=lambda: target(*args))
    )
    handler = logs.ErrorMail()
    handler.setFormatter(logs.TextFormatter())
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as cause:
            raise SMTPRecipientsRefused({SECRET: (550, SECRET.encode())}) from cause
    except SMTPRecipientsRefused as fault:
        record = logging.LogRecord(
            "one", logging.ERROR, "", 1, "it failed", (), (type(fault), fault, fault.__traceback__)
        )
    assert SECRET in logs.TextFormatter().format(record), "the log of the server keeps the text"
    handler.emit(record)
    (text,) = mails
    assert text.index("KeyError") < text.index("smtplib.SMTPRecipientsRefused")
    assert "test_logs.py" in text
    assert SECRET not in text


# In a process of its own, because the settings of the log are those of the whole process.
FAILING_SITE = """
import json, time
import django
django.setup()
from django.conf import settings
settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
from django.core import mail
from django.test import Client
from django.urls import path
from config import urls

def fail(request):
    raise RuntimeError("planted")

urls.urlpatterns.insert(0, path("failing/", fail))
client = Client(raise_request_exception=False)
client.cookies["choice"] = "SECRET"
client.get("/failing/", headers={"host": "unknown.example"})
answer = client.post("/failing/", {"note": "SECRET"}, headers={"authorization": "Bearer SECRET"})
assert answer.status_code == 500, answer.status_code
end = time.monotonic() + 5
while not getattr(mail, "outbox", []) and time.monotonic() < end:
    time.sleep(0.01)
time.sleep(0.3)
print(json.dumps([sent.subject + "\\n" + sent.body for sent in mail.outbox]))
"""


def test_an_error_is_one_mail_without_cookies_and_fields(tmp_path):
    environment = {
        **os.environ,
        "ERROR_MAIL": "op@example.org",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "FATEKEEPER_MODE": "test",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
    }
    script = FAILING_SITE.replace("SECRET", SECRET)
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    (sent,) = json.loads(run.stdout)
    assert "/failing/" in sent
    assert "RuntimeError" in sent
    assert SECRET not in sent


def test_the_middleware_costs_next_to_nothing(settings):
    settings.LOG_REQUESTS = False
    answer, request = HttpResponse(), RequestFactory().get("/")
    log = RequestLog(lambda request: answer)
    begun = time.process_time()
    for _ in range(2000):
        log(request)
    assert (time.process_time() - begun) / 2000 < 0.0002
