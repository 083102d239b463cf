import pytest

from engine import RULESETS, BadOption, EngineError, UnknownOption

CHOICES: dict[str, list[object]] = {
    "combinations": [True, False],
    "five": [True, False],
    "five_decider": ["partner", "holder"],
    "five_opposed": ["both_must_play", "both_must_redeal", "always_redeal", "always_play"],
    "five_five_points": [150, 160, 200, "target"],
    "undeclared": ["decided", "lost"],
    "king_pair": ["dealt", "current"],
    "next_dealer": ["winner", "counter_clockwise"],
    "combinations3": ["off", "six_to_eight"],
}


@pytest.mark.parametrize("key", ["goita", "goita3"])
def test_every_choice_is_known(key: str) -> None:
    RULESETS[key].check_options({})
    for option, choices in CHOICES.items():
        for choice in choices:
            RULESETS[key].check_options({option: choice})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("combinations", 1), ("combinations", "on"), ("combinations", None), ("five_five_points", 150.0),
        ("five_five_points", "150"), ("five_five_points", True), ("five_decider", ["partner"]),
        ("king_pair", "DEALT"), ("combinations3", True),
    ],
)  # fmt: skip
def test_value_outside_the_choices_is_named(option: str, value: object) -> None:
    with pytest.raises(BadOption) as refused:
        RULESETS["goita"].check_options({option: value})
    assert refused.value.code == "bad_option"
    assert refused.value.params == {"option": option, "value": repr(value)}


@pytest.mark.parametrize("option", ["target", "first_dealer", "five_five_wins", "Five", ""])
def test_options_of_the_profile_are_unknown_here(option: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        RULESETS["goita"].check_options({option: 150})
    assert (refused.value.code, refused.value.params) == ("unknown_option", {"option": option})


def test_every_door_checks_options() -> None:
    goita, wrong = RULESETS["goita"], {"target": 150}
    with pytest.raises(EngineError):
        goita.verify("", options=wrong)
    with pytest.raises(EngineError):
        goita.check_total("total,150-0", options=wrong, target=150)
    with pytest.raises(EngineError):
        goita.check_masked("", options=wrong)
    with pytest.raises(EngineError):
        list(goita.replay("", options=wrong))
