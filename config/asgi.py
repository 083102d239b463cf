"""The served application."""

from asyncio import get_running_loop
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any

import django
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.urls import set_script_prefix

from config import env

THREADS = 4


class InThreads(ASGIHandler):
    """Pages and middleware are ordinary functions: a request goes into a thread once, with all of it.

    Left to itself the handler goes there and back for every signal, for its innermost part, which is
    asynchronous, and for closing, and takes new threads for each request; these stay, and with them
    SQLite's connections. What is under way is done even when nobody waits any more: an act that was sent
    counts, and is answered when it is sent again. No answer is streamed.
    """

    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError(scope["type"])
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            response = await get_running_loop().run_in_executor(self.threads, self._answer, scope, body)
            await self.send_response(response, send)

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> Any:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else refused
        response._handler_class = type(self)  # who has finished, as the signal tells it
        response.close()
        return response


env.choose_settings("config.settings.base")
django.setup(set_prefix=False)
application = InThreads()
