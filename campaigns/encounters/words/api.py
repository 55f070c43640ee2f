"""The API of the words from which an encounter is dealt."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.encounters.access import get_encounter, get_word_table, require_table_runner
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import seeds
from campaigns.encounters.words import actions
from campaigns.encounters.words.serializers import AskBody, WordBody, WordsSerializer
from common.endpoint import Endpoint
from people.access import require_player
from people.models import Member


def words_json(encounter: Encounter, membership: Member) -> dict[str, Any]:
    """The promise, the member's own word, and the seals of all words."""
    body = {
        "asked": seeds.asks_for_words(encounter),
        "promise": seeds.promise(encounter),
        "own": seeds.own_word(encounter, membership),
        "seals": [{"who": who, "seal": seal} for who, seal in seeds.word_seals(encounter)],
    }
    data: dict[str, Any] = WordsSerializer(body).data
    return data


class Words(Endpoint):
    """The words of the players."""

    @extend_schema(operation_id="words_read", responses=WordsSerializer)
    def get(self, request: Request, encounter_id: int) -> Response:
        """The site's promise, your word, and the seals of all words; the words are published only with the deal."""
        return Response(words_json(*get_word_table(self.user, encounter_id)))

    @extend_schema(operation_id="words_give", request=WordBody, responses=WordsSerializer)
    def post(self, request: Request, encounter_id: int) -> Response:
        """Gives a word for the deal of a prepared encounter; not for observers."""
        encounter, membership = get_word_table(self.user, encounter_id)
        require_player(membership)
        actions.give(membership=membership, encounter=encounter, **self.read_body(WordBody))
        return Response(words_json(encounter, membership))


class AskForWords(Endpoint):
    """Asking the players for words."""

    @extend_schema(operation_id="words_ask", request=AskBody, responses=WordsSerializer)
    def post(self, request: Request, encounter_id: int) -> Response:
        """Asks the players for a word each, or stops asking. For GMs, and for every player of an encounter without a
        dealer."""
        encounter, membership = get_encounter(self.user, encounter_id)
        require_table_runner(membership, encounter)
        actions.ask(membership=membership, encounter=encounter, stop=not self.read_body(AskBody)["asked"])
        return Response(words_json(encounter, membership))
