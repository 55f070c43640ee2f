"""Validation: every fault at once, each with its place, a stable code and a sentence."""

import json

import jsonschema
import pytest

from campaigns.modules.format import detection, schema, schema_walker, validation
from campaigns.modules.format.faults import ModuleInvalid
from tests.campaigns.modules import samples
from tests.campaigns.modules.samples import codes, gone, put, small


def bag(value):
    return {"vendor:thing": value}


ASSET = {
    "key": "map",
    "path": "assets/map.png",
    "sha256": "0" * 64,
    "media_type": "image/png",
    "alt": "A map",
    "licence": {"spdx": "CC0-1.0"},
}
DRAW = {"key": "t", "title": "T", "method": {"draw": "standard-52"}}

# One spoiled module for every code that this cut can give: (what is done, pointer, code, words of the
# message).
FAULTS = [
    (lambda d: gone(d, "/module/licence/spdx"), "/module/licence", "schema.required", "'spdx' is missing"),
    (
        lambda d: put(d, "/locations/0/key", "The Mill"),
        "/locations/0/key",
        "schema.pattern",
        "try 'the-mill'",
    ),
    (lambda d: put(d, "/locations/0/key", "mill\n"), "/locations/0/key", "schema.pattern", "is not a key"),
    (
        lambda d: put(d, "/locations/0/tittle", "x"),
        "/locations/0/tittle",
        "schema.unknown",
        "did you mean 'title'",
    ),
    (lambda d: put(d, "/locations/0/title", 7), "/locations/0/title", "schema.type", "7 is not text"),
    (lambda d: put(d, "/locations/0/title", ""), "/locations/0/title", "schema.min_length", "empty"),
    (lambda d: put(d, "/locations/0/title", "x" * 201), "/locations/0/title", "schema.max_length", "201"),
    (lambda d: put(d, "/encounters/0/kind", "brawl"), "/encounters/0/kind", "schema.enum", "combat, social"),
    (lambda d: put(d, "/format", "satchels"), "/format", "format.unsupported", "not 'satchel'"),
    (lambda d: put(d, "/format", 7), "/format", "schema.const", "7 is not 'satchel'"),
    (
        lambda d: put(d, "/format_version", "1.1"),
        "/format_version",
        "format.unsupported",
        "reads satchel 1.0",
    ),
    (lambda d: put(d, "/format_version", "2.0"), "/format_version", "format.unsupported", "2.0"),
    (
        lambda d: put(d, "/encounters/0/groups/0/count", "3d"),
        "/encounters/0/groups/0/count",
        "schema.count",
        "not a number, dice like 2d4, or a party-size table",
    ),
    (
        lambda d: put(d, "/encounters/0/groups/0/count", 501),
        "/encounters/0/groups/0/count",
        "schema.maximum",
        "501",
    ),
    (
        lambda d: put(d, "/encounters/0/groups/0/count", 0),
        "/encounters/0/groups/0/count",
        "count.zero",
        "never",
    ),
    (
        lambda d: put(d, "/encounters/0/groups/0/count", "d4-4"),
        "/encounters/0/groups/0/count",
        "count.zero",
        "never",
    ),
    (
        lambda d: put(d, "/encounters/0/groups/0/count", {"base": 1, "for_party": 4, "by_party_size": {"4": 0}}),
        "/encounters/0/groups/0/count",
        "count.zero",
        "leave out the group",
    ),
    (
        lambda d: put(d, "/encounters/0/groups/0/count", {"base": 1, "for_party": 4, "by_party_size": {"11": 1}}),
        "/encounters/0/groups/0/count/by_party_size/11",
        "schema.name",
        "party size",
    ),
    (
        lambda d: put(d, "/monsters/0/stats/fifty-two-fates/max_hp", 0),
        "/monsters/0/stats/fifty-two-fates/max_hp",
        "schema.minimum",
        "0 is below 1",
    ),
    (
        lambda d: put(d, "/monsters/0/stats/fifty-two-fates/max_hp", 2.0),
        "/monsters/0/stats/fifty-two-fates/max_hp",
        "schema.type",
        "not a whole number",
    ),
    (
        lambda d: put(d, "/monsters/0/stats/fifty-two-fates/lines", {"ace": {"damage": "all"}}),
        "/monsters/0/stats/fifty-two-fates/lines/ace/damage",
        "schema.choice",
        "a whole number from 0 to 20 or 'half'",
    ),
    (
        lambda d: put(d, "/monsters/0/stats/game-of-bastards", {"kind": "boss"}),
        "/monsters/0/stats/game-of-bastards/kind",
        "schema.kind",
        "extras, follower or fated",
    ),
    (
        lambda d: put(d, "/tables/0/method", {"spin": 1}),
        "/tables/0/method",
        "schema.method",
        "'roll', 'draw' and 'pick'",
    ),
    (lambda d: put(d, "/monsters/0/x", {"plain": 1}), "/monsters/0/x/plain", "schema.name", "vendor:thing"),
    (lambda d: put(d, "/locations/0/tags", ["a", "a"]), "/locations/0/tags", "schema.unique", "twice"),
    (
        lambda d: put(d, "/locations/0/tags", ["a"] * 31),
        "/locations/0/tags",
        "schema.max_items",
        "at most 30",
    ),
    (lambda d: put(d, "/module/authors", []), "/module/authors", "schema.min_items", "at least 1"),
    (lambda d: put(d, "/monsters/0/stats", {}), "/monsters/0/stats", "schema.min_properties", "empty"),
    (
        lambda d: put(d, "/module/x", {f"a:{n}": 1 for n in range(33)}),
        "/module/x",
        "schema.max_properties",
        "at most 32",
    ),
    (lambda d: put(d, "/module/version", "1.0"), "/module/version", "schema.pattern", "as in 1.0.0"),
    (lambda d: put(d, "/module/language", "english!"), "/module/language", "schema.pattern", "as in en or pt-BR"),
    (
        lambda d: put(d, "/module/authors/0/url", "javascript:alert(1)"),
        "/module/authors/0/url",
        "schema.pattern",
        "https",
    ),
    (
        lambda d: put(d, "/locations/0/title", "Mil\u202el"),
        "/locations/0/title",
        "schema.characters",
        "invisible",
    ),
    (lambda d: put(d, "/monsters/-", d["monsters"][0]), "/monsters/1/key", "key.duplicate", "occurs twice"),
    (
        lambda d: put(d, "/locations/0/blocks/-", d["locations"][0]["blocks"][0]),
        "/locations/0/blocks/1/key",
        "key.duplicate",
        "twice",
    ),
    (
        lambda d: put(d, "/locations/0/checks/0", "check:look"),
        "/locations/0/checks/0",
        "ref.unresolved",
        "'check:look'",
    ),
    (
        lambda d: put(d, "/chapters/0/blocks/0/md", "[[npc:nobody]]"),
        "/chapters/0/blocks/0/md",
        "ref.unresolved",
        "nobody",
    ),
    (
        lambda d: put(d, "/chapters/0/blocks/0/md", "[[goblin:x]]"),
        "/chapters/0/blocks/0/md",
        "ref.wrong_type",
        "goblin",
    ),
    (
        lambda d: put(d, "/encounters/0/groups/0/who", "location:mill"),
        "/encounters/0/groups/0/who",
        "ref.wrong_type",
        "a monster or npc is needed here",
    ),
    (
        lambda d: put(d, "/encounters/0/groups/0/who", "bestiary/monster:rat"),
        "/encounters/0/groups/0/who",
        "ref.unresolved",
        "'requires' does not name",
    ),
    (
        lambda d: put(
            put(d, "/module/requires", [{"module": "bestiary"}]),
            "/encounters/0/groups/0/who",
            "bestiary/monster:rat",
        ),
        "/encounters/0/groups/0/who",
        "ref.unresolved",
        "not in the library",
    ),
    (
        lambda d: put(d, "/locations/0/parent", "location:mill"),
        "/locations/0/parent",
        "ref.cycle",
        "contain each other",
    ),
    (lambda d: put(d, "/tables/0/rows/0/to", 2), "/tables/0/rows", "table.gap", "no row covers 3"),
    (
        lambda d: put(d, "/tables/0/rows/1/from", 3),
        "/tables/0/rows/1",
        "table.overlap",
        "3 has a row already",
    ),
    (lambda d: put(d, "/tables/0/rows/1/from", 5), "/tables/0/rows/1", "table.unreachable", "never rolls 5"),
    (
        lambda d: put(d, "/tables/-", DRAW | {"rows": [{"key": "a", "cards": ["N*", "F*"], "md": "x"}]}),
        "/tables/1/rows",
        "table.gap",
        "AC, AD, AH, AS",
    ),
    (
        lambda d: put(
            d,
            "/tables/-",
            DRAW | {"rows": [{"key": "a", "cards": ["**"], "md": "x"}, {"key": "b", "cards": ["7H"], "md": "y"}]},
        ),
        "/tables/1/rows/1",
        "table.overlap",
        "7H",
    ),
    (
        lambda d: put(
            d,
            "/tables/-",
            DRAW | {"rows": [{"key": "a", "cards": ["**"], "md": "x"}, {"key": "b", "cards": ["XX"], "md": "y"}]},
        ),
        "/tables/1/rows/1",
        "table.unreachable",
        "no card of the deck",
    ),
    (lambda d: put(d, "/assets", [ASSET]), "/assets/0/path", "asset.missing", "as a ZIP archive"),
    (
        lambda d: gone(put(d, "/assets", [dict(ASSET)]), "/assets/0/licence"),
        "/assets/0",
        "licence.missing",
        "missing",
    ),
    (
        lambda d: put(d, "/module/licence/spdx", "NOASSERTION"),
        "/module/licence/spdx",
        "licence.missing",
        "name a licence",
    ),
    (
        lambda d: put(d, "/module/licence/spdx", "LicenseRef-unknown"),
        "/module/licence/spdx",
        "licence.unknown",
        "do not share",
    ),
    (
        lambda d: put(d, "/monsters/0/licence", {"spdx": "CC-BY-NC-4.0"}),
        "/monsters/0/licence",
        "licence.noncommercial",
        "commercial",
    ),
    (
        lambda d: put(d, "/monsters/0/licence", {"spdx": "CC0-1.0"}),
        "/monsters/0/licence",
        "licence.mixed",
        "differs",
    ),
    (
        lambda d: gone(d, "/module/licence/attribution"),
        "/module/licence",
        "licence.attribution",
        "requires an attribution",
    ),
    (
        lambda d: put(d, "/chapters/0/blocks/0/md", "**Monsters:** Rats (2)"),
        "/chapters/0/blocks/0/md",
        "source.contradiction",
        "but the encounters contain 3",
    ),
    (
        lambda d: put(d, "/module/x", {"satchel:renames": {"monster:mouse": "monster:mole"}}),
        "/module/x/satchel:renames/monster:mouse",
        "ref.unresolved",
        "monster:mole",
    ),
    (
        lambda d: put(d, "/module/x", {"satchel:renames": {"monster:mouse": "npc:miller"}}),
        "/module/x/satchel:renames/monster:mouse",
        "ref.wrong_type",
        "cannot become",
    ),
    (
        lambda d: put(d, "/module/x", {"satchel:renames": {"npc:miller": "npc:miller"}}),
        "/module/x/satchel:renames/npc:miller",
        "key.duplicate",
        "is still in the module",
    ),
]
WARNINGS = {"licence.unknown", "licence.noncommercial", "licence.mixed", "licence.attribution", "source.contradiction"}


