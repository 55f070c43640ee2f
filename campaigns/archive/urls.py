"""URLs of exports and restores."""

from django.urls import path

from campaigns.archive import views as archive_views
from campaigns.archive.account import views as account_views
from campaigns.archive.book import views as book_views
from campaigns.archive.place_offers import views as place_offer_views
from campaigns.archive.vault import views as vault_views

urlpatterns = [
    path("privacy/", account_views.privacy_page, name="privacy"),
    path("me/data/", account_views.account_data_page, name="account-data"),
    path("me/data/export/", account_views.export_account, name="account-export"),
    path("me/data/delete/", account_views.delete_account_page, name="account-delete"),
    path("campaigns/<int:campaign_id>/data/", archive_views.data_page, name="campaign-data"),
    path("campaigns/<int:campaign_id>/book/", book_views.book_page, name="campaign-book"),
    path("campaigns/<int:campaign_id>/notes/import/", vault_views.import_page, name="vault-import"),
    path("campaigns/<int:campaign_id>/notes/export/", vault_views.export_page, name="vault-export"),
    path("campaigns/<int:campaign_id>/log/export/<slug:file_type>/", archive_views.log_file, name="campaign-log-file"),
    path("restore/", archive_views.restore_page, name="restore"),
    path("transfers/<slug:key>/", archive_views.transfer_page, name="transfer"),
    path("transfers/<slug:key>/cancel/", archive_views.cancel_transfer_page, name="transfer-cancel"),
    path("transfers/<slug:key>/file/", archive_views.transfer_file, name="transfer-file"),
    path("places/<int:offer_id>/accept/", place_offer_views.accept, name="place-accept"),
    path("places/<int:offer_id>/decline/", place_offer_views.decline, name="place-decline"),
]
