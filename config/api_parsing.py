"""How a body is read: JSON in UTF-8, never more of it than any act needs."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.utils.json import strict_constant

MOST_BYTES = 64 * 1024


class BodyTooLarge(APIException):
    pass


class SmallJSONParser(JSONParser):
    """Raises BodyTooLarge before reading on, ParseError for everything that is not JSON."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise BodyTooLarge
        try:
            data = json.loads(body.decode(), parse_constant=strict_constant)
            # Half a surrogate pair can be escaped in JSON, but no answer could repeat it.
            json.dumps(data, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise ParseError from error
        return data
