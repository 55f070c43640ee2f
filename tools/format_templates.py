"""Breaks the lines of templates that are longer than 120 columns: `python tools/format_templates.py [--check]`.

A line is broken only where the page stays the same, because common/template_loader.py takes line breaks out again:
next to a block-level element, where there is a space already, and between attributes. If that is not enough, a fixed
text becomes a trimmed `blocktranslate`, and at last a template tag is broken at a space. Shorter lines stay as they
are. `--check` changes nothing, names the lines that are too long, and fails when there are any.
"""

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from common.template_loader import BLOCK_LEVEL  # noqa: E402

COLUMNS = 120
SHORTEST = 40  # a line is not broken before this column, unless nothing else is possible
LITERAL = re.compile(r"<(pre|textarea|script|style)\b.*?</\1\s*>|{%\s*(comment|verbatim)\b.*?{%\s*end\2\b.*?%}", re.S)
SENTENCE = re.compile(
    r"{%\s*trans(?:late)?\s+(?P<quote>[\"'])(?P<fixed>(?:(?!(?P=quote))[^\\])*)(?P=quote)(?: as (?P<name>\w+))?\s*%}"
    r"|{%\s*blocktrans(?:late)?(?P<options>(?: (?!trimmed)[^%]*?)?)\s*%}(?P<text>(?:(?!{%)[^\\]|{% plural %})*?){%\s*endblocktrans(?:late)?\s*%}"
)
TOKEN = re.compile(
    r"(?P<sentence>{%\s*(?P<s>blocktrans(?:late)?)\b.*?{%\s*end(?P=s)\s*%}|{%\s*(?:trans|translate|endblock\w+)\b.*?%})"
    r"|(?P<tag>{%.*?%})|{#.*?#}|{{.*?}}|(?P<markup></?(?P<name>[a-zA-Z][\w-]*))|(?P<close>/?>)|(?P<space> +)"
    r"|(?P<quote>[\"'])|[^{<> \"'/]+|."
)
FIELD = re.compile(r"{%\s*include \"components/(?:field|picks)\.html\"")  # renders a block-level element
OPENING = re.compile(r"{%\s*(?:if|for|with|block|elif|else|empty)\b")
CLOSING = re.compile(r"{%\s*(?:endif|endfor|endwith|endblock|elif|else|empty)\b")
BESIDE_BLOCK, AT_SPACE, IN_MARKUP, IN_TAG, BEFORE_END, AFTER_NAME = range(6)


class State(NamedTuple):
    """The state at the start of a line: inside the markup of an element or outside (`""`), in quotes, in a template
    tag."""

    element: str = ""
    quote: str = ""
    in_tag: bool = False


class Break(NamedTuple):
    """Where a line may be broken: its rank (lower is better), where the first part ends, where the rest begins."""

    rank: int
    end: int
    start: int
    depth: int


def scan(line: str, state: State) -> tuple[list[Break], State]:  # noqa: C901 - one rule for each kind of token
    """The places where a line may be broken, in order, and the state at its end."""
    breaks: list[Break] = []
    element, quote = state.element, state.quote
    depth, after_block, begin = 0, False, 0
    if state.in_tag:
        begin = line.find("%}") + 2
        breaks = [Break(IN_TAG, at, at + 1, 0) for at in spaces_outside_quotes(line[:begin])]
    for token in TOKEN.finditer(line, begin):
        text, start, end = token[0], token.start(), token.end()
        block = bool(token["markup"]) and not quote and token["name"].lower() in BLOCK_LEVEL
        field = FIELD.match(text)
        if (block and text.startswith("</")) or (token["tag"] and not element and CLOSING.match(text)):
            depth = max(depth - 1, 0)
        if (block or field or after_block) and not element and not token["space"] and start:
            breaks.append(Break(BESIDE_BLOCK, start, start, depth))
        if token["space"] and start and not quote:
            breaks.append(Break(IN_MARKUP if element else AT_SPACE, start, end, depth))
        if token["close"] and element and not quote:
            breaks.append(Break(BEFORE_END, start, start, depth))
        if token["tag"]:
            for at in spaces_outside_quotes(text):
                rank = IN_TAG if len(text[:at].split()) > 2 else AFTER_NAME
                breaks.append(Break(rank, start + at, start + at + 1, depth))
            depth += bool(not element and OPENING.match(text))
        if not token["space"]:
            after_block = bool(field) or (bool(token["close"]) and not quote and element.lower() in BLOCK_LEVEL)
        if token["markup"] and not quote:
            element = token["name"]
            depth += bool(block and not text.startswith("</"))
        elif token["close"] and not quote:
            element = ""
        elif token["quote"] and element:
            quote = "" if quote == text else quote or text
    return breaks, State(element, quote, in_tag=line.rfind("{%") > line.rfind("%}"))


def spaces_outside_quotes(tag: str) -> Iterator[int]:
    """Where a template tag has a space; not after `{%` or before `%}`."""
    quote = ""
    for at, character in enumerate(tag):
        if character in "\"'":
            quote = "" if quote == character else quote or character
        elif character == " " and not quote and tag[:at].strip() != "{%" and tag[at + 1 :].strip() != "%}":
            yield at


