"""Rate limits of API callers."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from common.client_address import client_network
from common.rate_counts import BatchedCounts, seconds_left

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView


# A process writes its count after every 1/60 of the limit, and in the second half after every 1/30 of the uses that are
# left. So the last uses before the limit are written one by one, and parallel processes know each other's counts. With
# a limit below 120 every request is written.
PARTS: Final = 60
COUNTS: Final = BatchedCounts()


@dataclass(frozen=True, slots=True)
class RateLimit:
    """The state of a caller's limit: uses in the window of `seconds`, of at most `most`; `name` is the policy."""

    name: str
    most: int
    seconds: int
    uses: int


def batch_size(most: int, uses: int) -> int:
    """How many further uses a process may count in memory, if it knows of `uses` out of `most`."""
    return max(1, min(most // PARTS, (most - uses) * 2 // PARTS))


class CountingThrottle(SimpleRateThrottle):
    """A limit for each time window, which counts all parallel requests."""

    duration: int | None
    num_requests: int | None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Counts the request, and returns whether it is within the limit."""
        key = self.get_cache_key(request, view)
        if self.rate is None or key is None:
            return True
        most, seconds = int(self.num_requests or 0), int(self.duration or 1)
        known = COUNTS.known_uses(key, seconds=seconds)
        uses = COUNTS.count_one(key, seconds=seconds, batch=batch_size(most, known))
        plain: Any = getattr(request, "_request", request)
        plain.rate_limit = RateLimit(str(self.scope), most, seconds, uses)
        return uses <= most

    def wait(self) -> float:
        """Seconds until the next window."""
        return seconds_left(int(self.duration or 1))


class UserThrottle(CountingThrottle):
    """The limit of requests for each person."""

    scope = "user"

    def get_cache_key(self, request: Request, _view: "APIView") -> str | None:
        """The key of the person; None for people without an account, whom AnonymousThrottle counts."""
        if not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}


class AnonymousThrottle(CountingThrottle):
    """A lower limit of requests for each IP address without an account."""

    scope = "anon"

    def get_cache_key(self, request: Request, _view: "APIView") -> str | None:
        """The key of the IP address; None for signed-in people, whom UserThrottle counts."""
        if request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": client_network(request)}


def admit(check: Callable[[], None], view: "APIView", request: Request) -> None:
    """Runs the framework's checks; also counts callers who are refused before their request was counted.

    The framework counts only who is signed in and allowed, so that guessing tokens would cost nothing."""
    try:
        check()
    except Throttled:
        raise
    except APIException:
        if not hasattr(request._request, "rate_limit"):
            view.check_throttles(request)
        raise


def write_rate_limit(request: Request, response: Any) -> None:
    """Adds `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) to a response."""
    limit: RateLimit | None = getattr(getattr(request, "_request", None), "rate_limit", None)
    if limit is None:
        return
    left, rest = max(0, limit.most - limit.uses), ceil(seconds_left(limit.seconds))
    response.headers["RateLimit-Policy"] = f'"{limit.name}";q={limit.most};w={limit.seconds}'
    response.headers["RateLimit"] = f'"{limit.name}";r={left};t={rest}'
