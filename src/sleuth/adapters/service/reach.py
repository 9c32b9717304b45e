"""By which addresses other machines reach this server."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses of nobody: to see which of ours would be used; nothing is sent to them."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def addresses(host: str, port: int) -> list[str]:
    """The addresses of the page for others, the likeliest first; none where only this machine can reach it."""
    if is_loopback(host):
        return []
    try:
        every = ip_address(host).is_unspecified
    except ValueError:
        every = False
    hosts = _own_hosts(ip_address(host).version) if every else [host]
    return [page_address(one, port) for one in hosts]


def page_address(host: str, port: int) -> str:
    """The address of the page on a host."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _own_hosts(version: int) -> list[str]:
    """The addresses of this machine in its networks."""
    found: dict[str, None] = {}
    for elsewhere, family in ELSEWHERE:
        if version == 4 and family == socket.AF_INET6:
            continue
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.connect((elsewhere, 9))
            found[str(trial.getsockname()[0])] = None
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(address[0])] = None
    return [host for host in found if not is_loopback(host)]
