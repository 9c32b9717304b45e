"""The API keeps to its own description, whatever it is sent."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from sleuth.adapters.api.app import create

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
"""All that hold for an API whose texts have a meaning: a spec that fits the description may still name no game."""

REFUSED = {"negative_data_rejection": {"expected-statuses": ["400", "404", "409", "413", "422"]}}
schema = schemathesis.openapi.from_dict(create().openapi(), config=schemathesis.Config.from_dict({"checks": REFUSED}))
OPERATIONS = [found.ok() for found in schema.get_all_operations()]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "wrong"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=[operation.label for operation in OPERATIONS])
def test_every_operation(operation: Any, mode: GenerationMode, address: str) -> None:
    if mode is GenerationMode.NEGATIVE and not any(True for _ in operation.iter_parameters()) and not operation.body:
        mode = GenerationMode.POSITIVE  # nothing can be wrong where nothing is sent

    # A text at random names no game; with these, what comes after the name is reached too.
    games = st.sampled_from([None, "number:numbers=5", "mastermind:pegs=2,colours=2", "hangman:lengths=3"])
    games = games if mode is GenerationMode.POSITIVE else st.none()

    @given(case=operation.as_strategy(generation_mode=mode), game=games)
    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    def check(case: schemathesis.Case, game: str | None) -> None:
        if game and isinstance(case.body, dict) and "game" in case.body:
            case.body["game"] = game
        case.call_and_validate(base_url=address, checks=CHECKS, timeout=90)

    check()


def test_every_operation_says_how_it_fails() -> None:
    for operation in OPERATIONS:
        assert {"4XX", "5XX"} <= set(operation.responses.status_codes)
