"""A vault of many notes as people write them: folders, properties, aliases, links to headings, embeds, attachments."""

import io
import os
import random
import zipfile

from tests import factories

KINDS = {"Places": "location", "People": "npc", "Guilds": "faction", "Relics": "item", "Plots": "thread", "Lore": ""}
# A release is tested with 500.
MANY = int(os.environ.get("VAULT_NOTES", "150"))


def names() -> dict[str, list[str]]:
    """The names of the notes by folder; two folders have a note of the same name."""
    folders = list(KINDS)
    found: dict[str, list[str]] = {folder: [] for folder in folders}
    for number in range(MANY):
        folder = folders[number % len(folders)]
        found[folder].append(f"{folder[:-1] if folder != 'Lore' else 'Tale'} {number:03}")
    found["Lore"][0] = found["Places"][0]
    return found


def vault() -> dict[str, bytes]:
    """The files of the vault, always the same."""
    rng, by_folder = random.Random(17), names()
    every = [name for folder in by_folder.values() for name in folder]
    files: dict[str, bytes] = {
        "Salt Coast/.obsidian/app.json": b"{}",
        "Salt Coast/Attachments/harbor map.png": factories.picture(64, 48),
        "Salt Coast/Attachments/rules.pdf": b"%PDF-1.4",
        "Salt Coast/Templates/Person.md": b"# A template",
    }
    for folder, listed in by_folder.items():
        for place, name in enumerate(listed):
            under = f"Region {place % 5}/" if folder == "Places" else ""
            files[f"Salt Coast/{folder}/{under}{name}.md"] = note(rng, folder, name, place, every, by_folder).encode()
    return files


def note(rng, folder, name, place, every, by_folder) -> str:
    """One note; each has links, and every tenth something more."""
    head = [f"aliases: [Old {name}, The {name} of yore]", f"tags: [{folder.lower()}, 'era {place % 3}']"]
    if KINDS[folder]:
        head.append(f"type: {KINDS[folder]}")
    if folder == "Places" and place % 5:
        head.append(f'location: "[[{by_folder["Places"][place - place % 5]}]]"')
    head.append(f"population: {place * 10}")
    first, two, three, four = rng.sample(every, 4)
    body = [
        f"# {name}",
        f"It lies near [[{first}]] and [[{two}|the other one]]; see [[{three}#History]] and [[Old {four}]].",
        f"## History\n\nOnce [a tale](<../{folder}/{name}.md>) was told. [[Nowhere {place % 7}]] is lost.",
    ]
    if place % 10 == 0:
        body.append("![[harbor map.png|300]]\n\n![The harbor](../Attachments/harbor%20map.png)\n\n![[rules.pdf]]")
    if place % 10 == 1:
        body.append(f"![[{two}]]\n\n%%The GM knows that [[{first}]] lies.%%")
    if place % 10 == 2:
        body.append("> [!secret] For the GM\n> The well is deep.\n>\n> Very deep.")
    return "---\n" + "\n".join(head) + "\n---\n\n" + "\n\n".join(body) + "\n"


def zipped(files: dict[str, bytes]) -> bytes:
    """The files as an archive."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return into.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    """The files of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
