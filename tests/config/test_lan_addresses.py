import socket
from typing import NoReturn

import pytest

from config.settings.base import lan_addresses


def _no_route(*arguments: object, **options: object) -> NoReturn:
    raise OSError("Network is unreachable")


def test_no_network_card_means_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", _no_route)
    monkeypatch.setattr(socket.socket, "connect", _no_route)
    assert lan_addresses() == []


def test_loopback_is_no_address_for_phones() -> None:
    assert not any(address.startswith("127.") for address in lan_addresses())
