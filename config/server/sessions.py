"""Django's database sessions, read with SQL that is built once."""

from typing import Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from common.compiled_query import CompiledQuery

LIVE_SESSION: Final = CompiledQuery(lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now))


class SessionStore(db.SessionStore):
    """A session store with a compiled query, because every request of a signed-in person reads its session."""

    # What was read from the database; None before that, and where there is no live session.
    stored_data: str | None = None

    def _get_session_from_db(self) -> Session | None:
        """The live session with this key; without one resets the key, as Django's own store does."""
        rows = LIVE_SESSION.rows(self.session_key, timezone.now()) if self.session_key else []
        if rows:
            session: Session = rows[0]
            self.stored_data = session.session_data
            return session
        self._session_key = None
        return None
