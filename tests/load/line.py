"""One phone's connection to the hall: HTTP over an asyncio stream, so that the sender costs little."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

ANSWER_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.content)


class Line:
    """Keeps its connection; opens another when the server has ended it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, *, headers: dict[str, str], content: bytes = b"") -> Answer:
        """The answer. Raises OSError or IncompleteReadError when the line is cut."""
        async with asyncio.timeout(ANSWER_SECONDS):
            await self.say(method, path, headers=headers, content=content)
            return await self._hear()

    async def say(self, method: str, path: str, *, headers: dict[str, str], content: bytes = b"") -> None:
        """Sends without waiting for what is answered."""
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = {
            "Host": f"127.0.0.1:{self.port}",
            "Content-Length": str(len(content)),
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        } | headers
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
        await self._writer.drain()

    async def _hear(self) -> Answer:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in filter(None, head[1:]):
            name, _colon, value = line.partition(":")
            if name.lower() == "set-cookie":
                cookie, _equals, word = value.strip().partition("=")
                self.cookies[cookie] = word.partition(";")[0]
            headers[name.lower()] = value.strip()
        content = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.cut()
        return Answer(int(head[0].split()[1]), headers, content)

    def cut(self) -> None:
        """As when the Wi-Fi goes: nobody says goodbye."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def come_in(self, token: str, pin: str) -> None:
        """By the link and the PIN, as a browser does; the cookies stay on this line."""
        page = await self.ask("GET", f"/t/{token}/", headers={})
        assert page.status == 200, page
        form = urlencode({"pin": pin, "csrfmiddlewaretoken": self.cookies["csrftoken"]}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await self.ask("POST", f"/t/{token}/", headers=kind, content=form)
        assert answer.status == 302, answer.content.decode()
