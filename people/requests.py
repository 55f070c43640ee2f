"""The type of requests in views behind `login_required`."""

from common.requests import PageRequest
from people.models import User


class SignedRequest(PageRequest):
    """A request of a person who is signed in."""

    user: User
