"""Formats the site's log as text or JSON, with the request of each line, and without addresses that contain secrets.

An address may hold a token (an invitation, a link for a new password) and a query may hold search words. So a line
names the route, such as `join/<str:token>/`, and never the address itself.
"""

import copy
import json
import logging
import threading
import time
import traceback
from collections import deque
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

from django.core import mail
from django.http import HttpRequest
from django.utils.functional import LazyObject, empty

# The request that the current thread answers.
CURRENT: ContextVar[HttpRequest | None] = ContextVar("request", default=None)
UNKNOWN_ROUTE: Final = "(no route)"
# The most error mails of one process in an hour: an error that affects everyone must not fill a mailbox.
MAILS_AN_HOUR: Final = 10
# How long the end of a process waits for its mails: less than a supervisor waits for the process.
FLUSH_SECONDS: Final = 5.0
# The most exceptions of a chain in a mail.
MOST_IN_CHAIN: Final = 10


def route_of(request: HttpRequest) -> str:
    """The route of a request as `urls.py` writes it, without the values in the address."""
    match = request.resolver_match
    return f"/{match.route}" if match is not None else UNKNOWN_ROUTE


def user_of(request: HttpRequest) -> int | None:
    """The id of the signed-in person, if the request has asked for it; never a query of its own."""
    user = request.__dict__.get("user")
    if isinstance(user, LazyObject):
        user = user.__dict__.get("_wrapped", empty)
        if user is empty:
            return None
    return getattr(user, "pk", None)


class BriefFilter(logging.Filter):
    """Removes tracebacks of refused requests, so that they are one line instead of forty."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record through."""
        if record.levelno < logging.ERROR:
            record.exc_info = record.exc_text = None
        return True


class RequestFilter(logging.Filter):
    """Adds request id, route and user id to a line, and puts the route in the place of the address."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record through."""
        request = getattr(record, "request", None)
        if not isinstance(request, HttpRequest):
            request = CURRENT.get()
        if request is None:
            return True
        route = route_of(request)
        request_id = getattr(request, "request_id", "")
        record.__dict__ |= {"request_id": request_id, "route": route, "user_id": user_of(request)}
        if isinstance(record.args, tuple):
            record.args = tuple(_without_address(arg, request, route) for arg in record.args)
        return True


def _without_address(argument: Any, request: HttpRequest, route: str) -> Any:
    if not isinstance(argument, str):
        return argument
    addresses = {request.path, request.path_info, request.get_full_path()}
    escaped = {address.encode("unicode_escape").decode("ascii") for address in addresses}
    return route if argument in addresses | escaped else argument


class TextFormatter(logging.Formatter):
    """One line: time, level, logger, the request in brackets, the message."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s%(where)s %(message)s")
        self.converter = time.gmtime
        self.default_time_format, self.default_msec_format = "%Y-%m-%dT%H:%M:%S", "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        """The line, with a traceback below it where there is one."""
        request, user = getattr(record, "request_id", ""), getattr(record, "user_id", None)
        facts = [request, f"user {user}" if user is not None else "", getattr(record, "route", "")]
        record.where = f" [{' '.join(filter(None, facts))}]" if request else ""
        return super().format(record)


class JsonFormatter(logging.Formatter):
    """Formats each line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The JSON object: time, level, logger, message; and request, user and route if the line belongs to a
        request."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if getattr(record, "request_id", ""):
            facts = record.__dict__
            line |= {"request": facts["request_id"], "user": facts["user_id"], "route": facts["route"]}
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def is_refused_request(logger: str) -> bool:
    """Whether Django logs under this name that it refused a request, such as one with an unknown host name.

    Bots send many of these, and the operator need not mend anything."""
    return logger.startswith("django.security.")


def traceback_without_texts(fault: BaseException | None) -> str:
    """Type and frames of an exception and of those before it; their texts may contain addresses and other values."""
    parts: list[str] = []
    while fault is not None and len(parts) < MOST_IN_CHAIN:
        kind = type(fault)
        parts.insert(0, "".join(traceback.format_tb(fault.__traceback__)) + f"{kind.__module__}.{kind.__qualname__}")
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    return "\n\n".join(parts)


class ErrorMail(logging.Handler):
    """Mails errors to the addresses of ERROR_MAIL: the line and its traceback, no values and nothing of the request."""

    def __init__(self) -> None:
        super().__init__()
        self._sent: deque[float] = deque(maxlen=MAILS_AN_HOUR)
        self._threads: deque[threading.Thread] = deque(maxlen=MAILS_AN_HOUR)

    def emit(self, record: logging.LogRecord) -> None:
        """Sends one mail in a thread of its own, unless there were many in this hour."""
        if is_refused_request(record.name):
            return
        now = time.monotonic()
        if len(self._sent) == MAILS_AN_HOUR and now - self._sent[0] < 3600:
            return
        self._sent.append(now)
        subject = f"{record.levelname} in {record.name} {getattr(record, 'route', '')}".strip()
        thread = threading.Thread(target=_send_mail, args=(subject, self._text(record)), daemon=True)
        self._threads.append(thread)
        thread.start()

    def flush(self) -> None:
        """Waits a few seconds for mails that are being sent; `logging` calls this when the process ends."""
        end = time.monotonic() + FLUSH_SECONDS
        for thread in list(self._threads):
            thread.join(max(0.0, end - time.monotonic()))

    def _text(self, record: logging.LogRecord) -> str:
        # A copy, because the log itself keeps the texts of exceptions.
        brief = copy.copy(record)
        brief.exc_text = traceback_without_texts(record.exc_info[1]) if record.exc_info else None
        return self.format(brief)


def _send_mail(subject: str, text: str) -> None:
    mail.mail_admins(subject, text, fail_silently=True)
