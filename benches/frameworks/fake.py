"""A server on this machine that answers as OpenAI's API does, with what it is told to say."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

PIECE = 5


class Fake:
    """Answers each request with the next of `answers`, and then with "done".

    An answer is `{"content": TEXT}` or `{"arguments": TEXT}`; the latter calls the first tool of the request. `requests` has what was
    asked. With a `with` statement the server ends.
    """

    def __init__(self):
        self.answers, self.requests = [], []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fake.requests.append(request)
                answer = fake.answers.pop(0) if fake.answers else {"content": "done"}
                make = responses if self.path.endswith("/responses") else chat
                kind, body = make(request, answer)
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()

    def says(self, *answers):
        """Sets the next answers, and forgets what was asked before."""
        self.answers, self.requests = list(answers), []


def pieces(text):
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)] or [""]


def tool_name(request):
    tool = request["tools"][0]
    return tool.get("function", tool)["name"]


def whole(value):
    return "application/json", json.dumps(value).encode()


def events(values):
    return "text/event-stream", "".join(f"data: {json.dumps(value)}\n\n" for value in values).encode() + b"data: [DONE]\n\n"


def chat(request, answer):
    """Makes an answer of chat completions, whole or streamed."""
    top = {"id": "x", "created": 1, "model": "m", "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
    is_call = "arguments" in answer
    finish = "tool_calls" if is_call else "stop"

    def call(arguments, **more):
        return {"tool_calls": [{"function": {"arguments": arguments, **more.pop("function", {})}, **more}]}

    if not request.get("stream"):
        message = {"role": "assistant", "content": answer.get("content")}
        if is_call:
            name = {"name": tool_name(request)}
            message |= call(answer["arguments"], id="c1", type="function", function=name)
        choice = {"index": 0, "finish_reason": finish, "message": message}
        return whole({**top, "object": "chat.completion", "choices": [choice]})
    deltas = [{"role": "assistant", "content": None}]
    if is_call:
        deltas.append(call("", index=0, id="c1", type="function", function={"name": tool_name(request)}))
        deltas += [call(piece, index=0) for piece in pieces(answer["arguments"])]
    else:
        deltas += [{"content": piece} for piece in pieces(answer["content"])]
    choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": finish})
    return events({**top, "object": "chat.completion.chunk", "choices": [choice]} for choice in choices)


def responses(request, answer):
    """Makes an answer of the Responses API, whole."""
    if "arguments" in answer:
        item = {"type": "function_call", "id": "f1", "call_id": "c1", "name": tool_name(request), "arguments": answer["arguments"]}
    else:
        content = [{"type": "output_text", "text": answer["content"], "annotations": []}]
        item = {"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": content}
    return whole({"id": "r1", "object": "response", "created_at": 1, "model": "m", "parallel_tool_calls": True,
                  "tool_choice": "auto", "tools": [], "output": [item]})
