"""The types of ASGI: the scope of a connection, its messages, and the functions that receive and send them.

`wait_for_disconnect` waits for the message that the client is gone.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

# Keys depend on the type of connection or message, as the specification of ASGI lists them.
Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def wait_for_disconnect(receive: Receive) -> None:
    """Returns when the client has closed the connection; drops whatever else it sends."""
    while (await receive())["type"] != "http.disconnect":
        pass