@pytest.mark.parametrize(("spoil", "pointer", "code", "words"), FAULTS)
def test_every_fault_is_told_with_its_place_its_code_and_a_sentence(spoil, pointer, code, words):
    report = validation.document(spoil(small()))
    told = [fault for fault in [*report.errors, *report.warnings] if (fault.pointer, fault.code) == (pointer, code)]
    assert told, codes(report)
    assert words in told[0].message
    assert report.ok == (code in WARNINGS)
    assert (report.document is not None) == report.ok


def test_a_sound_module_has_neither_errors_nor_warnings():
    report = validation.document(small())
    assert report.ok
    assert codes(report) == set()


def test_all_faults_come_at_once_sorted_by_pointer():
    spoiled = samples.night_blade()
    put(spoiled, "/encounters/3/groups/0/count", "3d")
    put(spoiled, "/locations/0/key", "The Tangles")
    gone(spoiled, "/module/licence/spdx")
    put(spoiled, "/monsters/0/stats/fifty-two-fates/hit_points", 0)
    report = validation.document(spoiled)
    assert [(error.pointer, error.code) for error in report.errors] == [
        ("/encounters/3/groups/0/count", "schema.count"),
        ("/locations/0/key", "schema.pattern"),
        ("/module/licence", "schema.required"),
        ("/monsters/0/stats/fifty-two-fates/hit_points", "schema.minimum"),
    ]
    assert not report.truncated


