"""The module in which Django looks for a database backend."""

from collections import defaultdict

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from common.queued_sqlite3.turn import Turn

USUAL_TIMEOUT = 5.0  # seconds, as in Python's sqlite3

_turns: defaultdict[str, Turn] = defaultdict(Turn)  # by the name of the database


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn before it begins a transaction, as long as SQLite itself would wait."""

    turn_timeout: float | None = None  # seconds; None for the timeout of the settings

    _turn: Turn | None = None

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._pass_turn_on()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._pass_turn_on()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._pass_turn_on()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._pass_turn_on()

    def _take_turn(self) -> None:
        if self._turn is not None:
            return
        turn = _turns[str(self.settings_dict["NAME"])]
        usual = self.settings_dict["OPTIONS"].get("timeout", USUAL_TIMEOUT)
        if not turn.take(usual if self.turn_timeout is None else self.turn_timeout):
            raise OperationalError("database is locked")
        self._turn = turn

    def _pass_turn_on(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.pass_on()
