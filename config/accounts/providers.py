"""Sign-in through OpenID Connect and other providers: who gets an account, and which of their addresses count.

A provider's account is known by the provider's id of the person, never by an address: otherwise anyone who can make
an account there with someone else's address could sign in here as that person. An address is stored only if the
provider has verified it and no account here has it; then it counts as confirmed.
"""

import logging
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthError
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from config.accounts import join_after_sign_up, may_sign_up
from people.credentials.email_addresses import accounts_of_address
from people.credentials.user_names import is_address
from people.models import User

# The most characters of a provider's reason in the log.
LONGEST: Final = 300
log = logging.getLogger(__name__)


class ProviderAdapter(DefaultSocialAccountAdapter):
    """The account library's hooks for accounts at providers."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """As the setting SIGNUP says. The page after sign-up is stored on the server, so nobody can replace it."""
        return may_sign_up(sociallogin.state.get("next") or "")

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: Any = None,
    ) -> None:
        """Logs why signing in at a provider failed, because the page tells the person to ask the operator."""
        if error != AuthError.CANCELLED:
            begun_here = bool((extra_context or {}).get("state"))
            log.warning("Signing in with %s failed: %s", provider.app.name, _reason(request, exception, begun_here))

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """The unsaved account, with a suggested user name and nothing else from the provider."""
        user = super().populate_user(request, sociallogin, data)
        user.email = user.first_name = user.last_name = ""
        return user

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, Any]:
        """The provider's name for the person, which they may change; of an address, a free name from its first part."""
        name = sociallogin.user.username
        return {"username": get_adapter().generate_unique_username([name]) if is_address(name) else name}

    @transaction.atomic
    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: SignupForm | None = None) -> User:
        """The new account, without a password. 404 if the invitation that it needs has just stopped working."""
        sociallogin.email_addresses = [address for address in sociallogin.email_addresses if _is_usable(address)][:1]
        user = super().save_user(request, sociallogin, form)
        join_after_sign_up(request, user, sociallogin.state.get("next") or "")
        return user


def _reason(request: HttpRequest, exception: Exception | None, begun_here: bool) -> str:
    """Why a provider let nobody in, in one line; the address counts only if the provider was asked."""
    if exception is not None:
        reason = f"{type(exception).__name__}: {exception}"
    elif begun_here:
        named = [request.GET[name] for name in ("error", "error_description") if name in request.GET]
        reason = f"the provider says {': '.join(named) or 'nothing'}"
    else:
        reason = "the answer belongs to no sign-in that this browser began here"
    return "".join(sign if sign.isprintable() else " " for sign in reason)[:LONGEST]


def _is_usable(address: EmailAddress) -> bool:
    """Whether an address is verified, and free on this site; some providers send the text "false"."""
    if address.verified is not True or accounts_of_address(address.email).exists():
        return False
    try:
        validate_email(address.email)
    except ValidationError:
        return False
    return True


class ProviderSignupForm(SignupForm):
    """Asks a person who comes from a provider for a user name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("email", None)
        name = self.fields["username"]
        name.label, name.help_text = _("Name"), _("The other people at the table see this name.")
        name.widget.attrs.pop("placeholder", None)
