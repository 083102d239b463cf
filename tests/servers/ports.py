"""A port for a server of a test."""

import socket


def free_port() -> int:
    """A port of this computer that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
