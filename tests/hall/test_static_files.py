"""Static files over the real server: whole, typed, not changed, and without a word in the terminal."""

from tests.servers.hall import HallProcess
from tests.servers.visitor import Visitor


def test_style_sheet_arrives_whole_and_the_terminal_stays_quiet(hall_server: HallProcess) -> None:
    before = hall_server.words
    answer = Visitor(hall_server.url).get("/static/css/banzuke.css")
    assert (answer.status, answer.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
    assert len(answer.text.encode()) == int(answer.headers["Content-Length"])
    again = Visitor(hall_server.url).get(
        "/static/css/banzuke.css", **{"If-Modified-Since": answer.headers["Last-Modified"]}
    )
    assert (again.status, again.text) == (304, "")
    assert hall_server.words == before
