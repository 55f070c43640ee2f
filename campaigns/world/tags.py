"""The tags of pages: short words by which pages are found, seen by everyone who may read the page."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.world.access import visible_entries
from campaigns.world.models import WorldEntry
from people.models import Member
from rules.pages.plain_text import require_plain_text

MOST_TAGS, LONGEST_TAG = 20, 40
SEPARATOR: Final = ","
# Signs that would break the stored form, a link or a mark in Markdown.
REFUSED: Final = set("[]|#{}\n\r\t")


class Tag(NamedTuple):
    """A tag, and how many pages have it that the reader may see."""

    name: str
    pages: int


def fold_tag(name: str) -> str:
    """A tag in the form that is stored: without "#", in lower case, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).lower().split()).lstrip("# ")


def read_tags(text: str) -> list[str]:
    """The tags in a text with commas between them."""
    return [tag for tag in text.split(SEPARATOR) if tag.strip()]


def join_tags(names: Iterable[str]) -> str:
    """The stored form of tags: each between commas, in their order; refuses tags that are too many or too long."""
    folded = list(dict.fromkeys(tag for name in names if (tag := fold_tag(name))))
    if len(folded) > MOST_TAGS:
        raise ValidationError({"tags": _("A page has at most %(most)s tags.") % {"most": MOST_TAGS}})
    for tag in folded:
        require_plain_text(tags=tag)
        if len(tag) > LONGEST_TAG or REFUSED & set(tag) or SEPARATOR in tag:
            message = _("“%(tag)s” is not a tag: write at most %(most)s letters, without commas, brackets and “#”.")
            raise ValidationError({"tags": message % {"tag": tag[:LONGEST_TAG], "most": LONGEST_TAG}})
    return f"{SEPARATOR}{SEPARATOR.join(folded)}{SEPARATOR}" if folded else ""


def with_tag(rows: QuerySet[WorldEntry], name: str) -> QuerySet[WorldEntry]:
    """The pages that have a tag; all without a tag."""
    folded = fold_tag(name)
    return rows.filter(tags__contains=f"{SEPARATOR}{folded}{SEPARATOR}") if folded else rows


def tags_of(membership: Member) -> list[Tag]:
    """The tags of the pages that the member may read, most used first, each with the number of those pages."""
    rows = visible_entries(membership).filter(archived__isnull=True).exclude(tags="").order_by()
    counts: Counter[str] = Counter()
    for tags in rows.values_list("tags", flat=True):
        counts.update(read_tags(tags))
    return sorted((Tag(name, pages) for name, pages in counts.items()), key=lambda tag: (-tag.pages, tag.name))
