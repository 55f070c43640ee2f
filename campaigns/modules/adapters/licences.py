"""Licences of foreign files: only what a document or a row states itself."""

import re
from typing import Any, Final

from campaigns.modules.adapters.draft import UNKNOWN, Draft, Line, no_licence

Item = dict[str, Any]
CC: Final = "https://creativecommons.org/licenses/"
SRD_5_1: Final = {
    "spdx": "CC-BY-4.0",
    "url": f"{CC}by/4.0/",
    "attribution": (
        "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of the "
        "Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is "
        "licensed under the Creative Commons Attribution 4.0 International License available at "
        "https://creativecommons.org/licenses/by/4.0/legalcode."
    ),
}
SRD_5_2: Final = {
    "spdx": "CC-BY-4.0",
    "url": f"{CC}by/4.0/",
    "attribution": (
        "This work includes material from the System Reference Document 5.2 (“SRD 5.2”) by Wizards of the Coast "
        "LLC, available at https://www.dndbeyond.com/srd. The SRD 5.2 is licensed under the Creative Commons "
        "Attribution 4.0 International License, available at https://creativecommons.org/licenses/by/4.0/legalcode."
    ),
}
SEVERAL: Final = {"spdx": "LicenseRef-see-objects"}
# The first match counts, so the narrower terms come before the wider ones.
_NAMES: Final = (
    (r"cc[- ]?0|public domain dedication", "CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    (r"cc[- ]by[- ]nc[- ]sa|attribution[- ]non-?commercial[- ]share ?alike", "CC-BY-NC-SA-4.0", f"{CC}by-nc-sa/4.0/"),
    (r"cc[- ]by[- ]nc|attribution[- ]non-?commercial", "CC-BY-NC-4.0", f"{CC}by-nc/4.0/"),
    (r"cc[- ]by[- ]sa|attribution[- ]share ?alike", "CC-BY-SA-4.0", f"{CC}by-sa/4.0/"),
    (r"cc[- ]by|creative commons attribution", "CC-BY-4.0", f"{CC}by/4.0/"),
    (r"open game licen[cs]e|open gaming licen[cs]e|open game content|\bogl\b|^ogl", "LicenseRef-OGL-1.0a", ""),
    (r"open rpg creative|\borc\b", "LicenseRef-ORC", ""),
    (r"^mit\b|\bmit licen[cs]e", "MIT", ""),
)
_SRD_5_2: Final = re.compile(r"(?:srd|system reference document)\D{0,4}5\.2|srd-2024", re.IGNORECASE)
_SRD_5_1: Final = re.compile(r"(?:srd|system reference document)\D{0,4}5\.1|srd-2014|wotc-srd", re.IGNORECASE)


def licence_named_by(words: str, title: str = "", holder: str = "") -> Item | None:
    """The licence that `words` name, credited to the holder of the document; None if they name none.

    For Wizards' reference document the credit has the words that the document asks for."""
    for pattern, spdx, url in _NAMES:
        if not re.search(pattern, words, re.IGNORECASE):
            continue
        reference = srd(title)
        if spdx == "CC-BY-4.0" and reference is not None:
            return dict(reference)
        credit = ", ".join(part for part in (title.strip(), holder.strip()) if part)
        licence: Item = {"spdx": spdx} | ({"url": url} if url else {})
        return licence | ({"attribution": f"{credit} ({spdx.removeprefix('LicenseRef-')})"[:2000]} if credit else {})
    return None


def srd(title: str) -> Item | None:
    """The licence of Wizards' reference document if a title names one of its editions; None for any other work."""
    if _SRD_5_2.search(title):
        return dict(SRD_5_2)
    return dict(SRD_5_1) if _SRD_5_1.search(title) else None


def best(words: list[str], title: str = "", holder: str = "") -> Item | None:
    """The licence to use if a document offers several: Creative Commons before others."""
    licences = [licence for licence in (licence_named_by(part, title, holder) for part in words) if licence is not None]
    return min(licences, key=lambda licence: not licence["spdx"].startswith("CC"), default=None)


def apply_licences(draft: Draft) -> None:
    """Sets the licences of the module and its monsters, which the adapter collected in `draft.licences`.

    A single licence becomes that of the module; if there are several, each monster keeps its own. The review names
    unknown ones once."""
    licences = draft.licences
    kinds = {_identity(licence) for licence in licences.values()}
    monsters = {item["key"]: item for item in draft.document.get("monsters", [])}
    module = draft.document["module"]
    if len(kinds) == 1 and licences:
        module["licence"] = dict(next(iter(licences.values())) or UNKNOWN)
    elif kinds:
        module["licence"] = dict(SEVERAL)
        for key, licence in licences.items():
            if key in monsters:
                monsters[key]["licence"] = dict(licence or UNKNOWN)
    lost = [key for key, licence in licences.items() if licence is None]
    draft.review = [line for line in draft.review if line.message != no_licence()]
    if lost or not licences:
        about = f"monster:{lost[0]}" if lost and len(kinds) > 1 else ""
        draft.review.insert(0, Line("", "not_understood", no_licence(), about))


def _identity(licence: Item | None) -> tuple[str, str]:
    return (licence["spdx"], licence.get("attribution", "")) if licence else ("", "")
