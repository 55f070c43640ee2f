"""Sign-in and sign-up: the forms, and which account an e-mail address belongs to.

An address that someone enters at sign-up proves nothing before they confirm it by mail. If it counted earlier, two
accounts could claim one address, and signing in by address would reveal whether someone else has it. So an unconfirmed
address has no effect, and the response to a sign-up is the same for known and unknown addresses.

User names are public on purpose: members of a campaign read each other's, and sign-up says when a name is taken.
"""

import logging
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account import forms
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend as AllauthBackend
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.userkit import get_user_by_username
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import resolve
from django.utils.translation import gettext_lazy as _

from campaigns.overview.members.actions import join_by_link
from common.client_address import client_address
from common.compiled_query import CompiledQuery
from common.mail_failures import MAIL_FAILURES, describe_failure
from people import actions as people_actions
from people.access import get_invitation_by_link
from people.credentials.email_addresses import accounts_of_address
from people.credentials.user_names import require_no_address
from people.models import User

log = logging.getLogger(__name__)
# The attribute of a request that made an account and a member at once: the id of the campaign.
JOINED: Final = "joined_campaign"


# Every request of a signed-in person reads its account.
ACCOUNT: Final = CompiledQuery(lambda pk: User.objects.filter(pk=pk))


class CompiledAccounts(ModelBackend):
    """Reads the account of a sign-in session with SQL that is built once."""

    def get_user(self, user_id: Any) -> User | None:
        """The active account with this id, as Django's own backend gives it; None for others."""
        user: User | None = next(iter(ACCOUNT.rows(int(user_id))), None)
        return user if user is not None and self.user_can_authenticate(user) else None


class PasswordBackend(CompiledAccounts):
    """Signs in by name and password; the admin's permissions come from here."""


class AuthenticationBackend(CompiledAccounts, AllauthBackend):
    """Signs in by name, or by an address that is confirmed; each failure takes one hash, even for unknown names."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        name, email = credentials.get("username") or "", credentials.get("email") or ""
        by_name = get_user_by_username(name) if name else None
        user = by_name or accounts_of_address(email or name).first()
        return self._check_password(user, credentials.get("password") or "")


class AccountAdapter(DefaultAccountAdapter):
    """The account library's hooks: the visitor's address, and sign-up without a claim on an e-mail address."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _("Too many failed attempts to sign in. Wait 15 minutes, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether the setting SIGNUP allows it: everyone, people who follow a valid invitation, or nobody."""
        return may_sign_up(_page_after(request))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name of a new account; refuses a taken name and an e-mail address."""
        require_no_address(username)
        return str(super().clean_username(username, shallow))

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address, as `common.client_address` determines it."""
        return client_address(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """The new account, without its address: that is set when it is confirmed."""
        user = super().save_user(request, user, form, commit=False)
        user.email = ""
        if commit:
            user.save()
        return user

    def post_login(self, request: HttpRequest, user: User, **known: Any) -> HttpResponse:
        """The page after a sign-in: the campaign that a new account joined, and not its invitation again."""
        response: HttpResponse = super().post_login(request, user, **known)
        campaign_id = getattr(request, JOINED, None)
        return response if campaign_id is None else redirect("campaign", campaign_id=campaign_id)

    def set_password(self, user: User, password: str) -> None:
        """Sets a changed or a forgotten password; API tokens and other sign-ins of the account end."""
        people_actions.set_password(user=user, password=password)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends a mail; a failure is only logged for the operator, so that the page reveals nothing about addresses."""
        try:
            super().send_mail(template_prefix, email, context)
        except MAIL_FAILURES as fault:
            log.error("An email could not be sent (%s). Check EMAIL_URL.", describe_failure(fault))


def may_sign_up(following: str) -> bool:
    """Whether the setting SIGNUP lets the visitor create an account; `following` is the address of the page after
    sign-up."""
    if settings.SIGNUP == "invitation":
        return _is_invitation(following)
    return bool(settings.SIGNUP == "open")


def join_after_sign_up(request: HttpRequest, user: User, following: str) -> None:
    """Where only an invitation lets people sign up, makes the new account a member by it; elsewhere does nothing.

    So each use of a link makes one account. For use within the transaction of the sign-up: 404, and no account, if the
    link has just stopped working."""
    if settings.SIGNUP != "invitation":
        return
    try:
        member, _is_new = join_by_link(user=user, token=_invitation_token(following))
    except ValidationError as refusal:
        raise Http404(" ".join(refusal.messages)) from None
    setattr(request, JOINED, member.campaign_id)
    words = {"campaign": member.campaign.name, "role": member.get_role_display()}
    messages.success(request, _("Welcome to %(campaign)s. Your role here: %(role)s.") % words)


def _page_after(request: HttpRequest) -> str:
    return request.POST.get("next") or request.GET.get("next") or ""


def _is_invitation(address: str) -> bool:
    """Whether an address is that of an invitation that works."""
    try:
        get_invitation_by_link(_invitation_token(address))
    except Http404:
        return False
    return True


def _invitation_token(address: str) -> str:
    """The token in the address of an invitation; empty for other addresses."""
    try:
        match = resolve(urlsplit(address).path)
    except (Http404, ValueError):  # Resolver404; ValueError: no address at all
        return ""
    return str(match.kwargs["token"]) if match.view_name == "join" else ""


class LoginForm(forms.LoginForm):
    """Name or e-mail address, and a password; a phone's browser that restarts does not sign anyone out."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, stay = self.fields["login"], self.fields["remember"]
        name.label = _("Name or email address")
        name.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        stay.label, stay.initial = _("Stay signed in on this device"), True
        stay.help_text = _("Do not tick this on a shared device.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignupForm(forms.SignupForm):
    """Asks for a user name, which others can see, a password, and an address in case the password is forgotten."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {
            "username": (_("Name"), _("The other people at the table see this name.")),
            "email": (
                _("Email address (optional)"),
                _(
                    "For a new password and for messages about your sessions, after you have confirmed the address. "
                    "Nobody else sees it."
                ),
            ),
            "password2": (_("Password (again)"), None),
        }
        for name, (label, help_text) in words.items():
            field = self.fields[name]
            field.label, field.help_text = label, help_text or field.help_text
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def save(self, request: HttpRequest) -> User:
        """Creates the account and sends a mail to confirm the address, even if another account has it.

        404 for an invitation that has just stopped working, without which the person may not sign up."""
        with transaction.atomic():
            user = super().save(request)
            User.objects.filter(pk=user.pk).update(email="")
            user.email = ""
            join_after_sign_up(request, user, _page_after(request))
        address = EmailAddress.objects.filter(user=user).first()
        if address is not None:
            send_verification_email_to_address(request, address, signup=True)
        return user


class ResetPasswordForm(forms.ResetPasswordForm):
    """Asks for a link by which a new password can be set."""

    def clean_email(self) -> str:
        """The address; the link goes to the account that it stands for."""
        email: str = self.cleaned_data["email"]
        self.users = list(accounts_of_address(email).filter(is_active=True))
        return email
