"""A small server of chat completions that misbehaves on demand: what a question says is what it gets."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWER = {
    "refused": False,
    "claims": [{"text": "It grows.", "citations": [{"passage": 1, "quote": "It grows a metre"}]}],
}


def completion(content: str | None, finish: str = "stop") -> bytes:
    """A whole response body."""
    return json.dumps({"choices": [{"message": {"content": content}, "finish_reason": finish}]}).encode()


GOOD = completion(json.dumps(ANSWER))


class Server(ThreadingHTTPServer):
    """Knows what it was asked, and how many were there at once."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: Counter[str] = Counter()
        self.bodies: list[dict] = []
        self.headers: list[dict] = []
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()
        self.closing = threading.Event()
        self.takes_schema = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    """Does as the last word of the question says."""

    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def do_POST(self) -> None:
        """One question."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        word = body["messages"][-1]["content"].split()[-1]
        with self.server.lock:
            self.server.asked[word] += 1
            count = self.server.asked[word]
            self.server.bodies.append(body)
            self.server.headers.append(dict(self.headers))
        try:
            if "response_format" in body and not self.server.takes_schema:
                self.reply(400, json.dumps({"error": {"message": "response_format is unknown"}}).encode())
            else:
                self.behave(word, count)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the asker has hung up

    def behave(self, word: str, count: int) -> None:
        """What the word means; anything else is answered well."""
        plain = {
            "refuse": (200, completion('{"refused": true, "claims": []}')),
            "500": (500, b"<html>broken</html>"),
            "429": (429, b"{}"),
            "401": (
                401,
                json.dumps({"error": {"message": f"no such key: {self.headers['Authorization']}"}}).encode(),
            ),
            "404": (404, json.dumps({"error": {"message": "no model\nof that name"}}).encode()),
            "302": (302, b""),
            "half-body": (200, GOOD[:-20]),
            "half-json": (200, completion(json.dumps(ANSWER)[:-9])),
            "schema": (200, completion('{"answer": "kelp"}')),
            "empty": (200, completion("")),
            "null": (200, completion(None)),
            "nothing": (200, b""),
            "list": (200, b"[]"),
            "bomb": (200, completion("x" * 1_000_000)),
            "big": (200, completion("x" * 900_000)),
            "surrogate": (200, completion("\ud800")),
            "cut": (200, completion('{"refused": false,', "length")),
        }
        if word in plain:
            self.reply(*plain[word])
        elif word == "twice" and count < 3:
            self.reply(503, b"", **{"Retry-After": "0"})
        elif word == "slow":
            self.server.closing.wait(30)
        elif word == "drip":
            self.send_response(200)
            self.send_header("Content-Length", str(len(GOOD)))
            self.end_headers()
            for i in range(len(GOOD)):
                self.wfile.write(GOOD[i : i + 1])
                self.wfile.flush()
                if self.server.closing.wait(0.05):
                    return
        elif word == "hangup":
            self.close_connection = True
        elif word == "short":
            self.send_response(200)
            self.send_header("Content-Length", str(len(GOOD)))
            self.end_headers()
            self.wfile.write(GOOD[:40])
            self.close_connection = True
        else:
            with self.server.lock:
                self.server.at_once += 1
                self.server.most_at_once = max(self.server.most_at_once, self.server.at_once)
            time.sleep(0.02)
            with self.server.lock:
                self.server.at_once -= 1
            self.reply(200, GOOD)

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        """A whole response."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving() -> Iterator[Server]:
    """A server on a port of its own."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
