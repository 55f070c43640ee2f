"""Every code that docs/module-format.md lists, and every other that the code can give, has a fixture."""

import io
import json
import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from campaigns.modules import actions, adapters, bounded_work
from campaigns.modules.actions import ModuleConflict, ModuleInvalid
from campaigns.modules.format import zip_files
from campaigns.modules.imports import jobs, limits
from campaigns.modules.models import ImportRun
from characters.models import Monster
from common.bounded.limits import OverLimits
from config.api.codes import CODES
from tests.campaigns.modules import corpus, corpus_more, foreign, samples, test_validate, zips
from tests.campaigns.modules.samples import codes, gone, put, small

pytestmark = pytest.mark.django_db
LISTED = [
    "json.syntax",
    "json.duplicate_key",
    "json.non_finite",
    "json.surrogate",
    "json.depth",
    "key.duplicate",
    "ref.unresolved",
    "ref.wrong_type",
    "ref.cycle",
    "table.gap",
    "table.overlap",
    "table.unreachable",
    "count.zero",
    "asset.missing",
    "asset.hash",
    "asset.type",
    "asset.too_large",
    "zip.unsafe_path",
    "zip.bomb",
    "licence.missing",
    "licence.unknown",
    "licence.noncommercial",
    "licence.mixed",
    "source.contradiction",
    "module.version_conflict",
    "module.downgrade",
    "format.unsupported",
    "conflict.key_taken",
    "plan.stale",
]
FAMILIES = [
    "json",
    "schema",
    "key",
    "ref",
    "table",
    "count",
    "asset",
    "zip",
    "licence",
    "source",
    "module",
    "format",
    "conflict",
    "plan",
    "stats",
    "import",
    "rollback",
    "export",
    "names",
    "encounter",
    "adapter",
]
SOURCES = [
    *(file for file in (samples.ROOT / "campaigns" / "modules").rglob("*.py") if file.name != "serializers.py"),
    samples.ROOT / "common" / "strict_json.py",
]


def given(membership, document, **more):
    """The codes of a report."""
    return {code for _pointer, code in codes(actions.check(by=membership.user, document=document, **more))}


def raised(act):
    """The codes of what an act is refused with."""
    try:
        act()
    except ModuleConflict as conflict:
        return {conflict.code}
    except ModuleInvalid as refused:
        return {error.code for error in refused.errors}
    except adapters.NotUnderstood:
        return {"adapter.not_understood"}
    return set()


def uploaded(membership, version="1.0.0", **fields):
    document = put(small(), "/module/version", version)
    for name, value in fields.items():
        document["module"][name] = value
    return actions.upload(by=membership.user, document=document)[0]


def packed(membership, document, files):
    received = actions.receive(data=zips.packed(document, files))
    return actions.upload(by=membership.user, document=received.document, archive=received.archive)


def moved(membership):
    version = uploaded(membership)
    token = actions.plan_import(membership=membership, version=version).token
    actions.apply_import(membership=membership, version=version)
    actions.apply_import(membership=membership, version=version, plan_token=token)


def undecided(membership):
    actions.apply_import(membership=membership, version=uploaded(membership))
    Monster.objects.update(name="Ours")
    newer = put(put(small(), "/module/version", "2.0.0"), "/monsters/0/name", "Theirs")
    version, _new = actions.upload(by=membership.user, document=newer)
    actions.apply_import(membership=membership, version=version, options={"policy": "ask"})


def downgraded(membership):
    actions.apply_import(membership=membership, version=uploaded(membership, "2.0.0"))
    actions.apply_import(membership=membership, version=uploaded(membership, "1.0.0"))


def taken(membership):
    version = uploaded(membership)
    actions.apply_import(membership=membership, version=version)
    version.module.owner = None
    version.module.save()
    actions.apply_import(membership=membership, version=uploaded(membership, title="Another mill"))


def often(membership):
    for _time in range(11):
        actions.apply_import(membership=membership, version=uploaded(membership))


def too_long(membership):
    with patch.object(bounded_work, "run", side_effect=OverLimits):
        actions.check(by=membership.user, document={})


def run_of(membership):
    with patch.object(jobs, "start"):
        return jobs.begin(membership=membership, version=uploaded(membership), options={})


def stopped(membership):
    limits.require_not_stopped(jobs.cancel(membership=membership, run=run_of(membership)))


def lost(membership):
    run = run_of(membership)
    ImportRun.objects.update(touched=timezone.now() - timedelta(minutes=3))
    limits.mark_lost(membership.campaign)
    run.refresh_from_db()
    assert run.result["refused"]["code"] == "import.lost"
    limits.require_not_stopped(run)


def busy(membership):
    run_of(membership)
    actions.apply_import(membership=membership, version=uploaded(membership))


def back(membership, times=2):
    run = actions.apply_import(membership=membership, version=uploaded(membership))
    for _time in range(times):
        actions.rollback_import(membership=membership, run=run)


def later(membership):
    run = actions.apply_import(membership=membership, version=uploaded(membership))
    actions.apply_import(membership=membership, version=uploaded(membership, "2.0.0"))
    actions.rollback_import(membership=membership, run=run)


