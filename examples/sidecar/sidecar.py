"""jmend as a sidecar of a Python program (3.11 or newer): one process, requests from any number of tasks.

    async with Sidecar() as jmend:
        report = await jmend.repair("{'a': 1}")  # {'ok': True, 'value': {'a': 1}, 'strategy': …}

Callers are served one after the other, in the order in which they came. A process that ended is started again and asked
once more: a repair has no side effects.
"""
import asyncio
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
    def __init__(self, command=COMMAND, timeout=10.0):
        self.command, self.timeout, self.process, self.turn = command, timeout, None, asyncio.Lock()

    async def repair(self, text):
        """The report on `text`. Raises TimeoutError, and ConnectionError where jmend ended twice."""
        async with self.turn:  # order and back-pressure: callers wait here, and no text of theirs is on its way
            try:
                async with asyncio.timeout(self.timeout):
                    answer = await self._ask(text) or await self._ask(text)
            except BaseException:  # late, too long, or cancelled: the next line would answer the wrong request
                await self.close(kill=True)
                raise
        if not answer:
            raise ConnectionError("jmend ended before it answered")
        return json.loads(answer, parse_int=number)

    async def _ask(self, text):
        """The line that answers, or nothing where the process ended first."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(*self.command, **PIPES)
        with contextlib.suppress(ConnectionError):  # the end of its output tells
            self.process.stdin.write(json.dumps(text).encode() + b"\n")
            await self.process.stdin.drain()
        answer = await self.process.stdout.readline()
        if answer.endswith(b"\n"):
            return answer
        await self.close()
        return None

    async def close(self, kill=False):
        """Ends the process: at once, or when it has answered what it was asked."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill() if kill else process.stdin.close()
            await process.wait()

    async def __aexit__(self, *_):
        await self.close()
