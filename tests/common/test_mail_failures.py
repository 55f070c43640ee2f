"""What the log says of a failed mail names no recipient."""

import smtplib
import socket

import pytest

from common.mail_failures import MAIL_FAILURES, describe_failure, explain_failure, is_permanent, is_server_failure

REFUSED = {"ana@example.com": (550, b"no ana@example.com"), "ben@example.com": (452, b"ben@example.com is full")}


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (smtplib.SMTPRecipientsRefused(REFUSED), "SMTPRecipientsRefused 452 550"),
        (smtplib.SMTPSenderRefused(553, b"not you", "site@example.com"), "SMTPSenderRefused 553"),
        (smtplib.SMTPDataError(554, b"spam for ana@example.com"), "SMTPDataError 554"),
        (smtplib.SMTPServerDisconnected("Connection unexpectedly closed"), "SMTPServerDisconnected"),
        (ConnectionRefusedError(111, "Connection refused"), "ConnectionRefusedError: Connection refused"),
        (socket.gaierror(-2, "Name or service not known"), "gaierror: Name or service not known"),
        (ValueError("ana@example.com is no address"), "ValueError"),
    ],
)
def test_a_failure_has_its_type_and_code_and_no_address(fault, words):
    assert isinstance(fault, MAIL_FAILURES)
    assert describe_failure(fault) == words


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (
            smtplib.SMTPRecipientsRefused(REFUSED),
            "ana@example.com: 550 no ana@example.com; ben@example.com: 452 ben@example.com is full",
        ),
        (
            smtplib.SMTPSenderRefused(553, b"not you", "site@example.com"),
            "the mail server refused the sender site@example.com: 553 not you",
        ),
        (smtplib.SMTPAuthenticationError(535, b"wrong \xff password"), "535 wrong \ufffd password"),
        (ConnectionRefusedError(111, "Connection refused"), "[Errno 111] Connection refused"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_an_administrator_reads_what_the_mail_server_said(fault, words):
    assert explain_failure(fault) == words


@pytest.mark.parametrize(
    ("fault", "permanent", "of_server"),
    [
        (smtplib.SMTPRecipientsRefused({"ana@example.com": (550, b"")}), True, False),
        (smtplib.SMTPRecipientsRefused(REFUSED), False, False),
        (smtplib.SMTPDataError(554, b"spam"), True, False),
        (smtplib.SMTPDataError(451, b"later"), False, False),
        (smtplib.SMTPSenderRefused(530, b"sign in first", "site@example.com"), False, True),
        (smtplib.SMTPAuthenticationError(535, b"wrong password"), False, True),
        (smtplib.SMTPServerDisconnected("Connection unexpectedly closed"), False, True),
        (TimeoutError(), False, True),
        (ValueError(), False, False),
    ],
)
def test_a_failure_is_of_the_mail_or_of_the_server(fault, permanent, of_server):
    assert (is_permanent(fault), is_server_failure(fault)) == (permanent, of_server)
