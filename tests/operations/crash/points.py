"""Where the site is killed: named places of its own work, found by what it says to the database and to the browser.

Nothing of this stands in the site: the process under test hangs these on Django before it serves, in test mode alone.
"""

import os
import signal
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# The statement after which a point is reached.
STATEMENTS = {
    "a command is stored": 'INSERT INTO "campaigns_command"',
    "its events are stored": 'INSERT INTO "campaigns_event"',
    "the state is stored": 'UPDATE "campaigns_encountersecret"',
    "the number is stored": 'UPDATE "campaigns_encounter" SET',
    "lines are struck": 'UPDATE "campaigns_command" SET "struck_by"',
    "someone sits down": 'INSERT INTO "campaigns_participant"',
    "the cards are dealt": 'INSERT INTO "campaigns_encountersecret"',
    "an import writes": 'INSERT INTO "campaigns_importedobject"',
    "a file is kept": 'INSERT INTO "campaigns_transferpart"',
    "a backup is recorded": 'INSERT INTO "campaigns_backuprecord"',
    "a campaign is restored": 'INSERT INTO "campaigns_logentry"',
    "the whole site is emptied": 'DELETE FROM "people_campaign"',
    "the whole site is filled": 'INSERT INTO "people_campaign"',
    "a telling is claimed": 'UPDATE "campaigns_webhookdelivery" SET "due"',
}
# Around the commit of a transaction that wrote this.
WROTE = {
    "command": 'INSERT INTO "campaigns_command"',
    "import": 'INSERT INTO "campaigns_importedobject"',
    "restore": 'INSERT INTO "people_campaign"',
    "telling": 'UPDATE "campaigns_webhookdelivery" SET "status"',
}
COMMITS = {f"{when} the commit of a {kind}" for when in ("before", "after") for kind in WROTE}
CODE = {"a command is found legal", "before the answer", "in the middle of the answer", "a telling is posted"}


class Point:
    """Kills this process at the n-th time it comes by."""

    def __init__(self, name: str, left: int) -> None:
        assert settings.MODE == "test", "only a site under test is killed"
        assert name in {*STATEMENTS, *COMMITS, *CODE}, f"there is no point {name!r}"
        self.name, self.left = name, left
        self.wrote: set[int] = set()

    def hang(self) -> None:
        """Takes its place; to be called before the first connection."""
        if self.name in STATEMENTS:
            connection_created.connect(self._listen, weak=False)
        elif self.name in COMMITS:
            connection_created.connect(self._listen, weak=False)
            self._around(BaseDatabaseWrapper._commit)
        elif self.name == "a command is found legal":
            from rules import play

            play.act = self._then(play.act)
        elif self.name == "a telling is posted":
            from campaigns.webhooks import signed_requests

            signed_requests.post = self._then(signed_requests.post)

    def reached(self) -> None:
        """The end, when it was the last time."""
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def _then(self, true: Any) -> Any:
        def call(*args: Any, **more: Any) -> Any:
            done = true(*args, **more)
            self.reached()
            return done

        return call

    def _listen(self, connection: Any, **_more: Any) -> None:
        if connection.alias == "default":
            connection.execute_wrappers.append(self._heard)

    def _heard(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if self.name in STATEMENTS and STATEMENTS[self.name] in sql:
            self.reached()
        elif self.name in COMMITS and sql.startswith(WROTE[self.name.rpartition(" ")[2]]):
            self.wrote.add(id(context["connection"]))
        return done

    def _around(self, true: Any) -> None:
        def commit(connection: Any) -> Any:
            meant = id(connection) in self.wrote
            self.wrote.discard(id(connection))
            if meant and self.name.startswith("before"):
                self.reached()
            done = true(connection)
            if meant and self.name.startswith("after"):
                self.reached()
            return done

        BaseDatabaseWrapper._commit = commit  # type: ignore[method-assign]

    def around(self, application: Any) -> Any:
        """The ASGI application, killed on its way to answer what was posted."""
        if "the answer" not in self.name:
            return application

        async def serve(scope: Any, receive: Any, send: Any) -> None:
            async def answer(message: Any) -> None:
                begins = message["type"] == "http.response.start"
                if scope.get("method") == "POST" and begins == (self.name == "before the answer"):
                    self.reached()
                await send(message)

            await application(scope, receive, answer)

        return serve
