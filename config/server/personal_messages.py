"""Messages to the person ("Saved."), which nobody else who uses the same browser can read.

Django keeps them in a signed cookie until a page shows them. If a session ends before that, because it was ended on
another device or has expired, the next person who signs in would read them. So the signature depends on who is signed
in. The session would do too, but it writes to the database for each message, also when a page only shows it.
"""

from django.contrib.auth import SESSION_KEY
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core import signing


class PersonalCookie(CookieStorage):
    """A cookie that only the person who received its messages can read; "nobody signed in" counts as a person."""

    @property
    def signer(self) -> signing.TimestampSigner:
        """The signer for the person who is signed in now; this can change within a request."""
        person = self.request.session.get(SESSION_KEY, "")
        return signing.get_cookie_signer(salt=f"{self.key_salt}/{person}")

    @signer.setter
    def signer(self, same_for_everyone: signing.TimestampSigner) -> None:
        """Django sets one signer for everyone, which is not used here."""


class PersonalMessages(FallbackStorage):
    """The cookie, and the session for messages that are too long for it."""

    storage_classes = (PersonalCookie, SessionStorage)
