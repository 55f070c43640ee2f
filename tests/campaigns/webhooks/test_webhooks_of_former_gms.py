"""A webhook is paused when the GM or co-GM who added it no longer runs the campaign; other GMs see whose it is."""

import pytest

from campaigns.log.entries import write_entry
from campaigns.overview.members import actions as member_actions
from campaigns.webhooks import access, actions
from campaigns.webhooks.models import WebhookDelivery
from tests import factories
from tests.people.helpers import place
from tests.site.api.conftest import Caller

URLS = {"kim": "https://kim.example.org/hook", "gm": "https://gm.example.org/hook"}


@pytest.fixture
def co_gm(campaign):
    return factories.MemberFactory(campaign=campaign, role="co-gm", user__username="kim")


@pytest.fixture
def hooks(gm, campaign, co_gm):
    """The webhooks of a co-GM and of a GM."""
    makers = (co_gm, place(campaign, gm))
    return [actions.add_webhook(membership=maker, url=URLS[maker.user.username], topics=["log"])[0] for maker in makers]


def receivers(campaign, gm):
    """The addresses to which a new log entry goes."""
    WebhookDelivery.objects.all().delete()
    write_entry(campaign=campaign, kind="note", by=gm, text="The ford is flooded.")
    return set(WebhookDelivery.objects.values_list("webhook__url", flat=True))


@pytest.mark.parametrize("end", ["removed", "left", "demoted"])
def test_a_co_gms_webhooks_are_paused_with_the_role_and_the_page_says_so(client, gm, campaign, co_gm, hooks, end):
    assert receivers(campaign, gm) == set(URLS.values())
    client.force_login(co_gm.user if end == "left" else gm)
    page = {"removed": f"/members/{co_gm.pk}/remove/", "left": f"/campaigns/{campaign.pk}/leave/"}.get(end, "")
    if page:
        assert b"1 webhook will be paused" in client.get(page).content
    answer = client.post(page or f"/members/{co_gm.pk}/role/", {"role": "player"}, follow=True)
    assert b"1 webhook was paused." in answer.content
    assert receivers(campaign, gm) - {URLS["kim"]} == {URLS["gm"]} == receivers(campaign, gm)


def test_a_co_gm_who_becomes_a_gm_keeps_their_webhooks(client, gm, campaign, co_gm, hooks):
    client.force_login(gm)
    answer = client.post(f"/members/{co_gm.pk}/role/", {"role": "gm"}, follow=True)
    assert b"paused" not in answer.content
    assert receivers(campaign, gm) == set(URLS.values())


def test_a_removed_webhook_is_not_counted_and_another_gm_may_resume_a_paused_one(gm, campaign, co_gm, hooks):
    running = place(campaign, gm)
    actions.change_webhook(membership=running, webhook=hooks[0], removed=True)
    assert not access.running_webhooks_by(co_gm).exists()
    actions.change_webhook(membership=running, webhook=hooks[0], removed=False)
    actions.change_webhook(membership=running, webhook=hooks[0], active=True)
    member_actions.remove_member(membership=running, member=co_gm)
    assert receivers(campaign, gm) == {URLS["gm"]}
    actions.change_webhook(membership=running, webhook=hooks[0], active=True)
    assert receivers(campaign, gm) == set(URLS.values())


def test_a_webhook_is_of_the_person_who_chose_its_address(gm, campaign, co_gm, hooks):
    """Another change of it, also a new secret, leaves it with the person who receives its deliveries."""
    running = place(campaign, gm)
    actions.change_webhook(membership=co_gm, webhook=hooks[1], url="https://kim.example.org/other")
    actions.change_webhook(membership=running, webhook=hooks[1], topics=["log", "award"])
    actions.rotate_secret(membership=running, webhook=hooks[0])
    member_actions.remove_member(membership=running, member=co_gm)
    assert receivers(campaign, gm) == set()


def test_a_webhook_to_which_a_gm_gave_an_address_goes_on_without_the_co_gm_who_added_it(gm, campaign, co_gm, hooks):
    running = place(campaign, gm)
    actions.change_webhook(membership=running, webhook=hooks[0], url="https://gm.example.org/other")
    member_actions.remove_member(membership=running, member=co_gm)
    assert receivers(campaign, gm) == {URLS["gm"], "https://gm.example.org/other"}


def test_gms_see_who_added_a_webhook_and_players_see_no_webhook(client, gm, ana, campaign, hooks):
    api, pages = Caller(gm), [f"/campaigns/{campaign.pk}/webhooks/", f"/webhooks/{hooks[0].pk}/"]
    assert [row["by"] for row in api.get(f"campaigns/{campaign.pk}/webhooks/").json()["results"]] == ["gm", "kim"]
    assert api.get(f"webhooks/{hooks[0].pk}/").json()["by"] == "kim"
    assert Caller(ana).get(f"webhooks/{hooks[0].pk}/").status_code == 403
    for user, status in ((gm, 200), (ana, 403)):
        client.force_login(user)
        answers = [client.get(page) for page in pages]
        assert [answer.status_code for answer in answers] == [status, status]
        assert all((b"added by kim" in answer.content) is (user == gm) for answer in answers)
