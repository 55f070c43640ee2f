"""Loads templates without their indentation, and with what never changes as text.

Indentation and line breaks next to block-level elements never show on a page, so they are removed once, when a
template is loaded, and need no bandwidth. A line break between words, links or other inline content becomes a space,
as a browser shows it. A template tag may have several lines here, which Django alone would not read.
"""

import re
from collections.abc import Iterator

from django.template import Origin, Template
from django.template.loaders.cached import Loader as DjangoCachedLoader
from django.template.loaders.filesystem import Loader as FilesystemLoader

from common.template_constants import FoldedNodes

# Elements that start on their own line. `details` and `summary` are missing, because some are inside a sentence.
_NAMES = (
    "html head title meta link body header footer nav main aside article section div p h1 h2 h3 h4 h5 h6 ul ol li dl "
    "dt dd form fieldset legend table caption thead tbody tfoot tr th td option optgroup figure figcaption blockquote "
    "hr pre script style"
)
BLOCK_LEVEL = frozenset(_NAMES.split())
UNCHANGED_BLOCKS = frozenset({"comment", "verbatim"})
_QUOTED = r"""(?:"(?:{%.*?%}|{{.*?}}|[^"])*"|'(?:{%.*?%}|{{.*?}}|[^'])*')"""
_TOKEN = re.compile(
    rf"""
    (?P<exact>
        <(?P<kept>pre|textarea|script|style)\b.*?</(?P=kept)\s*>
        | {{%\s*(?P<block>comment|verbatim|blocktrans|blocktranslate)\b.*?{{%\s*end(?P=block)\b.*?%}}
        | {{\#.*?\#}} | {{%.*?%}} | {{{{.*?}}}} | <!.*?>
    )
    | (?P<tag></?(?P<name>[a-zA-Z][\w-]*)(?:{_QUOTED}|{{%.*?%}}|{{{{.*?}}}}|[^>"'])*>)
    | (?P<space>\s+)
    """,
    re.VERBOSE | re.DOTALL,
)
_WITHIN_TAG = re.compile(rf"({_QUOTED}|{{%.*?%}}|{{{{.*?}}}})|\s*\n\s*(>?)", re.DOTALL)

_TEMPLATE_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
_LINE_BREAK = re.compile(r"\s*\n\s*")
_SILENT_AT_TOP = re.compile(r"{#|{%\s*(?:load|extends|comment)\b")


def without_indentation(source: str) -> str:
    """A template's source without indentation, blank lines and line breaks that never show.

    Literal texts stay as they are: `pre`, `textarea`, `script`, `style`, `comment` and `verbatim`. In `blocktrans` only
    tags and values that are written on several lines are joined; Django reads them only on one line.
    """
    pieces = list(_pieces(source))
    kept: list[str] = []
    at_top = True
    for index, (text, _name) in enumerate(pieces):
        if text.isspace() and "\n" in text:
            beside = {pieces[other][1] for other in (index - 1, index + 1) if 0 <= other < len(pieces)}
            text = "" if at_top or beside & BLOCK_LEVEL else " "
        else:
            at_top = at_top and bool(_SILENT_AT_TOP.match(text))
        kept.append(text)
    return "".join(kept)


def _pieces(source: str) -> Iterator[tuple[str, str]]:
    """The pieces of a source in order, each with the name of the element if it is a tag."""
    end = 0
    for match in _TOKEN.finditer(source):
        if match.start() > end:
            yield source[end : match.start()], ""
        end = match.end()
        if match["tag"]:
            yield _WITHIN_TAG.sub(_join_attributes, match["tag"]), match["name"].lower()
        elif match["kept"] or match["block"] in UNCHANGED_BLOCKS:
            yield match[0], (match["kept"] or "").lower()
        else:
            yield _join_template_tags(match[0]), ""
    if end < len(source):
        yield source[end:], ""


def _join_attributes(match: re.Match[str]) -> str:
    return _join_template_tags(match[1]) if match[1] else match[2] or " "


def _join_template_tags(text: str) -> str:
    """The text with each template tag and each value on one line."""
    return _TEMPLATE_TAG.sub(lambda tag: _LINE_BREAK.sub(" ", tag[0]), text)


class Loader(FilesystemLoader):
    """Reads the project's templates without their indentation."""

    def get_contents(self, origin: Origin) -> str:
        """The source of a template, as it is compiled; the lines of a mail stay."""
        source = super().get_contents(origin)
        return without_indentation(source) if str(origin.name).endswith(".html") else source


class CachedLoader(DjangoCachedLoader):
    """Keeps compiled templates, in which everything that never changes is text."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """The compiled template; TemplateDoesNotExist where no loader has this name."""
        template: Template = super().get_template(template_name, skip)
        if not isinstance(template.nodelist, FoldedNodes):
            template.nodelist = FoldedNodes(template.nodelist)
        return template
