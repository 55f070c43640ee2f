"""The shipped catalogue, and pages as a person gets them."""

import re

import pytest

from tests import shipped_rows


@pytest.fixture
def shipped_catalogue(db):
    """What the site ships."""
    shipped_rows.load_catalogue()


@pytest.fixture
def read(client):
    """The page at an address as a person gets it; what every request generates is taken out."""

    def got(user, address, status=200, **asked):
        client.force_login(user)
        answer = client.get(address, asked)
        assert answer.status_code == status, (answer.status_code, address)
        return re.sub(r'(csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+', "", answer.content.decode())

    return got
