"""Black Box for many layouts at once: list them, trace their rays, group those that no ray tells apart.

The slow twin of `trace` is the law, `BlackBox.feedback`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sleuth.kernels.jit import kernel, takes

HIT = 0
"""The code of a ray that was absorbed. A ray that left has its exit port; one that came back, 4 x size + 1."""
_UNKNOWN = 255


@kernel
def list_layouts(cells: int, out: npt.NDArray[np.uint16]) -> None:
    """Fill `out[layout, atom]` with the combinations of `range(cells)`, in lexicographic order."""
    rows, atoms = out.shape
    current = np.arange(atoms)
    for row in range(rows):
        for k in range(atoms):
            out[row, k] = current[k]
        k = atoms - 1
        while k >= 0 and current[k] == cells - atoms + k:
            k -= 1
        if k >= 0:
            current[k] += 1
            for later in range(k + 1, atoms):
                current[later] = current[later - 1] + 1


@kernel
def trace(layouts: npt.NDArray[np.uint16], size: int, ports: npt.NDArray[np.int64], out: npt.NDArray[np.uint8]) -> None:
    """Write into `out[layout, i]` what becomes of the ray from `ports[i]`.

    The grid has a border of empty cells, as one row of numbers; a direction is a step in that row. Turned
    right (clockwise), the steps come in the order right, down, left, up.
    """
    width = size + 2
    reflect = 4 * size + 1
    steps = np.array([1, width, -1, -width])
    grid = np.zeros(width * width, np.bool_)
    inside = np.zeros(width * width, np.bool_)
    gate = np.zeros(width * width, np.int64)  # the border cell at which a port lies
    port_at = np.zeros(4 * size + 1, np.int64)
    for k in range(size):
        port_at[1 + k] = k + 1
        port_at[1 + size + k] = (k + 1) * width + size + 1
        port_at[1 + 2 * size + k] = (size + 1) * width + size - k
        port_at[1 + 3 * size + k] = (size - k) * width
        for c in range(size):
            inside[(k + 1) * width + c + 1] = True
    for port in range(1, 4 * size + 1):
        gate[port_at[port]] = port
    slot = np.full(4 * size + 1, -1)
    for i in range(len(ports)):
        slot[ports[i]] = i
    for row in range(len(layouts)):
        for cell in layouts[row]:
            grid[(cell // size + 1) * width + cell % size + 1] = True
        for i in range(len(ports)):
            out[row, i] = _UNKNOWN
        for i in range(len(ports)):
            if out[row, i] != _UNKNOWN:
                continue
            port = ports[i]
            at = port_at[port]
            way = (1 + (port - 1) // size) % 4  # from the top down, from the right left, and so on
            while True:
                ahead = at + steps[way]
                if grid[ahead]:
                    out[row, i] = HIT
                    break
                right = grid[ahead + steps[(way + 1) % 4]]
                left = grid[ahead + steps[(way + 3) % 4]]
                if (left and right) or ((left or right) and not inside[at]):
                    out[row, i] = reflect
                    break
                if left:
                    way = (way + 1) % 4
                elif right:
                    way = (way + 3) % 4
                elif inside[ahead]:
                    at = ahead
                else:
                    other = gate[ahead]
                    if other == port:
                        out[row, i] = reflect
                    else:
                        out[row, i] = other
                        if slot[other] >= 0:  # light runs both ways
                            out[row, slot[other]] = port
                    break
        for cell in layouts[row]:
            grid[(cell // size + 1) * width + cell % size + 1] = False


@kernel
def group_rows(rows: npt.NDArray[np.uint8], first: npt.NDArray[np.int32]) -> None:
    """Write into `first[row]` the number of the first row that equals it."""
    total, width = rows.shape
    room = 16
    while room < 2 * total:
        room *= 2
    table = np.full(room, -1, np.int32)
    mask = np.uint64(room - 1)
    for row in range(total):
        code = np.uint64(14695981039346656037)  # FNV-1a
        for i in range(width):
            code = (code ^ np.uint64(rows[row, i])) * np.uint64(1099511628211)
        at = (code ^ (code >> np.uint64(29))) & mask
        while True:
            other = table[at]
            if other < 0:
                table[at] = row
                first[row] = row
                break
            same = True
            for i in range(width):
                if rows[other, i] != rows[row, i]:
                    same = False
                    break
            if same:
                first[row] = other
                break
            at = (at + np.uint64(1)) & mask


@takes(2)
def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    layouts = np.zeros((1, 1), np.uint16)
    out = np.zeros((1, 4), np.uint8)
    list_layouts(1, layouts)
    trace(layouts, 1, np.arange(1, 5), out)
    group_rows(out, np.zeros(1, np.int32))
