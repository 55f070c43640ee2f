"""The pages of the rules app."""

from django.urls import URLPattern, URLResolver, path

from rules.pages import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", views.index, name="rules"),
    path("rules/<slug:system>/", views.book, name="rules-game"),
    path("rules/<slug:system>/catalogue/", views.catalogue, name="catalogue"),
    path("rules/<slug:system>/what-is-this/", views.show_explanations, name="rules-explained"),
    path("rules/<slug:system>/<slug:rule_id>/", views.rule, name="rule"),
]
