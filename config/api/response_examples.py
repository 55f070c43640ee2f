"""Examples of responses in the reference, as a site with a row of everything gave them.

tests/site/api/test_response_examples.py compares them with today's responses, and records them again."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

RECORDED: Final = Path(__file__).with_name("response_examples.json")


@cache
def load_examples() -> dict[str, dict[str, Any]]:
    """Status and body of a response, by the id of the operation."""
    examples: dict[str, dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return examples


def add_response_examples(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Adds the examples to the responses with their status."""
    examples = load_examples()
    for methods in result["paths"].values():
        for operation in methods.values():
            example = examples.get(operation["operationId"])
            response = operation["responses"].get(example["status"]) if example else None
            if example and response and "application/json" in response.get("content", {}):
                response["content"]["application/json"]["example"] = example["body"]
    return result
