"""A form that a phone sends again counts once."""

import re

from django.urls import reverse

from characters.experience.units import default_unit
from characters.models import Character, Monster
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


def key_in(answer):
    """The key of the form on a page, after its other short forms."""
    return re.findall(r'name="key" value="([\w-]+)"', answer.content.decode())[-1]


def test_a_character_that_is_sent_twice_is_made_once_also_after_its_review(campaign, gm, as_):
    client, address = as_(gm), reverse("character-new", args=[campaign.pk])
    typed = {"name": "Mara", "kind": "pc", "visible": "on", "char_class": "warrior", "weapon_state": "none"}
    key = key_in(client.get(address))
    review = client.post(address, typed | {"step": "review", "key": key})
    assert key_in(review) == key
    assert key_in(client.post(address, typed | {"step": "back", "key": key})) == key
    answers = [client.post(address, typed | {"step": "create", "key": key}) for _tap in range(2)]
    made = Character.objects.get()
    assert [answer.headers["Location"] for answer in answers] == [reverse("character", args=[made.pk])] * 2
    client.post(address, typed | {"step": "create", "key": key_in(client.get(address))})
    assert Character.objects.count() == 2, "a new form is another character"


def test_a_character_that_is_built_afterwards_is_made_once(voyage, ana, as_):
    client, address = as_(ana), reverse("character-new", args=[voyage.pk])
    typed = {"name": "Ida", "step": "create", "key": key_in(client.get(address))}
    assert client.post(address, typed | {"name": ""}).status_code == 200
    for _tap in range(2):
        assert client.post(address, typed).status_code == 302
    assert Character.objects.count() == 1


def test_a_monster_that_is_sent_twice_is_made_and_copied_once(campaign, gm, as_):
    client, address = as_(gm), reverse("monster-new", args=[campaign.pk])
    typed = {"name": "Lamp eater", "active": "on", "key": key_in(client.get(address))}
    for _tap in range(2):
        answer = client.post(address, typed)
        assert answer.status_code == 302
    made = Monster.objects.get()
    key = key_in(client.get(answer.headers["Location"]))
    copies = [client.post(reverse("monster-copy", args=[campaign.pk, made.pk]), {"key": key}) for _tap in range(2)]
    copy = Monster.objects.exclude(pk=made.pk).get()
    assert {answer.headers["Location"] for answer in copies} == {reverse("monster-edit", args=[campaign.pk, copy.pk])}
