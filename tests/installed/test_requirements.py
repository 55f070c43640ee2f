"""The locked files: an older pip on a new machine installs exactly what they name."""

import re
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import ROOT

FILES = ["base", "dev"]


def locked(file: str) -> dict[str, Requirement]:
    """The packages that a locked file names, by name, as far as this machine installs them."""
    lines = (ROOT / "requirements" / f"{file}.txt").read_text().splitlines()
    pins = [Requirement(line.removesuffix("\\")) for line in lines if re.match(r"[a-z]", line)]
    return {canonicalize_name(pin.name): pin for pin in pins if pin.marker is None or pin.marker.evaluate()}


def missing_extras(pins: dict[str, Requirement]) -> set[str]:
    """What packages ask for with an extra that its own line in the file does not name."""
    asked = [
        need
        for pin in pins.values()
        for need in map(Requirement, requires(pin.name) or [])
        if need.extras
        and (need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ["", *pin.extras]))
    ]
    return {
        str(need)
        for need in asked
        if not need.extras <= getattr(pins.get(canonicalize_name(need.name)), "extras", set())
    }


@pytest.mark.parametrize("file", FILES)
def test_every_extra_that_a_package_asks_for_is_named_in_the_locked_file(file):
    # pip 23.2 otherwise looks for the newest version of the package with its extra, which has no hash in the file.
    assert missing_extras(locked(file)) == set()


def test_a_locked_file_without_the_extra_is_noticed():
    pins = locked("dev")
    pins["coverage"].extras = set()
    assert any(need.startswith("coverage[toml]") for need in missing_extras(pins))


@pytest.mark.parametrize("file", FILES)
def test_every_package_has_an_exact_version_and_no_address(file):
    text = (ROOT / "requirements" / f"{file}.txt").read_text()
    assert "://" not in text
    assert all(len(pin.specifier) == 1 and str(pin.specifier).startswith("==") for pin in locked(file).values())
