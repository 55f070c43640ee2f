"""Reads, checks and stores modules in the library, and converts files of other systems."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.modules import adapters, bounded_work
from campaigns.modules.bounded_work import INSIDE
from campaigns.modules.format import detection, pictures
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.format.faults import MORE, Fault, ModuleConflict, ModuleInvalid, Report, at
from campaigns.modules.format.zip_files import Archive
from campaigns.modules.models import Module, ModuleFile, ModuleVersion
from campaigns.modules.queries import foes_by_name, known_to
from common.pictures import Picture
from people.access import require_account
from people.idempotency import claims
from people.models import User

Item = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReceivedModule:
    """An uploaded module: its JSON value, and the archive if it came with pictures."""

    document: Any
    archive: Archive | None = None


def receive(*, data: bytes) -> ReceivedModule:
    """Reads a file strictly. ModuleInvalid: json.* or zip.*, for an archive with the name of the file in it."""
    archive = Archive(data) if detection.is_archive(data) else None
    return ReceivedModule(bounded_work.read(data), archive)


def read(*, data: bytes) -> Any:
    """The JSON value of a module file, or of the module.json of an archive. ModuleInvalid: json.* or zip.*."""
    return receive(data=data).document


def check(*, by: User, document: Any, archive: Archive | None = None, allow_missing: bool = False) -> Report:
    """The complete report on a module (`errors`, `warnings`, `truncated`, `ok`); writes and raises nothing.

    `document` is a JSON value from `receive` or from the API's strict parser; references to required modules are
    looked up in the library that the person may read. With `allow_missing`, missing monsters are warnings."""
    report = bounded_work.validate(document, known_to(by), archive, allow_missing)
    if archive is not None:
        report.errors, report.warnings = _inside(report.errors), _inside(report.warnings)
    return report


def _inside(faults: list[Fault]) -> list[Fault]:
    return [replace(fault, pointer=f"{INSIDE}{fault.pointer}") for fault in faults]


def upload(
    *, by: User, document: Any, shared: bool = False, archive: Archive | None = None, allow_missing: bool = False
) -> tuple[ModuleVersion, bool]:
    """Stores a module in the person's library: (the version, whether it is new).

    The same key, version and content again returns the stored version. `shared` stores it in everyone's library (staff
    and shipped modules). Pictures are encoded again, with new checksums in the document. ModuleInvalid with all
    faults; ModuleConflict module.version_conflict if the version exists with other content."""
    require_account(by)
    report = check(by=by, document=document, archive=archive, allow_missing=allow_missing)
    checked_document = report.valid_document()
    files = _reencode_pictures(checked_document, archive) if archive is not None else []
    module, fingerprint = checked_document["module"], digest(checked_document)
    with transaction.atomic():
        owner = None if shared else by
        home, _made = Module.objects.get_or_create(key=module["key"], owner=owner, defaults={"title": module["title"]})
        Module.objects.select_for_update().get(pk=home.pk)
        stored = ModuleVersion.objects.filter(module=home, version=module["version"]).first()
        if stored is not None:
            _require_same(stored, checked_document, fingerprint)
            return stored, False
        stored = _store_version(home, checked_document, fingerprint, report, files)
        if home.title != module["title"]:
            home.title = module["title"]
            home.save(update_fields=["title"])
        claims.record_effect({"module": module["key"], "version": module["version"]})
    return stored, True


def _store_version(
    home: Module, document: dict[str, Any], fingerprint: str, report: Report, files: list[ModuleFile]
) -> ModuleVersion:
    """Stores a version of a module with its pictures and the warnings of its report."""
    module = document["module"]
    version = ModuleVersion.objects.create(
        module=home,
        version=module["version"],
        digest=fingerprint,
        document=document,
        licence=module["licence"]["spdx"],
        attribution=module["licence"].get("attribution", ""),
        warnings=_stored_warnings(report),
    )
    for file in files:
        file.version = version
    ModuleFile.objects.bulk_create(files, batch_size=20)
    return version


def _require_same(stored: ModuleVersion, document: dict[str, Any], fingerprint: str) -> None:
    if stored.digest != fingerprint:
        message = _(
            "The library already has %(key)s %(version)s with different content. "
            "Use a new version number, or another key."
        )
        raise ModuleConflict("module.version_conflict", message % document["module"])


def _stored_warnings(report: Report) -> list[dict[str, str]]:
    """The warnings that stay with the version; the last one says if there were more."""
    warnings = [warning.as_json() for warning in report.warnings]
    if report.truncated:
        warnings.append(Fault("", MORE, _("There are more warnings; only the first ones are shown.")).as_json())
    return warnings


def _reencode_pictures(document: Item, archive: Archive) -> list[ModuleFile]:
    """Encodes the pictures again and updates the document; ModuleInvalid for files that are no pictures."""
    files, faults = [], []
    for index, item in enumerate(document.get("assets", [])):
        sent = item["sha256"]
        try:
            picture = _find_stored_picture(sent) or pictures.reencode(archive.read(item["path"]))
        except pictures.NotAPicture as refused:
            faults.append(Fault(at(f"{INSIDE}/assets", index, "path"), refused.code, refused.message))
            continue
        if picture.media_type != item["media_type"]:
            message = _("the file is a picture of the type %(kind)s") % {"kind": picture.media_type}
            faults.append(Fault(at(f"{INSIDE}/assets", index, "media_type"), "asset.type", message))
            continue
        item["sha256"] = picture.sha256
        files.append(
            ModuleFile(
                key=item["key"],
                path=item["path"],
                media_type=picture.media_type,
                sent_sha256=sent,
                sha256=picture.sha256,
                width=picture.width,
                height=picture.height,
                data=picture.data,
            )
        )
    if faults:
        raise ModuleInvalid(sorted(faults)[:200])
    return files


def _find_stored_picture(sent: str) -> Picture | None:
    """A picture that this site has encoded already, which stays unchanged, so that an exported module that is uploaded
    again is the same module."""
    row = ModuleFile.objects.filter(sha256=sent).first() or ModuleFile.objects.filter(sent_sha256=sent).first()
    return Picture(bytes(row.data), row.width, row.height, row.media_type) if row else None


def convert(*, by: User, kind: str, data: Any, name: str = "") -> adapters.Draft:
    """A file of another system as a Satchel draft with its review list; writes nothing.

    `kind` is a key of ADAPTERS. With `name` the module has this title, and a key made from it. Creatures that an
    adventure only names get figures from the modules that the person may read. NotUnderstood says what the adapter
    can read."""
    return bounded_work.convert(kind, data, name.strip()[:200], known_to(by), lambda: foes_by_name(by))
