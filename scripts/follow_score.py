"""follow_score.py [--speed N] [--seed N] [--font FILE] [--keep FOLDER]: a third-party score follower moves a concert.

The script composes a piece: 40 measures in 4/4 that are repeated, and 80 measures in 3/4, 160 as heard. The score, as MusicXML, is imported through
the editors' interface, published and put on the air. A synthesiser (fluidsynth with a soundfont of Debian) plays the piece with another tempo in
each measure, slower ends, unsteady notes and changing loudness.

pymatchmaker, a score follower of PyPI, reads the same MusicXML and hears the audio frame by frame, faster than life. Its positions are sent to
POST /api/v1/live/follower/readings. The music waits until a new measure is on the air. Every 10 ms of the music, the measure on the air is compared
with the measure that sounds. The delay from a reading to a phone's event is measured too, and a second figure includes it; it depends on the machine,
and bench/delivery measures it.

Exit status 1 if less than 97 % is right, if a wrong section was on the air, or if the follower lost the lead.
"""
import argparse
import http.client
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

# partitura would otherwise load a soundfont when it is imported.
sys.modules['fluidsynth'] = None

import librosa
import mido
import numpy
import partitura
from matchmaker.dp import OnlineTimeWarpingArztFrame
from matchmaker.features.audio import LogSpectralEnergyProcessor

from served import Served

BPM, DIVISIONS = 72, 4
FONTS = ['/usr/share/sounds/sf2/FluidR3_GM.sf2', '/usr/share/sounds/sf2/TimGM6mb.sf2']
SAMPLE_RATE, FRAME_RATE = 22050, 20
# General MIDI's grand piano.
INSTRUMENTS = [0, 0]
# How far a section may be early or late, in seconds of the music, without being wrong.
BOUNDARY = 0.5
GOAL = 0.97


