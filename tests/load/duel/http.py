"""A small HTTP/1.1 client, so that the clients take as little of the machine as possible.

It keeps the cookies that it receives, as a browser does."""

import asyncio
import json


class Connection:
    """One connection that stays open; it is opened at the first request."""

    def __init__(self, port: int, headers: dict[str, str]):
        self.port, headers = port, dict(headers)
        self.cookies = dict(pair.split("=", 1) for pair in headers.pop("Cookie", "").split("; ") if pair)
        self.head = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "127.0.0.1", **headers}.items())
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """(status, body as it came) of one request."""
        if self.reader is None or self.reader.at_eof():  # a server closes what is idle for some seconds
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{self.head}{self._cookies()}{more}{length}\r\n".encode() + body)
        return await self._read()

    def _cookies(self) -> str:
        given = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return f"Cookie: {given}\r\n" if given else ""

    def _keep_cookies(self, head: str) -> None:
        for line in head.split("\r\n"):
            name, _colon, value = line.partition(": ")
            if name.lower() == "set-cookie":
                self.cookies.update([value.split(";", 1)[0].split("=", 1)])

    async def _read(self) -> tuple[int, bytes]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        self._keep_cookies(head)
        head = head.lower()
        status = int(head.split(" ", 2)[1])
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "content-length" in fields:
            return status, await self.reader.readexactly(int(fields["content-length"]))
        if fields.get("transfer-encoding") != "chunked":
            return status, b""
        body = b""
        while size := int(await self.reader.readline(), 16):
            body += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return status, body

    def close(self) -> None:
        """Hangs up."""
        if self.reader is not None:
            self.writer.close()
            self.reader = None


class Stream(Connection):
    """A live stream of an encounter; `number` is the latest that it told of."""

    number = -1

    async def open(self, encounter: int) -> None:
        """Asks for the stream and waits until it answers."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        path = f"/api/v1/encounters/{encounter}/stream/"
        self.writer.write(
            f"GET {path} HTTP/1.1\r\n{self.head}{self._cookies()}Accept: text/event-stream\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head.split(b"\r\n", 1)[0], head

    async def next_number(self) -> int:
        """The next number that the stream tells."""
        while line := await self.reader.readline():
            if line.startswith(b"data: ") and "number" in (said := json.loads(line[6:])):
                self.number = said["number"]
                return self.number
        raise ConnectionError("the stream ended")
