"""What a note hides stays hidden from players in the page that it becomes."""

import pytest

from campaigns.archive.vault.importing import import_vault
from common.secret_blocks import visible_text
from tests.campaigns.archive.vault.made import zipped
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(campaign, gm):
    """The GM's place."""
    return place(campaign, gm)


def imported(membership, **files):
    data = zipped({path: words.encode() for path, words in files.items()})
    return import_vault(membership, data)


@pytest.mark.parametrize(
    "words",
    [
        "> [!secret]\n> One\n> :::\n> hidden",
        "> [!secret]\n> One\n> > ::::\n> hidden\n> :::\n> hidden",
        "%%One\n:::\nhidden%%",
        "%%:::secret\nOne\n:::\n:::\nhidden%%",
        "%%One\n> [!secret]\n> two\n\nhidden%%",
        "%%One :::secret two :::\n:::\nhidden%%",
        "%%One\r:::\rhidden%%",
        "%%One\u2028:::\u2028hidden%%",
    ],
)
def test_a_line_of_colons_ends_no_secret_of_a_note(campaign, master, words):
    imported(master, **{"A.md": f"Before\n\n{words}\n\nAfter"})
    seen = visible_text(campaign.world.get(name="A").text, is_gm=False)
    assert "hidden" not in seen
    assert "One" not in seen
    assert seen.split() == ["Before", "After"]


@pytest.mark.parametrize(
    "words",
    [
        f"%%{'long ' * 5000} hidden%%",
        "  > [!secret]\n  > hidden",
        ">   [!secret]+ GM\n> hidden",
        "> [!secret]\n> One\nhidden, because a paragraph goes on",
        "- > [!secret]\n  > hidden",
        "> > [!secret]\n> > hidden",
        "> [!secret] hidden",
    ],
)
def test_every_comment_and_secret_callout_is_secret(campaign, master, words):
    imported(master, **{"A.md": f"Before\n\n{words}\n\nAfter"})
    text = campaign.world.get(name="A").text
    assert "hidden" in text
    assert visible_text(text, is_gm=False).split() == ["Before", "After"]


def test_a_comment_without_an_end_is_secret_to_the_end(campaign, master):
    imported(master, **{"A.md": "Before\n\n%%hidden\n\nhidden"})
    assert visible_text(campaign.world.get(name="A").text, is_gm=False).split() == ["Before"]
