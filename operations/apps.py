"""The operations app: signals of the whole site."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate, post_save, pre_save
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    name = "operations"
    verbose_name = _("Operations")

    def ready(self) -> None:
        """The log's index over words is made whole after every migration; webhooks hear of what is saved."""
        campaigns = apps.get_app_config("campaigns")
        from campaigns.overview.search import index
        from campaigns.webhooks import outbox
        from people import email_addresses

        for model, heard in (("LogEntry", outbox.on_log_entry), ("Encounter", outbox.on_encounter)):
            post_save.connect(
                heard, sender=campaigns.get_model(model), dispatch_uid=f"campaigns.webhooks.outbox.{model}"
            )
        pre_save.connect(
            outbox.before_session,
            sender=campaigns.get_model("Session"),
            dispatch_uid="campaigns.webhooks.outbox.before",
        )
        post_save.connect(
            outbox.on_session, sender=campaigns.get_model("Session"), dispatch_uid="campaigns.webhooks.outbox.Session"
        )
        pre_save.connect(
            email_addresses.confirm_given_address, sender="account.EmailAddress", dispatch_uid="campaigns.given_address"
        )
        post_migrate.connect(index.after_migrate, sender=campaigns, dispatch_uid="campaigns.overview.search.index")
