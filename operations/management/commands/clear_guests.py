"""`manage.py clear_guests`: deletes old demo tables and other expired rows."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.archive import jobs
from campaigns.encounters.calls import job as call_job
from campaigns.sessions.notices import job as notice_job
from campaigns.webhooks import actions
from operations import startup
from operations.demo import guest_actions
from people import actions as people_actions
from people.credentials import admin_log_texts
from people.devices import actions as device_actions
from people.idempotency import keys


class Command(BaseCommand):
    """Deletes all expired rows; each new guest also deletes a few old guests."""

    help = (
        "Deletes old data: guests of the demo tables and their campaigns after a day, stored responses to "
        "repeated requests after thirty days, webhook deliveries after ninety days, archives of exports and "
        "restores an hour after the download or after a day, expired sign-ins with their devices, and addresses in "
        "the admin's log."
    )

    def handle(self, *args: Any, **_options: Any) -> None:
        """Deletes, and prints how many rows."""
        startup.require_no_newer_migrations()
        swept = guest_actions.sweep_each()
        self.stdout.write(f"{swept.gone} deleted")
        if swept.failed:
            self.stderr.write(f"{swept.failed} could not be deleted now; the next run tries again")
        self.stdout.write(f"{keys.delete_expired()} stored responses to repeated requests deleted")
        self.stdout.write(f"{actions.delete_old_deliveries()} webhook messages deleted")
        self.stdout.write(f"{jobs.delete_old_transfers()} archives deleted")
        self.stdout.write(f"{device_actions.delete_signed_out_devices()} devices of ended sign-ins deleted")
        self.stdout.write(f"{call_job.delete_old_calls()} old calls deleted")
        self.stdout.write(f"{notice_job.delete_old_notices()} old notices about sessions and offers deleted")
        self.stdout.write(f"{people_actions.delete_ended_devices()} devices of expired sign-ins deleted")
        self.stdout.write(f"{admin_log_texts.remove_texts()} addresses in the admin's log removed")
