"""Modules: the library of immutable versions, and what each campaign imported from them."""

from django.conf import settings
from django.db import models
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
        help_text=_("Empty: shipped or published for everybody by staff."),
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


class ImportRun(models.Model):
    """One import of a module version into a campaign: what was asked, planned and done."""

    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="imports", verbose_name=_("campaign")
    )
    version = models.ForeignKey(ModuleVersion, models.PROTECT, related_name="runs", verbose_name=_("module version"))
    options = models.JSONField(_("options"), default=dict, blank=True)
    result = models.JSONField(_("result"), default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    def __str__(self) -> str:
        return f"{self.version} → {self.campaign}"


class ImportedObject(models.Model):
    """One object of a module as it stands in a campaign, with the base it was imported from."""

    campaign = models.ForeignKey(
        "campaigns.Campaign", models.CASCADE, related_name="imported", verbose_name=_("campaign")
    )
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

    class Meta:
        ordering = ["campaign", "module_key", "collection", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "module_key", "collection", "key"], name="one_import_an_object")
        ]
        verbose_name = _("imported object")
        verbose_name_plural = _("imported objects")

    def __str__(self) -> str:
        return self.title
