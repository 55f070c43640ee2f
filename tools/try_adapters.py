"""Tries the adapters on real files and prints a table: `python tools/try_adapters.py FOLDER [ADAPTER]`.

FOLDER holds a folder for each adapter, named as the API names it, and in it a folder or file for each corpus. The
files of a corpus are sent together where the adapter takes several at once, else one by one. docs/adapters.md says
what to place where."""

import json
import os
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("FATEKEEPER_MODE", "development")
HEAD = "| adapter | corpus | recognised as | files | accepted | refused | monsters | with attacks | licence known | seconds |"


def sendings(adapter: str, corpus: Path) -> Iterator[tuple[str, Any]]:
    """What is sent for a corpus, each as (name, bytes or value)."""
    files = [corpus] if corpus.is_file() else sorted(one for one in corpus.rglob("*") if one.is_file())
    if adapter == "open5e-v2":
        yield corpus.name, {one.name: json.loads(one.read_bytes()) for one in files if one.suffix == ".json"}
    elif adapter == "obsidian" and corpus.is_dir():
        yield corpus.name, _zipped(corpus, files)
    elif adapter == "foundry" and corpus.suffix == ".db":
        yield corpus.name, corpus.read_bytes()
    else:
        yield from ((one.name, one.read_bytes()) for one in files)


def _zipped(corpus: Path, files: list[Path]) -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in files:
            if one.suffix == ".md":
                archive.write(one, one.relative_to(corpus).as_posix())
    return held.getvalue()


def run(adapter: str, corpus: Path) -> dict[str, Any]:
    """The figures of one corpus: files, accepted, refused (by message), monsters and how good they are, seconds."""
    from campaigns.modules import adapters
    from campaigns.modules.format import validation

    told: dict[str, Any] = {"files": 0, "accepted": 0, "refused": Counter(), "invalid": [], "seconds": 0.0}
    told |= {"monsters": 0, "attacks": 0, "licences": 0, "recognised": Counter(), "kinds": Counter(), "drafts": []}
    for name, data in sendings(adapter, corpus):
        told["files"] += 1
        start = time.perf_counter()
        try:
            draft = adapters.convert(adapter, data)
        except adapters.NotUnderstood as refused:
            told["refused"][refused.message] += 1
            continue
        finally:
            told["seconds"] += time.perf_counter() - start
        told["accepted"] += 1
        told["recognised"][" ".join(filter(None, draft.recognised.as_json().values()))] += 1
        module = draft.document["module"]["licence"]["spdx"]
        for item in draft.document.get("monsters", []):
            told["monsters"] += 1
            told["attacks"] += bool(item.get("source_stats", {}).get("data", {}).get("attacks"))
            told["licences"] += item.get("licence", {}).get("spdx", module) != "LicenseRef-unknown"
        told["kinds"].update({k: len(v) for k, v in draft.document.items() if isinstance(v, list)})
        report = validation.document(draft.document)
        told["invalid"] += [(name, fault.message) for fault in report.errors[:2]]
        told["drafts"].append(draft)
    return told


def main(folder: Path, wanted: str = "") -> int:
    """Prints the table; 1 when a draft is no valid module."""
    print(HEAD)
    print("|" + " --- |" * 10)
    invalid: list[Any] = []
    for place in sorted(one for one in folder.iterdir() if one.is_dir() and wanted in one.name):
        for corpus in sorted(place.iterdir()):
            one = run(place.name, corpus)
            names = ", ".join(one["recognised"]) or "–"
            row = (place.name, corpus.name, names, one["files"], one["accepted"], sum(one["refused"].values()))
            row += (one["monsters"], one["attacks"], one["licences"], f"{one['seconds']:.1f}")
            print("| " + " | ".join(map(str, row)) + " |", flush=True)
            for message, count in one["refused"].most_common(3):
                print(f"    refused {count}: {message}", file=sys.stderr)
            invalid += one["invalid"]
    for name, fault in invalid[:20]:
        print(f"    invalid: {name}: {fault}", file=sys.stderr)
    return 1 if invalid else 0


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:3]))
