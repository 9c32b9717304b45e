"""Some of a sequence's values by number: it is a sequence like any other."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.belief.outcomes import Picked

VALUES = [("a", 1), "b", 3, (4, 5), None, "c"]


@given(st.permutations(range(len(VALUES))), st.integers(0, len(VALUES)), st.sampled_from([*VALUES, "z", (9,), 4]))
def test_places_are_those_of_a_plain_list(order: list[int], number: int, value: object) -> None:
    plain = [VALUES[place] for place in order[:number]]
    picked = Picked(VALUES, np.array(order[:number], np.int32))
    inner = Picked(picked, np.arange(number, dtype=np.int32))
    for some in (picked, inner):
        assert list(some) == plain
        assert (value in some) == (value in plain)
        if value in plain:
            assert some.index(value) == plain.index(value)
        else:
            with pytest.raises(ValueError, match="is not"):
                some.index(value)
    with suppress(ValueError):
        assert picked.index(value, 1) == plain.index(value, 1)
