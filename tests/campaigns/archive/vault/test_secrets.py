"""What a note hides stays hidden from players in the page that it becomes."""

import pytest

from campaigns.archive.vault.importing import import_vault
from campaigns.archive.vault.texts import write_text
from common.secret_blocks import split_blocks, visible_text
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


NESTED = """Before

:::secret
One

:::secret
Two

:::secret
Three
:::
:::

One again
:::

:::secret
:::secret
Four
:::
:::

After"""


def test_a_secret_in_a_secret_goes_out_as_a_callout_in_a_callout_and_comes_back(campaign, master):
    written = write_text(NESTED, {}, {})
    assert written == (
        "Before\n\n> [!secret]\n> One\n>\n> > [!secret]\n> > Two\n> >\n> > > [!secret]\n> > > Three\n>\n> One again\n\n"
        "> [!secret]\n> > [!secret]\n> > Four\n\nAfter"
    )
    imported(master, **{"A.md": written})
    blocks = [(len(piece.blocks), piece.text.strip()) for piece in split_blocks(campaign.world.get(name="A").text)]
    assert [block for block in blocks if block[1]] == [
        (0, "Before"), (1, "One"), (2, "Two"), (3, "Three"), (1, "One again"), (2, "Four"), (0, "After")
    ]  # fmt: skip


def test_callouts_in_callouts_without_end_stay_secret_and_are_read_in_time(campaign, master):
    deep = "\n".join("> [!secret]" for _line in range(5000))
    wide = "\n".join("> " * level + "[!secret]\n" + "> " * level + "hidden" for level in range(1, 60))
    imported(master, **{"A.md": f"Before\n\n{deep}\n> hidden\n\n{wide}\n\nAfter"})
    text = campaign.world.get(name="A").text
    assert text.count("hidden") == 60
    assert visible_text(text, is_gm=False).split() == ["Before", "After"]


@pytest.mark.parametrize(
    ("words", "block"),
    [
        ("> [!secret]- The traitor is Otto\n> He sold the key.", "**The traitor is Otto**\n\nHe sold the key."),
        ("> [!secret] The traitor is Otto", "The traitor is Otto"),
        ("> [!secret]\n> He sold the key.", "He sold the key."),
    ],
)
def test_the_title_of_a_secret_callout_is_its_first_line(campaign, master, words, block):
    imported(master, **{"A.md": f"{words}\n\nAfter"})
    assert campaign.world.get(name="A").text == f":::secret\n{block}\n:::\n\nAfter"


PERCENTS = (
    "100%% sure\n\n50%%% and 5% and %%\n\n:::secret\n20%% more\n:::\n\n`%% a %%` is code\n\n"
    "```mermaid\n%% b\n```\n\n- c\n  ~~~~\n  %%\n\n  ~~~\n  %%\n  ~~~~\n\n[[50%% tax]]\n\n[[50%% tax|50%%]]"
)


def test_public_percents_stay_public_on_their_way_out_and_in(campaign, master):
    written = write_text(PERCENTS, {}, {})
    assert r"100\%\% sure" in written
    assert "`%% a %%`" in written
    assert "\n%% b\n" in written
    imported(master, **{"A.md": written, "50%% tax.md": "Due."})
    assert campaign.world.get(name="A").text == PERCENTS


@pytest.mark.parametrize(
    "words",
    [
        "```\nOpen\n\n%%hidden%%",
        "  ```\n  Open\n%%hidden%%\n  ```",
        "> ```\n> Open\n\n%%hidden%%\n\n> ```",
        "``` Open\n%%hidden%%\n````x",
        "Open \\`%%hidden%%\\`",
        "Open `%%hidden\n`%%",
        "Open `` ` %%hidden%% ``",
    ],
)
def test_a_comment_that_may_not_be_in_code_is_secret(campaign, master, words):
    imported(master, **{"A.md": words})
    text = campaign.world.get(name="A").text
    assert "hidden" in text
    assert "hidden" not in visible_text(text, is_gm=False)
    assert "Open" in visible_text(text, is_gm=False)
