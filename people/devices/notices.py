"""What all notices have in common: messages that the site sends to one member by push message and mail."""

from datetime import timedelta
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# A notice that could not be sent for this long, for example in a power cut, is given up, unless it asks for an answer.
TOO_LATE: Final = timedelta(days=2)
# A notice that reached its member in one way or the other.
HAS_ARRIVED: Final = models.Q(pushed__isnull=False) | models.Q(mailed__isnull=False)


class Notice(models.Model):
    """One message to one member. campaigns/sessions/notices/job.py sends it, once."""

    origin = models.CharField(_("address of the site"), max_length=200, blank=True, editable=False)
    # When it is sent next; None once it was sent or given up.
    due = models.DateTimeField(_("due"), null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    pushed = models.DateTimeField(_("pushed"), null=True)
    mailed = models.DateTimeField(_("mailed"), null=True)
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        abstract = True
        ordering = ["-id"]
