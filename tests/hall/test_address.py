from hall.address import local_url, network_urls, qr_picture

LAN = ["192.0.2.7", "198.51.100.3"]


def test_hall_open_to_all_is_local_on_this_computer() -> None:
    assert local_url("0.0.0.0", 8000) == "http://localhost:8000/"


def test_hall_open_to_all_shows_every_network_card() -> None:
    shown = network_urls("0.0.0.0", 8000, lan=LAN)
    assert shown == ["http://192.0.2.7:8000/", "http://198.51.100.3:8000/"]


def test_hall_on_one_card_shows_that_one() -> None:
    assert network_urls("192.0.2.7", 80, lan=LAN) == ["http://192.0.2.7:80/"]
    assert local_url("192.0.2.7", 80) == "http://192.0.2.7:80/"


def test_hall_without_network_shows_none() -> None:
    assert network_urls("0.0.0.0", 8000, lan=[]) == []
    assert network_urls("127.0.0.1", 8000, lan=LAN) == []


def test_qr_picture_is_rows_of_equal_width() -> None:
    rows = qr_picture("http://192.0.2.7:8000/").splitlines()
    assert len({len(row) for row in rows if row}) == 1
