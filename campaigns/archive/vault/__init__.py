"""The world as a vault of Markdown notes, as Obsidian and similar tools read and write it, and back again.

A note is a page of the world. Its properties say the rest: `type` is the kind of the page, `in` the location around it,
`tags` its tags, `image` its picture, and `title` its name if the name cannot be the name of a file. A secret block is a
callout `> [!secret]`. Links are the same in both."""
