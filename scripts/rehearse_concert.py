"""rehearse_concert.py [--minutes N] [--hours N] [--seed N] [--keep] [--plant FAULT]: a concert of three hours at high speed, on real processes that are killed.

PostgreSQL, two `tutti serve` and two `tutti-emitter` run on the loopback interface. Two operators, a score follower and the automatic advance move
the concert through relays that delay and lose requests. 50 phones follow: 20 on event streams and 5 on long polls through the same relays, and 25
of 2013 on packets, of which a relay loses a fifth, delays the others by up to 300 ms, and duplicates some. Meanwhile servers, emitters, PostgreSQL or one
of its backends are killed with SIGKILL, servers and emitters are stopped for a while, and phones lose their network.

The invariants are those of the simulated concert (decision 0068):
- no phone shows a place that nobody has set; an event has the position of its revision in the log;
- counts rise with each sender; a phone accepts only rising counts; a sender with lower counts is not heard after 60 packets of its successor;
- the revisions of a stream rise, over all its connections and servers;
- an acknowledged press is in the log, and each press moves the concert once, by what was pressed;
- nobody undoes another person's step;
- a program moves the concert only after a person has allowed it, not while the concert is held, and the follower only after its probation;
- 2.5 s after a change each connected phone shows it or a later one, unless a fault was active within 9 s before;
- at the end, when everything runs, all phones show the last state.

`--plant all` shows that the rehearsal finds violations: after a short concert without faults, one short concert for each fault of planted_faults.py
must be reported with a violation of its kind. Nothing is killed in these concerts.

Exit status 1 if an invariant is broken, or if a planted fault is not found. Every random choice depends on the seed, but the times of a real machine do not repeat.
"""
import argparse
import asyncio
import bisect
import heapq
import http.client
import json
import os
import pwd
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
import uuid

from planted_faults import PLANTS, Plant
from relay import Relay
from served import EVENING, ROOT, free_port

HALL, PASSWORD = 'hall.example', 'seven grey pianos'
STREAMS, POLLS, PACKETS = 20, 5, 25
# In seconds: when a change must be seen, how long a fault has effects, and from when on the machine itself has stopped the rehearsal.
BOUND, AFTERMATH, STALL = 2.5, 9.0, 0.4
# The share of packets that a phone of 2013 loses and gets twice, and their longest delay.
LOSS, DOUBLE, LATEST = 0.2, 0.02, 0.3
PROBATION = 3.0
# The length of a concert with a planted fault, in seconds.
CALM = 20


def programs():
    named = os.environ.get('TUTTI')
    for folder in [os.path.dirname(named)] if named else ['.build/release', '.build/debug']:
        folder = os.path.join(ROOT, folder)
        if os.access(folder + '/tutti', os.X_OK) and os.access(folder + '/tutti-emitter', os.X_OK):
            return folder
    sys.exit('there is no program: make build')


def until(condition, seconds, what):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    raise TimeoutError(f'timed out: {what}')


