"""jmend as a sidecar of a Python program (3.11 or newer): one process, requests from any number of tasks.

    async with Sidecar() as jmend:
        report = await jmend.repair("{'a': 1}")  # {'ok': True, 'value': {'a': 1}, 'strategy': …}

Answers come in the order of the requests. A process that ends is started again, and what it had not answered is asked
once more: a repair has no side effects.
"""
import asyncio
import collections
import contextlib
import decimal
import json

# Python's own reader of JSON gives up at about 1,000 levels, so jmend does before.
COMMAND = "jmend repair --framing strings --report --jobs 1 --max-depth 256 --quiet".split()
PIPES = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE, "limit": 1 << 28}


def number(digits):
    """An integer of any length: Python's own ends at 4,300 digits."""
    return int(digits) if len(digits) <= 4300 else decimal.Decimal(digits)


class Sidecar(contextlib.AbstractAsyncContextManager):
    def __init__(self, command=COMMAND, timeout=10.0, in_flight=64):
        self.command, self.timeout, self.process = command, timeout, None
        self.room, self.starting = asyncio.Semaphore(in_flight), asyncio.Lock()  # back-pressure: callers wait for room

    async def repair(self, text):
        """The report on `text`. Raises TimeoutError, and ConnectionError where jmend ended twice."""
        async with self.room:
            try:
                async with asyncio.timeout(self.timeout):
                    answer = await self._ask(text) or await self._ask(text)
            except TimeoutError:
                await self.close(kill=True)  # its next line would answer the wrong request
                raise
        if answer is None:
            raise ConnectionError("jmend ended before it answered")
        return json.loads(answer, parse_int=number)

    async def _ask(self, text):
        async with self.starting:
            if self.process is None or self.process.stdin.is_closing():
                self.process = await asyncio.create_subprocess_exec(*self.command, **PIPES)
                self.waiting = collections.deque()
                self.listening = asyncio.create_task(self._listen(self.process, self.waiting))
        answer = asyncio.get_running_loop().create_future()
        self.waiting.append(answer)  # nothing else runs before the next line: requests and answers have one order
        self.process.stdin.write(json.dumps(text).encode() + b"\n")
        with contextlib.suppress(ConnectionError):  # the end of its output tells
            await self.process.stdin.drain()
        return await answer

    async def _listen(self, process, waiting):
        with contextlib.suppress(ValueError):  # an answer beyond the limit of the pipe
            while (line := await process.stdout.readline()).endswith(b"\n"):
                answer = waiting.popleft()
                if not answer.done():  # its caller may have been cancelled
                    answer.set_result(line)
        if self.process is process:
            await self.close(kill=True)
        for answer in waiting:
            if not answer.done():
                answer.set_result(None)

    async def close(self, kill=False):
        """Ends the process: at once, or when it has answered what it was asked."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill() if kill else process.stdin.close()
            await process.wait()

    async def __aexit__(self, *_):
        await self.close()
