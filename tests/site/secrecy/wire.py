"""A client that speaks HTTP over a socket and answers as Django's test client does."""

import http.client
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode


@dataclass
class Answer:
    """What arrived."""

    status_code: int
    headers: dict[str, str]
    content: bytes
    streaming: bool = False


# What a server adds to every answer by its own clock.
SERVERS_OWN = {"date", "connection", "server", "expires"}


@dataclass
class WireClient:
    """Requests of one person; `cookies` are those of a browser that is signed in."""

    address: tuple[str, int]
    cookies: dict[str, str] = field(default_factory=dict)

    def generic(
        self, method: str, path: str, data: Any = b"", content_type: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection(*self.address, timeout=30)
        kind = {"Content-Type": content_type} if content_type else {}
        if not path.endswith("/stream/"):  # an open stream never ends; it is listened to apart
            connection.request(method, quote(path, safe="/?&=%"), data, self.cookies | kind | (headers or {}))
            got = connection.getresponse()
            told = {name: value for name, value in got.getheaders() if name.lower() not in SERVERS_OWN}
            answer = Answer(got.status, told, got.read())
            connection.close()
            return answer
        return Answer(200, {}, b"")

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        """A GET."""
        return self.generic("GET", path, headers=headers)

    def head(self, path: str) -> Answer:
        """A HEAD."""
        return self.generic("HEAD", path)

    def options(self, path: str) -> Answer:
        """An OPTIONS."""
        return self.generic("OPTIONS", path)

    def post(self, path: str, data: dict[str, Any]) -> Answer:
        """A form; without the token of its page it is refused, alike in every world."""
        words = {name: value if isinstance(value, str) else json.dumps(value) for name, value in data.items()}
        return self.generic("POST", path, urlencode(words), "application/x-www-form-urlencoded")
