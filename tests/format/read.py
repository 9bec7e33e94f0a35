#!/usr/bin/env python3
"""Reads a layer file of sowbase, written from docs/database-format.md alone, and writes its values as raw numbers.

Usage: read.py FILE > values    (score: int8; bounds: lo, hi int8; distance: next, end uint16 little-endian)
"""
import struct
import sys
import zlib


class Fields:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        part = self.data[self.at:self.at + count]
        assert len(part) == count, "the file ends early"
        self.at += count
        return part

    def number(self, form):
        form = "<" + form
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def text(self):
        return self.take(self.number("H")).decode("utf-8")


def read_model(f, number, symbols):
    third = f.number("B")
    third_symbols = symbols[number] if third == 255 else symbols[third]
    classes = [f.take(symbols[number]), f.take(symbols[number]), f.take(third_symbols)]
    left, up, far = (max(c) + 1 for c in classes)
    tables = f.number("B")
    table_of = f.take(left * up * far)
    frequencies = []
    for _ in range(tables):
        table = []
        while len(table) < symbols[number]:
            byte = f.number("B")
            if byte == 0:
                table += [0] * (f.number("B") + 1)
            elif byte < 128:
                table.append(byte)
            else:
                table.append((byte - 128) * 256 + f.number("B"))
        assert len(table) == symbols[number] and sum(table) == 4096, "a table"
        frequencies.append(table)
    places = []  # for each table the symbol and the start at each of 4096 places
    for table in frequencies:
        line, start = [], 0
        for symbol, frequency in enumerate(table):
            line += [(symbol, start, frequency)] * frequency
            start += frequency
        places.append(line)
    return third, classes, up, far, table_of, places


def decode(models, block, rows, width):
    """The channels of a block, each a list of rows * width symbols."""
    states = list(struct.unpack("<4I", block[:16]))
    words = iter(struct.unpack("<%dH" % ((len(block) - 16) // 2), block[16:]))
    channels = []
    for third, classes, ups, fars, table_of, places in models:
        own = [0] * (rows * width)
        for first in range(0, rows, 4):
            for t in range(width + 3):
                for j in range(4):
                    row, column = first + j, t - j
                    if row >= rows or not 0 <= column < width:
                        continue
                    at = row * width + column
                    up = own[at - width] if row > 0 else 0
                    left = own[at - 1] if column > 0 else up
                    if third == 255:
                        far = own[at - 2 * width] if row > 1 else 0
                    else:
                        far = channels[third][at]
                    context = (classes[0][left] * ups + classes[1][up]) * fars + classes[2][far]
                    low = states[j] % 4096
                    symbol, start, frequency = places[table_of[context]][low]
                    x = frequency * (states[j] // 4096) + low - start
                    states[j] = x if x >= 65536 else x * 65536 + next(words)
                    own[at] = symbol
        channels.append(own)
    assert next(words, None) is None and states == [65536] * 4, "the end of a block"
    return channels


def even(whole, most):
    parts = -(-whole // min(most, whole))
    return -(-whole // parts)


def tiles(panels, tile_rows, tile_width):
    """Start, stride, rows and width of each block."""
    cut, most = [], tile_rows * tile_width
    for rows, width in panels:
        count = rows * width
        if count > tile_width and (rows == 1 or width == 1):
            cut += [(count // tile_width, tile_width), (1, count % tile_width)]
        else:
            cut.append((rows, width))
    start = 0
    for rows, width in cut:
        if rows * width == 0:
            continue
        if width < tile_width:
            r, w = most // width, width
        elif rows < tile_rows:
            r, w = rows, most // rows
        else:
            r, w = tile_rows, tile_width
        r, w = even(rows, r), even(width, w)
        for row in range(0, rows, r):
            for column in range(0, width, w):
                yield start + row * width + column, width, min(r, rows - row), min(w, width - column)
        start += rows * width


def read(data):
    f = Fields(data)
    assert f.take(8) == b"SOWLAYER", "no layer of sowbase"
    assert f.number("H") == 1, "another version"
    length, crc = f.number("I"), f.number("I")
    assert zlib.crc32(data[18:18 + length], zlib.crc32(data[:14])) == crc, "CRC-32 of the header"
    game, fingerprint = f.text(), f.text()
    rules = [f.text() for _ in range(f.number("H"))]
    metric, seeds, shape, states = f.number("B"), f.number("B"), f.number("H"), f.number("Q")
    panels = [(f.number("Q"), f.number("Q")) for _ in range(f.number("I"))]
    tile_rows, tile_width = f.number("H"), f.number("H")
    blocks, size, index_crc, coder = f.number("Q"), f.number("Q"), f.number("I"), f.number("B")
    channels = [(f.number("B"), f.number("B"), f.number("h"), f.number("H")) for _ in range(f.number("B"))]
    symbols = [channel[3] for channel in channels]
    models = [read_model(f, number, symbols) for number in range(len(channels))] if coder == 2 else None
    assert f.at == 18 + length, "the end of the header"
    index = f.take(8 * blocks)
    assert zlib.crc32(index) == index_crc, "CRC-32 of the index"
    assert len(data) == f.at + size, "the size of the file"
    planes = [[0] * states for _ in range(1 if metric == 0 else 2)]
    cut = list(tiles(panels, tile_rows, tile_width))
    assert len(cut) == blocks, "the number of blocks"
    for number, (start, stride, rows, width) in enumerate(cut):
        bytes_of, crc = struct.unpack_from("<II", index, 8 * number)
        block = f.take(bytes_of)
        assert zlib.crc32(block) == crc, "CRC-32 of block %d" % number
        count = rows * width
        if len(block) == count * len(channels):
            values = [block[at:at + count] for at in range(0, len(block), count)]
        else:
            assert coder == 2, "coder %d is not known here" % coder
            values = decode(models, block, rows, width)
        for (plane, byte, low, _), own in zip(channels, values):
            for at, symbol in enumerate(own):
                planes[plane][start + at // width * stride + at % width] += (low + symbol) << (8 * byte)
    about = {"game": game, "fingerprint": fingerprint, "rules": rules, "metric": metric, "seeds": seeds, "shape": shape}
    return about, planes


def main():
    with open(sys.argv[1], "rb") as file:
        about, planes = read(file.read())
    form = "<H" if about["metric"] == 2 else "<b"
    out = b"".join(struct.pack(form, value) for state in zip(*planes) for value in state)
    sys.stdout.buffer.write(out)


if __name__ == "__main__":
    main()
