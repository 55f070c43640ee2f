"""Writes to the library of modules: what is received, checked, cleaned and kept; and foreign files converted."""

import copy
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.models import Module, ModuleFile, ModuleVersion, User
from campaigns.modules import adapters, format, pictures, validate
from campaigns.modules.archive import Archive
from campaigns.modules.canonical import digest
from campaigns.modules.faults import Fault, ModuleConflict, ModuleInvalid, Report, at
from campaigns.pictures import Picture
from campaigns.queries.modules import foes_of, known_to

Item = dict[str, Any]
INSIDE = "module.json#"


@dataclass(frozen=True, slots=True)
class Received:
    """A module as it came: its JSON value, and the archive when pictures came along."""

    document: Any
    archive: Archive | None = None


def receive(*, data: bytes) -> Received:
    """Reads a file strictly. ModuleInvalid: json.* or zip.*; for an archive with the name of the file in it."""
    if not format.is_archive(data):
        return Received(format.parsed(data))
    archive = Archive(data)
    archive.check_size()
    try:
        return Received(format.parsed(archive.document()), archive)
    except ModuleInvalid as refused:
        raise ModuleInvalid(_inside(refused.errors)) from None


def read(*, data: bytes) -> Any:
    """The JSON value of a module file, or of the module.json of an archive. ModuleInvalid: json.* or zip.*."""
    return receive(data=data).document


def check(*, by: User, document: Any, archive: Archive | None = None, allow_missing: bool = False) -> Report:
    """The whole report on a module (`errors`, `warnings`, `truncated`, `ok`); writes and raises nothing.

    `document` is a JSON value from `receive` or from the API's strict parser; references into required modules are
    looked up in the library the person may read. With `allow_missing` foes that are nowhere are warnings."""
    report = validate.document(document, known_to(by), archive, allow_missing)
    if archive is not None:
        report.errors, report.warnings = _inside(report.errors), _inside(report.warnings)
    return report


def _inside(faults: list[Fault]) -> list[Fault]:
    return [replace(one, pointer=f"{INSIDE}{one.pointer}") for one in faults]


def upload(
    *, by: User, document: Any, shared: bool = False, archive: Archive | None = None, allow_missing: bool = False
) -> tuple[ModuleVersion, bool]:
    """Puts a module into the person's library: (the version, whether it is new).

    The same key, version and content again is harmless and gives the stored version. `shared` puts it into
    everybody's library (staff and shipped modules). Pictures are written anew, and their sums in the document with
    them. ModuleInvalid with every fault; ModuleConflict module.version_conflict when the version stands with
    another content."""
    access.must_have_account(by)
    sound = check(by=by, document=document, archive=archive, allow_missing=allow_missing)
    whole = sound.must_pass()
    files = _cleaned(whole, archive) if archive is not None else []
    module, fingerprint = whole["module"], digest(whole)
    with transaction.atomic():
        owner = None if shared else by
        home, _made = Module.objects.get_or_create(key=module["key"], owner=owner, defaults={"title": module["title"]})
        Module.objects.select_for_update().get(pk=home.pk)
        stored = ModuleVersion.objects.filter(module=home, version=module["version"]).first()
        if stored is not None:
            if stored.digest == fingerprint:
                return stored, False
            message = _("%(key)s %(version)s is in the library with another content; give it a new version.")
            raise ModuleConflict("module.version_conflict", message % module)
        stored = ModuleVersion.objects.create(
            module=home, version=module["version"], digest=fingerprint, document=whole,
            licence=module["licence"]["spdx"], attribution=module["licence"].get("attribution", ""),
            warnings=[one.as_json() for one in sound.warnings],
        )  # fmt: skip
        for file in files:
            file.version = stored
        ModuleFile.objects.bulk_create(files, batch_size=20)
        if home.title != module["title"]:
            home.title = module["title"]
            home.save(update_fields=["title"])
    return stored, True


def _cleaned(document: Item, archive: Archive) -> list[ModuleFile]:
    """The pictures written anew, and the document with what they are now; ModuleInvalid for what is no picture."""
    files, found = [], []
    for index, item in enumerate(document.get("assets", [])):
        sent = item["sha256"]
        try:
            made = _kept(sent) or pictures.cleaned(archive.read(item["path"]))
        except pictures.NotAPicture as refused:
            found.append(Fault(at(f"{INSIDE}/assets", index, "path"), refused.code, refused.message))
            continue
        if made.media_type != item["media_type"]:
            message = _("the file is a picture of the kind %(kind)s") % {"kind": made.media_type}
            found.append(Fault(at(f"{INSIDE}/assets", index, "media_type"), "asset.type", message))
            continue
        item["sha256"] = made.sha256
        files.append(ModuleFile(
            key=item["key"], path=item["path"], media_type=made.media_type, sent_sha256=sent, sha256=made.sha256,
            width=made.width, height=made.height, data=made.data,
        ))  # fmt: skip
    if found:
        raise ModuleInvalid(sorted(found)[:200])
    return files


def _kept(sent: str) -> Picture | None:
    """A picture that was cleaned before, or that this site wrote itself: it is not written anew, so that a module
    that is exported and sent again is the same module."""
    row = ModuleFile.objects.filter(sha256=sent).first() or ModuleFile.objects.filter(sent_sha256=sent).first()
    return Picture(bytes(row.data), row.width, row.height, row.media_type) if row else None


def convert(*, by: User, kind: str, data: Any, name: str = "") -> adapters.Draft:
    """A foreign file as a Satchel draft with its review list; writes nothing.

    `kind` is a key of ADAPTERS. Creatures that an adventure only names get figures from the modules the person may
    read. NotUnderstood says what the adapter would have read."""
    draft = adapters.convert(kind, data, foes_of(by))
    if name.strip():
        draft.document["module"]["title"] = name.strip()[:200]
    for one in check(by=by, document=copy.deepcopy(draft.document)).warnings:
        if one.code == "source.contradiction":
            draft.note(one.pointer, "contradiction", one.message)
    draft.review.sort(key=lambda line: line.code != "contradiction")
    return draft
