"""Faults that a rehearsed concert contains on purpose, to show that the rehearsal finds them (rehearse_concert.py --plant).

A fault is planted where the rehearsal meets the product: in the packets and events that phones receive, in an operator's requests, or in the log. It
is found if the rehearsal reports a violation with the words `finding`.
"""
import json
import random
import time
import uuid


class Plant:
    """No fault."""

    finding = None

    def __init__(self):
        self.number = 0

    def packets(self, data, sender):
        """The datagrams that are received instead of a datagram, with their senders."""
        return [(data, sender)]

    def events(self, phone, position):
        """The positions that the phone with a number receives instead of a position, each with a delay in seconds."""
        return [(position, 0)]

    def answer(self, concert, path, body, login, key):
        """The answer that an operator gets instead of the server's; `None` to send the request."""
        return None

    def act(self, concert):
        """Acts until the concert is over."""


class RepeatedPacket(Plant):
    """An emitter sends an old packet again."""

    finding = 'of the same sender'
    kept = []

    def packets(self, data, sender):
        self.kept = (self.kept + [data])[-20:]
        self.number += 1
        return [(data, sender)] + ([(self.kept[0], sender)] if self.number % 40 == 0 else [])


class LowerCount(Plant):
    """The counts of a sender go back."""

    finding = 'of the same sender'

    def packets(self, data, sender):
        self.number += 1
        if self.number < 60 or data.startswith(b'PUSH|'):
            return [(data, sender)]
        place, count = data.rsplit(b' : ', 1)
        return [(b'%s : %d' % (place, int(count) - 50), sender)]


class UnsetMeasure(Plant):
    """A packet has a measure that nobody has set."""

    finding = 'which nobody has set'

    def packets(self, data, sender):
        self.number += 1
        if self.number != 60 or data.startswith(b'PUSH|'):
            return [(data, sender)]
        place, count = data.rsplit(b' : ', 1)
        return [(b'%s; 99999 : %s' % (place.rsplit(b'; ', 1)[0], count), sender)]


class EndedEpoch(Plant):
    """A packet of a sender comes after 80 packets of its successor."""

    finding = 'of an ended epoch'
    held = None

    def packets(self, data, sender):
        if data.startswith(b'PUSH|'):
            return [(data, sender)]
        self.number += 1
        if self.number < 50:
            return [(data, (sender[0], 1))]
        if self.number == 50:
            self.held = data
            return []
        return [(data, sender)] + ([(self.held, (sender[0], 1))] if self.number == 130 else [])


class WrongMeasure(Plant):
    """An event has the measure of the event before it."""

    finding = 'the log has'
    before = None

    def events(self, phone, position):
        if phone != 0:
            return [(position, 0)]
        self.number += 1
        before, self.before = self.before, position
        if self.number % 10 == 0 and (before['piece'], before['measure']) != (position['piece'], position['measure']):
            return [({**position, 'piece': before['piece'], 'measure': before['measure']}, 0)]
        return [(position, 0)]


class RepeatedEvent(Plant):
    """A phone gets an older event after a newer one."""

    finding = 'has revision'
    before = None

    def events(self, phone, position):
        if phone != 0:
            return [(position, 0)]
        self.number += 1
        before, self.before = self.before, position
        return [(position, 0)] + ([(before, 0)] if self.number == 10 else [])


class LostEvents(Plant):
    """A phone gets no more events, although its stream is open."""

    finding = 'does not show'

    def events(self, phone, position):
        if phone != 0:
            return [(position, 0)]
        self.number += 1
        return [(position, 0)] if self.number < 10 else []


class LateEvents(Plant):
    """The events of a phone are four seconds late."""

    finding = 'does not show revision'

    def events(self, phone, position):
        return [(position, 4 if phone == 0 else 0)]


class LostPress(Plant):
    """A press is acknowledged, but never done."""

    finding = 'is lost'

    def answer(self, concert, path, body, login, key):
        if path != '/api/v1/live/steps':
            return None
        self.number += 1
        newest = max(press[3] or 0 for press in concert.presses)
        if self.number != 10 or newest == 0:
            return None
        return 200, json.dumps({'piece': concert.pieces[0]['name'], 'measure': 1, 'revision': newest + 1}).encode()


class DoublePress(Plant):
    """A press is done twice, because its repeat has another key."""

    finding = 'which nobody has sent'

    def answer(self, concert, path, body, login, key):
        if path == '/api/v1/live/steps':
            self.number += 1
            if self.number % 5 == 0:
                other = str(uuid.uuid4())
                concert.request('POST', path, body, login, other, random.Random(self.number))
                concert.keys.discard(other)
        return None


class ForeignUndo(Plant):
    """An undo of a colleague takes back the operator's own step."""

    finding = 'has undone revision'

    def act(self, concert):
        chance = random.Random(concert.options.seed * 31 + 5)
        while not concert.isOver:
            position = concert.press('olive', chance, by=1)
            if position:
                concert.undo(position['revision'], chance, login='olive')
            time.sleep(0.5)


class UnpermittedProgram(Plant):
    """A program moves the concert although no person has let it."""

    finding = 'without permission'

    def act(self, concert):
        while not concert.isOver:
            move(concert, 'auto')
            time.sleep(0.5)


class EarlyFollower(Plant):
    """A follower moves the concert before its probation has passed."""

    finding = 'before its probation'

    def act(self, concert):
        chance = random.Random(concert.options.seed * 31 + 5)
        while not concert.isOver:
            concert.permit(concert.allowed, 'PUT', '/api/v1/live/sources/leader', {'leader': 'follower'}, 'bob', chance)
            move(concert, 'follower')
            time.sleep(0.5)


class HeldConcert(Plant):
    """A program moves a concert that is held."""

    finding = 'moves a concert that is'

    def act(self, concert):
        chance = random.Random(concert.options.seed * 31 + 5)
        while not concert.isOver:
            concert.press('bob', chance, state='held')
            position = concert.press('bob', chance, state='running')
            if position:
                concert.machines.psql(f"update app.live_change set source = 'auto' where revision = {position['revision']}")
            time.sleep(1)


class LostCommit(Plant):
    """The log loses a change."""

    finding = 'the log has gaps'

    def act(self, concert):
        time.sleep(8)
        concert.machines.psql('delete from app.live_change where revision = (select max(revision) - 3 from app.live_change)')


def move(concert, source):
    """Moves the concert as a program, to a measure that is not on the air."""
    shown = concert.phones[0].shown
    measure = 2 if shown and shown[-1][2].endswith('; 1') else 1
    concert.request('PUT', '/api/v1/live', json.dumps({'measure': measure, 'source': source}), 'olive', str(uuid.uuid4()), random.Random(7))


PLANTS = {plant.__name__: plant for plant in Plant.__subclasses__()}
