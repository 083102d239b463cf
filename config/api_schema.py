"""The OpenAPI schema, read off the API classes: their shapes, their query, what they refuse.

An API class says it all in its own words: ``InputSerializer``, ``QuerySerializer``,
``OutputSerializer`` and ``refusals``, the classes that its service may raise.
"""

import re
from collections import defaultdict
from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from config.api_errors import REFUSALS, UNREAD

OF_EVERYBODY = {"not_acceptable"}
OF_THE_DESK = {"not_signed_in", "not_allowed"}
OF_WRITES = {"csrf_failed"}
OF_BODIES = {"not_json", "invalid_input", "body_too_large", "unsupported_media_type"}


class Error(serializers.Serializer[Any]):
    """The one shape of everything that is not a success."""

    code = serializers.CharField(help_text="For programs; docs/api.md lists all of them")
    message = serializers.CharField(help_text="For the reader, in the language that was asked for")
    params = serializers.DictField(help_text="What the message speaks of, as plain values")


class ApiSchema(AutoSchema):
    def get_operation_id(self) -> str:
        """``MatchConfirmApi`` is ``match_confirm``."""
        name = type(self.view).__name__.removesuffix("Api")
        return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()

    def get_serializer_name(self, serializer: Any, direction: str) -> str:
        """``TotalsSetApi.InputSerializer`` is ``TotalsSetInput``, ``MatchShape`` is ``Match``."""
        name = type(serializer).__qualname__.replace("Api.", "")
        return name.removesuffix("Serializer").removesuffix("Shape")

    def get_override_parameters(self) -> list[Any]:
        query = getattr(self.view, "QuerySerializer", None)
        return [query] if query else []

    def get_request_serializer(self) -> Any:
        return getattr(self.view, "InputSerializer", None)

    def get_response_serializers(self) -> Any:
        errors = {
            status.value: OpenApiResponse(Error, description=", ".join(sorted(codes)))
            for status, codes in self._errors().items()
        }
        view: Any = self.view
        success = OpenApiResponse(view.OutputSerializer, description="Done, or read")
        unchanged = OpenApiResponse(description="The copy with this ETag is still good")
        return {200: success} | ({304: unchanged} if self._is_public_read() else {}) | errors

    def _errors(self) -> dict[HTTPStatus, set[str]]:
        by_status: dict[HTTPStatus, set[str]] = defaultdict(set)
        for refusal in getattr(self.view, "refusals", ()):
            by_status[REFUSALS[refusal]].add(refusal.code)
        for status, code in UNREAD.values():
            if code in self._codes_before_any_service():
                by_status[status].add(code)
        return dict(sorted(by_status.items()))

    def _codes_before_any_service(self) -> set[str]:
        codes = set(OF_EVERYBODY)
        if self.view.authentication_classes:
            codes |= OF_THE_DESK
            codes |= OF_WRITES if self.method != "GET" else set()
        if "{" in self.path:
            codes.add("not_found")
        if self.get_request_serializer():
            codes |= OF_BODIES
        if self.get_override_parameters():
            codes.add("invalid_input")
        return codes

    def _is_public_read(self) -> bool:
        return not self.view.authentication_classes
