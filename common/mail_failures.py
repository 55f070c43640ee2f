"""What the log says of a mail that could not be sent: the type of the failure and its code, but no address."""

import smtplib
from typing import Final

# All that sending a mail may raise; ValueError: a header or an address that is not valid.
MAIL_FAILURES: Final = (OSError, smtplib.SMTPException, ValueError)


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
