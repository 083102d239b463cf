"""The shapes of what comes in and goes out: exactly the agreed fields, each of a limited size."""

from enum import StrEnum
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

NAME_LENGTH = 80
READING_LENGTH = 120
REASON_LENGTH = 200


class Shape(serializers.Serializer[Any]):
    """An object with these fields and no others: a misspelt field is an error, not a default."""

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        if unknown := sorted(set(data) - set(self.fields)):
            unexpected = ErrorDetail(gettext("There is no such field."), "unknown_field")
            raise ValidationError({name: [unexpected] for name in unknown})
        return value


class Query(serializers.Serializer[Any]):
    """What an address says behind its question mark; what nobody asked for is passed over."""


def choice(words: type[StrEnum], **options: Any) -> serializers.ChoiceField:
    """One word of a closed list."""
    return serializers.ChoiceField([word.value for word in words], **options)


def validated(shape: type[serializers.Serializer[Any]], data: object) -> dict[str, Any]:
    """The data as the shape reads it. Raises ValidationError naming each field that is wrong."""
    read = shape(data=data)
    read.is_valid(raise_exception=True)
    fields: dict[str, Any] = read.validated_data
    return fields
