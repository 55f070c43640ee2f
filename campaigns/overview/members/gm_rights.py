"""What a GM or co-GM made that gives access, and that ends when the person no longer runs the campaign."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import ngettext

from campaigns.overview.members.queries import links_to_revoke, other_open_links
from campaigns.webhooks.access import running_webhooks_by
from campaigns.world.shared_worlds.access import world_invitations_by
from people.access import GM_ROLES
from people.models import Member, User


@dataclass(frozen=True)
class GrantedAccess:
    """How many open links, codes and webhooks end with a person's role."""

    links: int
    codes: int
    webhooks: int

    @property
    def sentences(self) -> list[str]:
        """What ended, in words."""
        links = ngettext("%(n)s invitation link was revoked.", "%(n)s invitation links were revoked.", self.links)
        codes = ngettext(
            "%(n)s code for the shared world no longer works.",
            "%(n)s codes for the shared world no longer work.",
            self.codes,
        )
        webhooks = ngettext("%(n)s webhook was paused.", "%(n)s webhooks were paused.", self.webhooks)
        counted = ((self.links, links), (self.codes, codes), (self.webhooks, webhooks))
        return [sentence % {"n": n} for n, sentence in counted if n]


def granted_access(member: Member, *, and_other_links: bool = False) -> GrantedAccess:
    """What `end_gm_rights` would end; `and_other_links` adds `other_open_links` to the links."""
    links = links_to_revoke(member).count() + (other_open_links(member).count() if and_other_links else 0)
    return GrantedAccess(links, world_invitations_by(member).count(), running_webhooks_by(member).count())


def end_gm_rights(member: Member) -> None:
    """Ends it within the caller's transaction; before the member's role changes, which decides what ends.

    Webhooks are paused, so that another GM can decide whether the address goes on receiving events."""
    links_to_revoke(member).update(revoked=timezone.now())
    world_invitations_by(member).delete()
    running_webhooks_by(member).update(active=False)


def end_gm_rights_everywhere(user: User) -> None:
    """Ends it in all campaigns that the person runs, because the account is inactive; the roles stay."""
    for member in Member.objects.present().filter(user=user, role__in=GM_ROLES):
        end_gm_rights(member)
