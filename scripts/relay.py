"""A relay between a browser and a service that makes the network slow and loses requests. It recognises the end of an HTTP/1.1
request, so that it loses a whole request and not a packet, which TCP would send again."""
import asyncio
import random
import threading


class Relay:
    """Listens on its own port. `delay` is added to each round trip, half of it on either way. `loss` is the share of
    requests that are lost: every other one of them before the service sees it, the others after the service has answered
    it, which is the harder case; `lose` names which. In both the connection is closed. All may be changed at any time."""

    def __init__(self, port, seed=0):
        self.target, self.delay, self.loss = port, 0.0, 0.0
        self.random, self.lose = random.Random(seed), ('request', 'answer')
        self.requests = self.lost = 0
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        threading.Thread(target=self.run, args=(started,), daemon=True).start()
        started.wait()

    def run(self, started):
        asyncio.set_event_loop(self.loop)
        self.server = self.loop.run_until_complete(asyncio.start_server(self.serve, '127.0.0.1', 0, limit=1 << 22))
        self.port = self.server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)

    def fate(self):
        self.requests += 1
        if self.random.random() >= self.loss:
            return None
        self.lost += 1
        return self.lose[self.lost % len(self.lose)]

    async def serve(self, reader, writer):
        try:
            upstream, service = await asyncio.open_connection('127.0.0.1', self.target)
        except OSError:
            writer.close()
            return
        state = {'fate': None}
        ends = [asyncio.create_task(self.ask(reader, service, state)),
                asyncio.create_task(self.answer(upstream, writer, state))]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            service.close()
            writer.close()

    async def ask(self, reader, service, state):
        while True:
            try:
                head = await reader.readuntil(b'\r\n\r\n')
            except (asyncio.IncompleteReadError, OSError):
                return
            length = next((int(line.split(b':')[1]) for line in head.lower().split(b'\r\n')
                           if line.startswith(b'content-length:')), 0)
            body = await reader.readexactly(length) if length else b''
            state['fate'] = self.fate()
            await asyncio.sleep(self.delay / 2)
            if state['fate'] == 'request':
                return
            service.write(head + body)
            await service.drain()

    async def answer(self, upstream, writer, state):
        queue = asyncio.Queue()

        async def pass_on():
            while True:
                due, data = await queue.get()
                if data is None:
                    return
                await asyncio.sleep(due - self.loop.time())
                writer.write(data)
                await writer.drain()

        passing = asyncio.create_task(pass_on())
        try:
            while True:
                try:
                    data = await upstream.read(1 << 16)
                except OSError:
                    data = b''
                if state['fate'] == 'answer':
                    return
                await queue.put((self.loop.time() + self.delay / 2, data or None))
                if not data:
                    await passing
                    return
        finally:
            passing.cancel()
