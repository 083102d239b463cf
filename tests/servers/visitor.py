"""Somebody with a browser's cookies but no browser: for talking to a running hall."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPErrorProcessor, Request, build_opener

PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class Answer:
    """What came back, after redirects."""

    status: int
    url: str
    headers: Message
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class _RefusalsAreAnswers(HTTPErrorProcessor):
    """Redirects are followed; 304, 4xx and 5xx are answers like others."""

    def http_response(self, request: Request, response: Any) -> Any:
        is_answer = response.status == 304 or response.status >= 400
        return response if is_answer else super().http_response(request, response)


class Visitor:
    """Keeps its cookies; sends the CSRF token along with everything that writes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies), _RefusalsAreAnswers)

    def get(self, path: str, **headers: str) -> Answer:
        return self._open(Request(urljoin(self.url, path), headers=headers))

    def post(self, path: str, **fields: str) -> Answer:
        """A form as a page sends it; the page itself must have been read before."""
        body = urlencode(fields | {"csrfmiddlewaretoken": self._csrf_token}).encode()
        return self._open(Request(urljoin(self.url, path), data=body))

    def send(self, method: str, path: str, body: Mapping[str, object]) -> Answer:
        """A call of the API."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self._csrf_token}
        data = json.dumps(body).encode()
        return self._open(Request(urljoin(self.url, path), data, headers, method=method))

    def sign_in(self, username: str, password: str) -> Answer:
        self.get("/sign-in/")
        return self.post("/sign-in/", username=username, password=password)

    def _open(self, request: Request) -> Answer:
        with self._opener.open(request, timeout=PATIENCE_SECONDS) as response:
            text = response.read().decode()
            return Answer(response.status, response.url, response.headers, text)

    @property
    def _csrf_token(self) -> str:
        found = [cookie.value for cookie in self._cookies if cookie.name == "csrftoken"]
        return (found[-1] if found else "") or ""
