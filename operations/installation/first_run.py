"""Creates the first administrator of an empty site, through a link that is printed at the start and works once."""

from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from operations.demo import campaign as demo_campaign
from people.models import Member, Role, User

VALUE: Final = "first-run"
DAY: Final = 24 * 60 * 60


def is_open() -> bool:
    """Whether the site has no administrator yet."""
    return not User.objects.filter(is_superuser=True).exists()


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="operations.installation.first_run", sep=".")


def link(port: int = 8000) -> str:
    """The link for the operator, valid for a day and for one administrator."""
    host = next(iter(settings.ALLOWED_HOSTS), "localhost").lstrip(".*") or "localhost"
    site = f"https://{host}" if settings.HTTPS else f"http://{host}:{port}"
    return site + reverse("first-run", args=[_signer().sign(VALUE)])


def require_link(token: str) -> None:
    """Raises Http404 unless the link was made by this site within a day, and there is still no administrator."""
    try:
        genuine = _signer().unsign(token, max_age=DAY) == VALUE
    except BadSignature:
        genuine = False
    if not genuine or not is_open():
        sentence = _(
            "This link has expired or was used. A site without an administrator prints a new one at its start."
        )
        raise Http404(sentence)


def create_administrator(*, token: str, username: str, password: str, email: str = "") -> User:
    """Creates the first administrator; of two simultaneous requests only one succeeds. Http404 for a used link."""
    require_link(token)
    if not caches["default"].add("operations.first_run", 1, 60):
        raise PermissionDenied(_("Someone else is creating an administrator right now. Try again in a minute."))
    try:
        with transaction.atomic():
            require_link(token)
            return User.objects.create_superuser(username=username, password=password, email=email or None)
    finally:
        caches["default"].delete("operations.first_run")


def create_demo(administrator: User) -> None:
    """Creates the demo campaign, with logins that nobody can use, and makes the administrator a co-GM."""
    campaign = demo_campaign.create_demo(str, with_password=False)
    Member.objects.update_or_create(campaign=campaign, user=administrator, defaults={"role": Role.CO_GM})
