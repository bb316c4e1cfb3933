"""Compares the binary trace with the CSV, cell by cell to the bit: python compare.py NAME, beside reader.py from the README."""

import csv
import json
import math
import struct
import sys

from reader import read_trace


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


def main() -> None:
    name = sys.argv[1]
    dt, samples, agents, columns = read_trace(f"{name}.trace.bin")
    with open(f"{name}.trace.json", encoding="utf-8") as file:
        told = json.load(file)
    assert bits(told["dt"]) == bits(dt) and told["samples"] == samples
    assert [agent["id"] for agent in told["agents"]] == list(agents)
    assert [column["name"] for column in told["binary"]["columns"]] == list(columns)
    with open(f"{name}.trace.bin", "rb") as file:
        data = file.read()
    assert len(data) == told["binary"]["size"], (len(data), told["binary"]["size"])
    # The description alone is enough, too.
    for column in told["binary"]["columns"]:
        letter = {"f64": "d", "i32": "i"}[column["type"]]
        values = struct.unpack_from(f"<{samples * len(agents)}{letter}", data, column["offset"])
        assert [bits(value) for value in values] == [bits(value) for value in columns[column["name"]]]

    count = 0
    with open(f"{name}.trace.csv", encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        assert [column["name"] for column in told["csv"]["columns"]] == rows.fieldnames
        # Agents have rows while they are there.
        there = [row for row in range(samples * len(agents)) if not math.isnan(columns["x"][row])]
        for row, cells in zip(there, rows, strict=True):
            tick, agent = divmod(row, len(agents))
            assert (int(cells["tick"]), int(cells["agent"])) == (tick, agents[agent])
            assert bits(float(cells["time"])) == bits(tick * dt)
            for column in ("x", "y", "vx", "vy", "steering"):
                assert bits(float(cells[column])) == bits(columns[column][row]), (row, column, cells[column], columns[column][row])
            vx, vy = columns["vx"][row], columns["vy"][row]
            assert bits(float(cells["speed"])) == bits(math.sqrt(vx * vx + vy * vy)), (row, cells["speed"])
            fov = columns["fov_deg"][row] if "fov_deg" in columns else math.nan
            assert math.isnan(fov) if cells["fov_deg"] == "" else bits(fov) == bits(float(cells["fov_deg"]))
            node = columns["node"][row] if "node" in columns else -1
            assert node == (-1 if cells["node"] == "" else int(cells["node"]))
            count += 1
    print(f"{count} rows are the same to the bit")


main()
