"""The model of API tokens."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from people.credentials.scopes import SCOPES


class ApiToken(AbstractAuthToken):
    """A key for scripts, stored as a digest; it may be limited to scopes, to reading and to one campaign."""

    name = models.CharField(_("name"), max_length=80)
    can_write = models.BooleanField(_("may write"), default=False)
    # Scopes of people/credentials/scopes.py; if empty, the token may do everything that its owner may do.
    scopes = models.JSONField(_("scopes"), default=list, blank=True)
    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, null=True, blank=True, related_name="tokens", verbose_name=_("campaign")
    )
    last_used = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        app_label = "people"  # the folder is an app too, for its command
        ordering = ["-created"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"

    @property
    def scope_text(self) -> str:
        """What the token is for, in words."""
        return ", ".join(str(SCOPES.get(scope, scope)) for scope in self.scopes) or gettext("everything")
