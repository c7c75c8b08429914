"""Runs a concert on a cluster and injects faults: three PostgreSQL nodes under Patroni, etcd, two `tutti serve`, two
`tutti-emitter`,
all on the loopback interface and as ordinary processes. A script steps through the concert, a phone listens to the packets, a
listener on each server to the events. The effects of each fault are checked; the exit status is 1 if anything was lost or took
too long.

    scripts/test-ha [--rounds 3] [--fault NAME]… [--programs FOLDER] [--without-watchdog] [--keep]

Faults: switchover postmaster node frozen-40 frozen-70 etcd server-killed server-stopped emitter-killed emitter-stopped.
"""
import argparse
import http.client
import json
import os
import pwd
import random
import shutil
import signal
import socket
import string
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EVENING = os.path.join(ROOT, 'Sources', 'App', 'Resources', 'Demo', 'evening')
TEMPLATE = os.path.join(ROOT, 'deploy', 'patroni', 'patroni.yml')
FAULTS = ['switchover', 'postmaster', 'node', 'frozen-40', 'frozen-70', 'etcd', 'server-killed', 'server-stopped',
          'emitter-killed', 'emitter-stopped']
PASSWORD, HALL, NODES = 'seven-grey-pianos', 'hall.example', 3
# What is judged, in seconds.
ERROR_LIMIT, POSTMASTER_LIMIT, SILENCE_LIMIT = 2.0, 8.0, 2.0

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument('--rounds', type=int, default=3)
arguments.add_argument('--fault', action='append', choices=FAULTS)
arguments.add_argument('--programs', help='the folder of tutti and tutti-emitter')
arguments.add_argument('--without-watchdog', action='store_true',
                       help='a frozen node goes on instead of being reset: see what is lost')
arguments.add_argument('--keep', action='store_true', help='leave the logs')
options = arguments.parse_args()


def programs():
    for folder in [options.programs] if options.programs else ['.build/release', '.build/debug']:
        folder = os.path.join(ROOT, folder)
        if os.access(folder + '/tutti', os.X_OK) and os.access(folder + '/tutti-emitter', os.X_OK):
            return folder
    sys.exit('there is no program: make build, or name a folder with --programs')


