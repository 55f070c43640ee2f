"""Clients that maintained tools generate from the OpenAPI document play an encounter: `make clients`.

Out of the timed suite, because the tools are installed when the tests run. Without a network, or without node for
TypeScript, the tests are skipped and say so; with FATEKEEPER_CLIENTS=required they fail.
"""
