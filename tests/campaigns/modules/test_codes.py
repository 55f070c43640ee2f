"""Every code that module-format 3.8 lists, and every other that the sources can give, has a fixture that gives it."""

import io
import json
import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from campaigns.actions import imports, modules, running
from campaigns.actions.modules import ModuleConflict, ModuleInvalid
from campaigns.models import ImportRun
from campaigns.modules import adapters, archive
from characters.models import Monster
from config.api.codes import CODES
from tests.campaigns.modules import corpus, corpus_more, foreign, samples, test_validate, zips
from tests.campaigns.modules.samples import codes, gone, put, small

pytestmark = pytest.mark.django_db
LISTED = [
    "json.syntax", "json.duplicate_key", "json.non_finite", "json.surrogate", "json.depth", "key.duplicate",
    "ref.unresolved", "ref.wrong_type", "ref.cycle", "table.gap", "table.overlap", "table.unreachable",
    "count.zero", "asset.missing", "asset.hash", "asset.type", "asset.too_large", "zip.unsafe_path", "zip.bomb",
    "licence.missing", "licence.noncommercial", "licence.mixed", "source.contradiction", "module.version_conflict",
    "module.downgrade", "format.unsupported", "conflict.key_taken", "plan.stale",
]  # fmt: skip
FAMILIES = [
    "json", "schema", "key", "ref", "table", "count", "asset", "zip", "licence", "source", "module", "format",
    "conflict", "plan", "stats", "import", "rollback", "export", "names", "encounter", "adapter",
]  # fmt: skip
SOURCES = [
    *(samples.ROOT / "campaigns" / "modules").rglob("*.py"), samples.ROOT / "campaigns" / "api" / "modules.py",
    *(samples.ROOT / "campaigns" / "actions").glob("*.py"),
    samples.ROOT / "rules" / "strict_json.py",
]  # fmt: skip


def given(own, document, **more):
    """The codes of a report."""
    return {code for _pointer, code in codes(modules.check(by=own.user, document=document, **more))}


def raised(act):
    """The codes of what an act is refused with."""
    try:
        act()
    except ModuleConflict as conflict:
        return {conflict.code}
    except ModuleInvalid as refused:
        return {one.code for one in refused.errors}
    except adapters.NotUnderstood:
        return {"adapter.not_understood"}
    return set()


def uploaded(own, version="1.0.0", **fields):
    document = put(small(), "/module/version", version)
    for name, value in fields.items():
        document["module"][name] = value
    return modules.upload(by=own.user, document=document)[0]


def packed(own, document, files):
    received = modules.receive(data=zips.packed(document, files))
    return modules.upload(by=own.user, document=received.document, archive=received.archive)


def moved(own):
    version = uploaded(own)
    token = modules.plan(own=own, version=version).token
    modules.apply(own=own, version=version)
    modules.apply(own=own, version=version, plan_token=token)


def undecided(own):
    modules.apply(own=own, version=uploaded(own))
    Monster.objects.update(name="Ours")
    newer = put(put(small(), "/module/version", "2.0.0"), "/monsters/0/name", "Theirs")
    version, _new = modules.upload(by=own.user, document=newer)
    modules.apply(own=own, version=version, options={"policy": "ask"})


def downgraded(own):
    modules.apply(own=own, version=uploaded(own, "2.0.0"))
    modules.apply(own=own, version=uploaded(own, "1.0.0"))


def taken(own):
    version = uploaded(own)
    modules.apply(own=own, version=version)
    version.module.owner = None
    version.module.save()
    modules.apply(own=own, version=uploaded(own, title="Another mill"))


def often(own):
    for _time in range(11):
        modules.apply(own=own, version=uploaded(own))


def run_of(own):
    with patch.object(imports, "start"):
        return imports.begin(own=own, version=uploaded(own), options={})


def stopped(own):
    running.must_go_on(imports.cancel(own=own, run=run_of(own)))


def lost(own):
    run = run_of(own)
    ImportRun.objects.update(touched=timezone.now() - timedelta(minutes=3))
    running.mark_lost(own.campaign)
    run.refresh_from_db()
    assert run.result["refused"]["code"] == "import.lost"
    running.must_go_on(run)


def busy(own):
    run_of(own)
    modules.apply(own=own, version=uploaded(own))


def back(own, times=2):
    run = modules.apply(own=own, version=uploaded(own))
    for _time in range(times):
        modules.rollback(own=own, run=run)


def later(own):
    run = modules.apply(own=own, version=uploaded(own))
    modules.apply(own=own, version=uploaded(own, "2.0.0"))
    modules.rollback(own=own, run=run)


def crowd(own):
    version, _new = modules.upload(by=own.user, document=put(small(), "/encounters/0/groups/0/count", 99))
    return {one.code for one in modules.plan(own=own, version=version).warnings}


def unfigured(own):
    version, _new = modules.upload(by=own.user, document=gone(small(), "/monsters/0/stats"))
    return {one.code for one in modules.plan(own=own, version=version).warnings}


