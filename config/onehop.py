"""Django behind ASGI with one thread hop a request instead of one a middleware, on threads that live on."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

THREADS = 4


class OneHop(ASGIHandler):
    """The whole middleware stack stays synchronous and runs in one of a few threads that keep their connections."""

    def __init__(self, threads: int = THREADS) -> None:
        self.load_middleware(is_async=False)
        self.threads = threads
        self._free: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.LifoQueue[ThreadPoolExecutor]]
        self._free = WeakKeyDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request in one thread; it waits while all are busy."""
        free = self._threads()
        thread = await free.get()
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            free.put_nowait(thread)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """The response, made by the synchronous stack in the request's thread."""
        response = await sync_to_async(self.get_response, thread_sensitive=True)(request)
        response._handler_class = self.__class__  # type: ignore[attr-defined]
        return response

    def _threads(self) -> "asyncio.LifoQueue[ThreadPoolExecutor]":
        loop = asyncio.get_running_loop()
        if loop not in self._free:
            queue: asyncio.LifoQueue[ThreadPoolExecutor] = asyncio.LifoQueue()
            for _ in range(self.threads):
                queue.put_nowait(ThreadPoolExecutor(1, thread_name_prefix="page"))
            self._free[loop] = queue
        return self._free[loop]
