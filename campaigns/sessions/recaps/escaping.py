"""Names in the Markdown of a recap."""


def escape_name(text: str) -> str:
    """A name in which Markdown finds no markup."""
    return "".join(f"\\{sign}" if sign in "\\*_#<>`" else sign for sign in text)