def left_over(own):
    received = modules.receive(data=zips.packed(zips.with_picture(), {
        "assets/map.png": zips.picture(), "assets/more.png": zips.picture()}))  # fmt: skip
    return given(own, received.document, archive=received.archive)


def another_sum(own):
    document = put(zips.with_picture(), "/assets/0/sha256", "0" * 64)
    return raised(lambda: packed(own, document, {"assets/map.png": zips.picture()}))


def too_many_pixels(own):
    from PIL import Image

    data = io.BytesIO()
    Image.new("1", (8000, 6000)).save(data, "PNG")
    document = zips.with_picture(data=data.getvalue())
    return raised(lambda: packed(own, document, {"assets/map.png": data.getvalue()}))


def too_large(own):
    with patch.object(archive, "LARGEST", 100):
        return raised(lambda: modules.receive(data=zips.packed(small())))


# What neither the faults of test_validate nor the hostile corpus show: each is run here.
FIXTURES = {
    "module.version_conflict": lambda own: raised(lambda: (uploaded(own), uploaded(own, title="Another"))),
    "module.downgrade": lambda own: raised(lambda: downgraded(own)),
    "conflict.key_taken": lambda own: raised(lambda: taken(own)),
    "conflict.undecided": lambda own: raised(lambda: undecided(own)),
    "plan.stale": lambda own: raised(lambda: moved(own)),
    "import.rate": lambda own: raised(lambda: often(own)),
    "import.running": lambda own: raised(lambda: busy(own)),
    "import.cancelled": lambda own: raised(lambda: stopped(own)),
    "import.lost": lambda own: raised(lambda: lost(own)),
    "import.ruleset": lambda own: raised(
        lambda: modules.plan(own=own, version=uploaded(own), options={"ruleset": "fortune-system"})
    ),
    "rollback.done": lambda own: raised(lambda: back(own)),
    "rollback.later": lambda own: raised(lambda: later(own)),
    "export.nothing": lambda own: raised(lambda: modules.export(own=own)),
    "adapter.not_understood": lambda own: raised(lambda: modules.convert(by=own.user, kind="5e-bits", data=b"{}")),
    "stats.converted": unfigured,
    "stats.refused": lambda own: given(own, put(small(), "/monsters/0/stats/fifty-two-fates/level", 0)),
    "encounter.crowded": crowd,
    "asset.unused": left_over,
    "asset.hash": another_sum,
    "asset.too_large": too_many_pixels,
    "zip.too_large": too_large,
    "ref.stub": lambda own: given(own, put(small(), "/encounters/0/groups/0/who", "monster:x"), allow_missing=True),
    "names.more": lambda own: given(own, put(small(), "/encounters/0/groups/0/names", list("abcd"))),
    "json.control": lambda own: raised(lambda: modules.read(data=b'{"a": "\\u0000"}')),
}
ELSEWHERE = {
    *(code for _spoil, _pointer, code, _words in test_validate.FAULTS),
    *(code for _name, _data, code in [*corpus.refusals(), *corpus_more.refusals()]),
}


def sourced():
    """Every code that stands in the sources."""
    pattern = re.compile(rf'"((?:{"|".join(FAMILIES)})\.[a-z_]+)"')
    found = {code for file in SOURCES for code in pattern.findall(file.read_text(encoding="utf-8"))}
    return found - {"module.json"}


@pytest.mark.parametrize("code", sorted(FIXTURES))
def test_a_fixture_gives_its_code(own, code):
    assert code in FIXTURES[code](own)


def test_every_listed_code_and_every_code_of_the_sources_has_a_fixture():
    wanted = set(LISTED) | sourced()
    assert wanted - set(FIXTURES) - ELSEWHERE == set()
    assert len(wanted) > 60
    assert set(FIXTURES) - sourced() == set(), "a fixture for a code that nothing gives"


def test_every_code_of_a_whole_answer_is_explained_to_readers_of_the_api():
    families = ("module.", "conflict.", "plan.", "import.", "rollback.", "export.")
    assert {code for code in sourced() if code.startswith(families)} - set(CODES) == set()


def test_faults_inside_an_archive_are_told_with_the_name_of_the_file_in_it(own):
    spoiled = put(put(zips.with_picture(), "/locations/0/key", "The Mill"), "/encounters/0/groups/0/count", "3d")
    for data in (spoiled, b'{"a": 1, "a": 2}'):
        with pytest.raises(ModuleInvalid) as refused:
            packed(own, data, {"assets/map.png": zips.picture()})
        assert refused.value.errors
        assert all(one.pointer.startswith("module.json#") for one in refused.value.errors)


def test_what_an_adapter_made_says_where_it_stood_in_the_foreign_file():
    rows = foreign.loaded(foreign.FIVE_E_BITS)[:5]
    draft = adapters.convert("5e-bits", rows)
    for item in draft.document["monsters"]:
        index = int(item["provenance"]["pointer"].strip("/"))
        assert rows[index]["name"] == item["name"]
    spoiled = json.dumps([{"index": "x", "name": "X", "wings": 2}])
    assert "/0/wings" in {line.pointer for line in adapters.convert("5e-bits", spoiled).review}
