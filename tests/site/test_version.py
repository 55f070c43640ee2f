"""The version comes from the project file alone; the API document and `doctor` show it."""

import tomllib

import pytest

from common.version import VERSION, read_version
from config.templatetags.fatekeeper import site_version, source_url
from operations import health
from tests.docs.source import ROOT


def test_the_version_is_that_of_the_project_file():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION == site_version()


def test_an_installed_package_knows_its_version_without_the_project_file(monkeypatch, tmp_path):
    monkeypatch.setattr("common.version.PROJECT_FILE", tmp_path / "pyproject.toml")
    monkeypatch.setattr("importlib.metadata.version", {"fatekeeper": "7.8.9"}.__getitem__)
    assert read_version() == "7.8.9"


def test_the_api_document_names_the_version(client):
    assert client.get("/api/v1/schema/?format=json").json()["info"]["version"] == VERSION


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["", "https://code.example/fatekeeper"])
def test_the_doctor_names_the_version_and_the_source(settings, url):
    settings.SOURCE_URL = url
    first = next(iter(health.check_health())).text
    assert VERSION in first
    assert (url or "names no source code") in first
    assert source_url() == url


def test_the_changelog_has_the_version():
    assert f"## [{VERSION}]" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.django_db
def test_every_page_names_the_version_and_the_source_where_there_is_one(client, settings):
    assert "Source code" not in client.get("/about/").content.decode()
    settings.SOURCE_URL = "https://code.example/fatekeeper"
    page = client.get("/about/").content.decode()
    assert f"Version {VERSION}" in page
    assert '<a href="https://code.example/fatekeeper" rel="external">Source code</a>' in page
    assert "GNU Affero General Public License" in page


@pytest.mark.django_db
def test_the_page_about_health_is_linked_for_administrators_alone(client, ana, django_user_model):
    client.force_login(ana)
    assert "/site-health/" not in client.get("/about/").content.decode()
    client.force_login(django_user_model.objects.create_superuser("op", password="a-long-passphrase"))
    assert "/site-health/" in client.get("/about/").content.decode()
