"""What the site's log says of requests."""

import logging


class Brief(logging.Filter):
    """Takes the traceback from what is no fault: a page refused to somebody is one line, not forty."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record through."""
        if record.levelno < logging.ERROR:
            record.exc_info = record.exc_text = None
        return True
