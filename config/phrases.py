"""What the API itself refuses, as sentences: what, and the next step."""

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "not_json": _("The body is not JSON in UTF-8. Send an object as docs/api.md describes it."),
    "invalid_input": _("Some fields are missing or wrong: %(names)s. Correct them and send again."),
    "bad_request": _("The request cannot be read. Look at its address and headers and send it again."),
    "not_signed_in": _("You are not signed in, or no longer. Sign in and send it again."),
    "csrf_failed": _("The header X-CSRFToken is missing or old. Reload the page and send it again."),
    "not_found": _("There is nothing at this address. Check the code, then look at the schema."),
    "method_not_allowed": _("This address does not take %(method)s. Look at the schema for what it takes."),
    "not_acceptable": _("Answers are JSON only. Send “Accept: application/json”."),
    "body_too_large": _("The body is larger than %(most)s bytes. Send one act at a time."),
    "unsupported_media_type": _("Bodies are JSON only. Send “Content-Type: application/json”."),
    "throttled": _("Too many requests. Wait %(seconds)s seconds, then send it again."),
}

# The same to a phone at a table, which has no account and no header that anybody could mend: it comes back by
# its slip.
TO_PHONES = {
    **dict.fromkeys(
        ("not_signed_in", "not_allowed", "not_found"),
        _(
            "This phone is not at this table, or not any more, and nothing was changed. Scan the code on the "
            "slip of this round again and type its PIN, or ask the desk for a slip."
        ),
    ),
    "csrf_failed": _(
        "This did not come from the page of the table, and nothing was changed. Scan the code on the slip of "
        "this round again, or ask the desk for a slip."
    ),
}

# What the framework says of a field and has in English alone: written here, so that our catalogues have it.
OF_FIELDS = (
    _("Not a valid string."),
    _("Must be a valid UUID."),
    _("Must be a valid boolean."),
    _("Integer value too large to convert to float"),
    _("Datetime value out of range."),
    _('Invalid datetime for the timezone "{timezone}".'),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this field has no more than {max_length} elements."),
    _("This dictionary may not be empty."),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
)