def test_more_than_two_hundred_faults_are_cut_and_said_to_be_cut():
    spoiled = small()
    spoiled["monsters"] = [{"key": f"rat-{n}", "name": "", "size": 3} for n in range(300)]
    report = validation.document(spoiled)
    assert len(report.errors) == 200
    assert report.truncated
    assert [error.pointer for error in report.errors] == sorted(error.pointer for error in report.errors)


def test_a_message_echoes_no_more_than_two_hundred_characters():
    report = validation.document(put(small(), "/locations/0/key", "Z" * 60_000))
    assert all(len(error.message) < 400 for error in report.errors)


@pytest.mark.parametrize("value", [None, True, 3, "text", [], [small()]])
def test_json_that_is_no_object_is_no_module(value):
    assert codes(validation.document(value)) == {("", "schema.type")}


@pytest.mark.parametrize("name", ["chapters", "encounters", "tables", "monsters", "module", "assets", "npcs"])
@pytest.mark.parametrize("value", [None, 3, "x", {"a": 1}, [3, None, "x", []]])
def test_a_part_of_a_wrong_type_is_a_fault_and_never_a_crash(name, value):
    assert not validation.document(small() | {name: value}).ok


@pytest.mark.parametrize(
    ("data", "pointer", "code"),
    [
        (b"{", "", "json.syntax"),
        (b'{"format": 1, "format": 2}', "/format", "json.duplicate_key"),
        (b'{"a": NaN}', "/a", "json.non_finite"),
        (b'{"a": 1e400}', "/a", "json.non_finite"),
        (b'{"a": "\\ud800"}', "/a", "json.surrogate"),
        (b'{"a": "\\u0000"}', "/a", "json.control"),
        (b"[" * 40 + b"]" * 40, None, "json.depth"),
        (b'{"a": 1' + b"0" * 5000 + b"}", "/a", "json.number"),
        (b" " * (5 * 1024 * 1024 + 1), "", "json.too_large"),
        (b"\xff{}", "", "json.encoding"),
        (b"PK\x03\x04....", "", "zip.damaged"),
    ],
)
def test_a_text_that_cannot_be_read_is_told_the_same_way(data, pointer, code):
    with pytest.raises(ModuleInvalid) as refused:
        detection.read(data)
    errors = refused.value.errors
    assert [error.code for error in errors] == [code]
    assert pointer is None or errors[0].pointer == pointer


