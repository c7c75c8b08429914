#!/usr/bin/env python3
"""draw-demo-sound.py: draws the sound that SoundCloud's stand-in plays: eight notes of one second, made here from sine waves.

Writes three text files in base64 into Tests/CloudStandIn/Library/Sound: the notes as AAC at 160 and 96 kbit/s in ADTS frames, from which
the stand-in builds a track of any length, and as MP3 at 128 kbit/s for previews. Needs ffmpeg. The files are committed, so the script only
runs again if the notes change.

A note lasts 43 frames of 1,024 samples. It fades in from silence and out to silence, so that notes can follow each other in any order
without a click. `NOTES` has the frequencies in Hz that a listener of the result can measure.
"""

import base64
import math
import os
import struct
import subprocess
import tempfile

RATE, FRAME, FRAMES = 44_100, 1024, 43
SAMPLES = FRAME * FRAMES
# A minor pentatonic scale from A3, each rounded to whole periods in a note.
SCALE = (220.0, 261.63, 293.66, 329.63, 392.0, 440.0, 523.25, 587.33)
NOTES = [round(frequency * SAMPLES / RATE) * RATE / SAMPLES for frequency in SCALE]
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'Tests/CloudStandIn/Library/Sound')


def envelope(sample):
    """The loudness of a sample of a note: silence for one frame, a soft beginning, a decay, and silence for two frames."""
    start, end = FRAME, SAMPLES - 2 * FRAME
    if not start <= sample < end:
        return 0.0
    rise = min(1.0, (sample - start) / 900)
    fall = min(1.0, (end - sample) / 6000)
    return math.sin(rise * math.pi / 2) ** 2 * math.sin(fall * math.pi / 2) ** 2 * math.exp(-1.6 * (sample - start) / SAMPLES)


def note(frequency):
    """The samples of a note, left and right: a sine wave with two soft overtones that differ between the channels."""
    for sample in range(SAMPLES):
        angle, loudness = 2 * math.pi * frequency * sample / RATE, envelope(sample)
        left = math.sin(angle) + 0.22 * math.sin(2 * angle) + 0.05 * math.sin(3 * angle)
        right = math.sin(angle) + 0.14 * math.sin(2 * angle) + 0.09 * math.sin(3 * angle)
        yield struct.pack('<hh', round(14_000 * loudness * left), round(14_000 * loudness * right))


def encode(samples, *options):
    """The samples in the form of ffmpeg's options, the last of which is the format."""
    with tempfile.NamedTemporaryFile() as source:
        source.write(samples)
        source.flush()
        return subprocess.run(
            ['ffmpeg', '-v', 'error', '-f', 's16le', '-ar', str(RATE), '-ac', '2', '-i', source.name, '-bitexact',
             '-map_metadata', '-1', *options, 'pipe:1'],
            check=True, capture_output=True).stdout


def frames(stream):
    """The ADTS frames of a stream."""
    at = 0
    while at < len(stream):
        length = (stream[at + 3] & 3) << 11 | stream[at + 4] << 3 | stream[at + 5] >> 5
        yield stream[at:at + length]
        at += length


def write(name, content):
    """Writes bytes as base64 in lines."""
    with open(os.path.join(FOLDER, name), 'w', encoding='ascii') as file:
        file.write(base64.encodebytes(content).decode())
    print(f'{name}: {len(content)} bytes')


def main():
    """Draws the notes and writes the files."""
    samples = b''.join(sound for frequency in NOTES for sound in note(frequency))
    for rate in (160, 96):
        stream = list(frames(encode(samples, '-c:a', 'aac', '-b:a', f'{rate}k', '-f', 'adts')))
        # The encoder's delay is one frame.
        kept = stream[1:1 + FRAMES * len(NOTES)]
        assert len(kept) == FRAMES * len(NOTES), len(stream)
        write(f'notes-aac-{rate}.txt', b''.join(kept))
    write('notes-mp3-128.txt', encode(
        samples, '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'))
    print('notes in Hz:', ', '.join(f'{frequency:.2f}' for frequency in NOTES))


if __name__ == '__main__':
    main()
