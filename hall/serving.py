"""The web server of the hall: its socket, its run and its end."""

import errno
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn
from django.conf import settings
from django.db import connection
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from hall.errors import AddressIsNotOurs, PortIsBusy

BACKLOG = 4096
GRACE_SECONDS = 5
FIRST_FREE_PORT = 1024
USUAL_PORT = 8000
DEALS_OUT = sys.platform == "linux"  # others know the option too and do not spread visitors by it


def listening_socket(host: str, port: int) -> socket.socket:
    """Visitors are accepted from here on and wait until serving begins; port 0 takes a free one."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if sys.platform != "win32":  # there it would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        if DEALS_OUT and processes() > 1:  # only now: two halls must not share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            raise AddressIsNotOurs(host=host) from error
        other = port + 1 if port >= FIRST_FREE_PORT else USUAL_PORT
        raise PortIsBusy(port=port, other=other) from error
    return listener


def serve(listener: socket.socket) -> None:
    """Serves until it is told to end; requests under way may still be answered.

    uvicorn takes uvloop and httptools where they are installed, asyncio and h11 elsewhere.
    """
    module, _dot, name = settings.ASGI_APPLICATION.rpartition(".")
    config = uvicorn.Config(
        f"{module}:{name}",
        workers=processes(),
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=settings.HTTPS,
        access_log=False,
        log_config=None,
        lifespan="off",
    )
    if config.workers == 1:
        uvicorn.Server(config).run(sockets=[listener])
    elif DEALS_OUT:
        EachAtItsSocket(config, sockets=[listener, *beside(listener, config.workers - 1)]).run()
    else:
        Multiprocess(config, sockets=[listener]).run()


class EachAtItsSocket(Multiprocess):
    """As many processes as sockets: from a single one whoever wakes first takes all who wait."""

    def init_processes(self) -> None:
        for listener in self.sockets:
            process = Process(self.config, [listener])
            process.start()
            self.processes.append(process)


def beside(listener: socket.socket, number: int) -> list[socket.socket]:
    """So many more at the same address; the system deals visitors out among them all."""
    more = []
    for _ in range(number):
        another = socket.socket(listener.family)
        another.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        another.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        another.bind(listener.getsockname())
        another.listen(BACKLOG)
        more.append(another)
    return more


def processes() -> int:
    """How many serve: one for each core where a database and Redis stand between them, else this one."""
    return os.cpu_count() or 1 if settings.REDIS_URL and connection.vendor != "sqlite" else 1


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Ctrl+C and SIGTERM end what is inside, at any moment, and everything held is given back.

    uvicorn catches both, closes its connections and hands them on to here.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        yield
