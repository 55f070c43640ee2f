"""Everything a page can change has an operation of the API, or a reason in page_operations.toml."""

import tomllib
from pathlib import Path

from campaigns.modules.objects.views import ACTS
from tests.site.api.openapi_document import openapi_document
from tests.site.routes import routes

HERE = Path(__file__).parent
TABLE = tomllib.loads((HERE / "page_operations.toml").read_text())
OPERATIONS, REASONS = TABLE["operations"], TABLE["only_pages"]
ROWS = tomllib.loads((HERE.parent / "permissions.toml").read_text())["rows"]


def changing_pages():
    """The names of the page addresses that take a POST; the permission table has a row for each of them."""
    return {key.split()[0] for key in ROWS if key.endswith(" POST") and not key.startswith("api-")}


def has_reason(name):
    """Whether the table says why only a browser needs the address."""
    return any(name == reason or (reason.endswith("_") and name.startswith(reason)) for reason in REASONS)


def test_the_permission_table_knows_the_pages():
    names = {route.name for route in routes() if not route.name.startswith("api-")}
    assert changing_pages() <= names
    assert len(changing_pages()) > 90


def test_every_page_address_that_changes_something_has_an_operation_or_a_reason():
    left = {name for name in changing_pages() if name not in OPERATIONS and not has_reason(name)}
    assert not left, f"name the operations that do what these pages do in page_operations.toml: {sorted(left)}"


def test_the_table_names_no_page_that_is_gone_and_none_twice():
    pages = changing_pages()
    assert not set(OPERATIONS) - pages
    assert not [reason for reason in REASONS if not any(has_reason(name) for name in pages if name.startswith(reason))]
    assert not [name for name in OPERATIONS if has_reason(name)]


def test_every_operation_of_the_table_is_in_the_reference_and_changes_something():
    document = openapi_document()
    methods = {
        declared["operationId"]: method for ways in document["paths"].values() for method, declared in ways.items()
    }
    for page, named in OPERATIONS.items():
        for operation in named.values() if isinstance(named, dict) else named:
            assert operation in methods, (page, operation)
            # The odds are a form on the page, because a command does not fit an address there; they change nothing.
            assert methods[operation] != "get" or operation == "odds_read", (page, operation)


def test_every_button_of_an_imported_object_has_an_operation():
    assert set(OPERATIONS["module-object-act"]) == set(ACTS)
