"""The site's key pair for push messages, and the checks of a browser's keys."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from people.devices.models import PushKey

POINT_SIZE, AUTH_SIZE, SCALAR_SIZE = 65, 16, 32


def get_push_key() -> PushKey:
    """The key pair, made at first use. Two requests at the same time get the same one."""
    row = PushKey.objects.filter(pk=1).first()
    if row is not None:
        return row
    private = ec.generate_private_key(ec.SECP256R1())
    scalar = private.private_numbers().private_value.to_bytes(SCALAR_SIZE, "big")
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return PushKey.objects.get_or_create(pk=1, defaults={"private": encode(scalar), "public": encode(point)})[0]


def encode(raw: bytes) -> str:
    """Bytes as base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of base64 for addresses, with or without padding; ValueError if it is none."""
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)


def is_browser_key(text: str) -> bool:
    """Whether a text is a public key as browsers give it: a point of P-256."""
    try:
        raw = decode(text)
        if len(raw) != POINT_SIZE:
            return False
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return True


def is_browser_secret(text: str) -> bool:
    """Whether a text is a shared secret as browsers give it."""
    try:
        return len(decode(text)) == AUTH_SIZE
    except ValueError:
        return False
