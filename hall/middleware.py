"""Turns a refusal that no form has caught into a page that says the next step."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from hall.phrases import sentence_for
from ledger.errors import Refusal


class ExplainRefusal:
    """Middleware: a refused act answers 409 with its sentence, never a bare 500."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Refusal):
            return None
        return render(request, "hall/refused.html", {"sentence": sentence_for(error)}, status=409)
