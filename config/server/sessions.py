"""Django's database sessions, read with SQL that is built once, and known to the list of sign-ins by their keys."""

from typing import Final

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from common.compiled_query import CompiledQuery

LIVE_SESSION: Final = CompiledQuery(lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now))


class SessionStore(db.SessionStore):
    """A session store with a compiled query, because every request of a signed-in person reads its session."""

    # What was read from the database; None before that, and where there is no live session.
    stored_data: str | None = None

    def cycle_key(self) -> None:
        """Gives the session a new key, as after a new password; its row in the list of sign-ins keeps its devices."""
        former, is_sign_in = self.session_key, SESSION_KEY in self
        with transaction.atomic():
            super().cycle_key()
            if is_sign_in:
                UserSession.objects.filter(session_key=former).update(session_key=self.session_key)

    def _get_session_from_db(self) -> Session | None:
        """The live session with this key; without one resets the key, as Django's own store does."""
        rows = LIVE_SESSION.rows(self.session_key, timezone.now()) if self.session_key else []
        if rows:
            session: Session = rows[0]
            self.stored_data = session.session_data
            return session
        self._session_key = None
        return None