class Piece:
    """The piece. A note is its onset and its duration in sixteenths of the measure, and its pitches."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.measures, self.chord, self.pitch = [], 0, 72
        for number in range(120):
            self.measures.append(self.measure(16 if number < 40 else 12, 0 if number < 40 else 7))
        self.heard = list(range(40)) * 2 + list(range(40, 120))

    def measure(self, length, transposition):
        """A measure: its length, its melody and its chords."""
        self.chord = self.random.choice([degree for degree in range(7) if degree != self.chord])
        scale = [0, 2, 4, 5, 7, 9, 11]
        triad = [48 + transposition + scale[(self.chord + step) % 7] + 12 * ((self.chord + step) // 7) for step in (0, 2, 4)]
        melody, at = [], 0
        while at < length:
            duration = min(length - at, self.random.choice([2, 2, 4, 4, 4, 8]))
            step = self.random.choice([-3, -2, -1, 1, 2, 3, 4, -4])
            self.pitch = min(86, max(64, self.pitch + step))
            while (self.pitch - transposition) % 12 not in scale:
                self.pitch += 1
            melody.append((at, duration, [self.pitch]))
            at += duration
        half = length // 2 if length == 16 else length
        chords = [(start, half, triad) for start in range(0, length, half)]
        return length, melody, chords

    def music_xml(self):
        parts = ''.join(f'<part id="P{part}">{"".join(self.measure_xml(number, part) for number in range(120))}</part>'
                        for part in (1, 2))
        return ('<?xml version="1.0" encoding="UTF-8"?>\n<score-partwise version="4.0"><work><work-title>Follow</work-title></work>'
                '<part-list><score-part id="P1"><part-name>Melody</part-name></score-part>'
                f'<score-part id="P2"><part-name>Chords</part-name></score-part></part-list>{parts}</score-partwise>\n')

    def measure_xml(self, number, part):
        length, *voices = self.measures[number]
        head = ''
        if number in (0, 40):
            beats, fifths = (4, 0) if number == 0 else (3, 1)
            clef = '<clef><sign>G</sign><line>2</line></clef>' if part == 1 else '<clef><sign>F</sign><line>4</line></clef>'
            divisions = f'<divisions>{DIVISIONS}</divisions>' if number == 0 else ''
            head = (f'<attributes>{divisions}<key><fifths>{fifths}</fifths></key><time><beats>{beats}</beats>'
                    f'<beat-type>4</beat-type></time>{clef if number == 0 else ""}</attributes>')
            if part == 1:
                head += ('<direction placement="above"><direction-type><rehearsal>' + ('A' if number == 0 else 'B')
                         + f'</rehearsal></direction-type><sound tempo="{BPM}"/></direction>')
        if number == 0:
            head = '<barline location="left"><repeat direction="forward"/></barline>' + head
        tail = '<barline location="right"><repeat direction="backward"/></barline>' if number == 39 else ''
        notes = ''.join(self.note_xml(duration, pitch, index)
                        for _, duration, pitches in voices[part - 1] for index, pitch in enumerate(pitches))
        return f'<measure number="{number + 1}">{head}{notes}{tail}</measure>'

    def note_xml(self, duration, pitch, index):
        names = [('C', 0), ('C', 1), ('D', 0), ('D', 1), ('E', 0), ('F', 0), ('F', 1), ('G', 0), ('G', 1), ('A', 0), ('A', 1), ('B', 0)]
        step, alter = names[pitch % 12]
        kind, dots = {2: ('eighth', 0), 4: ('quarter', 0), 6: ('quarter', 1), 8: ('half', 0), 12: ('half', 1), 16: ('whole', 0)}[duration]
        return (f'<note>{"<chord/>" if index else ""}<pitch><step>{step}</step>{f"<alter>{alter}</alter>" if alter else ""}'
                f'<octave>{pitch // 12 - 1}</octave></pitch><duration>{duration}</duration><voice>1</voice><type>{kind}</type>'
                f'{"<dot/>" * dots}</note>')

    def performance(self):
        """The notes of a performance as (onset, duration, pitch, velocity, channel) in seconds, and the onsets of the measures with the end."""
        notes, onsets, now = [], [], 0.0
        for index, number in enumerate(self.heard):
            length, melody, chords = self.measures[number]
            tempo = BPM * (1 + 0.06 * math.sin(2 * math.pi * index / 37) + 0.03 * math.sin(2 * math.pi * index / 11 + 1))
            # A ritardando at the end of each part.
            if index + 1 in (39, 40, 79, 80, 159, 160):
                tempo *= 0.85
            sixteenth = 60 / tempo / 4
            onsets.append(now)
            for channel, voice in enumerate((melody, chords)):
                for at, duration, pitches in voice:
                    for pitch in pitches:
                        onset = max(0, now + at * sixteenth + self.random.gauss(0, 0.012))
                        notes.append((onset, duration * sixteenth * 0.95, pitch, self.random.randint(55, 95), channel))
            now += length * sixteenth
        return notes, onsets + [now]


def synthesise(notes, programs, folder, name, font):
    """The audio of notes, played by a synthesiser."""
    midi = mido.MidiFile(ticks_per_beat=500)
    track = mido.MidiTrack()
    midi.tracks.append(track)
    # One tick is one millisecond.
    track.append(mido.MetaMessage('set_tempo', tempo=500_000))
    events = []
    for channel, program in enumerate(programs):
        events.append((0, 0, mido.Message('program_change', channel=channel, program=program)))
    for onset, duration, pitch, velocity, channel in notes:
        events.append((round(onset * 1000), 2, mido.Message('note_on', channel=channel, note=pitch, velocity=velocity)))
        events.append((round((onset + duration) * 1000), 1, mido.Message('note_off', channel=channel, note=pitch)))
    before = 0
    for at, _, message in sorted(events, key=lambda event: event[:2]):
        track.append(message.copy(time=at - before))
        before = at
    path = os.path.join(folder, name)
    midi.save(path + '.mid')
    subprocess.run(['fluidsynth', '-ni', '-q', '-F', path + '.wav', '-r', str(SAMPLE_RATE), font, path + '.mid'], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return librosa.load(path + '.wav', sr=SAMPLE_RATE, mono=True)[0]


class Follower:
    """pymatchmaker's online time warping with its spectral features. It reads the score, with repeats written out, by partitura.

    The follower itself tells no confidence. Here it is how much better the sound fits the reported place than the music around it.
    """

    def __init__(self, score, folder, font):
        part = partitura.score.merge_parts(
            partitura.score.unfold_part_maximal(partitura.load_musicxml(score), ignore_leaps=False).parts)
        array = part.note_array()
        second = 60 / BPM
        notes = [(float(row['onset_quarter']) * second, float(row['duration_quarter']) * second * 0.95, int(row['pitch']), 75, 0)
                 for row in array]
        self.starts = [float(part.quarter_map(measure.start.t)) for measure in part.iter_all(partitura.score.Measure)]
        self.end = float(part.quarter_map(part.last_point.t))
        audio = synthesise(notes, INSTRUMENTS[:1], folder, 'reference', font)
        self.hop = SAMPLE_RATE // FRAME_RATE
        self.rate = SAMPLE_RATE / self.hop
        self.processor = LogSpectralEnergyProcessor(sample_rate=SAMPLE_RATE, hop_length=self.hop)
        self.reference = self.features(self.padded(audio[:int((self.end * second + 0.5) * SAMPLE_RATE)]))
        self.processor.reset()
        # The beats of the score are quarters.
        beats = numpy.arange(len(self.reference)) / self.rate / second
        self.tracker = OnlineTimeWarpingArztFrame(
            reference_features=self.reference, score_positions=numpy.unique(array['onset_quarter']), frame_rate=self.rate,
            ref_frame_to_beat=beats, window_size=10, start_window_size=0.5, step_size=3)
        self.here, self.around = 0.2, 0.02

    def padded(self, audio):
        """The audio with silence before it: a window has two hops, and the first one ends with the first hop."""
        return numpy.concatenate([numpy.zeros(self.hop, dtype=audio.dtype), audio])

    def features(self, audio):
        return self.processor((audio, 0.0))[0]

    def hear(self, window, at):
        """Takes a window of audio. Returns the measure as heard, the beat and the confidence."""
        features = self.features(window)[:1]
        self.tracker(features, at)
        frame = self.tracker._current_frame
        reach = int(5 * self.rate)
        self.here += 0.05 * (float(self.reference[frame] @ features[0]) - self.here)
        self.around += 0.05 * (float((self.reference[max(0, frame - reach):frame + reach] @ features[0]).mean()) - self.around)
        # The position at the end of the window.
        quarter = min((frame + 1) / self.rate * BPM / 60, self.end - 0.001)
        index = max(0, int(numpy.searchsorted(self.starts, quarter, side='right')) - 1)
        return index + 1, max(0.0, quarter - self.starts[index]) + 1, self.here / (self.here + self.around + 1e-9)


class Hall(Served):
    """A tenant whose concert is imported from the score through the interface for editors."""

    def __init__(self):
        super().__init__('hall', TUTTI_RATE_ADDRESS='1000000:1000000', TUTTI_RATE_TENANT='1000000:1000000',
                         TUTTI_RATE_ACCOUNT='1000000:1000000')

    def prepare(self):
        self.command('tenant', 'add', self.tenant, '--name', 'The Hall', '--host', f'{self.tenant}.example')
        self.add_accounts()

    def wait_for_tenant(self):
        for _ in range(200):
            try:
                if self.request('GET', '/api/v1/live', 'operator')[0] == 404:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        sys.exit('the tenant is not served')

    def request(self, method, path, login, body=None, kind='application/json'):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        connection.request(method, path, body, {'Authorization': f'Bearer {self.tokens[login]}', **({'Content-Type': kind} if body else {})})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None

    def do(self, *arguments, **options):
        status, body = self.request(*arguments, **options)
        if not 200 <= status < 300:
            raise RuntimeError(f'{arguments[:2]}: {status} {body}')
        return body

    def put_on_air(self, score):
        concert = self.do('POST', '/api/v1/admin/concerts', 'editor', {'title': 'A followed evening', 'date': '2027-01-31'})['id']
        piece = self.do('POST', f'/api/v1/admin/concerts/{concert}/pieces', 'editor',
                        {'composer': 'Nobody', 'work': 'Study', 'movement': 'For a Follower'})['id']
        self.do('POST', f'/api/v1/admin/pieces/{piece}/imports?parts=measures,times,keys,sections', 'editor', open(score, 'rb').read(),
                kind='application/vnd.recordare.musicxml+xml')
        track = self.do('POST', f'/api/v1/admin/pieces/{piece}/tracks', 'editor', {'name': 'The Music'})['id']
        self.do('POST', f'/api/v1/admin/pieces/{piece}/tracks/{track}/annotations', 'editor', {'measure': 1, 'text': 'It begins.'})
        self.do('PUT', f'/api/v1/admin/concerts/{concert}/publication', 'editor')
        self.do('PUT', '/api/v1/live/concert', 'operator', {'concert': concert})
        return self.do('GET', self.do('GET', '/api/v1/concert', 'operator')['pieces'][0]['url'], 'operator')


class Screen(threading.Thread):
    """A phone on the event stream: the measures on the air with their times."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection('127.0.0.1', port, timeout=120)
        self.connection.request('GET', '/api/v1/live/events')
        self.answer = self.connection.getresponse()
        self.shown = []

    def run(self):
        try:
            for line in self.answer:
                if line.startswith(b'data: {') and b'"measure"' in line:
                    position = json.loads(line[6:])
                    self.shown.append((time.monotonic(), position['measure'], position['source']))
        except (OSError, ValueError):
            pass


