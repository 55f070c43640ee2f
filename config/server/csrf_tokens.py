"""Makes CSRF tokens with one call of the system's random numbers instead of one for each letter.

Every page with a form and every live part has a token. Django asks the operating system for each of its 32 letters
alone. Each time the thread gives way to others, so that screens that fetch their parts together take turns 32 times.
"""

import secrets
from typing import Any, Final

from django.middleware import csrf

LETTERS: Final = csrf.CSRF_ALLOWED_CHARS.encode()
# Bytes from here on are dropped: otherwise the first letters of the alphabet would be more frequent.
EVEN: Final = 256 - 256 % len(LETTERS)
LETTER_OF_BYTE: Final = bytes(LETTERS[byte % len(LETTERS)] for byte in range(256))
DROPPED: Final = bytes(range(EVEN, 256))
SHIFTED: Final = csrf.CSRF_ALLOWED_CHARS * 2
PLACES: Final = {letter: place for place, letter in enumerate(csrf.CSRF_ALLOWED_CHARS)}


def random_letters() -> str:
    """A random text of 32 letters and digits, each of them equally likely."""
    letters = b""
    while len(letters) < csrf.CSRF_SECRET_LENGTH:
        letters += secrets.token_bytes(48).translate(LETTER_OF_BYTE, DROPPED)
    return letters[: csrf.CSRF_SECRET_LENGTH].decode()


def mask_secret(secret: str) -> str:
    """A token of a secret, as Django makes it: a random mask, and the secret shifted by the mask."""
    mask = random_letters()
    shifted = [SHIFTED[PLACES[sign] + PLACES[other]] for sign, other in zip(secret, mask, strict=True)]
    return mask + "".join(shifted)


def install() -> None:
    """Lets Django make its tokens in this way; it reads and compares them as before."""
    module: Any = csrf
    module._get_new_csrf_string = random_letters
    module._mask_cipher_secret = mask_secret
