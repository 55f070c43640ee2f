"""A table says with which static files it was rendered, so that a page of an older version can load again."""

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Template


@pytest.mark.parametrize(("version", "shown"), [("3f9c0d2e71aa", "3f9c0d2e71aa"), (None, "")])
def test_the_version_is_that_of_the_collected_files_and_empty_during_development(monkeypatch, version, shown):
    if version is not None:
        monkeypatch.setattr(staticfiles_storage, "manifest_hash", version, raising=False)
    assert Template("{% files_version %}").render(Context()) == shown
