"""Reads of quests: the steps and rewards of threads as one member may see them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from campaigns.world.models import WorldEntry
from campaigns.world.quests.access import visible_quest_lines
from campaigns.world.quests.models import QuestLine
from common.link_syntax import words_only
from people.models import Member


@dataclass
class Quest:
    """The steps and rewards of a thread, in their order."""

    steps: list[QuestLine] = field(default_factory=list)
    rewards: list[QuestLine] = field(default_factory=list)

    @property
    def done(self) -> int:
        """How many steps are done."""
        return sum(step.done is not None for step in self.steps)

    @property
    def next_step(self) -> QuestLine | None:
        """The first step that is not done."""
        return next((step for step in self.steps if step.done is None), None)


def read_lines(membership: Member, lines: Iterable[QuestLine]) -> list[QuestLine]:
    """Steps and rewards as the member reads them: to players a link is only its words, as its target may be hidden.

    Their revisions follow from what the member reads. Do not save them."""
    read = list(lines)
    if not membership.is_gm:
        for line in read:
            line.text = words_only(line.text)
    return read


def quests_of(membership: Member, threads: Iterable[WorldEntry]) -> dict[int, Quest]:
    """The quest of each thread as the member reads it, by its id; one query."""
    quests = {thread.pk: Quest() for thread in threads}
    if quests:
        rows = visible_quest_lines(membership).filter(thread__in=list(quests)).order_by("place", "pk")
        for row in read_lines(membership, rows):
            quest = quests[row.thread_id]
            (quest.steps if row.kind == QuestLine.Kind.STEP else quest.rewards).append(row)
    return quests
