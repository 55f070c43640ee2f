"""The types of ASGI: the scope of a connection, its messages, and the functions that receive and send them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

# Keys depend on the type of connection or message, as the specification of ASGI lists them.
Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