class Machines:
    """The processes. Each is killed by its number, which was returned when it was started."""

    def __init__(self, home):
        self.home, self.programs = home, programs()
        self.lock, self.processes, self.starting = threading.Lock(), {}, set()
        self.database_port, self.packet_port = free_port(), free_port()
        self.http, self.admin = [free_port(), free_port()], [free_port(), free_port()]
        self.group = f'239.255.{random.randint(64, 127)}.{random.randint(1, 254)}'
        self.bin = subprocess.check_output(['pg_config', '--bindir'], text=True).strip()
        self.drop = []
        os.chmod(home, 0o755)
        os.mkdir(home + '/pg')
        if os.geteuid() == 0:
            user = pwd.getpwnam('postgres')
            os.chown(home + '/pg', user.pw_uid, user.pw_gid)
            self.drop = ['setpriv', '--reuid', 'postgres', '--regid', str(user.pw_gid), '--init-groups']

    def spawn(self, name):
        number = int(name[-1]) if name[-1].isdigit() else 0
        base = {'PATH': os.environ['PATH'], 'TMPDIR': self.home, 'TUTTI_LOG_FORMAT': 'json', 'DATABASE_URL': self.url('app_rt'),
                'TUTTI_MULTICAST_INTERFACE': '127.0.0.1', 'LC_ALL': 'C.UTF-8'}
        if name == 'postgres':
            command = [*self.drop, self.bin + '/postgres', '-D', self.home + '/pg/data', '-k', self.home + '/pg', '-p', str(self.database_port),
                       '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'shared_buffers=64MB', '-c', 'max_connections=60']
        elif name.startswith('server'):
            command = [self.programs + '/tutti', 'serve']
            base = self.settings() | {'TUTTI_HTTP': f'127.0.0.1:{self.http[number]}', 'TUTTI_ADMIN': f'127.0.0.1:{self.admin[number]}'}
        else:
            command = [self.programs + '/tutti-emitter']
        log = open(f'{self.home}/{name}.log', 'a')
        self.processes[name] = subprocess.Popen(command, env=base, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self.home + '/pg',
                                                start_new_session=True)
        log.close()

    def url(self, role):
        return f'postgresql://{role}@127.0.0.1:{self.database_port}/tutti'

    def settings(self):
        return {'PATH': os.environ['PATH'], 'TMPDIR': self.home, 'TUTTI_LOG_FORMAT': 'json', 'TUTTI_PASSWORD_COST': '10',
                'DATABASE_URL': self.url('app_rt'), 'TUTTI_OWNER_DATABASE_URL': self.url('app_owner'),
                'TUTTI_DATA_DIR': self.home + '/content', 'TUTTI_MULTICAST_INTERFACE': '127.0.0.1', 'TUTTI_MULTICAST_GROUP': self.group,
                'TUTTI_MULTICAST_PORT': str(self.packet_port), 'TUTTI_DEFAULT_TENANT': 'hall', 'TUTTI_RATE_ADDRESS': '1000000:1000000',
                'TUTTI_RATE_TENANT': '1000000:1000000', 'TUTTI_RATE_ACCOUNT': '1000000:1000000'}

    def command(self, *words, input=None):
        done = subprocess.run([self.programs + '/tutti', *words], env=self.settings(), input=input, text=True,
                              stdin=None if input else subprocess.DEVNULL, capture_output=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f'tutti {" ".join(words)}: {done.stdout}{done.stderr}')
        return done.stdout

    def psql(self, statement, database='tutti', file=None):
        command = [self.bin + '/psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-h', self.home + '/pg', '-p', str(self.database_port), '-U', 'postgres',
                   '-d', database] + (['-f', file] if file else ['-c', statement])
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f'psql: {done.stderr}')
        return done.stdout.strip()

    def answers(self, name):
        """Whether a process does its work again."""
        if name == 'postgres':
            return subprocess.run([self.bin + '/pg_isready', '-q', '-h', self.home + '/pg', '-p', str(self.database_port)]).returncode == 0
        if name.startswith('server'):
            try:
                with urllib.request.urlopen(f'http://127.0.0.1:{self.admin[int(name[-1])]}/readyz', timeout=2) as answer:
                    return answer.status == 200
            except OSError:
                return False
        return self.processes[name].poll() is None

    def start(self):
        os.makedirs(self.home + '/content', exist_ok=True)
        subprocess.run([*self.drop, self.bin + '/initdb', '-D', self.home + '/pg/data', '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8',
                        '--locale=C.UTF-8'], check=True, stdout=subprocess.DEVNULL, cwd=self.home + '/pg')
        self.spawn('postgres')
        until(lambda: self.answers('postgres'), 60, 'PostgreSQL')
        self.psql(None, 'postgres', os.path.join(ROOT, 'deploy', 'postgres', 'roles.sql'))
        self.command('migrate')
        self.command('tenant', 'add', 'hall', '--name', 'The Hall', '--host', HALL)
        self.command('import', 'concert', EVENING, '--tenant', 'hall', '--activate')
        self.tokens = {}
        for login in ('olive', 'bob'):
            self.command('user', 'add', '--tenant', 'hall', '--login', login, '--role', 'operator', '--password-stdin', input=PASSWORD + '\n')
            self.tokens[login] = self.command('token', 'create', '--tenant', 'hall', '--login', login).strip()
        for name in ('server0', 'server1', 'emitter0', 'emitter1'):
            self.spawn(name)
        for name in ('server0', 'server1'):
            until(lambda: self.answers(name), 60, name)

    def stop(self):
        for process in self.processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill() if process is not self.processes['postgres'] else process.send_signal(signal.SIGQUIT)
        for process in self.processes.values():
            process.wait(30)

    def backend(self, chance):
        """A process of PostgreSQL below its first one."""
        try:
            pid = self.processes['postgres'].pid
            return int(chance.choice(open(f'/proc/{pid}/task/{pid}/children').read().split()))
        except (OSError, ValueError, IndexError):
            return None


class PacketPhone:
    """A phone of 2013: it accepts a packet only if its count is above all counts that it has seen."""

    def __init__(self):
        self.count, self.shown, self.awayUntil = 0, [], 0.0

    def receive(self, place, count):
        if count <= self.count:
            return
        self.count = count
        if not self.shown or self.shown[-1][1] != place:
            self.shown.append((time.time(), place))


