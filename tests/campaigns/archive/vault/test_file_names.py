"""Names of the files in an export of notes."""

import pytest

from campaigns.archive.vault.texts import MOST_BYTES, file_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [("The ford", "The ford"), ("a/b:c", "a-b-c"), (" .. ", "-"), ("CON", "CON-"), ("nul.txt", "nul.txt-")],
)
def test_a_name_fits_common_file_systems(name, expected):
    assert file_name(name) == expected


def test_a_long_name_of_wide_letters_is_cut_to_bytes():
    cut = file_name("龍" * 200)
    assert len(cut.encode()) <= MOST_BYTES
    assert set(cut) == {"龍"}
