"""`manage.py delete_old_data`: deletes old demo tables and other expired rows."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.archive import jobs
from campaigns.encounters.calls import job as call_job
from campaigns.sessions.notices import job as notice_job
from campaigns.webhooks import actions
from operations import startup
from operations.demo import visitor_actions
from people import actions as people_actions
from people.credentials import admin_log_texts
from people.devices import actions as device_actions
from people.idempotency import keys

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Deletes all expired rows; each new demo visitor also deletes a few old ones."""

    help = (
        "Deletes old data: visitors of the demo tables and their campaigns after a day, stored responses to "
        "repeated requests after thirty days, webhook deliveries, calls and notices after ninety days, archives "
        "of exports and restores an hour after the download or after a day, expired sign-ins with their devices, and "
        "addresses in the admin's log."
    )

    def handle(self, *args: Any, **_options: Any) -> None:
        """Deletes, and prints how many rows; a kind that fails stops no other."""
        startup.require_no_newer_migrations()
        results = [
            self._delete(self._sweep_visitors, "demo tables and visitors deleted"),
            self._delete(keys.delete_expired, "stored responses to repeated requests deleted"),
            self._delete(actions.delete_old_deliveries, "webhook messages deleted"),
            self._delete(jobs.delete_old_transfers, "archives deleted"),
            self._delete(device_actions.delete_signed_out_devices, "devices of ended sign-ins deleted"),
            self._delete(call_job.delete_old_calls, "old calls deleted"),
            self._delete(notice_job.delete_old_notices, "old notices about sessions and offers deleted"),
            self._delete(people_actions.delete_ended_sign_ins, "expired sign-ins deleted"),
            self._delete(admin_log_texts.remove_texts, "addresses in the admin's log removed"),
        ]
        if failed := results.count(False):
            raise CommandError(f"{failed} of {len(results)} kinds of old data could not be deleted.")

    def _sweep_visitors(self) -> int:
        swept = visitor_actions.sweep_each()
        if swept.failed:
            self.stderr.write(f"{swept.failed} could not be deleted now; the next run tries again")
        return swept.gone

    def _delete(self, delete: Callable[[], int], what: str) -> bool:
        """Prints how many rows were deleted; logs a failure and returns False."""
        try:
            count = delete()
        except Exception:  # whatever it is, the other kinds are deleted
            log.exception("A kind of old data could not be deleted (“… %s”).", what)
            return False
        self.stdout.write(f"{count} {what}")
        return True
