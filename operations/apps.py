"""The operations app, which connects lower apps to functions of higher ones."""

from django.apps import AppConfig, apps
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_migrate, pre_save
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    name = "operations"
    verbose_name = _("Operations")

    def ready(self) -> None:
        """Connects lower apps with functions of higher ones, and creates search indexes after every migration."""
        campaigns = apps.get_app_config("campaigns")
        from campaigns.archive.account import names
        from campaigns.log.character_entries import write_character_entry
        from campaigns.overview.members.gm_rights import end_gm_rights_everywhere
        from campaigns.overview.search import index
        from campaigns.world.shared_worlds.offers.actions import end_offers_of_character
        from characters.sheets import campaign_log
        from characters.sheets.end_of_play import end_of_play
        from people.credentials import email_addresses
        from people.credentials.deactivation import account_deactivation
        from people.credentials.naming_sentences import name_change
        from people.devices import actions as device_actions

        campaign_log.set_entry_writer(write_character_entry)
        end_of_play.set(end_offers_of_character)
        account_deactivation.set(end_gm_rights_everywhere)
        name_change.set(names.rename_person)
        pre_save.connect(
            email_addresses.confirm_given_address, sender="account.EmailAddress", dispatch_uid="campaigns.given_address"
        )
        user_logged_out.connect(device_actions.forget_device, dispatch_uid="people.devices.signed_out")
        post_migrate.connect(index.after_migrate, sender=campaigns, dispatch_uid="campaigns.overview.search.index")
