"""A file of records for one match: read and looked at first, entered after that."""

from base64 import b64decode, b64encode
from binascii import Error
from pathlib import PurePath
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.forms.act import Done
from hall.forms.keying import NumberedAct
from scoring.selectors.keying import KeyingSheet
from scoring.services.imports import LONGEST_NAME, RecordFile
from scoring.services.match_files import JudgedFile, enter_file, judge_file

MOST_BYTES = 1024 * 1024


class FileAct(NumberedAct):
    """About a file whose first player sits at ``first``."""

    first = forms.TypedChoiceField(coerce=int, label=gettext_lazy("The first player of the file sits here"))

    def __init__(self, *args: Any, subject: KeyingSheet, **kwargs: Any) -> None:
        super().__init__(*args, subject=subject, **kwargs)
        seats = [(seat, f"{seat} {name}") for seat, name in subject.seats.items()]
        self.fields["first"].choices = seats  # type: ignore[attr-defined]

    def judged(self, file: RecordFile) -> JudgedFile:
        return judge_file(self.subject.match, file, first_seat=self.cleaned_data["first"])


class ReadFile(FileAct):
    """Nothing is written: the file comes back as what it would be here."""

    file = forms.FileField(label=gettext_lazy("File"), help_text=gettext_lazy("YAML, or one deal a line"))
    found: JudgedFile | None = None

    def clean_file(self) -> RecordFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 1 MiB; no match is."))
        name = PurePath(file.name or "").stem[:LONGEST_NAME]
        return RecordFile(name, file.read())

    def do(self) -> Done:
        self.found = self.judged(self.cleaned_data["file"])
        return Done()

    @property
    def kept(self) -> dict[str, Any]:
        """The file as the page carries it until it is entered."""
        file: RecordFile = self.cleaned_data["file"]
        content = b64encode(file.content or b"").decode()
        return {"name": file.name, "content": content, "first": self.cleaned_data["first"]}


class EnterFile(FileAct):
    name = forms.CharField(max_length=LONGEST_NAME, required=False, widget=forms.HiddenInput)
    content = forms.CharField(max_length=2 * MOST_BYTES, widget=forms.HiddenInput)

    def __init__(self, *args: Any, subject: KeyingSheet, **kwargs: Any) -> None:
        super().__init__(*args, subject=subject, **kwargs)
        self.fields["first"].widget = forms.HiddenInput()

    def clean_content(self) -> bytes:
        try:
            return b64decode(self.cleaned_data["content"], validate=True)
        except (Error, ValueError) as error:
            raise forms.ValidationError(_("Choose the file again.")) from error

    def do(self) -> Done:
        judged = self.judged(RecordFile(self.cleaned_data["name"], self.cleaned_data["content"]))
        identity = {name: self.cleaned_data[name] for name in ("uuid", "after")}
        enter_file(self.subject.match, judged, by=self.by, **identity)
        report = judged.report
        told = {"lawful": report.lawful, "rejected": len(report.rejected)}
        words = _("Entered from the file: %(lawful)s deals; kept as not lawful: %(rejected)s.") % told
        return Done(words, reverse("desk-match", args=[self.subject.match.code]))
