"""What one button of the desk does: its fields, and the service that is called when they are good."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django import forms

from clubs.models import Account
from hall.phrases import sentence_for
from ledger.errors import Refusal

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Done:
    """What the desk is told after an act, and where it goes; empty: back to the same page."""

    sentence: str = ""
    address: str = ""


class Act(forms.Form, Generic[Subject]):
    """A form about one subject; ``do`` calls one service and may raise its Refusal."""

    required_css_class = "required"

    def __init__(self, *args: Any, subject: Subject, by: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.subject = subject
        self.by = by
        self.refusal: Refusal | None = None

    def do(self) -> Done:
        raise NotImplementedError

    @property
    def refusals(self) -> list[str]:
        """What stands on top of the page: the refusal, and faults of fields that nobody sees."""
        hidden = [error for field in self.hidden_fields() for error in field.errors]
        return [*self.non_field_errors(), *hidden]

    def point_out(self) -> None:
        """The first field with a fault has the focus, so that a phone shows it."""
        faulty = [field for field in self.visible_fields() if field.errors]
        if faulty:
            faulty[0].field.widget.attrs["autofocus"] = True

    def refuse(self, refusal: Refusal) -> None:
        """The refusal is told in a sentence, and the fields keep what was typed."""
        self.refusal = refusal
        self.add_error(None, sentence_for(refusal))