class Air(threading.Thread):
    """Receives every packet, and relays it to the phones with losses, delays and duplicates."""

    def __init__(self, group, port, phones, seed, plant):
        super().__init__(daemon=True)
        self.phones, self.chance, self.plant = phones, random.Random(seed), plant
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.bind((group, port))
        self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                               struct.pack('4s4s', socket.inet_aton(group), socket.inet_aton('127.0.0.1')))
        self.packets, self.onTheWay, self.isOver, self.lost, self.order = [], [], False, 0, 0

    def run(self):
        while not self.isOver:
            wait = self.onTheWay[0][0] - time.monotonic() if self.onTheWay else 0.2
            self.socket.settimeout(min(0.2, max(0.0005, wait)))
            try:
                for data, sender in self.plant.packets(*self.socket.recvfrom(2048)):
                    self.receive(data.decode(), sender[1])
            except socket.timeout:
                pass
            now = time.monotonic()
            while self.onTheWay and self.onTheWay[0][0] <= now:
                _, _, phone, place, count = heapq.heappop(self.onTheWay)
                if phone.awayUntil < now:
                    phone.receive(place, count)
        self.socket.close()

    def receive(self, text, sender):
        if text.startswith('PUSH|'):
            return
        place, count = text.rsplit(' : ', 1)
        self.packets.append((time.time(), sender, place, int(count)))
        for phone in self.phones:
            copies = (self.chance.random() >= LOSS) + (self.chance.random() < DOUBLE)
            self.lost += copies == 0
            for _ in range(copies):
                self.order += 1
                due = time.monotonic() + self.chance.random() * LATEST
                heapq.heappush(self.onTheWay, (due, self.order, phone, place, int(count)))


class StreamPhone:
    """A phone on an event stream. It comes back with the last event that it has seen, to either server."""

    def __init__(self, number, plant):
        self.number, self.plant = number, plant
        self.last, self.shown, self.open, self.awayUntil, self.writer, self.isOver = None, [], [], 0.0, None, False

    async def follow(self, ports, chance):
        while not self.isOver:
            await asyncio.sleep(max(0, self.awayUntil - time.monotonic()))
            try:
                await self.connect(chance.choice(ports))
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError):
                pass
            if self.open and self.open[-1][1] is None:
                self.open[-1][1] = time.time()
            await asyncio.sleep(1.5)

    async def connect(self, port):
        reader, self.writer = await asyncio.open_connection('127.0.0.1', port)
        try:
            resume = f'Last-Event-ID: {self.last}\r\n' if self.last else ''
            self.writer.write((f'GET /api/v1/live/events HTTP/1.0\r\nHost: {HALL}\r\nAccept: text/event-stream\r\n{resume}\r\n').encode())
            head = await asyncio.wait_for(reader.readuntil(b'\r\n\r\n'), 5)
            if b' 200 ' not in head.split(b'\r\n')[0]:
                return
            self.open.append([time.time(), None])
            event = {}
            # A comment comes every 15 s.
            while line := await asyncio.wait_for(reader.readline(), 20):
                if line == b'\n':
                    if event.get('event') == 'position':
                        for position, delay in self.plant.events(self.number, json.loads(event['data'])):
                            if delay:
                                asyncio.get_running_loop().call_later(delay, self.show, position)
                            else:
                                self.show(position)
                    if 'id' in event:
                        self.last = event['id']
                    event = {}
                elif b': ' in line and not line.startswith(b':'):
                    name, _, value = line.decode().rstrip('\n').partition(': ')
                    event[name] = value
        finally:
            self.writer.close()

    def show(self, position):
        self.shown.append((time.time(), position['revision'], f'{position["piece"]}; {position["measure"]}', position['state']))

    def close(self):
        self.isOver = True
        self.leave(0)

    def leave(self, seconds):
        self.awayUntil = time.monotonic() + seconds
        if self.writer:
            self.writer.transport.abort()


class PollPhone:
    """A client without an event stream."""

    def __init__(self):
        self.shown = []

    def follow(self, ports, chance, isOver):
        while not isOver():
            try:
                connection = http.client.HTTPConnection('127.0.0.1', chance.choice(ports), timeout=25)
                since = f'?since={self.shown[-1][1]}' if self.shown else ''
                connection.request('GET', '/api/v1/live' + since, headers={'Host': HALL})
                answer = connection.getresponse()
                text = answer.read()
                connection.close()
                if answer.status == 200:
                    position = json.loads(text)
                    # A server that has just started may be behind.
                    if not self.shown or position['revision'] > self.shown[-1][1]:
                        self.shown.append((time.time(), position['revision'], f'{position["piece"]}; {position["measure"]}', position['state']))
                elif answer.status != 204:
                    time.sleep(1)
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(1)


