"""The document describes what really is sent and taken: messages to webhooks, commands, and the feature level."""

import re
from datetime import UTC, datetime

import jsonschema
import jsonschema_rs
import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.log import actions as log_actions
from campaigns.log.entries import write_entry
from campaigns.overview.actions import validate_options
from campaigns.sessions import actions as session_actions
from campaigns.sessions import webhook_messages
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks import shapes
from campaigns.webhooks.models import Webhook, WebhookDelivery
from characters.experience import actions as experience_actions
from config.api.features import CHANGES
from config.server import body_limits
from people.access import get_membership
from rules import play as rules
from tests import factories
from tests.site.api.conftest import ok, refused
from tests.site.api.openapi_document import openapi_document

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document():
    return openapi_document()


def fits(document, schema, value):
    """Whether a value is what the document says; fields that the document does not name are a fault."""
    whole = {**document, **schema, "$id": "urn:document"}
    return jsonschema.Draft202012Validator(whole).is_valid(value)


def messages(campaign, gm, ana):
    """A message of every topic, as webhooks receive it."""
    membership = get_membership(gm, campaign.pk)
    topics = [topic.value for topic in Webhook.Topic]
    hook, _secret = webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=topics)
    hero = factories.CharacterFactory(campaign=campaign, owner=ana)
    log_actions.add_note(membership=membership, text="We met Otto.", character=hero)
    experience_actions.award_experience(character=hero, amount=1, reason="well played", by=gm)
    starts = datetime(2031, 5, 1, 19, tzinfo=UTC)
    webhook_messages.queue_reminder(session_actions.plan_session(membership=membership, title="Ford", starts=starts))
    row = encounter_actions.create(membership=membership, title="The ford")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[hero])
    monster = factories.MonsterFactory()
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=monster, count=1)
    encounter_actions.start(membership=membership, encounter=row, seed=1)
    end = {"type": "end", "actor": "gm", "outcome": "victory"}
    play.submit(encounter=row, by=gm, command=end, key="end")
    webhook_actions.queue_test(membership=membership, webhook=hook)
    return {row.topic: shapes.shape_body(row, Webhook.Shape.FATEKEEPER) for row in WebhookDelivery.objects.all()}


def test_every_message_to_a_webhook_is_what_the_document_says(document, campaign, gm, ana):
    sent = messages(campaign, gm, ana)
    assert set(sent) == set(document["webhooks"])
    for topic, body in sent.items():
        schema = document["webhooks"][topic]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert fits(document, schema, body), (topic, body)
        named = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["properties"]
        assert set(body) == set(named), topic
        for part in ("log", "session", "encounter"):
            if part in body:
                inner = document["components"]["schemas"][named[part]["$ref"].rpartition("/")[2]]["properties"]
                assert set(body[part]) == set(inner), topic
        assert not fits(document, schema, {**body, "campaign": "one"})
        assert not fits(document, schema, {"topic": topic})


def test_commands_and_checks_are_described_for_every_game(document):
    schemas = document["components"]["schemas"]
    commands = [
        choice["$ref"].rpartition("/")[2] for choice in schemas["CommandBody"]["properties"]["command"]["anyOf"]
    ]
    assert len(commands) == len(rules.SYSTEMS)
    for name in commands:
        assert all(choice["$ref"].rpartition("/")[2] in schemas for choice in schemas[name]["oneOf"])
    body = {"$ref": "#/components/schemas/CheckBody"}
    level = {"system": "fifty-two-fates", "kind": "level", "inputs": {"encounters": 7}}
    assert fits(document, body, level)
    assert not fits(document, body, {**level, "inputs": {"unheard": 7}})