def free_ports(count):
    sockets = [socket.create_server(('127.0.0.1', 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def wait(what, condition, limit=120):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError(f'timed out: {what}')


def children(pid):
    """All descendants, parents first."""
    found = []
    try:
        for word in open(f'/proc/{pid}/task/{pid}/children').read().split():
            found += [int(word)] + children(int(word))
    except OSError:
        pass
    return found


def send(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


class Cluster:
    """etcd and Patroni's nodes, as an ordinary user."""

    def __init__(self, home):
        self.home, self.run = home, home + '/run'
        os.mkdir(self.run)
        ports = free_ports(2 + 2 * NODES)
        self.etcd_port, self.peer_port = ports[:2]
        self.rest, self.postgres = ports[2:2 + NODES], ports[2 + NODES:]
        self.processes = {}
        self.drop = []
        if os.geteuid() == 0:
            user = pwd.getpwnam('postgres')
            for folder in [home, self.run]:
                os.chown(folder, user.pw_uid, user.pw_gid)
            self.owner = user
            self.drop = ['setpriv', '--reuid', 'postgres', '--regid', str(user.pw_gid), '--init-groups']
        os.chmod(home, 0o755)
        os.chmod(self.run, 0o700)

    def spawn(self, name, command):
        log = open(f'{self.home}/{name}.log', 'a')
        environment = {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8', 'HOME': self.run}
        self.processes[name] = subprocess.Popen(
            self.drop + command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment, cwd=self.run,
            start_new_session=True)

    def start(self):
        client, peer = f'http://127.0.0.1:{self.etcd_port}', f'http://127.0.0.1:{self.peer_port}'
        self.spawn('etcd', [
            'etcd', '--name', 'e0', '--data-dir', self.run + '/etcd', '--listen-client-urls', client,
            '--advertise-client-urls', client, '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer,
            '--initial-cluster', f'e0={peer}', '--logger', 'zap', '--log-level', 'warn', '--unsafe-no-fsync'])
        programs = subprocess.check_output(['pg_config', '--bindir'], text=True).strip()
        for node in range(NODES):
            text = string.Template(open(TEMPLATE).read().replace('$WORD', 'word')).substitute(
                SCOPE='tutti', NAME=f'node{node}', ADDRESS='127.0.0.1', REST_PORT=self.rest[node],
                ETCD_HOSTS=f'127.0.0.1:{self.etcd_port}', PG_PORT=self.postgres[node],
                DATA_DIR=f'{self.run}/data{node}', BIN_DIR=programs, RUN_DIR=self.run, NETWORK='127.0.0.1/32',
                SUPERUSER_PASSWORD=PASSWORD, REPLICATION_PASSWORD=PASSWORD, REWIND_PASSWORD=PASSWORD, WATCHDOG='"off"')
            path = f'{self.run}/node{node}.yml'
            with open(path, 'w') as file:
                file.write(text)
            if self.drop:
                os.chown(path, self.owner.pw_uid, self.owner.pw_gid)
            os.chmod(path, 0o600)
            self.start_node(node)
        wait('a leader', lambda: self.leader() is not None)
        wait('every node streaming, one of them synchronous', self.is_whole)

    def start_node(self, node):
        self.spawn(f'node{node}', ['patroni', f'{self.run}/node{node}.yml'])

    def ask(self, node, path):
        try:
            with urllib.request.urlopen(f'http://127.0.0.1:{self.rest[node]}{path}', timeout=1) as answer:
                return answer.status, json.loads(answer.read() or b'{}')
        except urllib.error.HTTPError as error:
            return error.code, {}
        except (OSError, ValueError, http.client.HTTPException):
            return 0, {}

    def leader(self):
        """The node that at least two nodes, including itself, name as the leader: a node that has just resumed may still
        consider itself the leader."""
        named = []
        for node in range(NODES):
            members = self.ask(node, '/cluster')[1].get('members', [])
            named += [member['name'] for member in members if member.get('role') == 'leader']
        for node in range(NODES):
            if named.count(f'node{node}') >= 2 and self.ask(node, '/primary')[0] == 200:
                return node
        return None

    def is_whole(self):
        """Every node runs, follows one leader and says so."""
        for node in range(NODES):
            members = self.ask(node, '/cluster')[1].get('members', [])
            sound = [member for member in members if member.get('state') in ('running', 'streaming')]
            roles = [member['role'] for member in sound]
            if len(sound) < NODES or roles.count('leader') != 1 or 'sync_standby' not in roles:
                return False
        if self.leader() is None or len({member['timeline'] for member in members if 'timeline' in member}) != 1:
            return False
        # A standby that is still starting is named all the same, and could not take over.
        try:
            streaming = self.psql(
                "select count(*) from pg_stat_replication where state = 'streaming' and replay_lsn is not null", 'postgres')
        except RuntimeError:
            return False
        return int(streaming) == NODES - 1

    def postmaster(self, node):
        return int(open(f'{self.run}/data{node}/postmaster.pid').readline())

    def pids(self, node):
        """Patroni, the postmaster and all below them."""
        found = [self.processes[f'node{node}'].pid]
        try:
            found.append(self.postmaster(node))
        except (OSError, ValueError):
            pass
        return list(dict.fromkeys(found + [pid for parent in found for pid in children(parent)]))

    def url(self, role):
        hosts = ','.join(f'127.0.0.1:{port}' for port in self.postgres)
        return f'postgresql://{role}:{PASSWORD}@{hosts}/tutti?target_session_attrs=primary'

    def psql(self, statement, database='tutti', file=None):
        leader = wait('a leader', lambda: self.leader() is not None and [self.leader()])[0]
        where = f'host=127.0.0.1 port={self.postgres[leader]} user=postgres password={PASSWORD} dbname={database}'
        command = ['psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', where] + (['-f', file] if file else ['-c', statement])
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f'psql: {done.stderr}')
        return done.stdout.strip()

    def stop(self):
        for node in range(NODES):
            send(self.pids(node) if f'node{node}' in self.processes else [], signal.SIGCONT)
        postmasters = []
        for node in range(NODES):
            try:
                postmasters.append(self.postmaster(node))
            except (OSError, ValueError):
                pass
        for process in self.processes.values():
            send([process.pid], signal.SIGCONT)
            process.poll() is None and process.kill()
            process.wait()
        send(postmasters, signal.SIGQUIT)
        wait('the end of PostgreSQL', lambda: not any(os.path.exists(f'/proc/{pid}') for pid in postmasters), 20)


class Stepper(threading.Thread):
    """The operator's script: one step after the other, each sent again, with its key, until it is acknowledged."""

    def __init__(self, ports, token):
        super().__init__(daemon=True)
        self.ports, self.token, self.by, self.turn = ports, token, 1, 0
        self.acknowledged, self.refusals, self.unreached, self.is_over = [], [], [], False
        # Ports of servers that are being faulted themselves: what fails there is no fault of the service.
        self.faulted = set()

    def run(self):
        while not self.is_over:
            key, began = str(uuid.uuid4()), time.monotonic()
            while not self.is_over:
                port = self.ports[self.turn % len(self.ports)]
                self.turn += 1
                if self.step(port, key):
                    self.acknowledged.append((time.monotonic(), key))
                    break
                time.sleep(0.1)
            time.sleep(max(0, began + 0.05 - time.monotonic()))

    def step(self, port, key):
        sent = time.monotonic()
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=5)
        try:
            connection.request('POST', '/api/v1/live/steps', json.dumps({'by': self.by}), {
                'Host': HALL, 'Content-Type': 'application/json', 'Authorization': f'Bearer {self.token}',
                'Idempotency-Key': key})
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            if port not in self.faulted:
                self.unreached.append((sent, time.monotonic() - sent, repr(error)))
            return False
        finally:
            connection.close()
        if answer.status == 200:
            return True
        if answer.status == 409 and b'beyond-programme' in body:
            self.by = -self.by
        else:
            self.refusals.append((sent, time.monotonic() - sent, answer.status, answer.getheader('Retry-After'), body[:200]))
        return False


class Phone(threading.Thread):
    """Receives every packet and records its time, piece, measure and count."""

    def __init__(self, group, port):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind((group, port))
        member = struct.pack('4s4s', socket.inet_aton(group), socket.inet_aton('127.0.0.1'))
        self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        self.socket.settimeout(0.2)
        self.packets, self.is_over = [], False

    def run(self):
        while not self.is_over:
            try:
                text = self.socket.recv(2048).decode()
            except socket.timeout:
                continue
            if not text.startswith('PUSH|'):
                place, count = text.rsplit(' : ', 1)
                piece, measure = place.rsplit('; ', 1)
                self.packets.append((time.monotonic(), piece, int(measure), int(count)))


class Listener(threading.Thread):
    """An event stream that comes back by itself, with the last event that it has seen."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.last, self.revisions, self.is_over, self.connections = port, None, {}, False, 0

    def run(self):
        while not self.is_over:
            try:
                self.listen()
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(0.2)

    def listen(self):
        with socket.create_connection(('127.0.0.1', self.port), 5) as stream:
            resume = f'Last-Event-ID: {self.last}\r\n' if self.last else ''
            stream.sendall((f'GET /api/v1/live/events HTTP/1.0\r\nHost: {HALL}\r\nAccept: text/event-stream\r\n'
                            f'{resume}\r\n').encode())
            # A comment comes every 15 s.
            stream.settimeout(20)
            lines = stream.makefile('rb')
            if b' 200 ' not in lines.readline():
                return
            self.connections += 1
            for line in lines:
                if self.is_over:
                    return
                if line.startswith(b'id: '):
                    self.last = line[4:].decode().strip()
                    self.revisions.setdefault(int(self.last.split('.')[0]), time.monotonic())


class Trial:
    def __init__(self, home):
        self.home, self.programs, self.faults = home, programs(), []
        self.cluster = Cluster(home)
        ports = free_ports(5)
        self.http, self.admin, self.packet_port = ports[:2], ports[2:4], ports[4]
        self.group = f'239.255.{random.randint(64, 127)}.{random.randint(1, 254)}'
        self.services = {}

    @property
    def environment(self):
        return {
            'PATH': os.environ['PATH'], 'TMPDIR': self.home, 'TUTTI_LOG_FORMAT': 'json', 'TUTTI_PASSWORD_COST': '10',
            'DATABASE_URL': self.cluster.url('app_rt'), 'TUTTI_MULTICAST_INTERFACE': '127.0.0.1',
        }

    def serving(self):
        return self.environment | {
            'TUTTI_OWNER_DATABASE_URL': self.cluster.url('app_owner'), 'TUTTI_DATA_DIR': self.home + '/content',
            'TUTTI_MULTICAST_GROUP': self.group, 'TUTTI_MULTICAST_PORT': str(self.packet_port),
            'TUTTI_DEFAULT_TENANT': 'hall'}

    def command(self, *words, input=None):
        done = subprocess.run([self.programs + '/tutti', *words], env=self.serving(), input=input, text=True,
                              stdin=None if input else subprocess.DEVNULL, capture_output=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f'tutti {" ".join(words)}: {done.stdout}{done.stderr}')
        return done.stdout

    def start_service(self, name):
        log = open(f'{self.home}/{name}.log', 'a')
        number = int(name[-1])
        if name.startswith('server'):
            command = [self.programs + '/tutti', 'serve']
            environment = self.serving() | {
                'TUTTI_HTTP': f'127.0.0.1:{self.http[number]}', 'TUTTI_ADMIN': f'127.0.0.1:{self.admin[number]}'}
        else:
            command, environment = [self.programs + '/tutti-emitter'], self.environment
        self.services[name] = subprocess.Popen(
            command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)

    def is_ready(self, number):
        try:
            with urllib.request.urlopen(f'http://127.0.0.1:{self.admin[number]}/readyz', timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

    def start(self):
        began = time.monotonic()
        os.makedirs(self.home + '/content', exist_ok=True)
        self.cluster.start()
        self.cluster.psql(None, 'postgres', os.path.join(ROOT, 'deploy', 'postgres', 'roles.sql'))
        self.cluster.psql(f"alter role app_rt password '{PASSWORD}'; alter role app_owner password '{PASSWORD}'")
        self.command('migrate')
        self.command('tenant', 'add', 'hall', '--name', 'The Hall', '--host', HALL)
        self.command('import', 'concert', EVENING, '--tenant', 'hall', '--activate')
        self.command('user', 'add', '--tenant', 'hall', '--login', 'stepper', '--role', 'operator', '--password-stdin',
                     input=PASSWORD + '\n')
        token = self.command('token', 'create', '--tenant', 'hall', '--login', 'stepper').strip()
        for name in ['server0', 'server1', 'emitter0', 'emitter1']:
            self.start_service(name)
        for number in range(2):
            wait(f'server{number} ready', lambda: self.is_ready(number))
        self.phone = Phone(self.group, self.packet_port)
        self.phone.start()
        self.listeners = [Listener(port) for port in self.http]
        for listener in self.listeners:
            listener.start()
        wait('packets', lambda: self.phone.packets)
        wait('events', lambda: all(listener.revisions for listener in self.listeners))
        self.first = max(min(listener.revisions) for listener in self.listeners)
        self.stepper = Stepper(self.http, token)
        self.stepper.start()
        print(f'cluster, servers and emitters up in {time.monotonic() - began:.1f} s; leader node{self.cluster.leader()}',
              flush=True)

    # --- faults -----------------------------------------------------------------------------------------------------

    def fault(self, name, turn):
        """Injects the fault and repairs it; returns when the whole cluster is healthy again."""
        cluster, leader = self.cluster, self.cluster.leader()
        if name == 'switchover':
            body = json.dumps({'leader': f'node{leader}'}).encode()
            request = urllib.request.Request(
                f'http://127.0.0.1:{cluster.rest[leader]}/switchover', data=body, method='POST')
            urllib.request.urlopen(request, timeout=60).read()
        elif name == 'postmaster':
            send([cluster.postmaster(leader)], signal.SIGKILL)
        elif name == 'node':
            send([cluster.processes[f'node{leader}'].pid, cluster.postmaster(leader)], signal.SIGKILL)
            cluster.processes[f'node{leader}'].wait()
            wait('a new leader', lambda: cluster.leader() not in (None, leader))
            cluster.start_node(leader)
        elif name.startswith('frozen'):
            frozen = cluster.pids(leader)
            send(frozen, signal.SIGSTOP)
            try:
                time.sleep(int(name.split('-')[1]))
            finally:
                # A watchdog resets a machine that was frozen for longer than Patroni's ttl.
                send(frozen, signal.SIGCONT if options.without_watchdog else signal.SIGKILL)
            if not options.without_watchdog:
                cluster.processes[f'node{leader}'].wait()
                cluster.start_node(leader)
        elif name == 'etcd':
            pid = [cluster.processes['etcd'].pid]
            send(pid, signal.SIGSTOP)
            try:
                time.sleep(10)
            finally:
                send(pid, signal.SIGCONT)
        else:
            service, _, how = name.partition('-')
            which = f'{service}{turn % 2}'
            process = self.services[which]
            if service == 'server':
                self.stepper.faulted.add(self.http[turn % 2])
            if how == 'killed':
                process.kill()
                process.wait()
                time.sleep(3)
                self.start_service(which)
            else:
                process.send_signal(signal.SIGSTOP)
                time.sleep(10)
                process.send_signal(signal.SIGCONT)
            if service == 'server':
                wait(f'{which} ready', lambda: self.is_ready(turn % 2))
                time.sleep(1)
                self.stepper.faulted.discard(self.http[turn % 2])
        wait('the whole cluster', cluster.is_whole, 180)

    def measure(self, name, turn):
        time.sleep(3)
        began = time.monotonic()
        self.fault(name, turn)
        ended = time.monotonic()
        wait('a step acknowledged', lambda: self.stepper.acknowledged[-1][0] > ended + 0.5, 60)
        time.sleep(3)
        return self.judge(name, began)

    # --- judging ----------------------------------------------------------------------------------------------------

    def judge(self, name, began):
        stepper, faults = self.stepper, []
        acknowledged = [moment for moment, _ in stepper.acknowledged if moment >= began - 3]
        gap = max((b - a for a, b in zip(acknowledged, acknowledged[1:])), default=0)
        if name == 'postmaster' and gap > POSTMASTER_LIMIT:
            faults.append(f'steps stopped for {gap:.1f} s')
        # Only what was over before the log was read may be asked for in it.
        kept = set(filter(None, self.cluster.psql('select idempotency_key from app.live_change').split('\n')))
        keys = [key for moment, key in list(stepper.acknowledged) if began - 3 <= moment <= time.monotonic() - 2]
        lost = [key for key in keys if key not in kept]
        if lost:
            faults.append(f'{len(lost)} acknowledged steps lost')
        refusals = [refusal for refusal in stepper.refusals if refusal[0] >= began]
        wrong = [refusal for refusal in refusals if refusal[2] != 503 or not refusal[3]]
        slow = [refusal for refusal in refusals if refusal[1] > ERROR_LIMIT]
        unreached = [failure for failure in stepper.unreached if failure[0] >= began]
        if wrong:
            faults.append(f'{len(wrong)} refusals other than 503 with Retry-After, such as {wrong[0][2:]}')
        if slow:
            faults.append(f'{len(slow)} refusals later than {ERROR_LIMIT:.0f} s, {max(r[1] for r in slow):.2f} s at most')
        if unreached:
            faults.append(f'{len(unreached)} requests without an answer, such as {unreached[0][1:]}')
        packets = [packet for packet in list(self.phone.packets) if packet[0] >= began - 1]
        silence = max((b[0] - a[0] for a, b in zip(packets, packets[1:])), default=float('inf'))
        if silence > SILENCE_LIMIT:
            faults.append(f'packets silent for {silence:.2f} s')
        falling = sum(b[3] <= a[3] for a, b in zip(packets, packets[1:]))
        if falling:
            faults.append(f'{falling} counts did not rise')
        faults += self.judge_measures(packets)
        missed = self.judge_events()
        if missed:
            faults.append(f'events missed by the listeners: {missed}')
        slowest = max((refusal[1] for refusal in refusals), default=0)
        print(f'{name:16} steps stopped {gap:5.2f} s, acknowledged {len(keys):5}, lost {len(lost)}, refused {len(refusals):3} '
              f'(slowest {slowest:.2f} s), packets silent {silence:.2f} s, events missed {sum(missed.values()) if missed else 0}'
              f'{"" if not faults else "   NOT RIGHT: " + "; ".join(faults)}', flush=True)
        self.faults += [f'{name}: {fault}' for fault in faults]
        return not faults

    def judge_measures(self, packets):
        """Checks that each packet contains a position of the log, and never one that is older than a received position."""
        log = [line.split('|') for line in self.cluster.psql(
            'select revision, measure, piece from app.live_change order by revision').split('\n') if line]
        places = {}
        for revision, measure, piece in log:
            places.setdefault((piece, int(measure)), []).append(int(revision))
        reached, wrong, back = 0, 0, 0
        for _, piece, measure, _ in packets:
            revisions = places.get((piece, measure))
            if not revisions:
                wrong += 1
                continue
            # The script goes back and forth: the place may belong to any revision from the one reached on.
            later = [revision for revision in revisions if revision >= reached]
            if later:
                reached = min(later) if reached else max(revisions[0], reached)
            else:
                back += 1
        return ([f'{wrong} packets told a place that never was'] if wrong else []) + \
               ([f'{back} packets told a place from before'] if back else [])

    def judge_events(self):
        last = int(self.cluster.psql('select max(revision) from app.live_change')) - 40
        expected = {int(word) for word in self.cluster.psql(
            f'select revision from app.live_change where revision between {self.first} and {last}').split()}
        missed = {}
        for number, listener in enumerate(self.listeners):
            count = len(expected - set(listener.revisions))
            if count:
                missed[f'server{number}'] = count
        # Each is told once.
        self.first = max(self.first, last)
        return missed

    def stop(self):
        for part in [getattr(self, 'stepper', None), getattr(self, 'phone', None), *getattr(self, 'listeners', [])]:
            if part:
                part.is_over = True
        for process in self.services.values():
            send([process.pid], signal.SIGCONT)
            process.terminate()
        for process in self.services.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
        self.cluster.stop()


def main():
    home = tempfile.mkdtemp(prefix='tutti-ha-', dir='/tmp')
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    trial, is_right = Trial(home), False
    try:
        trial.start()
        for name in options.fault or FAULTS:
            for turn in range(options.rounds):
                trial.measure(name, turn)
        is_right = not trial.faults
    finally:
        trial.stop()
        if is_right and not options.keep:
            shutil.rmtree(home, ignore_errors=True)
        else:
            print(f'the logs are in {home}')
    if not is_right:
        sys.exit('NOT RIGHT:\n  ' + '\n  '.join(trial.faults))
    print('all right')


main()
