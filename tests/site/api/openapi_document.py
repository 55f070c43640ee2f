"""The OpenAPI document, which takes seconds to build, built once in each process; tests only read it."""

from functools import cache

from drf_spectacular.generators import SchemaGenerator


@cache
def openapi_document():
    """The document for everybody, as the code makes it now."""
    return SchemaGenerator().get_schema(request=None, public=True)
