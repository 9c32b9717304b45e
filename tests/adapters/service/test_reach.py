"""By which addresses others reach a server."""

from __future__ import annotations

import pytest

from sleuth.adapters.service import reach
from sleuth.adapters.service.reach import addresses, is_loopback


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "[::1]", "127.3.4.5"])
def test_nobody_else_reaches_this_machine_by_its_own_name(host: str) -> None:
    assert is_loopback(host)
    assert addresses(host, 8080) == []


def test_one_address_is_told_as_it_is() -> None:
    assert addresses("192.168.7.7", 8080) == ["http://192.168.7.7:8080"]
    assert addresses("2001:db8::7", 80) == ["http://[2001:db8::7]:80"]
    assert addresses("sleuth.example", 80) == ["http://sleuth.example:80"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_of_all_addresses_those_of_the_networks_are_told(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def hosts(version: int) -> list[str]:
        return ["192.168.1.5"] if version == 4 else ["192.168.1.5", "2001:db8::5"]

    monkeypatch.setattr(reach, "_own_hosts", hosts)
    assert addresses(host, 99)[0] == "http://192.168.1.5:99"


def test_own_addresses_are_of_others_networks() -> None:
    assert not any(is_loopback(host) for host in reach._own_hosts(4))
