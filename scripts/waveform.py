"""waveform.py: compares decoded audio with the notes that scripts/draw-demo-sound.py draws, sample by sample over the whole length.

The expected sound of a track is computed from the drawn sine waves, in the order that Tests/CloudStandIn/Library/Sound/StandInSound.swift states, and not
from the encoded files of the stand-in. The received sound is decoded by ffmpeg to 44,100 Hz, 16 bit, stereo. Three rules hold over the whole length:

- In every window of 20 ms, the error (root of the mean square of the difference) is at most `FLOOR` units of 16 bit plus a share of the expected
  sound in the window: 3 % for AAC, 12 % for a conversion to MP3 of 96 kbit/s. Measured: 0.5 % with 160 kbit/s, 2.7 % with 96 kbit/s, less than 10 % as MP3.
- In every second, the error is greater if the received sound is moved by one sample in either direction. So no sample is missing or doubled.
- The length differs by 50 ms at most.

The comparison begins at sample 0 for AAC, because the stand-in's files have no priming. A conversion to MP3 and a start within a track begin after
samples that are found once by correlation; this number of samples then holds to the end.

`self_test` proves that the rules find a missing frame, a doubled frame of silence between two parts, two exchanged parts and a part left out. Needs numpy."""
import base64
import importlib.util
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

import numpy

from hearing import note

FOLDER = pathlib.Path(__file__).resolve().parent
RATE, FRAME, FRAMES = 44_100, 1024, 43
NOTE = FRAME * FRAMES
WINDOW = RATE // 50
# Units of 16 bit.
FLOOR = 4.0
# The greatest number of samples before the first one of a conversion, and of a start within a track.
PRIMING = 4096


def load():
    found = importlib.util.spec_from_file_location('draw_demo_sound', FOLDER / 'draw-demo-sound.py')
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


DRAWING = load()
DRAWN = [numpy.frombuffer(b''.join(DRAWING.note(frequency)), '<i2').reshape(-1, 2).astype(numpy.float32) for frequency in DRAWING.NOTES]


class Comparison:
    """What a comparison found. `fault` says why the sound is not the expected one; an empty text if it is."""

    def __init__(self):
        self.fault, self.samples, self.offset = '', 0, 0
        self.signal = self.error = 0.0
        # Samples of the track at which a part begins, except the first part.
        self.boundaries = []
        # The greatest error of a window, and the greatest one of a window that touches a boundary, in units of 16 bit.
        self.greatest = self.greatest_at_boundary = 0.0

    def __str__(self):
        text = f'{self.samples} samples'
        if self.offset:
            text += f' from sample {self.offset}'
        if self.error:
            text += f', signal to error {10 * numpy.log10(self.signal / self.error):.1f} dB'
        text += f', greatest error in 20 ms {level(self.greatest)}'
        if self.boundaries:
            named = ', '.join(f'{one / RATE:.3f}' for one in self.boundaries[:3])
            text += f'; {len(self.boundaries)} boundaries of parts at {named} … s, greatest error there {level(self.greatest_at_boundary)}'
        return text


def level(units):
    return f'{20 * numpy.log10(max(units, 0.01) / 32_768):.0f} dBFS'


