"""Models of exports, restores and tested backups."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Transfer(models.Model):
    """One export or restore with its progress and result. Stored for a day; `dropped` after its file was deleted."""

    class Kind(models.TextChoices):
        WHOLE = "whole", _("export of a campaign")
        OWN = "own", _("export of one's own data")
        BOOK = "book", _("book of a campaign")
        VAULT = "vault", _("the world as notes")
        NOTES = "notes", _("import of notes")
        RESTORE = "restore", _("restore")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for an answer")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("refused")
        CANCELLED = "cancelled", _("cancelled")

    key = models.CharField(max_length=32, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.RUNNING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="transfers", verbose_name=_("by"))
    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("campaign")
    )
    stage = models.CharField(_("stage"), max_length=20, blank=True)
    done = models.PositiveIntegerField(_("rows done"), default=0)
    total = models.PositiveIntegerField(_("total rows"), default=0)
    stopping = models.BooleanField(_("asked to stop"), default=False)
    # A book, notes, or a member's own data: {"name", "audience"}. An import of notes: {"report"}.
    # The export of a campaign: {"name", "audience", "restorable"}. Own data: also "maps_left_out", a number.
    # A restore: {"name", "game", "created", "people", "counts", "shut"}; a fault: {"code", "place", "message"}.
    about = models.JSONField(default=dict, blank=True, editable=False)
    size = models.BigIntegerField(_("bytes"), default=0)
    dropped = models.BooleanField(_("file deleted"), default=False, editable=False)
    fetched = models.DateTimeField(_("last fetched"), null=True, blank=True, editable=False)
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    touched = models.DateTimeField(_("last sign of life"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.created:%Y-%m-%d %H:%M}"

    @property
    def is_for_gms(self) -> bool:
        """Whether only GMs may read it: an export of a campaign or of what a GM knows, and an import."""
        return self.kind in {self.Kind.WHOLE, self.Kind.NOTES} or self.about.get("audience") == "gm"


class TransferPart(models.Model):
    """A piece of a transfer's file; in the database, so that every machine of the site can read it."""

    transfer = models.ForeignKey(Transfer, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["transfer", "number"]
        constraints = [models.UniqueConstraint(fields=["transfer", "number"], name="one_part_a_number")]
        verbose_name = _("part of a transfer")
        verbose_name_plural = _("parts of transfers")

    def __str__(self) -> str:
        return f"{self.transfer_id}.{self.number}"


class BackupRecord(models.Model):
    """A backup of the site that was tested by restoring it into a temporary database and comparing."""

    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    sha256 = models.CharField(_("SHA-256"), max_length=64)
    rows = models.BigIntegerField(_("rows"))
    encounters = models.PositiveIntegerField(_("encounters replayed"))

    class Meta:
        ordering = ["-id"]
        verbose_name = _("verified backup")
        verbose_name_plural = _("verified backups")

    def __str__(self) -> str:
        return f"{self.created:%Y-%m-%d %H:%M}"
