"""Several campaigns in one world: which campaigns share it, and the pages that they share.

A shared page is a text of the world, in editions. A campaign that takes it gets a page of its own, which its GM shows,
changes and keeps as every other page. So nothing of another campaign is ever read by a player."""
