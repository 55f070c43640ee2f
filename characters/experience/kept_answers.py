"""Answers of a GM that were refused: the next page has them in the forms of their requests again."""

from typing import Final

from django.http import HttpRequest

SESSION_KEY: Final = "refused-answers"
LONGEST: Final = 4000


def keep_answer(request: HttpRequest, request_id: int, answer: str) -> None:
    """Keeps the typed answer to a request of a player for the next page."""
    request.session[SESSION_KEY] = {str(request_id): answer[:LONGEST]}


def pop_answers(request: HttpRequest) -> dict[str, str]:
    """The answers that were kept, by the ids of their requests; once."""
    answers: dict[str, str] = request.session.pop(SESSION_KEY, {})
    return answers
