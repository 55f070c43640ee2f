"""Templates of pages: texts with which a new page begins."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.world.models import WorldEntry


class PageTemplate(models.Model):
    """A campaign's own template of a page; only GMs see it."""

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="page_templates", verbose_name=_("campaign")
    )
    name = models.CharField(_("name"), max_length=60)
    kind = models.CharField(_("kind"), max_length=8, choices=WorldEntry.Kind.choices, default=WorldEntry.Kind.NOTE)
    text = models.TextField(
        _("text"), blank=True, max_length=65536, help_text=_("Markdown. A new page begins with this text.")
    )
    tags = models.CharField(_("tags"), max_length=860, blank=True, default="", editable=False)
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "name"], name="one_template_a_name")]
        verbose_name = _("template of pages")
        verbose_name_plural = _("templates of pages")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page on which it is edited."""
        return reverse("page-template", args=[self.pk])

    @property
    def tag_names(self) -> list[str]:
        """The tags that a new page gets."""
        return [tag for tag in self.tags.split(",") if tag]
