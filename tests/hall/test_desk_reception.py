"""Reception: found from the first kana, entered in one press, paid, closed."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Branch, Member
from tests.desk import desk_client, words
from tests.events import make_member, make_pair, make_stage, start_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.models import Entry, Stage, Tournament
from tournaments.services.entries import enter_pair
from tournaments.services.reception import close_reception
from tournaments.services.versions import set_gates

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


def expected(stage: Stage, *names: str) -> Entry:
    """A pair of whom nobody has come."""
    first, second = (person(name) for name in names)
    return enter_pair(stage.division, first=first, second=second)


def test_an_empty_list_is_not_closed_and_a_sentence_says_why(client: Client, stage: Stage) -> None:
    refused = client.post(page(stage), {"act": "close_reception"})
    assert refused.status_code == 409
    assert "Nobody would stand in the list" in words(refused)
    assert Tournament.objects.get().state == "reception"


def test_closing_asks_first_and_names_who_is_withdrawn(client: Client, stage: Stage) -> None:
    make_pair(stage)
    late = expected(stage, "林 恵", "辻 誠")
    asked = client.post(page(stage), {"act": "close_reception"})
    assert asked.status_code == 422
    assert Tournament.objects.get().state == "reception"
    text = asked.content.decode()
    closing = text[text.index('id="closing"') :]
    assert "<details" not in closing[: closing.index("林・辻")]
    assert "Withdraw them and close reception" in closing
    assert f'name="agreed" value="{late.uuid}"' in closing
    client.post(page(stage), {"act": "close_reception", "agreed": str(late.uuid)})
    assert Tournament.objects.get().state == "running"


def test_closing_asks_again_about_whoever_was_not_shown(client: Client, stage: Stage) -> None:
    make_pair(stage)
    shown, unseen = expected(stage, "林 恵", "辻 誠"), expected(stage, "向 直樹", "南 保")
    asked = client.post(page(stage), {"act": "close_reception", "agreed": str(shown.uuid)})
    assert asked.status_code == 422
    assert f'value="{unseen.uuid}"' in asked.content.decode()
    assert Tournament.objects.get().state == "reception"


def test_reception_is_opened_again_and_says_who_is_back(client: Client, stage: Stage) -> None:
    make_pair(stage)
    late = expected(stage, "林 恵", "辻 誠")
    client.post(page(stage), {"act": "close_reception", "agreed": str(late.uuid)})
    assert "Open reception again" in words(client.get(page(stage)))
    told = words(client.post(page(stage), {"act": "reopen_reception"}, follow=True))
    assert "Reception is open again. Back in the list: 2 林・辻." in told
    assert "Close reception" in told


def test_reception_is_not_offered_to_open_again_once_a_round_is_published(
    client: Client, stage: Stage
) -> None:
    for _ in range(2):
        make_pair(stage)
    start_round(stage)
    assert "Open reception again" not in words(client.get(page(stage)))
    assert client.post(page(stage), {"act": "reopen_reception"}).status_code == 409


def test_who_comes_after_the_closing_is_told_so_and_joined_at_a_press(client: Client, stage: Stage) -> None:
    make_pair(stage)
    client.post(page(stage), {"act": "close_reception"})
    for name in ("林 恵", "辻 誠"):
        late = person(name)
        choosing = words(client.get(page(stage), {"chosen": str(late.uuid)}))
        assert "Enter alone, waits for a partner" in choosing
        assert "partner by lot" not in choosing
        told = client.post(
            page(stage), {"act": "enter", "chosen": [str(late.uuid)], "present": "on"}, follow=True
        )
        assert "no lot follows by itself" in words(told)
    assert "Join them by lot" in words(client.get(page(stage)))
    client.post(page(stage), {"act": "join_pool"})
    joined = stage.division.entries.get(drawn_by_lot=True)
    assert {member.name for member in joined.people} == {"林 恵", "辻 誠"}


def test_pairs_from_the_box_are_not_said_to_be_by_lot(client: Client, stage: Stage) -> None:
    make_pair(stage)
    for name in ("林 恵", "辻 誠"):
        client.post(page(stage), {"act": "enter", "chosen": [str(person(name).uuid)], "present": "on"})
    pool = client.get(page(stage)).context["pool"]
    close_reception(stage.division, lots={str(row.person.uuid): lot for lot, row in enumerate(pool, 1)})
    told = words(client.get(page(stage)))
    assert "1 pair from the box:" in told
    assert "pair by lot" not in told


def test_where_persons_are_ranked_nobody_speaks_of_partners(client: Client) -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual")
    people = [person(f"選手 {number}") for number in range(8)]
    chosen = [str(one.uuid) for one in people]
    asked = words(client.get(page(stage), {"chosen": chosen[0]}))
    for one in chosen:
        client.post(page(stage), {"act": "enter", "chosen": [one], "present": "on"})
    open_words = words(client.get(page(stage), {"show": "all"}))
    closed = words(client.post(page(stage), {"act": "close_reception"}, follow=True))
    assert "Reception is closed: 8 people." in closed
    for shown in (asked, open_words, closed):
        shown = shown.lower()
        assert not [word for word in ("partner", "pair", "left over") if word in shown], shown


@pytest.mark.parametrize(
    ("name", "reading"),
    [("佐藤 花子", ""), ("佐藤　花子", ""), ("佐藤 華子", "サトウ ハナコ")],
)
def test_a_namesake_is_asked_about_and_registered_at_another_press(
    client: Client, stage: Stage, name: str, reading: str
) -> None:  # T40, T41, T43
    known = person("佐藤 花子", "さとう はなこ")
    typed = {"act": "register", "name": name, "reading": reading}
    asked = client.post(page(stage), typed)
    assert asked.status_code == 422
    assert "is on the books" in words(asked)
    assert f"{page(stage)}?chosen={known.uuid}" in asked.content.decode()
    assert Member.objects.count() == 1
    client.post(page(stage), typed | {"anyway": "on"})
    assert Member.objects.count() == 2


def test_another_name_and_reading_is_registered_without_a_question(client: Client, stage: Stage) -> None:
    person("佐藤 花子", "さとう はなこ")
    typed = {"act": "register", "name": "佐藤 花江", "reading": "さとう はなえ"}
    assert client.post(page(stage), typed).status_code == 302


def test_hall_leads_to_the_reception_before_it_leads_to_its_closing(client: Client, stage: Stage) -> None:
    hall = reverse("desk-event", args=[stage.tournament.slug])
    assert "To the reception" in words(client.get(hall))
    assert "Close reception" not in words(client.get(hall))
    make_pair(stage)
    assert "Close reception" in words(client.get(hall))


def test_event_without_a_round_is_not_said_to_be_in_play(client: Client, stage: Stage) -> None:
    for _ in range(2):
        make_pair(stage)
    close_reception(stage.division)
    addresses = [reverse("home"), reverse("event", args=[stage.tournament.slug])]
    for address in [*(address.replace("/ja/", "/en/") for address in addresses), reverse("desk")]:
        shown = words(client.get(address)).lower()
        assert "reception closed" in shown
        assert "in play" not in shown
    set_gates(stage.tournament, draw=False, standings=True)
    start_round(Stage.objects.get(pk=stage.pk))
    assert "in play" in words(client.get(addresses[1].replace("/ja/", "/en/")))


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


def test_where_three_play_together_nobody_speaks_of_pairs(client: Client) -> None:
    stage = make_stage(settings=Settings(shape=(3, 3)))
    people = [str(person(f"選手 {number}").uuid) for number in range(4)]
    alone = {"act": "enter", "chosen": people[:1], "present": "on"}
    waits = words(client.post(page(stage), alone, follow=True))
    assert "waits for a team" in waits
    team = {"act": "enter", "chosen": people[1:], "present": "on"}
    entered = words(client.post(page(stage), team, follow=True))
    assert "are entered as a team" in entered
    closed = words(client.post(page(stage), {"act": "close_reception"}, follow=True))
    for shown in (waits, entered, closed):
        assert not [word for word in ("partner", "pair") if word in shown.lower()], shown
