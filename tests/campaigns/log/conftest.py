"""A server with streams of a campaign's log, and a caller of the API."""

import pytest

from tests.campaigns.encounters.play.serving import Phone, cookie_of, serving
from tests.site.api.conftest import Caller


@pytest.fixture
def server(transactional_db):
    with serving() as address:
        yield address


@pytest.fixture
def listen(server, campaign):
    """Opens streams of the campaign's log, and closes them at the end."""
    opened = []

    def call(user=None, headers=None, pk=None):
        phone = Phone(server, f"campaigns/{pk or campaign.pk}/log", cookie_of(user) if user else headers)
        opened.append(phone)
        return phone

    yield call
    for phone in opened:
        phone.hang_up()


@pytest.fixture
def gm_api(gm):
    return Caller(gm)
