"""Texts of the world as HTML for one reader."""

from collections.abc import Mapping

from django.utils.safestring import SafeString

from campaigns.world import wiki_links
from campaigns.world.link_targets import link_targets
from campaigns.world.readable_text import Reader
from campaigns.world.text_pictures.queries import picture_addresses
from common.link_syntax import links_with_words


def render_readable(
    reader: Reader,
    readable: str,
    author_id: int | None = None,
    entry_id: int | None = None,
    pictures: Mapping[str, str] | None = None,
) -> SafeString:
    """A text as HTML, from which everything was removed that its reader may not see, with links that the reader may
    follow.

    `author_id` is the player whose page it is, who reads its links as they are written. `entry_id` is the page whose
    pictures the text shows; for other texts `pictures` are the addresses of theirs."""
    membership = reader.membership
    links = link_targets(membership, wiki_links.linked_names(readable))
    if author_id is None or author_id != membership.pk:
        # Removed before Markdown is parsed, because it would leave links in code and tables as they are written.
        by_words = reader.followable.by_words if links_with_words(readable) else frozenset()
        readable = wiki_links.hide_targets(readable, links, links.keys() & by_words, escaped=True)
    return wiki_links.render_html(readable, links | picture_addresses(entry_id, readable) | dict(pictures or {}))
