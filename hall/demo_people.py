"""The people of the demonstration. All made up; names, readings and branches are of the usual kinds.

There are namesakes, rare forms of characters, names of one to eight characters, readings that sort
otherwise than they look, and pairs across branches.
"""

from dataclasses import dataclass

BRANCHES = {
    "tokyo": "東京",
    "osaka": "大阪",
    "kanagawa": "神奈川",
    "saitama": "埼玉",
    "miyagi": "宮城",
    "nagano": "長野",
    "kanazawa": "金沢",
    "fukuoka": "福岡",
}


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    reading: str
    branch: str
    public_name: str = ""
    minor: bool = False


def _pair(branch: str, *people: tuple[str, str]) -> tuple[Person, Person]:
    first, second = (Person(name, reading, branch) for name, reading in people)
    return first, second


PAIRS: tuple[tuple[Person, Person], ...] = (
    _pair("tokyo", ("佐久間 陸", "さくま りく"), ("早乙女 千鶴", "さおとめ ちづる")),
    _pair("tokyo", ("森 壮一郎", "もり そういちろう"), ("東海林 さやか", "しょうじ さやか")),
    _pair("tokyo", ("高橋 真", "たかはし まこと"), ("髙嶋 礼子", "たかしま れいこ")),
    _pair("tokyo", ("勅使河原 小百合", "てしがわら さゆり"), ("南 一", "みなみ はじめ")),
    (
        Person("五十嵐 虎之助", "いがらし とらのすけ", "tokyo"),
        Person("渡邉 葵", "わたなべ あおい", "saitama"),
    ),
    _pair("osaka", ("岸本 大和", "きしもと やまと"), ("辻 ひかり", "つじ ひかり")),
    _pair("osaka", ("八木 源内", "やぎ げんない"), ("鴨志田 梓", "かもしだ あずさ")),
    _pair("osaka", ("吉岡 うた", "よしおか うた"), ("濵口 蓮", "はまぐち れん")),
    _pair("osaka", ("藤 静", "ふじ しずか"), ("小比類巻 美沙都子", "こひるいまき みさとこ")),
    (
        Person("桐生 航", "きりゅう わたる", "kanagawa"),
        Person("桐生 帆奈", "きりゅう はんな", "kanagawa", minor=True),
    ),
    _pair("kanagawa", ("大河内 朔", "おおこうち さく"), ("栗原 伊織", "くりはら いおり")),
    _pair("kanagawa", ("白鳥 翔太郎", "しらとり しょうたろう"), ("三浦 しおり", "みうら しおり")),
    _pair("kanagawa", ("武者小路 薫", "むしゃのこうじ かおる"), ("海老名 悟", "えびな さとる")),
    _pair("saitama", ("柏木 武蔵", "かしわぎ むさし"), ("川越 菫", "かわごえ すみれ")),
    _pair("saitama", ("岩槻 直人", "いわつき なおと"), ("宮代 つぐみ", "みやしろ つぐみ")),
    _pair("saitama", ("秩父谷 徹", "ちちぶや とおる"), ("羽生田 こはる", "はにゅうだ こはる")),
    _pair("miyagi", ("伊達谷 誠", "だてや まこと"), ("松島 りん", "まつしま りん")),
    _pair("miyagi", ("亘 茂", "わたり しげる"), ("名取 久美子", "なとり くみこ")),
    _pair("miyagi", ("石巻 健吾", "いしまき けんご"), ("阿武隈 七海", "あぶくま ななみ")),
    _pair("nagano", ("諏訪部 光", "すわべ ひかる"), ("高遠 さくら", "たかとお さくら")),
    _pair("nagano", ("小諸 弦", "こもろ げん"), ("上田 円香", "うえだ まどか")),
    _pair("nagano", ("木曽 馬之介", "きそ うまのすけ"), ("安曇 みのり", "あずみ みのり")),
    _pair("kanazawa", ("高橋 真", "たかはし まこと"), ("前田 楓", "まえだ かえで")),
    _pair("kanazawa", ("浅野川 渡", "あさのがわ わたる"), ("犀川 澪", "さいがわ みお")),
    (
        Person("尾山 利一", "おやま としかず", "kanazawa"),
        Person("香林 ゆづき", "こうりん ゆづき", "kanazawa", public_name="ゆづき", minor=True),
    ),
    (Person("橋場 富士夫", "はしば ふじお", "kanazawa"), Person("長町 つや", "ながまち つや", "tokyo")),
    _pair("fukuoka", ("博多屋 慎太郎", "はかたや しんたろう"), ("志賀 美咲", "しが みさき")),
    _pair("fukuoka", ("凪", "なぎ"), ("筑紫 大悟", "ちくし だいご")),
)
