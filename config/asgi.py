"""The served application."""

from concurrent.futures import ThreadPoolExecutor

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config import env

THREADS = 8


class InThreads(ASGIHandler):
    """Pages and middleware are ordinary functions: a request goes into a thread once, with all of them.

    Left to itself the handler goes there and back for its innermost part, which is asynchronous, and takes
    a new thread for every request; these stay, and with them SQLite's connections.
    """

    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        answer = sync_to_async(self._answer, thread_sensitive=False, executor=self.threads)
        return await answer(request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()


env.choose_settings("config.settings.base")
django.setup(set_prefix=False)
application = InThreads()