class Stalls(threading.Thread):
    """The times at which this machine did not run the rehearsal itself."""

    def __init__(self):
        super().__init__(daemon=True)
        self.windows, self.isOver = [], False

    def run(self):
        before = time.time()
        while not self.isOver:
            time.sleep(0.02)
            now = time.time()
            if now - before > STALL:
                self.windows.append((before, now))
            before = now


class Concert:
    def __init__(self, machines, options, plant=None):
        """With a plant, the concert is short and nothing is killed."""
        self.machines, self.options, self.faults = machines, options, []
        self.isCalm, self.plant = plant is not None, plant or Plant()
        self.first = int(machines.psql('select revision from app.live'))
        self.keys = set()
        self.speed = options.hours * 60 / options.minutes
        self.relays = [Relay(port, options.seed + index) for index, port in enumerate(machines.http)]
        for relay in self.relays:
            relay.delay, relay.loss = 0.01, 0.01
        self.ports = [relay.port for relay in self.relays]
        self.isOver, self.isDone, self.windows, self.kinds = False, False, [], {}
        # Presses: (time, key, what, acknowledged revision). Permissions of programs: [begin, end] by the clock of this machine.
        self.presses, self.undone, self.allowed, self.started = [], [], [], []
        self.refused, self.repeated = 0, 0
        self.isFollowing = False

    # --- the concert ------------------------------------------------------------------------------------------------

    def send(self, method, path, body, login, key, chance, kind='application/json'):
        """Sends a request again with its key until it is answered. Returns the status and the content; (0, b'') at the end."""
        return self.plant.answer(self, path, body, login, key) or self.request(method, path, body, login, key, chance, kind)

    def request(self, method, path, body, login, key, chance, kind='application/json'):
        self.keys.add(key)
        attempt = 0
        while not (self.isOver and attempt > 40):
            attempt += 1
            self.repeated += attempt > 1
            connection = http.client.HTTPConnection('127.0.0.1', chance.choice(self.ports), timeout=4)
            try:
                connection.request(method, path, body, {
                    'Host': HALL, 'Content-Type': kind, 'Authorization': f'Bearer {self.machines.tokens[login]}', 'Idempotency-Key': key,
                    'Tutti-Regions': 'rehearsal', 'Origin': f'http://{HALL}'})
                answer = connection.getresponse()
                text = answer.read()
                if answer.status < 500 and answer.status != 429:
                    return answer.status, text
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()
            time.sleep(0.1)
        return 0, b''

    def press(self, login, chance, by=None, **target):
        """A step or a move. Returns the position after it, or None."""
        key = str(uuid.UUID(int=chance.getrandbits(128)))
        press = [time.time(), key, by, None]
        self.presses.append(press)
        path, method, body = ('/api/v1/live/steps', 'POST', {'by': by}) if by else ('/api/v1/live', 'PUT', target)
        status, text = self.send(method, path, json.dumps(body), login, key, chance)
        if status == 200:
            position = json.loads(text)
            press[3] = position['revision']
            return position
        if status == 409 and b'beyond-programme' in text and not self.isOver:
            return self.press(login, chance, piece=self.pieces[0]['name'], measure=1)
        self.refused += status != 0
        return None

    def permit(self, kept, method, path, body, login, chance):
        entry = [time.time(), float('inf')]
        kept.append(entry)
        status, _ = self.send(method, path, json.dumps(body), login, str(uuid.uuid4()), chance)
        entry[1] = time.time() if status else float('inf')

    def olive(self):
        """The operator at the desk, who follows the music."""
        chance = random.Random(self.options.seed * 31 + 1)
        position = self.press('olive', chance, by=1)
        while not self.isOver:
            began, number = time.monotonic(), chance.random()
            if number < 0.03:
                position = self.press('olive', chance, by=-chance.randint(1, 3)) or position
            elif number < 0.05:
                piece = chance.choice(self.pieces)
                position = self.press('olive', chance, piece=piece['name'], measure=chance.randint(1, piece['measures'])) or position
            elif number < 0.06:
                for state in (chance.choice(['held', 'blackout']), 'running'):
                    position = self.press('olive', chance, state=state) or position
                    time.sleep(chance.uniform(0.2, 1))
            elif number < 0.0625:
                self.permit(self.allowed, 'PUT', '/api/v1/live/sources/leader', {'leader': 'follower'}, 'olive', chance)
                self.isFollowing = True
                time.sleep(chance.uniform(5, 15))
                self.isFollowing = False
            elif number < 0.0665:
                self.permit(self.started, 'PUT', '/api/v1/live/auto-advance', {'state': 'running', 'tempo': 4}, 'olive', chance)
                time.sleep(chance.uniform(2, 6))
            else:
                position = self.press('olive', chance, by=1) or position
            time.sleep(max(0, began + self.measure_seconds(position) / self.speed - time.monotonic()))

    def measure_seconds(self, position):
        piece = next((piece for piece in self.pieces if position and piece['name'] == position['piece']), self.pieces[0])
        starts = piece['measureTable']['startsMs'] + [piece['durationMs']]
        measure = position['measure'] if position else 1
        return max(0.2, (starts[measure] - starts[measure - 1]) / 1000)

    def bob(self):
        """A colleague, who corrects, undoes and takes over."""
        chance = random.Random(self.options.seed * 31 + 2)
        while not self.isOver:
            time.sleep(chance.uniform(1, 6))
            number = chance.random()
            if number < 0.5:
                position = self.press('bob', chance, by=chance.choice([1, 2, -1]))
                # One's own step, if it is still the newest; sometimes a step of somebody else, which must be refused.
                if position and chance.random() < 0.7:
                    self.undo(position['revision'] + (chance.random() < 0.3), chance)
            elif number < 0.7:
                self.send('PUT', '/api/v1/live/sources/leader', json.dumps({'leader': 'person'}), 'bob', str(uuid.uuid4()), chance)
            elif number < 0.8:
                self.send('POST', '/api/v1/messages', json.dumps({'title': f'Interval {chance.random():.6f}', 'style': 'AUTO'}), 'bob',
                          str(uuid.uuid4()), chance)
            else:
                self.press('bob', chance, by=1)

    def undo(self, revision, chance, login='bob'):
        key = str(uuid.UUID(int=chance.getrandbits(128)))
        self.undone.append((key, revision))
        form = urllib.parse.urlencode({'revision': revision, 'key': key})
        self.send('POST', '/operator/undo', form, login, key, chance, 'application/x-www-form-urlencoded')

    def follower(self):
        """A score follower that is good, unsure or silent."""
        chance, measure, badUntil = random.Random(self.options.seed * 31 + 3), 1.0, 0.0
        while not self.isOver:
            time.sleep(0.05)
            shown = self.phones[0].shown
            if not shown:
                continue
            if not self.isFollowing:
                measure = int(shown[-1][2].rsplit('; ', 1)[1])
            else:
                measure += 0.15
            now = time.monotonic()
            if chance.random() < 0.003:
                badUntil = now + chance.uniform(1, 6)
            confidence = 0.2 if now < badUntil else 0.9
            if now < badUntil and chance.random() < 0.5:
                continue
            connection = http.client.HTTPConnection('127.0.0.1', chance.choice(self.ports), timeout=2)
            try:
                connection.request('PUT', '/api/v1/live/follower', json.dumps({'measure': int(measure), 'confidence': confidence}), {
                    'Host': HALL, 'Content-Type': 'application/json', 'Authorization': f'Bearer {self.machines.tokens["olive"]}'})
                connection.getresponse().read()
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()

    # --- faults -----------------------------------------------------------------------------------------------------

    def destroy(self):
        chance = random.Random(self.options.seed * 31 + 4)
        while not self.isOver:
            time.sleep(chance.choice([chance.uniform(0.5, 5), chance.uniform(5, 25)]))
            if self.isOver:
                return
            kinds = chance.choices(['server', 'emitter', 'postgres', 'backend', 'pause', 'away'], [3, 3, 2, 1, 2, 3],
                                   k=2 if chance.random() < 0.2 else 1)
            threads = [threading.Thread(target=self.fault, args=(kind, random.Random(chance.random()))) for kind in kinds]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    def fault(self, kind, chance):
        machines, window = self.machines, [time.time(), float('inf')]
        self.windows.append(window)
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if kind == 'away':
            for phone in chance.sample(self.phones, 5) + chance.sample(self.packetPhones, 6):
                seconds = chance.uniform(1, 10)
                if isinstance(phone, StreamPhone):
                    self.loop.call_soon_threadsafe(phone.leave, seconds)
                else:
                    phone.awayUntil = time.monotonic() + seconds
            time.sleep(10)
        elif kind == 'backend':
            pid = machines.backend(chance)
            if pid:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            until(lambda: machines.answers('postgres'), 60, 'PostgreSQL')
        elif kind == 'pause':
            process = machines.processes[chance.choice(['server0', 'server1', 'emitter0', 'emitter1'])]
            process.send_signal(signal.SIGSTOP)
            time.sleep(chance.uniform(0.5, 6))
            process.send_signal(signal.SIGCONT)
        else:
            name = kind if kind == 'postgres' else kind + chance.choice('01')
            with machines.lock:
                if name in machines.starting:
                    window[1] = time.time()
                    return
                machines.starting.add(name)
            machines.processes[name].kill()
            machines.processes[name].wait()
            time.sleep(chance.uniform(0, 3))
            # PostgreSQL refuses to start while processes of the killed one still end.
            end = time.monotonic() + 60
            machines.spawn(name)
            while not machines.answers(name):
                if machines.processes[name].poll() is not None:
                    machines.spawn(name)
                if time.monotonic() > end:
                    self.faults.append(f'{name} does not start again')
                    break
                time.sleep(0.1)
            machines.starting.discard(name)
        window[1] = time.time()

    # --- the rehearsal ----------------------------------------------------------------------------------------------

    def run(self):
        machines = self.machines
        with urllib.request.urlopen(f'http://127.0.0.1:{machines.http[0]}/api/v1/concert', timeout=30) as answer:
            pieces = json.load(answer)['pieces']
        self.pieces = []
        for piece in pieces:
            with urllib.request.urlopen(f'http://127.0.0.1:{machines.http[0]}{piece["url"]}', timeout=30) as answer:
                self.pieces.append(json.load(answer))
        self.phones = [StreamPhone(number, self.plant) for number in range(STREAMS)]
        self.polls = [PollPhone() for _ in range(POLLS)]
        self.packetPhones = [PacketPhone() for _ in range(PACKETS)]
        self.air = Air(machines.group, machines.packet_port, self.packetPhones, self.options.seed, self.plant)
        self.stalls = Stalls()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.serve_phones, daemon=True).start()
        for index, poll in enumerate(self.polls):
            threading.Thread(target=poll.follow, args=(self.ports, random.Random(index), lambda: self.isDone), daemon=True).start()
        self.air.start()
        self.stalls.start()
        until(lambda: self.air.packets and all(phone.shown for phone in self.phones), 30, 'the first packet and the first events')
        parts = [self.olive, self.bob, self.follower, lambda: self.plant.act(self)] + ([] if self.isCalm else [self.destroy])
        actors = [threading.Thread(target=part) for part in parts]
        began = time.monotonic()
        for actor in actors:
            actor.start()
        told = began
        while time.monotonic() - began < self.options.minutes * 60:
            time.sleep(1)
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f'{(told - began) / 60:.0f} min: {len(self.presses)} presses, {len(self.air.packets)} packets, '
                      f'faults {dict(sorted(self.kinds.items()))}', flush=True)
        self.isOver = True
        for actor in actors:
            actor.join()
        self.settle()
        self.isDone = self.air.isOver = self.stalls.isOver = True
        self.judge(time.monotonic() - began)
        for phone in self.phones:
            self.loop.call_soon_threadsafe(phone.close)

    def serve_phones(self):
        asyncio.set_event_loop(self.loop)
        for index, phone in enumerate(self.phones):
            self.loop.create_task(phone.follow(self.ports, random.Random(self.options.seed * 100 + index)))
        self.loop.run_forever()

    def settle(self):
        """All is repaired: each phone must show the last state."""
        for relay in self.relays:
            relay.loss = 0
        for name in ('postgres', 'server0', 'server1', 'emitter0', 'emitter1'):
            until(lambda: self.machines.answers(name), 60, name)
        until(lambda: all(phone.awayUntil < time.monotonic() for phone in self.phones + self.packetPhones), 20, 'the phones')
        # The automatic advance may still run.
        self.send('PUT', '/api/v1/live/sources/leader', '{"leader": "person"}', 'olive', str(uuid.uuid4()), random.Random(1))
        self.final = self.log()[-1]

        def late():
            revision, place = self.final['revision'], self.final['place']
            return ([f'stream {index}' for index, phone in enumerate(self.phones) if not phone.shown or phone.shown[-1][1] != revision]
                    + [f'poll {index}' for index, phone in enumerate(self.polls) if not phone.shown or phone.shown[-1][1] != revision]
                    + [f'packet phone {index}' for index, phone in enumerate(self.packetPhones) if not phone.shown or phone.shown[-1][1] != place])
        began = time.monotonic()
        while late() and time.monotonic() - began < 30:
            time.sleep(0.1)
        self.settled = time.monotonic() - began
        for phone in late():
            self.faults.append(f'{phone} does not show the last state')

    def log(self):
        rows = self.machines.psql(
            """select json_build_object('revision', c.revision, 'place', c.piece || '; ' || c.measure, 'piece', c.piece, 'measure', c.measure,
                                        'state', c.state, 'source', c.source, 'login', u.login, 'at', extract(epoch from c.at),
                                        'key', c.idempotency_key)
                 from app.live_change c left join app.user_account u on u.tenant_id = c.tenant_id and u.user_id = c.user_id
                where c.revision >= %d
                order by c.revision""" % self.first)
        return [json.loads(row) for row in rows.splitlines()]

    # --- judging ----------------------------------------------------------------------------------------------------

    def judge(self, seconds):
        log = self.log()
        self.judge_log(log)
        self.judge_programs(log)
        self.judge_packets(log)
        delays = self.judge_phones(log)
        if self.isCalm:
            return
        acknowledged = sum(press[3] is not None for press in self.presses)
        print(f'{seconds / 60:.1f} min for {seconds * self.speed / 3600:.1f} h of a concert: {log[-1]["revision"]} changes, {len(self.presses)} presses, '
              f'{acknowledged} acknowledged, {self.refused} refused, {self.repeated} requests repeated')
        print(f'by source: { {source: sum(row["source"] == source for row in log) for source in sorted({row["source"] for row in log})} }; '
              f'undone {sum(row["key"] in dict(self.undone) for row in log)} of {len(self.undone)} attempts')
        print(f'faults: {dict(sorted(self.kinds.items()))}; the machine stalled {len(self.stalls.windows)} times')
        print(f'packets {len(self.air.packets)} of {len({sender for _, sender, _, _ in self.air.packets})} senders, lost on the way {self.air.lost}; '
              f'streams opened {sum(len(phone.open) for phone in self.phones)} times; all phones right {self.settled:.1f} s after the last repair')
        for kind, found in delays.items():
            found.sort()
            if found:
                print(f'{kind}: {len(found)} changes seen, median {found[len(found) // 2] * 1000:.0f} ms, p99 {found[len(found) * 99 // 100] * 1000:.0f} ms, '
                      f'longest {found[-1] * 1000:.0f} ms, without those near faults')

    def fail(self, text):
        self.faults.append(text)

    def judge_log(self, log):
        if [row['revision'] for row in log] != list(range(log[0]['revision'], log[0]['revision'] + len(log))):
            self.fail('the log has gaps')
        rows = {}
        for row in log:
            if row['key'] in rows:
                self.fail(f'the key {row["key"]} counts twice')
            rows[row['key']] = row
        for row in log[1:]:
            if row['source'] == 'operator' and row['key'] not in self.keys:
                self.fail(f'revision {row["revision"]} has the key {row["key"]}, which nobody has sent')
        firsts, total = {}, 0
        for piece in self.pieces:
            firsts[piece['name']] = total
            total += piece['measures']
        before = {row['revision'] + 1: row for row in log}
        for _, key, by, revision in self.presses:
            row = rows.get(key)
            if row is None:
                # A move to the position on the air changes nothing.
                if revision is not None and by:
                    self.fail(f'the acknowledged press {key} of revision {revision} is lost')
                continue
            if revision is not None and row['revision'] != revision:
                self.fail(f'the press {key} was acknowledged as {revision} and is {row["revision"]}')
            earlier = before.get(row['revision'])
            if by and earlier and firsts[row['piece']] + row['measure'] != firsts[earlier['piece']] + earlier['measure'] + by:
                self.fail(f'the press {key} by {by} moved from {earlier["place"]} to {row["place"]}')
        for key, revision in self.undone:
            row = rows.get(key)
            if row and (row['revision'] != revision + 1 or before[row['revision']]['login'] != 'bob'):
                self.fail(f'bob has undone revision {row["revision"] - 1} of {before[row["revision"]]["login"]}, not {revision}')

    def judge_programs(self, log):
        person, leads = 0.0, False
        for earlier, row in zip(log, log[1:]):
            if row['source'] in ('operator', 'osc'):
                person, leads = row['at'], False
                continue
            if earlier['state'] not in ('running', 'blackout'):
                self.fail(f'revision {row["revision"]}: a program moves a concert that is {earlier["state"]}')
            kept = self.allowed if row['source'] == 'follower' else self.started
            # A permission that ended before the last press of a person is void.
            valid = [entry for entry in kept if entry[0] <= row['at'] and entry[1] >= person]
            if not valid:
                self.fail(f'revision {row["revision"]}: {row["source"]} moves the concert without permission')
            elif row['source'] == 'follower' and not leads and row['at'] - min(entry[0] for entry in valid) < PROBATION:
                self.fail(f'revision {row["revision"]}: the follower leads before its probation has passed')
            leads = row['source'] == 'follower'

    def judge_packets(self, log):
        places = {row['place'] for row in log}
        last, top, successor, after = {}, (0, None), {}, {}
        for _, sender, place, count in self.air.packets:
            if place not in places:
                self.fail(f'a packet has {place}, which nobody has set')
            if count <= last.get(sender, 0):
                self.fail(f'the count {count} follows {last[sender]} of the same sender')
            last[sender] = count
            if count > top[0]:
                if top[1] not in (None, sender):
                    after[top[1]] = 0
                top = (count, sender)
                after.pop(sender, None)
                for other in after:
                    after[other] += 1
            elif after.get(sender, 0) >= 60:
                self.fail(f'the count {count} of an ended epoch is heard after {after[sender]} packets of its successor')
        for index, phone in enumerate(self.packetPhones):
            for _, place in phone.shown:
                if place not in places:
                    self.fail(f'packet phone {index} shows {place}, which nobody has set')

    def judge_phones(self, log):
        rows = {row['revision']: row for row in log}
        for kind, phones in (('stream', self.phones), ('poll', self.polls)):
            for index, phone in enumerate(phones):
                for earlier, (_, revision, place, state) in zip([None, *phone.shown], phone.shown):
                    row = rows.get(revision)
                    if row is None or (row['place'], row['state']) != (place, state):
                        self.fail(f'{kind} {index} has {place} ({state}) as revision {revision}, the log has {row}')
                    if earlier and revision <= earlier[1]:
                        self.fail(f'{kind} {index} has revision {revision} after {earlier[1]}')
        delays = {'event streams': [], 'packets through the relay': []}
        windows = [(begin, end + AFTERMATH) for begin, end in self.windows] + [(begin - BOUND, end) for begin, end in self.stalls.windows]
        times = [row['at'] for row in log]
        for row in log[1:]:
            begin, end = row['at'], row['at'] + BOUND
            if end > times[-1] or any(first < end and begin < last for first, last in windows):
                continue
            later = {entry['place'] for entry in log[bisect.bisect_left(times, begin):bisect.bisect_right(times, end)]}
            for index, phone in enumerate(self.phones):
                if not any(first < begin and (last is None or last > end) for first, last in phone.open):
                    continue
                place = bisect.bisect_left(phone.revisions if hasattr(phone, 'revisions') else self.number(phone), row['revision'])
                if place == len(phone.shown) or phone.shown[place][0] > end:
                    self.fail(f'stream {index} does not show revision {row["revision"]} after {BOUND} s')
                else:
                    delays['event streams'].append(phone.shown[place][0] - begin)
            for index, phone in enumerate(self.packetPhones):
                moments = phone.moments if hasattr(phone, 'moments') else self.time(phone)
                last = bisect.bisect_right(moments, end) - 1
                if last < 0 or phone.shown[last][1] not in later:
                    self.fail(f'packet phone {index} does not show revision {row["revision"]} after {BOUND} s')
                    continue
                first = bisect.bisect_left(moments, begin)
                if first <= last and phone.shown[first][1] == row['place']:
                    delays['packets through the relay'].append(moments[first] - begin)
        return delays

    @staticmethod
    def number(phone):
        phone.revisions = [revision for _, revision, _, _ in phone.shown]
        return phone.revisions

    @staticmethod
    def time(phone):
        phone.moments = [moment for moment, _ in phone.shown]
        return phone.moments


