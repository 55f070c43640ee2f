"""Failures of mails: what the log says of one, which is its type and code, but no address; and what can be done."""

import smtplib
from typing import Final

# All that sending a mail may raise; ValueError: a header or an address that is not valid.
MAIL_FAILURES: Final = (OSError, smtplib.SMTPException, ValueError)
# The statuses with which a mail server refuses for good begin here.
PERMANENT: Final = 500


def is_permanent(fault: Exception) -> bool:
    """Whether the mail server refuses this mail for good, so that it would refuse it again."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _text in fault.recipients.values())
    return isinstance(fault, smtplib.SMTPDataError) and fault.smtp_code >= PERMANENT


def is_server_failure(fault: Exception) -> bool:
    """Whether the mail server cannot be reached or used, so that every other mail would fail too."""
    about_one_mail = (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError)
    return isinstance(fault, OSError) and not isinstance(fault, about_one_mail)


def explain_failure(fault: Exception) -> str:
    """What a mail server said, in words for an administrator, who may see the recipient in it."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        return "; ".join(f"{address}: {code} {_words(text)}" for address, (code, text) in fault.recipients.items())
    if isinstance(fault, smtplib.SMTPSenderRefused):
        return f"the mail server refused the sender {fault.sender}: {fault.smtp_code} {_words(fault.smtp_error)}"
    if isinstance(fault, smtplib.SMTPResponseException):
        return f"{fault.smtp_code} {_words(fault.smtp_error)}"
    return str(fault) or type(fault).__name__


def _words(answer: bytes | str) -> str:
    return answer.decode(errors="replace") if isinstance(answer, bytes) else answer


def describe_failure(fault: Exception) -> str:
    """The type of the failure, with the codes of the mail server or the reason of the system.

    The text of the failure is left out, because mail servers repeat the recipient in it."""
    kind = type(fault).__name__
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        return " ".join([kind, *sorted({str(code) for code, _text in fault.recipients.values()})])
    if isinstance(fault, smtplib.SMTPResponseException):
        return f"{kind} {fault.smtp_code}"
    if isinstance(fault, OSError) and fault.strerror and not isinstance(fault, smtplib.SMTPException):
        return f"{kind}: {fault.strerror}"
    return kind
