"""The nine faces of the tiles and their eight kinds (G-1).

A *face* is the digit that a record writes. A *kind* is the number by which faces match: both
kings are kind 8 (G-1.2), and 0 is a tile that a masked record does not show.
"""

from engine.protocol import TileKind

TILES = (
    TileKind("1", "し", 10),
    TileKind("2", "香", 20),
    TileKind("3", "馬", 20),
    TileKind("4", "銀", 30),
    TileKind("5", "金", 30),
    TileKind("6", "角", 40),
    TileKind("7", "飛", 40),
    TileKind("8", "王", 50),
    TileKind("9", "玉", 50),
)
UNSEEN_FACE = "x"
KING_FACES = "89"

UNSEEN, PAWN, LANCE, KING = 0, 1, 2, 8

FACES = "".join(tile.digit for tile in TILES)
KIND = {UNSEEN_FACE: UNSEEN} | {face: min(int(face), KING) for face in FACES}
VALUE = {KIND[tile.digit]: tile.value for tile in TILES}
