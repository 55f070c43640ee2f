"""Who calls the API, and how far a token reaches."""

from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.permissions import IsAuthenticated


class TokenAuthentication(KnoxAuthentication):
    """A person's API token in the Authorization header."""


class SignedInWithinScope(IsAuthenticated):
    """Signed in, and a token within its scope."""
