"""Everything that an import will write, prepared before the database is locked."""

from dataclasses import dataclass, field, replace
from typing import Any

from campaigns.modules.imports import plans
from campaigns.modules.imports.rendering import Renderer
from campaigns.modules.models import ImportedObject, ModuleVersion
from people.models import Campaign

Item = dict[str, Any]


@dataclass(slots=True)
class PreparedImport:
    """The unsaved rows of a plan, and the journal that a rollback reads.

    Of objects that the plan does not change, the journal has the ids: by their former version (`calm`), by their former
    position (`moved`), and of those that left the module (`marked`)."""

    campaign: Campaign
    version: ModuleVersion
    plan: plans.Plan
    renderer: Renderer
    # The heads of earlier versions, whose objects a rollback writes.
    heads: dict[str, Item] = field(default_factory=dict)
    fresh: list[tuple[plans.Step, ImportedObject]] = field(default_factory=list)
    changed: list[tuple[plans.Step, ImportedObject]] = field(default_factory=list)
    monsters: dict[int, Item] = field(default_factory=dict)
    journal: Item = field(default_factory=lambda: {"objects": [], "calm": {}, "moved": {}, "marked": []})

    def renderer_of(self, step: plans.Step) -> Renderer:
        """The renderer for the object of a step, with the licence of its version and the party that it was made for."""
        head, size = self.heads.get(step.base_version), step.party_size
        if head is None and size is None:
            return self.renderer
        return replace(self.renderer, head=head or self.renderer.head, party_size=size or self.renderer.party_size)
