"""Rate limits of API callers."""

from typing import TYPE_CHECKING, Final

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from common.client_address import client_network
from common.rate_counts import BatchedCounts, seconds_left

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView


# A process writes its count after every sixtieth part of the ceiling, so two processes let at most that much through
# beyond it. A ceiling below 120 is written for every request.
PARTS: Final = 60
COUNTS: Final = BatchedCounts()


class CountingThrottle(SimpleRateThrottle):
    """A limit for each time window, which counts all parallel requests."""

    duration: int | None
    num_requests: int | None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Counts the request; whether it is within the ceiling."""
        key = self.get_cache_key(request, view)
        if self.rate is None or key is None:
            return True
        most = int(self.num_requests or 0)
        return COUNTS.count_one(key, seconds=int(self.duration or 1), batch=max(1, most // PARTS)) <= most

    def wait(self) -> float:
        """Seconds until the next window."""
        return seconds_left(int(self.duration or 1))


class UserThrottle(CountingThrottle):
    """The limit of requests for each person."""

    scope = "user"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        """Counted by person; strangers are counted by AnonymousThrottle."""
        if not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}


class AnonymousThrottle(CountingThrottle):
    """A lower limit of requests for each IP address without an account."""

    scope = "anon"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        """Counted by address; who is signed in is counted by Throttle."""
        if request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": client_network(request)}
