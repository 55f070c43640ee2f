"""Which user names are refused: e-mail addresses, because people also sign in by their address."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

IS_ADDRESS: Final = _("A user name cannot be an email address. Leave out what begins with “@”.")


def is_address(name: str) -> bool:
    """Whether a user name is also a valid e-mail address."""
    try:
        validate_email(name.strip())
    except ValidationError:
        return False
    return True


def require_no_address(name: str) -> None:
    """ValidationError if a new user name is an e-mail address: the owner of the address could not sign in by it."""
    if is_address(name):
        raise ValidationError(IS_ADDRESS)


def validate_user_name(user: Any) -> None:
    """As `require_no_address`, for an account's row, which may keep a name that it has already; called by `clean`."""
    if is_address(user.username) and not type(user).objects.filter(pk=user.pk, username=user.username).exists():
        raise ValidationError({"username": IS_ADDRESS})
