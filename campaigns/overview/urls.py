"""URLs of the home page, campaigns, members, house rules, search and statistics."""

from django.urls import path

from campaigns.overview import home_views, offline_views
from campaigns.overview import views as overview_views
from campaigns.overview.catalogue import views as catalogue_views
from campaigns.overview.members import views as member_views
from campaigns.overview.search import views as search_views
from campaigns.overview.statistics import views as statistic_views
from campaigns.overview.timeline.urls import urlpatterns as timeline_urls

urlpatterns = [
    *timeline_urls,
    path("", home_views.home_page, name="home"),
    path("running/", home_views.running_tables, name="home-running"),
    path("about/", home_views.about_page, name="about"),
    path("campaigns/new/", overview_views.new_campaign, name="campaign-new"),
    path("campaigns/<int:campaign_id>/", overview_views.campaign_page, name="campaign"),
    path("campaigns/<int:campaign_id>/options/", overview_views.options_page, name="campaign-options"),
    path("campaigns/<int:campaign_id>/archive/", overview_views.archive_campaign_page, name="campaign-archive"),
    path("campaigns/<int:campaign_id>/unarchive/", overview_views.unarchive_campaign_page, name="campaign-unarchive"),
    path("members/<int:member_id>/place/", member_views.place_invitation, name="member-place"),
    path("campaigns/<int:campaign_id>/members/", member_views.member_list, name="campaign-members"),
    path("campaigns/<int:campaign_id>/leave/", member_views.leave_page, name="campaign-leave"),
    path("members/<int:member_id>/keep/", member_views.keep_guest_page, name="member-keep"),
    path("members/<int:member_id>/role/", member_views.change_role_page, name="member-role"),
    path("members/<int:member_id>/view/", member_views.view_as_page, name="member-view"),
    path("campaigns/<int:campaign_id>/view/end/", member_views.end_view_page, name="campaign-view-end"),
    path("members/<int:member_id>/remove/", member_views.remove_member_page, name="member-remove"),
    path("invitations/<int:invitation_id>/revoke/", member_views.revoke_invitation_page, name="invitation-revoke"),
    path("invitations/<int:invitation_id>/code.svg", member_views.invitation_qr_code, name="invitation-code"),
    path("join/<str:token>/", member_views.join_page, name="join"),
    path("campaigns/<int:campaign_id>/search/", search_views.search_page, name="campaign-search"),
    path("campaigns/<int:campaign_id>/plots/", statistic_views.statistics_page, name="campaign-plots"),
    path("campaigns/<int:campaign_id>/house-rules/", catalogue_views.house_rules_page, name="campaign-rules"),
    path("campaigns/<int:campaign_id>/catalogue/", catalogue_views.catalogue_page, name="campaign-catalogue"),
    path("campaigns/<int:campaign_id>/catalogue/new/", catalogue_views.new_catalogue_row, name="catalogue-row-new"),
    path(
        "campaigns/<int:campaign_id>/catalogue/<int:row_id>/", catalogue_views.edit_catalogue_row, name="catalogue-row"
    ),
    path("sw.js", offline_views.service_worker, name="service-worker"),
    path("offline/", offline_views.offline_page, name="offline"),
    path("offline/hand/", offline_views.hand_page, name="offline-hand"),
    path("offline/pages/", offline_views.pages_to_keep, name="offline-pages"),
]