def test_results_of_checks_odds_and_hand_overs_have_schemas(document, gm_api):
    schemas = document["components"]["schemas"]
    assert schemas["LogEntry"]["properties"]["rules"]["items"] == {"type": "string"}
    assert schemas["CatalogueRow"]["properties"]["figures"]["type"] == "object"
    found = {}
    for methods in document["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            content = (answers.get("200") or answers.get("201") or {}).get("content", {})
            found[operation["operationId"]] = content.get("application/json", {}).get("schema", {}).get("$ref", "")
    expected = {"odds_read": "Odds", "control_change": "SeatView", "checks_resolve": "ResolvedCheck"}
    assert {name: found[name].rpartition("/")[2] for name in expected} == expected
    told = ok(gm_api.post("checks/", {"system": "fifty-two-fates", "kind": "level", "inputs": {"encounters": 7}}))
    assert isinstance(told["rules"], list)
    assert all(isinstance(row["figures"], dict) for row in ok(gm_api.get("catalogue/"))["results"])


def test_the_reference_explains_seats_numbers_and_the_options_of_an_import(document):
    """What a client cannot guess; fields that say all with their name have no description."""
    schemas = document["components"]["schemas"]
    for name, plain in {"ImportBody": {"version"}, "CommandBody": set(), "UndoBody": set()}.items():
        fields = schemas[name]["properties"]
        assert {field for field, schema in fields.items() if not schema.get("description")} == plain, name
    seat = "/api/v1/encounters/{encounter_id}/"
    for address in (seat, f"{seat}offers/", f"{seat}events/", f"{seat}odds/"):
        parameters = {parameter["name"]: parameter for parameter in document["paths"][address]["get"]["parameters"]}
        assert "`gm` or `observer`" in parameters["as"]["description"], address
    listed = document["paths"]["/api/v1/campaigns/{campaign_id}/ties/"]["get"]["parameters"]
    described = {parameter["name"]: parameter for parameter in listed}
    assert described["page_size"]["schema"] == {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}
    assert "page of the world" in described["page"]["description"], "it is no number of a page of the list"
    steps = schemas["Plan"]["properties"]["steps"]["items"]["$ref"]
    assert {"ref", "action", "changes"} <= set(schemas[steps.rpartition("/")[2]]["properties"])


def test_clients_are_told_of_limits_and_of_the_feature_level(document, caller, gm):
    answer = caller(gm).get("features/")
    assert ok(answer)["level"] == document["info"]["x-feature-level"] == CHANGES[0].level
    assert [change["level"] for change in ok(answer)["changes"]] == list(range(CHANGES[0].level, 0, -1))
    described = document["paths"]["/api/v1/features/"]["get"]["responses"]
    assert {"RateLimit", "RateLimit-Policy"} <= set(described["200"]["headers"])
    assert "Retry-After" in described["429"]["headers"]
    assert document["servers"] == [{"url": "/", "description": "This site"}]
    refused(caller().get("features/"), 401)


def test_the_reference_and_the_page_of_scripts_name_the_largest_body_of_every_address(document, client):
    sizes = [body_limits.DEFAULT, *(size for name, size in body_limits.BY_ROUTE.items() if name.startswith("api-"))]
    limits = {f"{size // body_limits.MEBIBYTE} MiB" for size in sizes}
    assert set(re.findall(r"[0-9]+\sMiB", document["info"]["description"].replace("\n", " "))) == limits
    page = client.get(reverse("api-scripts")).content.decode()
    assert set(re.findall(r"[0-9]+ MiB", page)) == limits
    for text in (document["info"]["description"], page):
        assert re.search(r"log/bulk/\W.{0,20}5\sMiB", text, re.DOTALL), "the entries of a bulk"


def test_a_message_about_an_entry_that_the_site_itself_wrote_names_nobody(document, campaign, gm):
    membership = get_membership(gm, campaign.pk)
    webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=["log"])
    write_entry(campaign=campaign, kind="campaign", text="The campaign began.", by=None)
    assert WebhookDelivery.objects.get().body["log"]["by"] is None
    by = document["components"]["schemas"]["LogLine"]["properties"]["by"]
    assert "the site itself" in by["description"]


@pytest.mark.parametrize("system", sorted(rules.SYSTEMS))
def test_the_schema_of_a_game_s_options_accepts_what_the_site_accepts(system):
    name = f"{system.title().replace('-', '')}CampaignOptions"
    schemas = openapi_document()["components"]["schemas"]
    schema = jsonschema_rs.validator_for(schemas[name])
    for key, about in rules.SYSTEMS[system]["options"].items():
        tried = [None, True, 0, 1, about.get("min", 0), about.get("max", 9999) + 1, "full", *about.get("choices", [])]
        for value in tried:
            options = {key: value}
            try:
                validate_options(system, options)
            except ValidationError:
                assert not schema.is_valid(options), options
            else:
                assert schema.is_valid(options), options
    places = [each["$ref"].split("/")[-1] for each in schemas["CampaignBody"]["properties"]["options"]["anyOf"]]
    assert name in places