def crowd(membership):
    version, _new = actions.upload(by=membership.user, document=put(small(), "/encounters/0/groups/0/count", 99))
    return {warning.code for warning in actions.plan_import(membership=membership, version=version).warnings}


def unfigured(membership):
    version, _new = actions.upload(by=membership.user, document=gone(small(), "/monsters/0/stats"))
    return {warning.code for warning in actions.plan_import(membership=membership, version=version).warnings}


def left_over(membership):
    received = actions.receive(
        data=zips.packed(zips.with_picture(), {"assets/map.png": zips.picture(), "assets/more.png": zips.picture()})
    )
    return given(membership, received.document, archive=received.archive)


def another_sum(membership):
    document = put(zips.with_picture(), "/assets/0/sha256", "0" * 64)
    return raised(lambda: packed(membership, document, {"assets/map.png": zips.picture()}))


def too_many_pixels(membership):
    from PIL import Image

    data = io.BytesIO()
    Image.new("1", (8000, 6000)).save(data, "PNG")
    document = zips.with_picture(data=data.getvalue())
    return raised(lambda: packed(membership, document, {"assets/map.png": data.getvalue()}))


def too_large(membership):
    with patch.object(zip_files, "LARGEST", 100):
        return raised(lambda: actions.receive(data=zips.packed(small())))


# What neither the faults of test_validate nor the hostile corpus show: each is run here.
FIXTURES = {
    "module.version_conflict": lambda membership: raised(
        lambda: (uploaded(membership), uploaded(membership, title="Another"))
    ),
    "module.downgrade": lambda membership: raised(lambda: downgraded(membership)),
    "conflict.key_taken": lambda membership: raised(lambda: taken(membership)),
    "conflict.undecided": lambda membership: raised(lambda: undecided(membership)),
    "plan.stale": lambda membership: raised(lambda: moved(membership)),
    "import.rate": lambda membership: raised(lambda: often(membership)),
    "import.running": lambda membership: raised(lambda: busy(membership)),
    "import.cancelled": lambda membership: raised(lambda: stopped(membership)),
    "module.too_long": lambda membership: raised(lambda: too_long(membership)),
    "import.lost": lambda membership: raised(lambda: lost(membership)),
    "import.ruleset": lambda membership: raised(
        lambda: actions.plan_import(
            membership=membership, version=uploaded(membership), options={"ruleset": "fortune-system"}
        )
    ),
    "rollback.done": lambda membership: raised(lambda: back(membership)),
    "rollback.later": lambda membership: raised(lambda: later(membership)),
    "export.nothing": lambda membership: raised(lambda: actions.export_content(membership=membership)),
    "adapter.not_understood": lambda membership: raised(
        lambda: actions.convert(by=membership.user, kind="5e-bits", data=b"{}")
    ),
    "stats.converted": unfigured,
    "stats.refused": lambda membership: given(membership, put(small(), "/monsters/0/stats/fifty-two-fates/level", 0)),
    "encounter.crowded": crowd,
    "asset.unused": left_over,
    "asset.hash": another_sum,
    "asset.too_large": too_many_pixels,
    "zip.too_large": too_large,
    "ref.stub": lambda membership: given(
        membership, put(small(), "/encounters/0/groups/0/who", "monster:x"), allow_missing=True
    ),
    "names.more": lambda membership: given(membership, put(small(), "/encounters/0/groups/0/names", list("abcd"))),
    "json.control": lambda membership: raised(lambda: actions.read(data=b'{"a": "\\u0000"}')),
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
def test_a_fixture_gives_its_code(membership, code):
    assert code in FIXTURES[code](membership)


def test_every_listed_code_and_every_code_of_the_sources_has_a_fixture():
    wanted = set(LISTED) | sourced()
    assert wanted - set(FIXTURES) - ELSEWHERE == set()
    assert len(wanted) > 60
    assert set(FIXTURES) - sourced() == set(), "a fixture for a code that nothing gives"


def test_every_code_of_a_whole_answer_is_explained_to_readers_of_the_api():
    families = ("module.", "conflict.", "plan.", "import.", "rollback.", "export.")
    assert {code for code in sourced() if code.startswith(families)} - set(CODES) == set()


def test_faults_inside_an_archive_are_told_with_the_name_of_the_file_in_it(membership):
    spoiled = put(put(zips.with_picture(), "/locations/0/key", "The Mill"), "/encounters/0/groups/0/count", "3d")
    for data in (spoiled, b'{"a": 1, "a": 2}'):
        with pytest.raises(ModuleInvalid) as refused:
            packed(membership, data, {"assets/map.png": zips.picture()})
        assert refused.value.errors
        assert all(error.pointer.startswith("module.json#") for error in refused.value.errors)


def test_an_adapters_objects_say_where_they_stood_in_the_foreign_file():
    rows = foreign.loaded(foreign.FIVE_E_BITS)[:5]
    draft = adapters.convert("5e-bits", rows)
    for item in draft.document["monsters"]:
        index = int(item["provenance"]["pointer"].strip("/"))
        assert rows[index]["name"] == item["name"]
    spoiled = json.dumps([{"index": "x", "name": "X", "hit_points": 3, "armor_class": 9, "wings": 2}])
    assert "/0/wings" in {line.pointer for line in adapters.convert("5e-bits", spoiled).review}
