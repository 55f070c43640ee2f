"""Line ends of texts: a browser sends each line break of a text field as \\r\\n, stored texts have \\n."""


def unix_line_ends(text: str) -> str:
    """The text with \\n in place of every other line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
