"""What a listener hears: decodes audio with ffmpeg and compares it with the notes that the stand-in of SoundCloud plays
(`scripts/draw-demo-sound.py`, `Tests/CloudStandIn/Library/Sound/StandInSound.swift`)."""
import array
import math
import shutil
import subprocess
import sys

SECOND = 43 * 1024 / 44_100
NOTES = (220.34, 261.40, 293.45, 329.51, 391.60, 439.68, 522.81, 586.90)
RATE = 4_000


def note(second, track):
    """The note of a second of a track."""
    return (second * 5 + track * 3 + second // 8) % 8


def decoded(sound):
    """The samples of a file or stream, mono."""
    if not shutil.which('ffmpeg'):
        sys.exit('ffmpeg is needed to hear the audio: apt-get install ffmpeg')
    done = subprocess.run(
        ['ffmpeg', '-v', 'error', '-xerror', '-i', 'pipe:0', '-ac', '1', '-ar', str(RATE), '-f', 's16le', 'pipe:1'],
        input=sound, capture_output=True, check=False)
    if done.returncode or done.stderr:
        return None, done.stderr.decode(errors='replace').strip()[:300]
    return array.array('h', done.stdout), ''


def loudness(samples, frequency):
    """The power of a frequency in samples (Goertzel 1958)."""
    factor, before, last = 2 * math.cos(2 * math.pi * frequency / RATE), 0.0, 0.0
    for sample in samples:
        before, last = last, sample + factor * last - before
    return before * before + last * last - factor * before * last


def heard(samples, start=0.0):
    """The notes of each whole second of samples, the first of which is heard `start` seconds into the track."""
    notes, first = [], math.ceil(start / SECOND)
    for second in range(first, int((start + len(samples) / RATE) / SECOND)):
        begin = int(((second + 0.15) * SECOND - start) * RATE)
        piece = samples[max(0, begin):begin + RATE // 2]
        powers = [loudness(piece, frequency) for frequency in NOTES]
        notes.append((second, powers.index(max(powers))))
    return notes


def fault(sound, track, milliseconds, start=0.0):
    """Why a sound is not that of a track of this length; an empty text if it is. Lengths may differ by 50 ms."""
    samples, error = decoded(sound)
    if samples is None:
        return f'cannot be decoded: {error}'
    length = len(samples) * 1000 / RATE
    if abs(length - (milliseconds - start * 1000)) > 50:
        return f'{length:.0f} ms instead of {milliseconds - start * 1000:.0f} ms'
    wrong = [(second, note_heard) for second, note_heard in heard(samples, start) if note_heard != note(second, track)]
    return f'{len(wrong)} wrong notes, the first in second {wrong[0][0]}' if wrong else ''
