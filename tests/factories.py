"""Rows for tests, made with factory-boy."""

import io

import factory
from PIL import Image

from characters.models import Character, Monster, Portrait
from common import pictures
from people.models import Campaign, Member, User


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"person{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")
    password = factory.django.Password("open sesame")


class CampaignFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Campaign

    name = factory.Sequence(lambda n: f"Campaign {n}")
    system = "fifty-two-fates"


class MemberFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Member

    campaign = factory.SubFactory(CampaignFactory)
    user = factory.SubFactory(UserFactory)
    role = "player"


class CharacterFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Character

    campaign = factory.SubFactory(CampaignFactory)
    name = factory.Sequence(lambda n: f"Hero {n}")
    sheet = factory.LazyFunction(lambda: {"class": "warrior"})


class MonsterFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Monster

    system = "fifty-two-fates"
    name = factory.Sequence(lambda n: f"Bandit {n}")
    stats = factory.LazyFunction(lambda: {"max_hp": 3})


def portrait_of(character: Character) -> Portrait:
    """A portrait of the character, without a new revision."""
    found = pictures.read_picture(picture(), fit=pictures.LONGEST_PORTRAIT)
    Character.objects.filter(pk=character.pk).update(portrait=found.sha256)
    character.portrait = found.sha256
    kept = {name: getattr(found, name) for name in ("media_type", "width", "height", "sha256", "data")}
    return Portrait.objects.create(character=character, **kept)


def picture(width: int = 8, height: int = 6, form: str = "PNG", mode: str = "RGB", **more) -> bytes:
    """The bytes of a small picture."""
    out = io.BytesIO()
    Image.new(mode, (width, height), "teal" if mode == "RGB" else None).save(out, form, **more)
    return out.getvalue()
