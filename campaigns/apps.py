"""The campaigns app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, post_save
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """The log's index over words is made whole after every migration; webhooks hear of what is saved."""
        from campaigns import search, telling

        for model, heard in (("LogEntry", telling.log_line), ("Encounter", telling.encounter)):
            post_save.connect(heard, sender=self.get_model(model), dispatch_uid=f"campaigns.telling.{model}")
        post_save.connect(telling.session, sender=self.get_model("Session"), dispatch_uid="campaigns.telling.Session")
        post_migrate.connect(search.after_migrate, sender=self, dispatch_uid="campaigns.search")
