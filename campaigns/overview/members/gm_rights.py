"""What a GM or co-GM made that lets people in, and that ends when the person no longer runs the campaign."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import ngettext

from campaigns.overview.members.queries import links_to_revoke
from campaigns.world.shared_worlds.access import world_invitations_by
from people.models import Member


@dataclass(frozen=True)
class GrantedAccess:
    """How many open links and codes end with a person's role."""

    links: int
    codes: int

    @property
    def sentences(self) -> list[str]:
        """What ended, in words."""
        links = ngettext("%(n)s invitation link was revoked.", "%(n)s invitation links were revoked.", self.links)
        codes = ngettext(
            "%(n)s code for the shared world no longer works.",
            "%(n)s codes for the shared world no longer work.",
            self.codes,
        )
        return [sentence % {"n": n} for n, sentence in ((self.links, links), (self.codes, codes)) if n]


def granted_access(member: Member) -> GrantedAccess:
    """What `end_gm_rights` would end."""
    return GrantedAccess(links_to_revoke(member).count(), world_invitations_by(member).count())


def end_gm_rights(member: Member) -> None:
    """Ends it within the caller's transaction; before the member's role changes, which decides what ends."""
    links_to_revoke(member).update(revoked=timezone.now())
    world_invitations_by(member).delete()