def find_plants(machines, options):
    """Runs a short concert for each planted fault. Returns a sentence for each fault that is not found."""
    options.hours, options.minutes = CALM / 60 * 12 / 60, CALM / 60
    control = Concert(machines, options, Plant())
    control.run()
    if control.faults:
        return ['without a planted fault: ' + fault for fault in control.faults]
    print(f'no planted fault: no violation in {len(control.presses)} presses, {len(control.air.packets)} packets', flush=True)
    missed = []
    for name in PLANTS if options.plant == 'all' else [options.plant]:
        # The keys of the presses depend on the seed, and a key counts once.
        options.seed += 1000
        concert = Concert(machines, options, PLANTS[name]())
        concert.run()
        found = [fault for fault in concert.faults if concert.plant.finding in fault]
        others = [fault for fault in concert.faults if concert.plant.finding not in fault]
        print(f'{name}: {len(found)} violations of its kind{": " + found[0] if found else ""}; {len(others)} others{": " + others[0] if others else ""}',
              flush=True)
        if not found:
            missed.append(f'{name} is not found: no violation "{concert.plant.finding}"')
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--minutes', type=float, default=15, help='how long the rehearsal takes')
    parser.add_argument('--hours', type=float, default=3, help='how long the concert is')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', action='store_true', help='leave the logs')
    parser.add_argument('--plant', choices=['all', *PLANTS], metavar='FAULT', help='all, or one of ' + ', '.join(PLANTS))
    options = parser.parse_args()
    home = tempfile.mkdtemp(prefix='tutti-concert-', dir='/tmp')
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    machines, faults = Machines(home), ['the rehearsal did not end']
    try:
        machines.start()
        if options.plant:
            faults = find_plants(machines, options)
        else:
            concert = Concert(machines, options)
            concert.run()
            faults = concert.faults
    finally:
        machines.stop()
        if faults or options.keep:
            print(f'the logs are in {home}')
        else:
            shutil.rmtree(home, ignore_errors=True)
    for fault in faults[:20]:
        print('FAULT:', fault)
    print(f'{len(faults)} violations' if not options.plant else f'{len(faults)} planted faults were not found')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
