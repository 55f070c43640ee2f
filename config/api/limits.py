"""Ceilings on what one caller may ask for."""

from rest_framework.throttling import UserRateThrottle


class Throttle(UserRateThrottle):
    """A ceiling on requests a person."""