def test_the_night_blade_is_sound_and_its_own_summary_contradicts_it():
    report = validation.document(samples.night_blade())
    assert report.ok, report.errors
    assert [warning.code for warning in report.warnings] == ["source.contradiction"]
    assert "Bandits (6), but the encounters contain 20" in report.warnings[0].message


def test_the_shipped_adventure_is_sound_without_a_warning():
    report = validation.document(samples.bell())
    assert codes(report) == set()


SETTLED = jsonschema.Draft202012Validator(schema.load())


def test_the_shipped_schema_is_a_schema_and_takes_what_validation_takes():
    jsonschema.Draft202012Validator.check_schema(schema.load())
    jsonschema.Draft202012Validator.check_schema(schema.load(schema.DRAFT_FILE))
    for document in (small(), samples.bell(), validation.document(samples.night_blade()).document):
        assert list(SETTLED.iter_errors(document)) == []


@pytest.mark.parametrize(("spoil", "pointer", "code", "words"), FAULTS)
def test_an_ordinary_validator_refuses_what_the_schema_check_refuses(spoil, pointer, code, words):
    document = spoil(small())
    ours = bool(schema_walker.check(document))
    # "$" also matches before a line end, 2.0 counts as whole there, and a prefix of a web address suffices.
    if ours and "\n" not in json.dumps(document["locations"][0]["key"]) + str(document["locations"][0]["key"]):
        theirs = bool(list(SETTLED.iter_errors(document)))
        assert theirs or (code in {"schema.type"} and "2.0" in json.dumps(document))
    if not ours:
        assert list(SETTLED.iter_errors(document)) == []


def without_examples(schema):
    return {name: value for name, value in schema.items() if name != "examples"}


def test_only_stats_cards_and_pins_differ_from_the_draft_of_the_schema():
    if not samples.DRAFT_SCHEMA.exists():
        pytest.skip("The draft of the schema is not beside this project.")
    draft = json.loads(samples.DRAFT_SCHEMA.read_text(encoding="utf-8"))
    settled = json.loads(schema.SCHEMA_FILE.read_text(encoding="utf-8"))
    changed = {name for name, part in settled["$defs"].items() if without_examples(part) != draft["$defs"].get(name)}
    # A pin's place is two numbers, as the text has it; the draft took its x for the bag of extensions.
    assert changed == {"stats", "line", "ace_line", "card", "table", "map"}
    assert settled["properties"] == draft["properties"]
