"""The form of a template."""

from typing import Any

from django import forms

from campaigns.world.forms import TagsField
from campaigns.world.page_templates.models import PageTemplate
from common.form_widgets import LinkingTextarea


class TemplateForm(forms.ModelForm):
    """Name, kind, text and tags of a template."""

    tags = TagsField()

    class Meta:
        model = PageTemplate
        fields = ["name", "kind", "text"]
        widgets = {"text": LinkingTextarea(rows=14)}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["tags"] = ", ".join(self.instance.tag_names)

    def _post_clean(self) -> None:
        """The action checks and saves."""
