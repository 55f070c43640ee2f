"""Writes to shared ties: they are shared with an edition, and arrive when both of their ends are in a campaign."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds.models import SharedEdition, SharedPage, SharedPageCopy, SharedWorld
from campaigns.world.shared_worlds.sharing import present_audience
from campaigns.world.shared_worlds.ties.drafts import TieDraft, TiesDraft
from campaigns.world.shared_worlds.ties.models import TEXTS, SharedTie, SharedTieCopy, texts_of
from campaigns.world.ties.actions import TieToCreate, change_tie, create_gm_ties
from campaigns.world.ties.models import Thing, Tie
from campaigns.world.ties.queries import ties_at
from people.models import Member

Fields = dict[str, Any]
Visibility = WorldEntry.Visibility


def share_ties(membership: Member, page: SharedPage, draft: TiesDraft) -> list[Fields]:
    """Stores the ties of a new edition of `page`; returns what the edition stores.

    What the campaign shared first and no longer shares is offered to nobody any more. ValidationError: another campaign
    changed a tie that this one changed too."""
    SharedTie.objects.filter(pk__in=draft.dropped).update(removed=timezone.now())
    return [_share_tie(membership, page, tie) for tie in draft.ties]


def _share_tie(membership: Member, page: SharedPage, draft: TieDraft) -> Fields:
    if draft.row is None or not draft.changed:
        return draft.fields
    fields, texts = draft.fields, texts_of(draft.row)
    if draft.behind:
        message = _("Another campaign changed the tie “%(words)s”. Take over the changes of “%(page)s” first.")
        other = SharedPage.objects.get(pk=fields["other"])
        raise ValidationError(message % {"words": draft.row.words, "page": other.name})
    known = SharedTie.objects.filter(pk=draft.key).first() if draft.key else None
    shared = known or _same_tie(membership, page, draft)
    if shared is None:
        start, end = _ends(page.pk, fields)
        shared = SharedTie.objects.create(
            world=page.world, origin=membership.campaign, start_id=start, end_id=end, kind=fields["kind"], **texts
        )
    else:
        number = shared.number if texts_of(shared) == texts and shared.removed is None else shared.number + 1
        SharedTie.objects.filter(pk=shared.pk).update(number=number, removed=None, **texts)
        shared.number = number
    values = {"shared": shared, "campaign": membership.campaign, "number": shared.number, "texts": texts}
    copy: SharedTieCopy | None = getattr(draft.row, "shared_copy", None)
    if copy is None:
        SharedTieCopy.objects.create(tie=draft.row, **values)
    else:
        SharedTieCopy.objects.filter(pk=copy.pk).update(**values)
    return fields | {"tie": shared.pk, "number": shared.number}


def _ends(page_id: int, fields: Fields) -> tuple[int, int]:
    """The shared pages at the start and at the end of a tie in an edition of a page."""
    return (page_id, fields["other"]) if fields["forward"] else (fields["other"], page_id)


def _same_tie(membership: Member, page: SharedPage, draft: TieDraft) -> SharedTie | None:
    """A tie with the same words that another campaign shared and this one has not taken."""
    start, end = _ends(page.pk, draft.fields)
    rows = SharedTie.objects.filter(start=start, end=end, kind=draft.fields["kind"], words=draft.fields["words"])
    rows = rows.filter(removed__isnull=True).exclude(copies__campaign=membership.campaign_id)
    return rows.order_by("pk").first()


@dataclass(frozen=True)
class _Arrival:
    """A tie in an edition that this campaign has, and its ends here."""

    fields: Fields
    start: SharedPageCopy
    end: SharedPageCopy

    @property
    def texts(self) -> dict[str, str]:
        """The words and times."""
        return {name: self.fields[name] for name in TEXTS}

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two ties of a campaign the same: ends, kind and words."""
        ends = (self.start.entry_id, self.start.character_id, self.end.entry_id, self.end.character_id)
        return (*ends, self.fields["kind"], self.fields["words"])

    @property
    def to_create(self) -> TieToCreate:
        """The tie as this campaign would have it."""
        return TieToCreate(self.start.thing, self.end.thing, self.fields["kind"], self.texts)

    def thing_of(self, page: SharedPage) -> Thing:
        """The end that is the campaign's copy of the page."""
        return self.start.thing if self.start.page_id == page.pk else self.end.thing


