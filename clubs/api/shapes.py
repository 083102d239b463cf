"""The shapes of what comes in and goes out: exactly the agreed fields, each of a limited size."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

NAME_LENGTH = 80
READING_LENGTH = 120
REASON_LENGTH = 200
FIRST_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
LAST_MOMENT = datetime(2200, 1, 1, tzinfo=UTC)


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


class MomentField(serializers.DateTimeField):
    """A moment in UTC, in the centuries in which events are held."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)

    def to_internal_value(self, value: Any) -> datetime:
        moment = super().to_internal_value(value)
        if not FIRST_MOMENT <= moment < LAST_MOMENT:
            raise ValidationError(gettext("No event is held at that time."), "out_of_range")
        return moment


def choice(words: type[StrEnum], **options: Any) -> serializers.ChoiceField:
    """One word of a closed list."""
    return serializers.ChoiceField([word.value for word in words], **options)


def validated(shape: type[serializers.Serializer[Any]], data: object) -> dict[str, Any]:
    """The data as the shape reads it. Raises ValidationError naming each field that is wrong."""
    read = shape(data=data)
    read.is_valid(raise_exception=True)
    fields: dict[str, Any] = read.validated_data
    return fields
