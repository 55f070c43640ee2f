"""Models of the module library, imports, imported objects, and conversion tables."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Module(models.Model):
    """An importable adventure, known by its key."""

    key = models.CharField(_("key"), max_length=64)
    title = models.CharField(_("title"), max_length=200)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="modules",
        verbose_name=_("uploaded by"),
        help_text=_("Empty: shipped with the site, or published for everyone by staff."),
    )
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["title", "id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="one_module_a_key"),
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(owner__isnull=True), name="one_shared_module_a_key"
            ),
        ]
        verbose_name = _("module")
        verbose_name_plural = _("modules")

    def __str__(self) -> str:
        return self.title


class ModuleVersion(models.Model):
    """One version of a module; never changed after upload."""

    module = models.ForeignKey(Module, models.CASCADE, related_name="versions", verbose_name=_("module"))
    version = models.CharField(_("version"), max_length=64)
    digest = models.CharField(_("digest"), max_length=64)
    document = models.JSONField(_("document"), editable=False)
    licence = models.CharField(_("licence"), max_length=80)
    attribution = models.TextField(_("attribution"), blank=True)
    warnings = models.JSONField(_("warnings"), default=list, blank=True)
    created = models.DateTimeField(_("uploaded"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["module", "-created", "-id"]
        constraints = [models.UniqueConstraint(fields=["module", "version"], name="one_document_a_version")]
        verbose_name = _("module version")
        verbose_name_plural = _("module versions")

    def __str__(self) -> str:
        return f"{self.module} {self.version}"


class ModuleFile(models.Model):
    """A picture of a module version, decoded and encoded again: never the uploaded bytes."""

    version = models.ForeignKey(ModuleVersion, models.CASCADE, related_name="files", verbose_name=_("module version"))
    key = models.CharField(_("key"), max_length=64)
    path = models.CharField(_("path"), max_length=200)
    media_type = models.CharField(_("media type"), max_length=40)
    # The checksum of the uploaded bytes, as in the document; an export has the stored bytes and their checksum.
    sent_sha256 = models.CharField(max_length=64, editable=False)
    sha256 = models.CharField(_("SHA-256"), max_length=64, editable=False)
    width = models.PositiveIntegerField(_("width"), help_text=_("In pixels."))
    height = models.PositiveIntegerField(_("height"), help_text=_("In pixels."))
    data = models.BinaryField(_("picture"))

    class Meta:
        ordering = ["version", "path"]
        constraints = [models.UniqueConstraint(fields=["version", "key"], name="one_file_a_key")]
        verbose_name = _("module picture")
        verbose_name_plural = _("module pictures")

    def __str__(self) -> str:
        return self.path


class ImportRun(models.Model):
    """One import of a module version into a campaign, with options, plan and result."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("stopped")
        ROLLED_BACK = "rolled-back", _("undone")

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="imports", verbose_name=_("campaign"))
    version = models.ForeignKey(ModuleVersion, models.PROTECT, related_name="runs", verbose_name=_("module version"))
    options = models.JSONField(_("options"), default=dict, blank=True)
    result = models.JSONField(_("result"), default=dict, blank=True)
    # The former state of each object, so that the run can be undone.
    journal = models.JSONField(default=list, blank=True, editable=False)
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.DONE)
    stage = models.CharField(_("stage"), max_length=40, blank=True)
    done = models.PositiveIntegerField(_("objects done"), default=0)
    total = models.PositiveIntegerField(_("total objects"), default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    stopping = models.BooleanField(_("asked to stop"), default=False, editable=False)
    touched = models.DateTimeField(_("last sign of life"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(status="running"), name="one_running_import_a_campaign"
            )
        ]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    def __str__(self) -> str:
        return f"{self.version} → {self.campaign}"


class ImportedObject(models.Model):
    """One object of a module in a campaign: its current content, and the imported base."""

    campaign = models.ForeignKey("people.Campaign", models.CASCADE, related_name="imported", verbose_name=_("campaign"))
    module_key = models.CharField(_("module"), max_length=64)
    collection = models.CharField(_("collection"), max_length=20)
    key = models.CharField(_("key"), max_length=64)
    position = models.PositiveIntegerField(_("position"), default=0)
    title = models.CharField(_("title"), max_length=200)
    base = models.JSONField(_("as imported"), editable=False)
    base_digest = models.CharField(max_length=64, editable=False)
    base_version = models.CharField(_("version"), max_length=64)
    current = models.JSONField(_("as it is now"))
    monster = models.ForeignKey(
        "characters.Monster", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("monster")
    )
    character = models.ForeignKey(
        "characters.Character",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("character"),
    )
    tombstone = models.BooleanField(_("deleted here"), default=False)
    orphan = models.BooleanField(_("no longer in the module"), default=False)
    # What the import wrote into the object's monster, NPC or preparation: differences are people's changes.
    made = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        ordering = ["campaign", "module_key", "collection", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "module_key", "collection", "key"], name="one_import_an_object")
        ]
        verbose_name = _("imported object")
        verbose_name_plural = _("imported objects")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The object's page in the reader."""
        return reverse("module-object", args=[self.campaign_id, self.module_key, self.collection, self.key])


class ObjectState(models.Model):
    """The state of an imported object in play. Separate from the imported row, so that imports do not change it."""

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="object_states", verbose_name=_("campaign")
    )
    module_key = models.CharField(_("module"), max_length=64)
    collection = models.CharField(_("collection"), max_length=20)
    key = models.CharField(_("key"), max_length=64)
    revealed = models.DateTimeField(_("shown to the players"), null=True, blank=True)
    # Keys of revealed parts (blocks, exits, pins), of taken items and drawn cards; {"done": true}.
    state = models.JSONField(_("state"), default=dict, blank=True)
    notes = models.TextField(_("GM notes"), blank=True, max_length=65536, help_text=_("Markdown; only GMs see it."))

    class Meta:
        ordering = ["campaign", "module_key", "collection", "key"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "module_key", "collection", "key"], name="one_state_an_object")
        ]
        verbose_name = _("object in play")
        verbose_name_plural = _("objects in play")

    def __str__(self) -> str:
        return f"{self.module_key}/{self.collection}:{self.key}"


class ConversionRow(models.Model):
    """A conversion table that was changed for the site or for one campaign.

    The project's files contain the other tables."""

    system = models.CharField(_("game"), max_length=40)
    key = models.SlugField(_("table"), max_length=64)
    figures = models.JSONField(_("figures"), help_text=_("The page “Conversion tables” of a campaign explains them."))
    campaign = models.ForeignKey(
        "people.Campaign",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="conversions",
        verbose_name=_("campaign"),
        help_text=_("Empty: for every campaign of the game."),
    )

    class Meta:
        ordering = ["system", "key"]
        constraints = [
            models.UniqueConstraint(
                fields=["system", "key"], condition=models.Q(campaign__isnull=True), name="one_site_conversion_a_table"
            ),
            models.UniqueConstraint(fields=["campaign", "system", "key"], name="one_conversion_a_table"),
        ]
        verbose_name = _("conversion table")
        verbose_name_plural = _("conversion tables")

    def __str__(self) -> str:
        return f"{self.system}: {self.key}"
