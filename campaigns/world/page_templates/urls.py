"""URLs of templates of pages."""

from django.urls import path

from campaigns.world.page_templates import views

urlpatterns = [
    path("campaigns/<int:campaign_id>/page-templates/", views.templates_page, name="page-templates"),
    path("campaigns/<int:campaign_id>/page-templates/new/", views.new_template, name="page-template-new"),
    path("page-templates/<int:template_id>/", views.edit_template, name="page-template"),
    path("page-templates/<int:template_id>/delete/", views.delete_template, name="page-template-delete"),
]
