"""The request of a view behind `login_required`, for type checks."""

from campaigns.models import User
from rules.requests import PageRequest


class SignedRequest(PageRequest):
    """A request of somebody who is signed in."""

    user: User