def format_line(line: str, state: State) -> list[str]:
    """A line as lines of at most 120 columns, where that is possible."""
    if len(line) <= COLUMNS:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    content = line.strip()
    if content.startswith("{#") and content.endswith("#}") and content.count("{#") == 1:
        words = textwrap.wrap(content[2:-2].strip(), COLUMNS - len(indent) - 6, break_long_words=False)
        return [f"{indent}{{# {part} #}}" for part in words]
    parts = (
        split_at(line, indent, state, (BESIDE_BLOCK, AT_SPACE, IN_MARKUP))
        or split_sentence(line, indent, shortest=12)
        or split_at(line, indent, state, (IN_TAG, BEFORE_END))
        or split_sentence(line, indent, shortest=1)
        or split_at(line, indent, state, (AFTER_NAME,))
    )
    if not parts:
        return [line]
    done: list[str] = []
    for part in parts:
        done += format_line(part, state)
        state = scan(part.strip(), state)[1]
    return done


def split_at(line: str, indent: str, state: State, ranks: tuple[int, ...]) -> list[str]:
    """The line in two at the best place; empty if there is none."""
    content = line[len(indent) :]
    room = COLUMNS - len(indent)
    breaks = scan(content, state)[0]
    fitting = [one for one in breaks if one.rank in ranks and 0 < one.end <= room]
    useful = [one for one in fitting if one.end >= SHORTEST - len(indent)] or fitting
    if not useful:
        return []
    rank = min(one.rank for one in useful)
    best = max((one for one in useful if one.rank == rank), key=lambda one: one.end)
    if best.rank == BESIDE_BLOCK:
        deeper = best.depth
    else:
        deeper = 0 if state.element else max(best.depth, 1) + (best.rank >= IN_MARKUP)
    rest = content[best.start :].strip()
    more = indent + "  " * deeper
    if len(more) + len(rest) >= len(line):
        return []
    return [indent + content[: best.end].rstrip(), more + rest]


def split_sentence(line: str, indent: str, shortest: int) -> list[str]:
    """The line with a sentence of at least `shortest` characters as a trimmed `blocktranslate` on lines of its own."""
    for found in reversed(list(SENTENCE.finditer(line))):
        texts = [found["fixed"]] if found["fixed"] is not None else found["text"].split("{% plural %}")
        options = f" asvar {found['name']}" if found["name"] else (found["options"] or "").rstrip()
        opening = f"{{% blocktrans trimmed{options} %}}"
        before, rest = line[: found.start()] + opening, line[found.end() :]
        too_short = sum(map(len, texts)) < shortest
        if too_short or len(before) > COLUMNS or any(not text or text != text.strip() for text in texts):
            continue
        body = [f"{indent}  {part}" for part in wrap(texts[0], COLUMNS - len(indent) - 2)]
        for text in texts[1:]:
            body += [indent + "{% plural %}", *(f"{indent}  {part}" for part in wrap(text, COLUMNS - len(indent) - 2))]
        lines = [before, *body, indent + "{% endblocktrans %}"]
        closing = re.match(r"</([\w-]+)>", rest)
        if closing and closing[1] in BLOCK_LEVEL:
            return [*lines, indent.removesuffix("  ") + rest]
        return [*lines[:-1], lines[-1] + rest]
    return []


def wrap(text: str, columns: int) -> list[str]:
    """A text in lines; values in braces are not broken."""
    whole = re.sub(r"{{.*?}}", lambda value: value[0].replace(" ", "\0"), text)
    parts = textwrap.wrap(whole, columns, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\0", " ") for part in parts]


def format_source(source: str) -> str:
    """A template with short lines; literal texts stay as they are."""
    lines: list[str] = []
    state, in_sentence = State(), False
    for line, literal in with_literals(source):
        lines += [line] if literal or in_sentence else format_line(line, state)
        if not (literal or in_sentence):
            state = scan(line.strip(), state)[1]
        opened, closed = line.rfind("{% blocktrans"), line.rfind("{% endblocktrans")
        in_sentence = opened > closed or (in_sentence and closed < 0)
    return "\n".join(lines)


def with_literals(source: str) -> Iterator[tuple[str, bool]]:
    """The lines of a template, each with whether a part of it must stay as it is."""
    protected = [range(*match.span()) for match in LITERAL.finditer(source)]
    at = 0
    for line in source.split("\n"):
        yield line, any(span.start < at + len(line) and at < span.stop for span in protected)
        at += len(line) + 1


def long_lines(source: str) -> list[int]:
    """The numbers of the lines that are too long, from 1, without literal texts."""
    return [
        number for number, (line, literal) in enumerate(with_literals(source), 1) if len(line) > COLUMNS and not literal
    ]


TRANSLATED = re.compile(r"{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans", re.DOTALL)
BROKEN_VARIABLE = re.compile(r"{{[^}\n]*\n")


def broken_variables(source: str) -> list[int]:
    """The numbers of the lines, from 1, on which a variable of a translated sentence begins and does not end.

    A page would show the name of such a variable instead of its value.
    """
    return [
        source.count("\n", 0, sentence.start() + variable.start()) + 1
        for sentence in TRANSLATED.finditer(source)
        for variable in BROKEN_VARIABLE.finditer(sentence.group())
    ]


def main() -> int:
    """Format every template, or say which lines are too long or break a variable."""
    check = "--check" in sys.argv
    failed = 0
    for path in sorted((ROOT / "templates").rglob("*.html")):
        source = path.read_text()
        formatted = format_source(source)
        if formatted != source and not check:
            path.write_text(formatted)
        for number in long_lines(source if check else formatted):
            failed += 1
            print(f"{path.relative_to(ROOT)}:{number}: longer than {COLUMNS} columns")
        for number in broken_variables(path.read_text()):
            failed += 1
            print(f"{path.relative_to(ROOT)}:{number}: a variable of a sentence must end on the same line")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
