"""A form that a phone sends again counts once."""

import re

from django.urls import reverse

from characters.experience.units import default_unit
from characters.models import Character
from people.idempotency.models import IdempotencyRecord


def hit_points(mara):
    found = Character.objects.get(pk=mara.pk).sheet["hp"]
    return 3 if found is None else found


def test_a_change_of_a_pool_with_the_same_key_counts_once(mara, ana, as_):
    client, address = as_(ana), reverse("character-pool", args=[mara.pk, "hp"])
    for _ in range(2):
        answer = client.post(address, {"change": "less", "by": "1", "key": "a-key-of-a-phone"})
        assert answer.url == reverse("character", args=[mara.pk])
    assert hit_points(mara) == 2
    client.post(address, {"change": "less", "by": "1", "key": "another-key-of-it"})
    assert hit_points(mara) == 1


def test_a_key_that_another_change_has_used_is_refused(mara, ana, as_):
    client, address = as_(ana), reverse("character-pool", args=[mara.pk, "hp"])
    client.post(address, {"change": "less", "by": "1", "key": "a-key-of-a-phone"})
    page = client.post(address, {"change": "less", "by": "2", "key": "a-key-of-a-phone"}, follow=True)
    assert "This form was already used" in page.content.decode()
    assert hit_points(mara) == 2


def test_keys_are_of_one_person_and_forms_without_a_key_count_each_time(mara, ana, gm, as_):
    address = reverse("character-pool", args=[mara.pk, "hp"])
    for user in (ana, gm):
        as_(user).post(address, {"change": "less", "by": "1", "key": "a-key-of-a-phone"})
    assert hit_points(mara) == 1
    as_(ana).post(address, {"change": "more", "by": "1"})
    as_(ana).post(address, {"change": "more", "by": "1"})
    assert hit_points(mara) == 3


def test_a_refused_change_leaves_its_key_free(mara, ana, as_):
    address = reverse("character-pool", args=[mara.pk, "no-such-pool"])
    page = as_(ana).post(address, {"change": "-1", "key": "a-key-of-a-phone"}, follow=True)
    assert "notice error" in page.content.decode()
    assert not IdempotencyRecord.objects.exists()


def test_an_award_that_is_sent_twice_counts_once(mara, campaign, gm, as_):
    address, client = reverse("campaign-award", args=[campaign.pk]), as_(gm)
    posted = {"characters": [mara.pk], "amount": "2", "reason": "the ford", "unit": default_unit(campaign.system).key}

    def given(**more):
        key = re.search(r'name="key" value="([\w-]+)"', client.get(address).content.decode())[1]
        for _tap in range(2):
            assert client.post(address, posted | {"key": key} | more).status_code == 302
        return [entry.amount for entry in mara.experience.order_by("pk")]

    assert given() == [2]
    assert given() == [2, 2], "a new form is another award"
    assert given(amount="3") == [2, 2, 3]