class Performance:
    """Plays the audio to the follower, sends its readings in one request, and notes what is on the air.

    The music waits until a new measure is on the air, so that it may be played faster than life. The time from the reading to the
    screen is measured.
    """

    def __init__(self, hall, follower, audio, screen, speed):
        self.speed = speed
        self.hall, self.follower, self.audio, self.screen = hall, follower, follower.padded(audio), screen
        # The measures on the air with their times in the music, without and with the delay.
        self.changes, self.delays, self.silent, self.repeats = [(0.0, 0.0, 1)], [], [], 0

    def run(self):
        connection = http.client.HTTPConnection('127.0.0.1', self.hall.port, timeout=60)
        began = time.monotonic()
        connection.request('POST', '/api/v1/live/follower/readings', self.readings(), {
            'Authorization': f'Bearer {self.hall.tokens["operator"]}', 'Content-Type': 'application/x-ndjson',
            'Transfer-Encoding': 'chunked'}, encode_chunked=True)
        self.seconds = time.monotonic() - began - 4
        return json.load(connection.getresponse())

    @staticmethod
    def line(measure, beat, confidence):
        return (json.dumps({'measure': measure, 'beat': round(beat, 2), 'confidence': round(min(1, max(0, confidence)), 3)}) + '\n').encode()

    def readings(self):
        # The follower waits for the first note. Nothing sounds, and it has to be sure for a while before it leads.
        end = time.monotonic() + 4
        while time.monotonic() < end:
            yield self.line(1, 1, 1)
            time.sleep(0.1)
        follower, last, at, began = self.follower, 1, 0.0, time.monotonic()
        for index in range(1, len(self.audio) // follower.hop):
            moment = index / follower.rate
            time.sleep(max(0, began + moment / self.speed - time.monotonic()))
            measure, beat, confidence = follower.hear(self.audio[(index - 1) * follower.hop:(index + 1) * follower.hop], moment)
            # A new measure at once, otherwise five readings in each second of the music.
            if measure == last and moment - at < 0.2:
                continue
            sent = time.monotonic()
            line = self.line(measure, beat, confidence)
            yield line
            if measure != last:
                yield from self.wait(measure, moment, sent, line, f'at {moment:.2f} s measure {measure} after {last} with confidence {confidence:.3f}')
            last, at = measure, moment

    def wait(self, measure, moment, sent, line, reading):
        """Waits until the measure is on the air. The reading is repeated meanwhile, because a follower never falls silent: a reading that the server
        cannot write, as during a pause of the database, is lost, and the next one moves the concert."""
        again = sent + 0.2
        while time.monotonic() - sent < 2:
            if time.monotonic() > again:
                again += 0.2
                self.repeats += 1
                yield line
            if self.screen.shown[-1][1] == measure:
                delay = self.screen.shown[-1][0] - sent
                self.delays.append(delay)
                self.changes.append((moment, moment + delay, measure))
                return
            time.sleep(0.0005)
        self.silent.append(f'{reading}, {self.screen.shown[-1][1]} is on the air')


def judge(changes, column, onsets, sections):
    """Compares the measures on the air with those that sound, every 10 ms. Returns the share that is right, the largest distance, and faults."""
    times = numpy.arange(0, onsets[-1], 0.01)
    truth = numpy.searchsorted(onsets, times, side='right')
    measures = numpy.array([change[2] for change in changes])
    air = measures[numpy.searchsorted([change[column] for change in changes], times, side='right') - 1]
    faults = []
    for place in numpy.flatnonzero(sections[air - 1] != sections[truth - 1]):
        near = truth[(times > times[place] - BOUNDARY) & (times < times[place] + BOUNDARY)]
        if sections[air[place] - 1] not in sections[near - 1]:
            faults.append(f'at {times[place]:.2f} s measure {air[place]} of another section was on the air instead of {truth[place]}')
    return (air == truth).mean(), int(abs(air - truth).max()), faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--speed', type=float, default=10, help='how many times faster than life at most')
    parser.add_argument('--seed', type=int, default=1, help='the piece and the performance')
    parser.add_argument('--font', default=next((font for font in FONTS if os.path.exists(font)), None))
    parser.add_argument('--keep', metavar='FOLDER', help='where the score and the audio stay')
    options = parser.parse_args()
    if options.font is None:
        sys.exit('a soundfont is needed: apt-get install fluid-soundfont-gm')
    folder = options.keep or tempfile.mkdtemp(prefix='tutti-follow-')
    os.makedirs(folder, exist_ok=True)
    try:
        piece = Piece(options.seed)
        score = os.path.join(folder, 'score.musicxml')
        with open(score, 'w') as file:
            file.write(piece.music_xml())
        notes, onsets = piece.performance()
        audio = synthesise(notes, INSTRUMENTS, folder, 'performance', options.font)
        follower = Follower(score, folder, options.font)
        print(f'{len(piece.measures)} measures in the score, {len(piece.heard)} as heard, {len(follower.starts)} by the follower, '
              f'{onsets[-1]:.0f} s of music', flush=True)
        with Hall() as hall:
            document = hall.put_on_air(score)
            faults = []
            if document['measures'] != len(piece.heard):
                faults.append(f'the import has {document["measures"]} measures')
            printed = document['measureTable']['printed']
            if printed != [str(number + 1) for number in piece.heard]:
                faults.append('the printed measures differ')
            sections = numpy.array([[row['label'] for row in document['structure'] if row['measure'] <= measure][-1]
                                    for measure in range(1, len(piece.heard) + 1)])
            hall.do('PUT', '/api/v1/live', 'operator', {'measure': 1, 'state': 'running'})
            hall.do('PUT', '/api/v1/live/sources/leader', 'operator', {'leader': 'follower'})
            screen = Screen(hall.port)
            screen.start()
            performance = Performance(hall, follower, audio, screen, options.speed)
            report = performance.run()
        right, distance, wrong = judge(performance.changes, 0, onsets, sections)
        late, _, _ = judge(performance.changes, 1, onsets, sections)
        faults += wrong[:5]
        if len(wrong) > 5:
            faults.append(f'{len(wrong)} moments with a wrong section')
        if report['losses'] or performance.silent or any(source != 'follower' for _, measure, source in screen.shown if measure > 1):
            faults.append(f'the follower did not lead all the time: {performance.silent} not shown, {report}')
        if right < GOAL:
            faults.append(f'only {right:.2%} is right')
        delays = sorted(performance.delays)
        print(f'right {right:.2%} of the time, {late:.2%} with the delay of this machine; at most {distance} measures away; '
              f'wrong sections at {len(wrong)} of {int(onsets[-1] * 100)} moments')
        print(f'from a reading to the screen median {delays[len(delays) // 2] * 1000:.1f} ms, longest {delays[-1] * 1000:.1f} ms; '
              f'{onsets[-1] / performance.seconds:.0f} times faster than life; '
              f'{performance.repeats} readings repeated')
        print(f'{report["readings"]} readings, {report["accepted"]} accepted, ignored {[(entry["reason"], entry["count"]) for entry in report["ignored"]]}')
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for fault in faults:
        print('FAULT:', fault)
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
