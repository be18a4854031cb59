#!/usr/bin/env python3
"""Writes orders as tools return them: rows, wrapped by an API, or as a result of MCP.

    orders.py FORM BYTES > FILE      FORM is rows, wrapped, mcp or ndjson

Nested customers, tags, a member that 30 % of the rows have, amounts of which 2 % are text and 1 % null, and a member
that only the last row has. The same arguments give the same bytes.
"""

import json
import random
import sys

STATES = ["delivered", "pending", "shipped", "returned"]
CITIES = ["Rome", "Oslo", "Lima", "Köln", "Kyoto", "Accra", "Quito", "Perth"]
TAGS = ["gift", "express", "bulk", "fragile"]


def order(number, chance):
    amount = round(chance.uniform(1, 1020), 2)
    kind = chance.random()
    row = {
        "id": number,
        "created": f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}T{chance.randrange(24):02}:15:00Z",
        "status": chance.choices(STATES, [60, 20, 15, 5])[0],
        "amount": str(amount) if kind < 0.02 else None if kind < 0.03 else amount,
        "total": round(amount * 1.19, 2),
        "customer": {
            "id": chance.randrange(9000),
            "name": f"Customer {chance.randrange(9000)}",
            "address": {"city": chance.choice(CITIES), "zip": f"{chance.randrange(100000):05}"},
        },
        "items": [
            {"sku": f"SKU-{chance.randrange(500):04}", "quantity": chance.randrange(1, 9)}
            for _ in range(chance.randrange(1, 4))
        ],
        "tags": chance.sample(TAGS, chance.randrange(3)),
        "paid": chance.random() < 0.9,
    }
    if chance.random() < 0.3:
        row["note"] = f"leave it at door {chance.randrange(100)}, please"
    return row


def rows(size):
    chance = random.Random(43)
    written, number = 0, 0
    while written < size:
        number += 1
        text = json.dumps(order(number, chance), ensure_ascii=False, separators=(",", ":"))
        written += len(text.encode()) + 2
        yield text
    yield json.dumps({**order(number + 1, chance), "last_of_all": True}, ensure_ascii=False, separators=(",", ":"))


def main():
    form, size = sys.argv[1], int(sys.argv[2])
    out = sys.stdout
    if form == "ndjson":
        for row in rows(size):
            out.write(row + "\n")
        return
    if form == "mcp":
        text = "[" + ",\n".join(rows(size)) + "]"
        json.dump({"content": [{"type": "text", "text": text}], "isError": False}, out, ensure_ascii=False)
        return
    if form == "wrapped":
        out.write('{"status":"ok","total":55000,"page":1,"next":null,"items":')
    out.write("[")
    for index, row in enumerate(rows(size)):
        out.write((",\n" if index else "") + row)
    out.write("]\n" if form == "rows" else "]}\n")


main()
