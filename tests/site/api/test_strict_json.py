"""The strict reader takes what means one thing and can be stored, and says where all else goes wrong."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common import strict_json
from common.strict_json import LARGEST_NUMBER, Limits, MalformedJson

REFUSED = [
    (b"", "json.syntax", 1, 1, ""),
    (b"   ", "json.syntax", 1, 4, ""),
    (b'"\xff"', "json.encoding", 1, 2, ""),
    (b'{"a": 1, "a": 2}', "json.duplicate_key", 1, 10, "/a"),
    (b'{"a": {"b/~": 1, "b/~": 1}}', "json.duplicate_key", 1, 18, "/a/b~1~0"),
    (b'{"a": 1, "\\u0061": 2}', "json.duplicate_key", 1, 10, "/a"),
    (b"[NaN]", "json.non_finite", 1, 2, "/0"),
    (b"[1, -Infinity]", "json.non_finite", 1, 5, "/1"),
    (b"1e400", "json.non_finite", 1, 1, ""),
    (b"[9007199254740992]", "json.number", 1, 2, "/0"),
    (b"-9007199254740992", "json.number", 1, 1, ""),
    (b"1e300", "json.number", 1, 1, ""),
    (b"9" * 5000, "json.number", 1, 1, ""),
    (b'["\\ud800"]', "json.surrogate", 1, 2, "/0"),
    (b'{"\\udfff": 1}', "json.surrogate", 1, 2, ""),
    (b'["\\ude00\\ud83d"]', "json.surrogate", 1, 2, "/0"),
    (b'{"n": "\\u0000"}', "json.control", 1, 7, "/n"),
    (b'"\\u001b[31m"', "json.control", 1, 1, ""),
    (b'"\x00"', "json.syntax", 1, 1, ""),
    (b'"a\nb"', "json.syntax", 1, 1, ""),
    (b'{\n "a": 1,\n}', "json.syntax", 3, 1, "/a"),
    (b"[1,]", "json.syntax", 1, 4, "/1"),
    (b"[,1]", "json.syntax", 1, 2, "/0"),
    (b"[1 2]", "json.syntax", 1, 4, "/1"),
    (b'{"a" 1}', "json.syntax", 1, 6, "/a"),
    (b"{'a': 1}", "json.syntax", 1, 2, ""),
    (b"{1: 2}", "json.syntax", 1, 2, ""),
    (b'{"a": 1 "b": 2}', "json.syntax", 1, 9, "/a"),
    (b'"\\x41"', "json.syntax", 1, 2, ""),
    (b'"\\u12"', "json.syntax", 1, 2, ""),
    (b"01", "json.syntax", 1, 2, ""),
    (b"+1", "json.syntax", 1, 1, ""),
    (b"1.", "json.syntax", 1, 2, ""),
    (b".5", "json.syntax", 1, 1, ""),
    (b"0E", "json.syntax", 1, 2, ""),
    (b"[1e+]", "json.syntax", 1, 3, "/1"),
    (b"-1.e5", "json.syntax", 1, 3, ""),
    (b"[1] []", "json.syntax", 1, 5, ""),
    (b"[1]]", "json.syntax", 1, 4, ""),
    (b"[1}", "json.syntax", 1, 3, "/1"),
    (b"[1, // note\n2]", "json.syntax", 1, 5, "/1"),
    (b"tru", "json.syntax", 1, 1, ""),
    ("\u0661".encode(), "json.syntax", 1, 1, ""),
    (b"\x0c1", "json.syntax", 1, 1, ""),
    (b"[" * 33 + b"]" * 33, "json.depth", 1, 33, "/0" * 32),
    (b"[" * 100_000, "json.depth", 1, 33, "/0" * 32),
    (b'{"a":' * 100_000, "json.depth", 1, 161, "/a" * 32),
    (b'"' + b"x" * 100_001 + b'"', "json.string", 1, 1, ""),
    (b" " * (5 * 1024 * 1024 + 1), "json.too_large", 1, 1, ""),
    (b"[" + b"0," * 200_000 + b"0]", "json.nodes", 1, 400_000, "/199999"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "pointer"), REFUSED, ids=lambda value: repr(value)[:32])
def test_unclear_json_is_refused_with_its_code_and_place(text, code, line, column, pointer):
    with pytest.raises(MalformedJson) as refusal:
        strict_json.loads(text)
    told = refusal.value
    assert (told.code, told.line, told.column, told.pointer) == (code, line, column, pointer)
    assert told.message
    assert len(told.message) < 400


def test_a_message_echoes_at_most_200_characters_and_nothing_unprintable():
    with pytest.raises(MalformedJson) as refusal:
        strict_json.loads('{"' + "\u202e" * 300 + '": 1, "' + "\u202e" * 300 + '": 2}')
    assert "\u202e" not in refusal.value.message
    with pytest.raises(MalformedJson) as refusal:
        strict_json.loads("1" * 5000)
    assert len(refusal.value.message) < 300


@pytest.mark.parametrize(
    "text",
    [
        "[" * 32 + "]" * 32,
        str(LARGEST_NUMBER),
        str(-LARGEST_NUMBER),
        '"' + "x" * 100_000 + '"',
        '"\\ud83d\\ude00 \\t\\n\\r \\\\u0000 \\/"',
        '{"a": {"a": {"a": []}}, "": [{}], "b": [1.5, -0, 1E3, true, false, null]}',
        " \t\r\n [ ] \n",
    ],
    ids=lambda text: text[:24],
)
def test_json_that_just_fits_is_read_as_the_standard_library_reads_it(text):
    assert strict_json.loads(text) == json.loads(text)
    assert strict_json.loads(text.encode()) == json.loads(text)


def test_a_byte_order_mark_in_front_does_no_harm():
    assert strict_json.loads(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_tighter_limits_can_be_asked_for():
    limits = Limits(size=20, depth=2, nodes=4, string=3)
    assert strict_json.loads('[[1], "abc"]', limits) == [[1], "abc"]
    refused = {"[[[1]]]": "depth", "[1,2,3,4]": "nodes", '"abcd"': "string", " " * 21: "too_large"}
    for text, code in refused.items():
        with pytest.raises(MalformedJson) as refusal:
            strict_json.loads(text, limits)
        assert refusal.value.code == f"json.{code}"


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)
    | st.floats(-1e15, 1e15, allow_subnormal=False)
    | st.text(st.characters(exclude_categories=["Cs", "Cc"])),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text('ab/~\\"é', max_size=4), inner, max_size=5),
    max_leaves=30,
)


@given(PLAIN, st.sampled_from([None, 1, "\t"]), st.booleans())
@settings(max_examples=150, deadline=None)
def test_every_honest_document_is_read_back_equal(value, indent, plain):
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    assert strict_json.loads(text) == value
    assert strict_json.loads(text.encode()) == value


@given(st.text('{}[],:"\\0123456789.eE+-truefalsn \n', max_size=30))
@settings(max_examples=400, deadline=None)
def test_the_reader_is_never_laxer_than_the_standard_library_and_raises_nothing_else(text):
    try:
        ours = strict_json.loads(text)
    except MalformedJson:
        return
    assert ours == json.loads(text)


def judge(text):
    """The value with its types, or the code and the place of the fault."""
    try:
        return repr(strict_json.loads(text))
    except MalformedJson as fault:
        return fault.code, fault.line, fault.column, fault.pointer


def judge_with_places(text):
    """As `judge`, without the short way."""
    try:
        return repr(strict_json._Reader(strict_json._decode(text, Limits()), Limits()).document())
    except MalformedJson as fault:
        return fault.code, fault.line, fault.column, fault.pointer


@pytest.mark.parametrize("text", [row[0] for row in REFUSED] + [b'{"a": [1, -0, "\\u00e9", 1.5, 123456789012345]}'])
def test_the_short_way_judges_as_the_reader_with_places(text):
    assert judge(text) == judge_with_places(text)


@given(st.text('{}[],:"\\0123456789.eE+-truefalsn \n\t\x0c\x1f\u0661', max_size=30))
@settings(max_examples=500)
def test_the_short_way_judges_any_text_as_the_reader_with_places(text):
    assert judge(text) == judge_with_places(text)
