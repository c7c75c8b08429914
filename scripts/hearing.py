"""The notes that SoundCloud's stand-in plays (`scripts/draw-demo-sound.py`, `Tests/CloudStandIn/Library/Sound/StandInSound.swift`). Scripts that decode
whole files compare them by scripts/waveform.py."""
SECOND = 43 * 1024 / 44_100
NOTES = (220.34, 261.40, 293.45, 329.51, 391.60, 439.68, 522.81, 586.90)


def note(second, track):
    """The note of a second of a track."""
    return (second * 5 + track * 3 + second // 8) % 8
