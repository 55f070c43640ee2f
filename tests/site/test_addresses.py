"""The `url` tag that remembers addresses gives what Django's gives."""

import pytest
from django.http import HttpResponse
from django.template import engines
from django.test import override_settings
from django.urls import NoReverseMatch, path, reverse

urlpatterns = [path("elsewhere/<int:campaign_id>/", lambda request, campaign_id: HttpResponse(), name="campaign")]


def render(source, **context):
    return engines["django"].from_string(source).render(context)


def test_an_address_is_found_again_for_each_view_and_arguments():
    for _again in range(2):
        for pk in (1, 2):
            assert render("{% url 'campaign' pk %}", pk=pk) == reverse("campaign", args=[pk])
            assert render("{% url 'campaign' pk as to %}[{{ to }}]", pk=pk) == f"[{reverse('campaign', args=[pk])}]"
    assert render("{% url 'campaign' campaign_id=3 %}") == reverse("campaign", args=[3])


def test_another_table_of_addresses_has_addresses_of_its_own():
    here = render("{% url 'campaign' 1 %}")
    with override_settings(ROOT_URLCONF=__name__):
        assert render("{% url 'campaign' 1 %}") == "/elsewhere/1/" != here
    assert render("{% url 'campaign' 1 %}") == here


def test_an_unknown_address_is_an_error_unless_it_is_kept_in_a_variable():
    with pytest.raises(NoReverseMatch):
        render("{% url 'no-such-page' 1 %}")
    assert render("{% url 'no-such-page' 1 as to %}[{{ to }}]") == "[]"
