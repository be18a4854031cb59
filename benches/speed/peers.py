"""What a user would write in Python in place of jmend: usage: peers.py TASK FILE. Needs orjson and msgspec."""

import hashlib
import re
import sys

import msgspec
import orjson


def lines(path):
    with open(path, "rb") as file:
        for line in file:
            if line.strip():
                yield line


def write(call, arguments):
    sys.stdout.buffer.write(orjson.dumps({"name": call["name"], "arguments": arguments}) + b"\n")


def of_function(call):
    write(call["function"], orjson.loads(call["function"]["arguments"]))


def answers(path):
    """The calls of the answers of four APIs."""
    for answer in map(orjson.loads, lines(path)):
        if "choices" in answer:
            for choice in answer["choices"]:
                for call in choice["message"].get("tool_calls") or ():
                    of_function(call)
        elif "output" in answer:
            for item in answer["output"]:
                if item["type"] == "function_call":
                    write(item, orjson.loads(item["arguments"]))
        elif "candidates" in answer:
            for candidate in answer["candidates"]:
                for part in candidate["content"]["parts"]:
                    if call := part.get("functionCall"):
                        write(call, call["args"])
        elif "tool_calls" in answer:
            for call in answer["tool_calls"]:
                of_function(call)
        else:
            for block in answer["content"]:
                if block["type"] == "tool_use":
                    write(block, block["input"])


def bare(path):
    for value in map(orjson.loads, lines(path)):
        for call in value if isinstance(value, list) else [value]:
            write(call, call["arguments"] if "arguments" in call else call["parameters"])


def hermes(path):
    block = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)
    thought = re.compile(r"<think>.*?</think>", re.DOTALL)
    for text in map(orjson.loads, lines(path)):
        for found in block.findall(thought.sub("", text)):
            call = orjson.loads(found)
            write(call, call["arguments"])


class Address(msgspec.Struct):
    street: str
    zip: int
    country: str = ""


class Line(msgspec.Struct):
    sku: str = ""
    count: int = 0


class Order(msgspec.Struct):
    product: str
    quantity: int
    price: float
    address: Address = None
    express: bool = False
    note: str = ""
    tags: list[str] = []
    lines: list[Line] = []


def orders(path):
    """Arguments as a type; text that spells a number becomes one."""
    decode, encode = msgspec.json.Decoder(Order, strict=False).decode, msgspec.json.Encoder().encode
    for line in lines(path):
        sys.stdout.buffer.write(encode(decode(line)) + b"\n")


def keys(path):
    for value in map(orjson.loads, lines(path)):
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
        sys.stdout.write(hashlib.sha256(text).hexdigest() + "\n")


if __name__ == "__main__":
    {task.__name__: task for task in (answers, bare, hermes, orders, keys)}[sys.argv[1]](sys.argv[2])