def frame_count(milliseconds):
    """The number of frames of a track, as StandInStream computes it."""
    return max(1, (milliseconds * RATE // 1000 + FRAME // 2) // FRAME)


def expected(track, begin, count, total):
    """The drawn samples of a track from a sample on. Before the first and after the last sample is silence."""
    pieces, at, end = [], begin, begin + count
    while at < end:
        if at < 0 or at >= total:
            length = min(end, 0) - at if at < 0 else end - at
            pieces.append(numpy.zeros((length, 2), numpy.float32))
        else:
            second, within = divmod(at, NOTE)
            length = min(NOTE - within, end - at, total - at)
            pieces.append(DRAWN[note(second, track)][within:within + length])
        at += length
    return numpy.concatenate(pieces) if pieces else numpy.zeros((0, 2), numpy.float32)


def boundaries(sound):
    """The samples at which the parts of a fragmented MP4 begin (`tfdt`, ISO/IEC 14496-12 §8.8.12), except the first."""
    found, at = [], 0
    while at + 8 <= len(sound):
        length, name = struct.unpack_from('>I4s', sound, at)
        if length < 8:
            break
        if name == b'moof' and (place := sound.find(b'tfdt', at, at + length)) > 0:
            is_long = sound[place + 4]
            found.append(struct.unpack_from('>Q' if is_long else '>I', sound, place + 8)[0])
        at += length
    return found[1:]


def shift(received, track, begin, total):
    """The number of samples by which the beginning of a sound is later than `begin`: the one with the smallest error, by correlation."""
    length = min(len(received), 2 * NOTE) - PRIMING
    wave = received[PRIMING:PRIMING + length].sum(axis=1).astype(numpy.float64)
    drawn = expected(track, begin, length + 2 * PRIMING, total).sum(axis=1).astype(numpy.float64)
    size = 1 << (len(drawn) + length).bit_length()
    product = numpy.fft.irfft(numpy.fft.rfft(drawn, size) * numpy.conj(numpy.fft.rfft(wave, size)), size)[:2 * PRIMING + 1]
    power = numpy.concatenate([[0.0], numpy.cumsum(drawn * drawn)])
    return int(numpy.argmin(power[length:length + 2 * PRIMING + 1] - power[:2 * PRIMING + 1] - 2 * product)) - PRIMING


def compare(sound, track, milliseconds, start=0.0, share=0.03, is_primed=False, options=()):
    """Compares a file or stream with the sound of a track of this length.

    `start` is the second at which the sound begins, and `share` the part of the signal that the error may have. `is_primed` allows a shift at the
    beginning. `options` are further ones of ffmpeg; if `sound` is a text, ffmpeg reads from this address."""
    if not shutil.which('ffmpeg'):
        sys.exit('ffmpeg is needed to hear the audio: apt-get install ffmpeg')
    with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryFile() as errors:
        if not isinstance(sound, str):
            file.write(sound)
            file.flush()
        source = sound if isinstance(sound, str) else file.name
        with subprocess.Popen(
                ['ffmpeg', '-nostdin', '-v', 'error', '-xerror', *options, '-i', source, '-ac', '2', '-ar', str(RATE), '-f', 's16le', 'pipe:1'],
                stdout=subprocess.PIPE, stderr=errors) as process:
            result = Decoded(process.stdout, track, frame_count(milliseconds) * FRAME, round(start * RATE), share).compare(
                boundaries(sound) if not isinstance(sound, str) else [], is_primed)
            process.stdout.close()
        errors.seek(0)
        told = errors.read().decode(errors='replace').strip()[:300]
        if process.returncode or told:
            result.fault = f'cannot be decoded: {told}' if told or not result.fault else result.fault
    return result


class Decoded:
    """The samples of a decoder, compared in pieces of one second."""

    def __init__(self, pipe, track, total, begin, share):
        self.pipe, self.track, self.total, self.begin, self.share = pipe, track, total, begin, share
        self.found = Comparison()

    def read(self, count):
        data = self.pipe.read(count * 4)
        return numpy.frombuffer(data[:len(data) // 4 * 4], '<i2').reshape(-1, 2).astype(numpy.float32)

    def compare(self, parts, is_primed):
        found, count = self.found, 50 * WINDOW
        piece = self.read(3 * count)
        at = self.begin
        if is_primed or self.begin:
            if len(piece) < NOTE + PRIMING:
                found.fault = f'only {len(piece)} samples'
                return found
            found.offset = shift(piece, self.track, self.begin, self.total) + self.begin
            at = found.offset
        # Times in a file that begins within the track count from its beginning.
        found.boundaries = [at + one for one in parts if at + one < self.total]
        # The first frames after a start within the track lack the frame before them.
        left = 3 * WINDOW if self.begin else 0
        faults, wanted = [], self.total - at
        while len(piece):
            length = min(len(piece), max(0, self.total - at))
            self.second(piece[:length], at, left, faults)
            left = 0
            found.samples += len(piece)
            at += len(piece)
            piece = self.read(count)
        if abs(found.samples - wanted) * 1000 > 50 * RATE:
            faults.insert(0, f'{found.samples * 1000 // RATE} ms instead of {wanted * 1000 // RATE} ms')
        found.fault = '; '.join(faults[:2]) + (f'; and {len(faults) - 2} more' if len(faults) > 2 else '')
        return found

    def second(self, received, at, left, faults):
        """Compares a piece. The last window is filled with silence."""
        received, at = received[left:], at + left
        if not len(received):
            return
        # One sample more on each side.
        drawn = expected(self.track, at - 1, len(received) + 2, self.total)
        size = [float(numpy.square(received - drawn[lag:lag + len(received)]).sum()) for lag in range(3)]
        signal, error = power(drawn[1:-1]), power(received - drawn[1:-1])
        found = self.found
        found.signal += float(signal.sum())
        found.error += float(error.sum())
        signal, error = numpy.sqrt(signal), numpy.sqrt(error)
        found.greatest = max(found.greatest, float(error.max()))
        for boundary in found.boundaries:
            if at - WINDOW <= boundary < at + len(received) + WINDOW:
                place = (boundary - at) // WINDOW
                near = error[max(0, place - 1):max(0, place + 2)]
                found.greatest_at_boundary = max(found.greatest_at_boundary, float(near.max()) if len(near) else 0)
        wrong = numpy.flatnonzero(error > FLOOR + self.share * signal)
        if len(wrong):
            first = int(wrong[0])
            faults.append(f'{len(wrong)} wrong windows from {(at + first * WINDOW) / RATE:.2f} s on: error {error[first]:.0f}, signal {signal[first]:.0f}')
        elif signal.max() > 300 and size[1] > min(size[0], size[2]):
            faults.append(f'a sample is missing or doubled before {at / RATE:.2f} s')


def power(samples):
    """The mean square of each window; the last window is filled with silence."""
    rest = numpy.zeros((-len(samples) % WINDOW, 2), numpy.float32)
    return numpy.square(numpy.concatenate([samples, rest])).reshape(-1, 2 * WINDOW).mean(axis=1)


def adts(track, frames, rate=160):
    """The frames of a track as AAC in ADTS, a list."""
    source = base64.b64decode((pathlib.Path(DRAWING.FOLDER) / f'notes-aac-{rate}.txt').read_text(encoding='ascii'))
    known = list(DRAWING.frames(source))
    return [known[note(frame // FRAMES, track) * FRAMES + frame % FRAMES] for frame in range(frames)]


def self_test():
    """Yields pairs of a claim and why it is untrue: that the comparison accepts the right sound and refuses each damaged one."""
    track, part, seconds = 100_001, 10 * FRAMES, 45
    frames = adts(track, seconds * FRAMES)
    length = len(frames) * FRAME * 1000 // RATE
    quiet = frames[part - 1]
    damaged = {
        'a missing frame': frames[:700] + frames[701:],
        'a missing frame of silence between two parts': frames[:part - 1] + frames[part:],
        'a doubled frame of silence between two parts': frames[:part] + [quiet] + frames[part:],
        'a frame replaced by silence': frames[:700] + [quiet] + frames[701:],
        'two exchanged parts': frames[:part] + frames[2 * part:3 * part] + frames[part:2 * part] + frames[3 * part:],
        'two exchanged frames': frames[:700] + [frames[701], frames[700]] + frames[702:],
        'a part left out and the last one doubled': frames[:part] + frames[2 * part:] + frames[-part:],
        'another track': adts(track + 1, len(frames)),
    }
    for rate in (160, 96):
        right = compare(b''.join(adts(track, len(frames), rate)), track, length)
        yield f'{rate} kbit/s of 45 notes are accepted: {right}', right.fault
    # A WAVE file with the drawn samples, without one of them.
    samples = expected(track, 0, 20 * NOTE, 20 * NOTE).astype('<i2')
    for what, wave in (('all drawn samples', samples), ('a missing sample', numpy.delete(samples, 400_000, axis=0))):
        with tempfile.NamedTemporaryFile(suffix='.raw') as file:
            file.write(wave.tobytes())
            file.flush()
            found = compare(file.name, track, 20 * NOTE * 1000 // RATE, options=('-f', 's16le', '-ar', str(RATE), '-ac', '2'))
        is_right = what.startswith('all')
        yield (f'{what}: accepted', found.fault) if is_right else (f'{what}: refused, {found.fault}', '' if found.fault else 'accepted')
    for what, stream in damaged.items():
        found = compare(b''.join(stream), track, length)
        yield f'{what}: refused, {found.fault}', '' if found.fault else 'accepted'


def self_test_of_parts(sound, track, milliseconds):
    """The same with a received file: without its third part, and with two parts exchanged."""
    begins, at = [], 0
    while at + 8 <= len(sound):
        length, name = struct.unpack_from('>I4s', sound, at)
        if name == b'moof':
            begins.append(at)
        at += length
    begins.append(len(sound))
    parts = [sound[begin:end] for begin, end in zip(begins, begins[1:])]
    head = sound[:begins[0]]
    for what, kept in (('without its third part', parts[:2] + parts[3:]), ('with its second and third part exchanged', parts[:1] + [parts[2], parts[1]] + parts[3:])):
        found = compare(head + b''.join(kept), track, milliseconds)
        yield f'the received file {what} is refused: {found.fault}', '' if found.fault else 'accepted'
