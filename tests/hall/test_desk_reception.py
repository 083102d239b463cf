"""Reception: found from the first kana, entered in one press, paid, closed."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Branch, Member
from tests.desk import desk_client, words
from tests.events import make_member, make_pair, make_stage
from tournaments.models import Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


@pytest.fixture
def stage() -> Stage:
    return make_stage()


def page(stage: Stage) -> str:
    return reverse("desk-reception", args=[stage.tournament.slug])


def person(name: str, reading: str = "", branch: str = "noto") -> Member:
    return make_member(name, reading=reading, branch=Branch.objects.get(slug=branch))


def found(client: Client, stage: Stage, typed: str) -> list[str]:
    answer = client.get(reverse("desk-people", args=[stage.tournament.slug]), {"q": typed})
    return [row.person.name for row in answer.context["found"]]


@pytest.mark.parametrize("typed", ["さ", "サ", "さt", "佐", "さとう", "さとう は"])
def test_people_are_found_from_the_first_letter(client: Client, stage: Stage, typed: str) -> None:
    person("佐藤 花子", "さとう はなこ")
    person("田中 一", "たなか はじめ")
    assert found(client, stage, typed) == ["佐藤 花子"]


def test_those_who_begin_with_it_come_first(client: Client, stage: Stage) -> None:
    person("天野 さくら", "あまの さくら")
    person("坂下 弘", "さかした ひろし")
    assert found(client, stage, "さ") == ["坂下 弘", "天野 さくら"]


def test_variants_of_a_character_are_found(client: Client, stage: Stage) -> None:
    person("髙﨑 一", "たかさき はじめ")
    assert found(client, stage, "高崎") == ["髙﨑 一"]


def test_an_empty_search_finds_nobody(client: Client, stage: Stage) -> None:
    person("佐藤 花子", "さとう はなこ")
    assert found(client, stage, " ") == []


def test_namesakes_stand_with_their_branches(client: Client, stage: Stage) -> None:
    person("佐藤 花子", "さとう はなこ", "noto")
    person("佐藤 花子", "さとう はなこ", "tokyo")
    text = words(client.get(page(stage), {"q": "さとう"}))
    assert "能登" in text
    assert "東京" in text


def test_enter_chooses_the_only_one_found(client: Client, stage: Stage) -> None:
    sato = person("佐藤 花子", "さとう はなこ")
    answer = client.get(page(stage), {"q": "さとう"})
    assert answer.headers["Location"] == f"{page(stage)}?chosen={sato.uuid}"


def test_a_walk_in_pair_is_entered_here_and_paid_in_one_press(client: Client, stage: Stage) -> None:
    sato, tanaka = person("佐藤 花子", "さとう はなこ"), person("田中 一", "たなか はじめ")
    chosen = [str(tanaka.uuid), str(sato.uuid)]
    client.post(page(stage), {"act": "enter", "chosen": chosen, "present": "on", "fee_taken": "on"})
    assert stage.division.entries.get().shown_name == "田中・佐藤"
    rows = stage.tournament.attendances.order_by("receipt_number")
    assert [(row.present, row.fee_taken, row.receipt_number) for row in rows] == [
        (True, 500, 1),
        (True, 500, 2),
    ]


def test_somebody_alone_waits_for_a_partner(client: Client, stage: Stage) -> None:
    sato = person("佐藤 花子", "さとう はなこ")
    client.post(page(stage), {"act": "enter", "chosen": [str(sato.uuid)], "present": "on"})
    assert [row.person for row in client.get(page(stage)).context["pool"]] == [sato]


def test_who_is_entered_already_is_refused_and_nothing_is_written(client: Client, stage: Stage) -> None:
    entry = make_pair(stage, "佐藤 花子", "田中 一")
    other = person("林 恵")
    chosen = [str(entry.people[0].uuid), str(other.uuid)]
    answer = client.post(page(stage), {"act": "enter", "chosen": chosen, "present": "on"})
    assert answer.status_code == 409
    assert "already stands in the list as no. 1" in words(answer)
    assert [row.person for row in answer.context["chosen"]] == [entry.people[0], other]
    assert not stage.tournament.attendances.filter(member=other).exists()


def test_a_newcomer_is_registered_without_a_reading_and_chosen(client: Client, stage: Stage) -> None:
    answer = client.post(page(stage), {"act": "register", "name": "新人 一", "reading": ""})
    newcomer = Member.objects.get(name="新人 一")
    assert answer.headers["Location"] == f"{page(stage)}?chosen={newcomer.uuid}"
    assert "reading missing" in words(client.get(answer.headers["Location"]))


@pytest.mark.parametrize(("typed", "name"), [("しんじん", "reading"), ("新人", "name")])
def test_what_was_typed_and_not_found_need_not_be_typed_again(
    client: Client, stage: Stage, typed: str, name: str
) -> None:
    form = client.get(page(stage), {"q": typed}).context["forms"]["register"]
    assert form[name].value() == typed


def test_presence_goes_on_and_off(client: Client, stage: Stage) -> None:
    make_pair(stage, "佐藤 花子", "田中 一")
    row = stage.tournament.attendances.first()
    assert row is not None
    for present in ("", "on"):
        client.post(page(stage), {"act": "present", "person": str(row.uuid), "present": present})
        row.refresh_from_db()
        assert row.present is bool(present)


def test_a_fee_is_taken_once(client: Client, stage: Stage) -> None:
    make_pair(stage, "佐藤 花子", "田中 一")
    row = stage.tournament.attendances.first()
    assert row is not None
    typed = {"act": "fee", "person": str(row.uuid), "amount": "500"}
    assert "receipt no. 1" in words(client.post(page(stage), typed, follow=True))
    refused = client.post(page(stage), typed)
    assert refused.status_code == 409
    assert "owes nothing more" in words(refused)
    assert client.get(page(stage)).context["fees"] == {"due": 1000, "taken": 500, "owed": 500}


@pytest.mark.parametrize(("show", "number"), [("all", 3), ("absent", 1), ("owing", 3), ("alone", 0)])
def test_the_list_has_its_filters(client: Client, stage: Stage, show: str, number: int) -> None:
    make_pair(stage, "佐藤 花子", "田中 一")
    client.post(page(stage), {"act": "enter", "chosen": [str(person("林 恵").uuid)], "present": ""})
    assert len(client.get(page(stage), {"show": show}).context["rows"]) == number


def test_closing_tells_what_the_lot_did_and_who_is_left(client: Client, stage: Stage) -> None:
    make_pair(stage, "佐藤 花子", "田中 一")
    for name in ("林 恵", "辻 誠", "向 直樹"):
        client.post(page(stage), {"act": "enter", "chosen": [str(person(name).uuid)], "present": "on"})
    answer: Any = client.post(page(stage), {"act": "close_reception"}, follow=True)
    assert "1 pair was made by lot" in words(answer)
    assert (len(answer.context["by_lot"]), len(answer.context["pool"])) == (1, 1)
    assert "Left over" in words(answer)


def test_who_is_chosen_is_not_offered_as_the_partner(client: Client, stage: Stage) -> None:
    first = person("髙橋 一", "たかはし はじめ", "noto")
    chosen = {"chosen": str(first.uuid), "q": "たかはし はじめ"}
    answer = client.get(page(stage), chosen)
    assert answer.context["found"] == []
    assert answer.context["forms"]["register"]["reading"].value() == "たかはし はじめ"
    namesake = person("高橋 一", "たかはし はじめ", "tokyo")
    assert client.get(page(stage), chosen).headers["Location"].endswith(f"chosen={namesake.uuid}")


def test_after_nobody_was_found_the_empty_field_has_the_focus(client: Client, stage: Stage) -> None:
    text = client.get(page(stage), {"q": "しんじん"}).content.decode()
    assert text.count("autofocus") == 1
    assert "autofocus" in text[text.index('id="register-name"') - 200 : text.index('id="register-reading"')]


def test_a_name_is_corrected_and_a_pair_withdrawn_from_the_list(client: Client, stage: Stage) -> None:
    pair = make_pair(stage, "佐籐 花子", "田中 一")
    row = stage.tournament.attendances.get(member=pair.people[0])
    address = reverse("desk-person", args=[stage.tournament.slug, row.uuid])
    assert address in client.get(page(stage), {"show": "all"}).content.decode()
    assert "佐籐 花子" in words(client.get(address))
    client.post(address, {"act": "correct", "name": "佐藤 花子", "reading": "さとう はなこ"})
    assert Member.objects.get(pk=row.member_id).reading == "さとう はなこ"
    refused = client.post(address, {"act": "withdraw", "reason": ""})
    assert refused.status_code == 422
    client.post(address, {"act": "withdraw", "reason": "入力違い"})
    pair.refresh_from_db()
    assert pair.withdrawn_at is not None


@pytest.mark.parametrize("typed", ["\0", "や\0ま", "' OR 1=1 --", "や" * 5000, "～"])
def test_nothing_typed_breaks_the_search(client: Client, stage: Stage, typed: str) -> None:
    for address in (page(stage), reverse("desk-people", args=[stage.tournament.slug])):
        assert client.get(address, {"q": typed}).status_code == 200
