"""What the log says of a failed mail names no recipient."""

import smtplib
import socket

import pytest

from common.mail_failures import MAIL_FAILURES, describe_failure

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
