"""console_clients.py [--measures N]: tests the messages of consoles (Open Sound Control 1.0 over UDP) with third-party programs.

oscsend of Debian's package liblo-tools and PyPI's python-osc send every command to the running product: pieces, measures, steps, hold, blackout,
messages to the hall, MIDI program changes, a follower's readings, and messages that must be refused. After each command, `GET /api/v1/live` must
have the right position. python-osc then steps through N measures of a movement. What the product sends to its targets is decoded twice: by tshark
from the loopback interface, and by python-osc, which receives the messages. Both must have each position once and in order, and the cues.

Capturing packets needs root or the group wireshark. Exit status 1 if a check fails."""
import argparse
import json
import queue
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

from pythonosc import osc_bundle_builder, osc_message_builder
from pythonosc.dispatcher import Dispatcher
from pythonosc.osc_server import BlockingOSCUDPServer
from pythonosc.udp_client import SimpleUDPClient

from served import Served, free_port

# The measure at which a cue starts, and the piece and measure of a program change.
CUE, PROGRAM = 35, 44


def ascii_part(text):
    return ''.join(letter for letter in text if letter.isascii())


class Wire:
    """What tshark decodes of the datagrams to a port on the loopback interface."""
    FIELDS = ['osc.message.header.path', 'osc.message.header.format', 'osc.message.string', 'osc.message.int32']

    def __init__(self, port):
        self.rows = queue.Queue()
        fields = [word for field in self.FIELDS for word in ('-e', field)]
        self.process = subprocess.Popen(
            ['tshark', '-i', 'lo', '-n', '-l', '-f', f'udp dst port {port}', '--enable-heuristic', 'osc_udp', '-o', 'udp.try_heuristic_first:TRUE', '-T', 'fields', *fields,
             '-E', 'separator=/t', '-E', 'aggregator=|', '-E', 'occurrence=a'],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', errors='replace')
        for line in self.process.stderr:
            if 'Capturing on' in line:
                break
        else:
            sys.exit('tshark cannot capture on the loopback interface: run this as root, or as a member of the group wireshark')
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            path, types, strings, numbers = (line.rstrip('\n').split('\t') + [''] * 4)[:4]
            self.rows.put((path, types, [ascii_part(text) for text in strings.split('|')], [int(number) for number in numbers.split('|') if number]))

    def close(self):
        self.process.terminate()
        self.process.wait(20)


class Target:
    """What python-osc receives on a port."""

    def __init__(self, port):
        self.rows = queue.Queue()
        dispatcher = Dispatcher()
        dispatcher.set_default_handler(lambda address, *arguments: self.rows.put((address, list(arguments))))
        self.server = BlockingOSCUDPServer(('127.0.0.1', port), dispatcher)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Rehearsal:
    def __init__(self, service, port, wire, target, pieces):
        self.service, self.port, self.wire, self.target, self.pieces = service, port, wire, target, pieces
        self.client = SimpleUDPClient('127.0.0.1', port)
        self.passed, self.failures = 0, []

    # The product.

    def call(self, method, path, content=None):
        request = urllib.request.Request(
            self.service.url + path, method=method, data=None if content is None else json.dumps(content).encode(),
            headers={'Content-Type': 'application/json', 'Authorization': 'Bearer ' + self.service.tokens['operator']})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or b'null')

    def position(self):
        live = self.call('GET', '/api/v1/live')
        return live['piece'], live['measure'], live['state']

    def revision(self):
        return self.call('GET', '/api/v1/live')['revision']

    # Checks.

    def check(self, right, what):
        print(f'  {"ok    " if right else "FAILED"} {what}', flush=True)
        if right:
            self.passed += 1
        else:
            self.failures.append(what)

    @staticmethod
    def until(condition, limit=10):
        end = time.monotonic() + limit
        while not (found := condition()) and time.monotonic() < end:
            time.sleep(0.01)
        return found

    # The two senders.

    def oscsend(self, address, types='', *values):
        subprocess.run(['oscsend', '127.0.0.1', str(self.port), address, *[types] * bool(types), *map(str, values)], check=True, timeout=20)

    def python_osc(self, address, types='', *values):
        message = osc_message_builder.OscMessageBuilder(address)
        for kind, value in zip(types, values):
            message.add_arg(tuple(bytes.fromhex(value)) if kind == 'm' else value, kind)
        self.client.send(message.build())

    @staticmethod
    def received(rows, address, isWanted=lambda *_: True, limit=10):
        """What follows the address in the next message that is wanted, or None. tshark delivers messages some time after they were sent."""
        end = time.monotonic() + limit
        while (rest := end - time.monotonic()) > 0:
            try:
                row = rows.get(timeout=rest)
            except queue.Empty:
                return None
            if row[0] == address and isWanted(*row[1:]):
                return row[1:]
        return None

    def drained(self):
        for rows in (self.wire.rows, self.target.rows):
            while not rows.empty():
                rows.get_nowait()

    def moves(self, send, message, expected):
        """Sends a command and checks the position, what tshark decodes, and what python-osc receives."""
        self.drained()
        send(*message)
        piece, measure, state = expected
        table = self.pieces[piece]['measureTable']
        printed, time_heard = table['printed'][measure - 1], table['passes'][measure - 1]
        name = f'{send.__name__} {" ".join(map(str, message))}: {piece}, {measure}, {state}'
        self.check(self.until(lambda: self.position() == expected), name)
        # tshark's strings are ASCII.
        short = ascii_part(piece)
        for path, content, types, numbers, strings in (
                ('/tutti/position', [piece, measure, printed, time_heard, state], ',sisis', [measure, time_heard], [short, printed, state]),
                ('/inotes/at', [piece, measure], ',si', [measure], [short])):
            heard = self.received(self.target.rows, path, lambda row: row == content)
            self.check(heard is not None, f'    python-osc receives {path} {content}')
            heard = self.received(self.wire.rows, path, lambda *row: row == (types, strings, numbers))
            self.check(heard is not None, f'    tshark decodes {path} {types} {strings} {numbers}')

    def stays(self, send, *message):
        before = self.revision()
        self.drained()
        send(*message)
        # The next command is performed after this one, so nothing is late.
        send('/inotes/hold', 'i', 0)
        time.sleep(0.3)
        self.check(self.revision() == before, f'{send.__name__} {" ".join(map(str, message))}: refused')

    # The concert.

    def commands(self, send, first, second):
        """Every command by one of the senders."""
        def moves(message, *expected):
            self.moves(send, message, expected)

        moves(('/inotes/piece', 's', second), second, 1, 'running')
        moves(('/inotes/piece', 's', first), first, 1, 'running')
        moves(('/inotes/measure', 'i', 7), first, 7, 'running')
        moves(('/inotes/next',), first, 8, 'running')
        moves(('/inotes/next', 'i', 3), first, 11, 'running')
        moves(('/tutti/back',), first, 10, 'running')
        moves(('/tutti/measure', 'f', 20.0), first, 20, 'running')
        moves(('/inotes/hold', 'i', 1), first, 20, 'held')
        moves(('/inotes/hold', 'i', 0), first, 20, 'running')
        moves(('/inotes/blackout', 'i', 1), first, 20, 'blackout')
        moves(('/inotes/blackout', 'i', 0), first, 20, 'running')
        # Program changes on channel 1: programs 0 and 5. The bytes are port, status, data 1, data 2.
        moves(('/midi', 'm', '00c00000'), first, 21, 'running')
        moves(('/midi', 'm', '00c00500'), first, PROGRAM, 'running')
        moves(('/midi/program', 'ii', 1, 0), first, PROGRAM + 1, 'running')
        self.stays(send, '/inotes/measure', 's', 'seven')
        self.stays(send, '/inotes/measure', 'i', 100000)
        self.stays(send, '/inotes/measure', 'f', 7.5)
        self.stays(send, '/inotes/jump', 'i', 3)
        self.stays(send, '/inotes/piece', 's', 'Nobody, Nothing: Mvt. 9')
        self.stays(send, '/cue/4/start')
        title = f'From {send.__name__}'
        send('/inotes/push', 'sss', title, 'The bar is open.', 'Thanks')
        self.check(self.until(lambda: any(item['title'] == title for item in self.messages())), f'{send.__name__} /inotes/push: the message')

    def messages(self):
        answer = self.call('GET', '/api/v1/messages')
        return answer['items'] if isinstance(answer, dict) else answer

    def cue(self, send, piece):
        """A measure with a cue."""
        self.moves(send, ('/inotes/measure', 'i', CUE - 1), (piece, CUE - 1, 'running'))
        self.drained()
        send('/inotes/next')
        self.check(self.received(self.wire.rows, '/cue/4/start') is not None, f'tshark decodes the cue of measure {CUE}')
        self.check(self.received(self.target.rows, '/cue/4/start') == ([],), f'python-osc receives the cue of measure {CUE}')

    def bundle(self, piece):
        """Two messages in one datagram."""
        bundle = osc_bundle_builder.OscBundleBuilder(osc_bundle_builder.IMMEDIATELY)
        for address, value in (('/inotes/measure', 50), ('/inotes/next', 2)):
            message = osc_message_builder.OscMessageBuilder(address)
            message.add_arg(value, 'i')
            bundle.add_content(message.build())
        self.client.send(bundle.build())
        self.check(self.until(lambda: self.position() == (piece, 52, 'running')), f'a bundle of two messages: {self.position()}')

    def follower(self, send, piece):
        """A follower leads after a person has allowed it, and stops at a take-over."""
        name = send.__name__
        start = 60
        self.moves(send, ('/inotes/measure', 'i', start), (piece, start, 'running'))
        for _ in range(5):
            send('/inotes/position', 'sif', '', start + 1, 0.95)
            time.sleep(0.1)
        self.check(self.position()[1] == start, f'{name} /inotes/position: a follower that nobody has allowed moves nothing')
        self.call('PUT', '/api/v1/live/sources/leader', {'leader': 'follower'})
        # One measure in two seconds, ten readings a second.
        began, measure = time.monotonic(), start
        while time.monotonic() - began < 9:
            measure = start + int((time.monotonic() - began) / 2)
            send('/inotes/position', 'sif', piece, measure, 0.95)
            time.sleep(0.1)
        self.check(self.until(lambda: self.position() == (piece, measure, 'running'), 3),
                   f'{name} /inotes/position: the follower leads to measure {measure}: {self.position()}')
        self.check(self.call('GET', '/api/v1/live/sources')['leader'] == 'follower', 'the follower leads')
        send('/inotes/takeover')
        self.check(self.until(lambda: self.call('GET', '/api/v1/live/sources')['leader'] == 'person'), f'{name} /inotes/takeover: a person leads')
        at = self.position()[1]
        for _ in range(5):
            send('/inotes/position', 'sif', piece, at + 1, 0.95)
            time.sleep(0.1)
        self.check(self.position()[1] == at, f'{name}: after the take-over the follower moves nothing')

    def movement(self, piece, count):
        """Many measures, ten in a second."""
        self.moves(self.python_osc, ('/inotes/measure', 'i', 1), (piece, 1, 'running'))
        self.drained()
        began = time.monotonic()
        for number in range(1, count):
            self.client.send_message('/inotes/next', [])
            time.sleep(max(0, began + number / 10 - time.monotonic()))
        self.check(self.until(lambda: self.position() == (piece, count, 'running')), f'python-osc drives {count} measures: {self.position()}')
        expected = list(range(2, count + 1))
        for who, rows, number in (('tshark', self.wire.rows, lambda row: row[2][0]), ('python-osc', self.target.rows, lambda row: row[0][1])):
            heard = []
            while len(heard) < len(expected) and (row := self.received(rows, '/tutti/position', limit=5)):
                heard.append(number(row))
            self.check(heard == expected, f'{who} has all {len(expected)} positions, each once and in order'
                       + ('' if heard == expected else f': {heard}'))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--measures', type=int, default=200, help='how many measures of a movement python-osc drives')
    options = parser.parse_args()
    first, second = 'Dvořák, String Quartet No. 12: Mvt. 1', 'Dvořák, String Quartet No. 12: Mvt. 2'
    port, out = free_port(), free_port()
    target = Target(out)
    wire = Wire(out)
    try:
        with Served(TUTTI_OSC=f'127.0.0.1:{port}', TUTTI_OSC_SENDERS='127.0.0.1=hall', TUTTI_OSC_TARGETS=f'hall=127.0.0.1:{out}',
                    TUTTI_OSC_CUES=f'hall|{first}|{CUE}|/cue/4/start',
                    TUTTI_OSC_PROGRAMS=f'hall|1|0|next;hall|1|5|{first}|{PROGRAM}',
                    TUTTI_RATE_ADDRESS='0', TUTTI_RATE_TENANT='0', TUTTI_RATE_ACCOUNT='0') as service:
            concert = json.load(urllib.request.urlopen(service.url + '/api/v1/concert', timeout=30))
            pieces = {piece['name']: json.load(urllib.request.urlopen(service.url + piece['url'], timeout=30)) for piece in concert['pieces']}
            rehearsal = Rehearsal(service, port, wire, target, pieces)
            rehearsal.call('PUT', '/api/v1/live', {'state': 'running'})
            for send in (rehearsal.oscsend, rehearsal.python_osc):
                print(send.__name__, flush=True)
                rehearsal.commands(send, first, second)
                rehearsal.cue(send, first)
                rehearsal.follower(send, first)
            print('bundle and movement', flush=True)
            rehearsal.bundle(first)
            rehearsal.movement(first, options.measures)
    finally:
        wire.close()
        target.close()
    print(f'{rehearsal.passed} checks passed, {len(rehearsal.failures)} failed')
    sys.exit(1 if rehearsal.failures else 0)


if __name__ == '__main__':
    main()