def take_ties(membership: Member, page: SharedPage, edition: SharedEdition, *, first: bool) -> None:
    """Gives the campaign the ties of an edition of which it has both ends, for GMs only until they are shown.

    With `first`, the page has just come: then also the ties that waited for it in editions of other pages. A tie that
    the campaign has gets the new words and times except those that the campaign changed; one that it removed stays
    removed."""
    found = _arrivals(membership, [(page.pk, edition.ties), *(_waiting(membership, page) if first else [])])
    # Both ends may have the tie; the later change counts.
    newest = {
        edition_tie.fields["tie"]: edition_tie
        for edition_tie in sorted(found, key=lambda edition_tie: edition_tie.fields["number"])
    }
    offered = set(_offered().filter(pk__in=newest).values_list("pk", flat=True))
    copies = {
        copy.shared_id: copy
        for copy in SharedTieCopy.objects.filter(shared__in=newest, campaign=membership.campaign_id).select_related(
            "tie"
        )
    }
    for key, copy in copies.items():
        _take_texts(membership, copy, newest[key])
    new = [tie for key, tie in newest.items() if key in offered and key not in copies]
    if new:
        _take_new_ties(membership, page, new)


def _offered() -> Any:
    return SharedTie.objects.filter(removed__isnull=True, start__withdrawn__isnull=True, end__withdrawn__isnull=True)


def _arrivals(membership: Member, sources: list[tuple[int, Sequence[Fields]]]) -> list[_Arrival]:
    """The ties whose both ends are in the campaign, from editions of pages: each page with ties of its edition."""
    pages = {pk for pk, _ties in sources} | {fields["other"] for _pk, ties in sources for fields in ties}
    rows = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__in=pages)
    here = {copy.page_id: copy for copy in rows.select_related("entry", "character")}
    here = {pk: copy for pk, copy in here.items() if copy.entry is None or copy.entry.archived is None}
    found = []
    for pk, ties in sources:
        for fields in ties:
            start, end = _ends(pk, fields)
            if start in here and end in here:
                found.append(_Arrival(fields, here[start], here[end]))
    return found


def _waiting(membership: Member, page: SharedPage) -> list[tuple[int, Sequence[Fields]]]:
    """The ties of a page in the editions that the campaign has of the other ends, by the other page."""
    rows = _offered().filter(Q(start=page) | Q(end=page))
    others = {pk: (end if start == page.pk else start) for pk, start, end in rows.values_list("pk", "start", "end")}
    copies = SharedPageCopy.objects.filter(campaign=membership.campaign_id, page__in=set(others.values()))
    return [
        (copy.page_id, [fields for fields in copy.edition.ties if others.get(fields["tie"]) == copy.page_id])
        for copy in copies.select_related("edition")
    ]


def _take_new_ties(membership: Member, page: SharedPage, arrivals: list[_Arrival]) -> None:
    """Makes the ties, except those that the campaign already has with the same words."""
    same_words = _own_ties(membership, arrivals[0].thing_of(page))
    rows = [same_words[arrival.key].pop(0) if same_words.get(arrival.key) else None for arrival in arrivals]
    missing = [arrival.to_create for arrival, row in zip(arrivals, rows, strict=True) if row is None]
    made = iter(create_gm_ties(membership=membership, ties=missing))
    SharedTieCopy.objects.bulk_create(
        SharedTieCopy(
            shared_id=arrival.fields["tie"],
            campaign=membership.campaign,
            tie=next(made) if row is None else row,
            number=arrival.fields["number"],
            texts=arrival.texts,
        )
        for arrival, row in zip(arrivals, rows, strict=True)
    )


def _own_ties(membership: Member, thing: Thing) -> dict[tuple[Any, ...], list[Tie]]:
    """The ties of a thing that GMs wrote and that are copies of no shared tie, by ends, kind and words."""
    rows = Tie.objects.filter(campaign=membership.campaign_id, removed__isnull=True, author__isnull=True)
    ties: dict[tuple[Any, ...], list[Tie]] = {}
    for row in ties_at(rows.filter(shared_copy__isnull=True), thing).order_by("pk"):
        ends = (row.from_page_id, row.from_person_id, row.to_page_id, row.to_person_id)
        ties.setdefault((*ends, row.kind, row.words), []).append(row)
    return ties


def _take_texts(membership: Member, copy: SharedTieCopy, arrival: _Arrival) -> None:
    """Takes over the new words and times of a tie, except those that this campaign changed; of a secret for GMs."""
    fields, texts = arrival.fields, arrival.texts
    if fields["number"] <= copy.number:
        return
    new: Fields = {name: text for name, text in texts.items() if getattr(copy.tie, name) == copy.texts[name] != text}
    if new and copy.tie.removed is None:
        audience = {"visibility": Visibility.GM} if fields.get("secret") else present_audience(copy.tie)
        change_tie(membership=membership, tie=copy.tie, revision=None, **audience, **new)
    SharedTieCopy.objects.filter(pk=copy.pk).update(number=fields["number"], texts=texts)


def leave_ties(membership: Member, world: SharedWorld) -> None:
    """Ends the sharing of ties for a campaign that leaves the world; its ties and those of the others stay."""
    SharedTie.objects.filter(world=world, origin=membership.campaign_id, removed__isnull=True).update(
        removed=timezone.now()
    )
    SharedTieCopy.objects.filter(shared__world=world, campaign=membership.campaign_id).delete()
