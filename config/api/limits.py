"""Ceilings on what one caller may ask for."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle, UserRateThrottle

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView


class Throttle(UserRateThrottle):
    """A ceiling on requests a person."""

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        """Counted by person; strangers are counted by AnonymousThrottle."""
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class AnonymousThrottle(SimpleRateThrottle):
    """A lower ceiling on requests an address without an account."""

    scope = "anon"

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        """Counted by address; who is signed in is counted by Throttle."""
        if request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}
