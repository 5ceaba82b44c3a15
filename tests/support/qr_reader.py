"""Reading QR codes of level M with bytes (ISO/IEC 18004) as a camera's program does, by the steps of drawing turned round.

The words of error correction are checked as well: as a polynomial, each block is zero at the powers of the generator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

#: Of each version from 1 to 10: words of error correction of a block, and blocks with so many words of data each.
BLOCKS = {
    1: (10, [16]),
    2: (16, [28]),
    3: (26, [44]),
    4: (18, [32, 32]),
    5: (24, [43, 43]),
    6: (16, [27] * 4),
    7: (18, [31] * 4),
    8: (22, [38, 38, 39, 39]),
    9: (22, [36, 36, 36, 37, 37]),
    10: (26, [43, 43, 43, 43, 44]),
}
ALIGNMENTS = {
    1: [],
    2: [6, 18],
    3: [6, 22],
    4: [6, 26],
    5: [6, 30],
    6: [6, 34],
    7: [6, 22, 38],
    8: [6, 24, 42],
    9: [6, 26, 46],
    10: [6, 28, 50],
}
MASKS = (
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
)


def read_code(rows: Sequence[Sequence[bool]]) -> str:
    """Return the text of a code of a version up to 10."""
    size = len(rows)
    version = (size - 17) // 4
    for y, x in ((0, 0), (0, size - 7), (size - 7, 0)):
        finder = ["".join("#" if dark else "." for dark in row[x : x + 7]) for row in rows[y : y + 7]]
        assert finder == ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
    format_bits = [rows[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [rows[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    other_copy = [rows[size - 1 - n][8] for n in range(7)] + [rows[8][size - 8 + n] for n in range(8)]
    assert format_bits == other_copy
    bits = int("".join(str(int(bit)) for bit in format_bits), 2) ^ 0b101010000010010
    assert _remainder(bits, 0b10100110111) == 0 and bits >> 13 == 0, "level M, and a word of the code"
    mask = MASKS[bits >> 10 & 7]
    words = list(_words(rows, version, mask))
    degree, sizes = BLOCKS[version]
    blocks: list[list[int]] = [[] for _ in sizes]
    at = iter(words)
    for place in range(max(sizes)):
        for number, length in enumerate(sizes):
            if place < length:
                blocks[number].append(next(at))
    for _ in range(degree):
        for block in blocks:
            block.append(next(at))
    for block in blocks:
        for power in range(degree):
            assert _value(block, _power(power)) == 0, "the error correction does not fit the data"
    data = [word for block, length in zip(blocks, sizes, strict=True) for word in block[:length]]
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100", "bytes"
    count = 8 if version < 10 else 16
    length = int(stream[4 : 4 + count], 2)
    start = 4 + count
    return bytes(int(stream[start + 8 * n : start + 8 * n + 8], 2) for n in range(length)).decode()


def _words(rows: Sequence[Sequence[bool]], version: int, mask: object) -> Iterator[int]:
    size = len(rows)
    bits: list[int] = []
    column, upward = size - 1, True
    while column > 0:
        column -= column == 6
        for y in range(size - 1, -1, -1) if upward else range(size):
            for x in (column, column - 1):
                if not _is_fixed(x, y, size, version):
                    bits.append(int(rows[y][x]) ^ (mask(y, x) == 0))  # type: ignore[operator]
        column, upward = column - 2, not upward
    for n in range(0, len(bits) - 7, 8):
        yield int("".join(map(str, bits[n : n + 8])), 2)


def _is_fixed(x: int, y: int, size: int, version: int) -> bool:
    if x == 6 or y == 6 or (x < 9 and y < 9) or (x < 9 and y >= size - 8) or (x >= size - 8 and y < 9):
        return True
    if version >= 7 and ((x < 6 and y >= size - 11) or (y < 6 and x >= size - 11)):
        return True
    places = ALIGNMENTS[version]
    corners = {(6, 6), (6, places[-1]), (places[-1], 6)} if places else set()
    return any(abs(x - a) <= 2 and abs(y - b) <= 2 for a in places for b in places if (a, b) not in corners)


def _remainder(bits: int, divisor: int) -> int:
    while bits.bit_length() >= divisor.bit_length():
        bits ^= divisor << (bits.bit_length() - divisor.bit_length())
    return bits


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        product ^= a * (b & 1)
        a, b = a << 1 ^ (0x11D * (a >> 7)), b >> 1
    return product


def _power(exponent: int) -> int:
    value = 1
    for _ in range(exponent):
        value = _times(value, 2)
    return value


def _value(polynomial: Sequence[int], x: int) -> int:
    value = 0
    for coefficient in polynomial:
        value = _times(value, x) ^ coefficient
    return value
