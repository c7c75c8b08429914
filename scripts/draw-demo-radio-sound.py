#!/usr/bin/env python3
"""draw-demo-radio-sound.py: draws the sound of the demo's radio: notes and chords of one timbre for each channel, made here from sine waves.

Writes three text files in base64 into Sources/App/Resources/Demo/radio/sound: MP3 at 128 kbit/s and 48 kHz, so that each frame has 384 bytes and lasts
24 ms. The server joins the notes to endless streams and to recordings. Needs ffmpeg. The files are committed, so the script only runs again if the notes
change; the numbers of frames of a note are also in station.json.

Each note is encoded separately and without bit reservoir, so that no frame needs the bytes of another frame. Each note begins and ends in silence, so that
notes can follow each other in any order without a click.
"""

import base64
import math
import os
import struct
import subprocess
import tempfile

RATE, FRAME, BYTES = 48_000, 1152, 384
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'Sources/App/Resources/Demo/radio/sound')
# The peak of a note, -14 dB below the maximum.
PEAK = 6_500


def hertz(name):
    """The frequency of a note such as "F#4"."""
    place = {'C': 0, 'D': 2, 'E': 4, 'F': 5, 'G': 7, 'A': 9, 'B': 11}[name[0]] + name.count('#')
    return 440 * 2 ** ((place - 9) / 12 + int(name[-1]) - 4)


def string(frequency, time, side):
    """A plucked string: the higher an overtone, the faster it fades. `side` is -1 for the left and 1 for the right channel."""
    return sum(
        math.sin(2 * math.pi * frequency * n * time + 0.3 * side * n) / n ** 1.4 * math.exp(-(2.2 + 1.5 * n) * time) for n in range(1, 6))


def organ(frequency, time, side):
    """A soft organ pipe with a slow beat between the channels."""
    angle = 2 * math.pi * (frequency + 0.35 * side) * time
    return math.sin(angle) + 0.28 * math.sin(2 * angle) + 0.07 * math.sin(3 * angle)


def bar(frequency, time, side):
    """A bar of a vibraphone: a long tone, a short overtone two octaves above, and a tremolo from side to side."""
    angle = 2 * math.pi * frequency * time
    tremolo = 1 + 0.25 * side * math.sin(2 * math.pi * 5 * time)
    return tremolo * (math.sin(angle) * math.exp(-2.6 * time) + 0.22 * math.sin(4 * angle) * math.exp(-11 * time))


# The file, the frames of a note, the timbre, the seconds in which a note rises and falls, and the notes from low to high. Every note sounds well after
# every other: the scales are pentatonic, and the chords belong to one key.
TIMBRES = [
    ('strings', 25, string, 0.006, 0.2, ['D4', 'E4', 'F#4', 'A4', 'B4', 'D5', 'E5', 'F#5', 'D3 A3 F#4', 'B2 F#3 D4']),
    ('organ', 50, organ, 0.25, 0.45, ['F2 C3 A3 E4', 'A2 E3 C4 G4', 'C3 G3 B3 E4', 'D3 A3 C4 F4', 'G2 D3 B3 E4']),
    ('bars', 25, bar, 0.004, 0.22, ['G4', 'A4', 'B4', 'D5', 'E5', 'G5', 'A5', 'B5', 'G4 D5', 'E4 B4']),
]


def samples(names, frames, timbre, rise, fall):
    """The samples of a note or chord. The last three frames are silent: the encoder delays the sound by about one frame."""
    length = (frames - 3) * FRAME
    sounds = []
    for side in (-1, 1):
        sound = []
        for sample in range(frames * FRAME):
            time, left = sample / RATE, (length - sample) / RATE
            loudness = math.sin(min(1, time / rise, max(0, left) / fall) * math.pi / 2) ** 2
            sound.append(loudness and loudness * sum(timbre(hertz(name), time, side) for name in names))
        sounds.append(sound)
    scale = PEAK / max(abs(value) for sound in sounds for value in sound)
    return b''.join(struct.pack('<hh', round(left * scale), round(right * scale)) for left, right in zip(*sounds))


def encoded(sound, frames):
    """The samples as MP3 frames. Checks that each frame stands alone."""
    with tempfile.NamedTemporaryFile() as source:
        source.write(sound)
        source.flush()
        stream = subprocess.run(
            ['ffmpeg', '-v', 'error', '-f', 's16le', '-ar', str(RATE), '-ac', '2', '-i', source.name, '-bitexact', '-map_metadata', '-1',
             '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
            check=True, capture_output=True).stdout
    kept = stream[:frames * BYTES]
    for at in range(0, frames * BYTES, BYTES):
        # MPEG-1 layer III without checksum, 128 kbit/s, 48 kHz, no padding, and no bytes of earlier frames (ISO/IEC 11172-3, 2.4.1.3 and 2.4.1.7).
        assert kept[at:at + 3] == b'\xff\xfb\x94' and kept[at + 4] == 0 and kept[at + 5] < 128, f'frame {at // BYTES}'
    return kept


def main():
    """Draws the notes and writes the files."""
    os.makedirs(FOLDER, exist_ok=True)
    for name, frames, timbre, rise, fall, notes in TIMBRES:
        stream = b''.join(encoded(samples(note.split(), frames, timbre, rise, fall), frames) for note in notes)
        with open(os.path.join(FOLDER, name + '.txt'), 'w', encoding='ascii') as file:
            file.write(base64.encodebytes(stream).decode())
        print(f'{name}.txt: {len(notes)} notes of {frames} frames, {len(stream)} bytes')


if __name__ == '__main__':
    main()
