"""Writes a guide with a number of channels and days, as XMLTV, to standard output: `guide.py CHANNELS DAYS FIRST`.

FIRST is how many days after the beginning of 2026-06-01 the guide begins: two guides that begin on neighbouring days say the
same of the days that both have."""

import sys
from datetime import datetime, timedelta, timezone

START = datetime(2026, 6, 1, tzinfo=timezone.utc)


def main():
    channels, days, first = (int(argument) for argument in sys.argv[1:4])
    write = sys.stdout.write
    write('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv>\n')
    for channel in range(channels):
        write(f'<channel id="c{channel}.example"><display-name>Channel {channel}</display-name></channel>\n')
    for channel in range(channels):
        for hour in range(days * 24):
            start = START + timedelta(days=first, hours=hour)
            stop = start + timedelta(hours=1)
            # Six shows take turns on a channel; a part of each day's hours are episodes.
            show = channel * 6 + start.hour % 6
            episode = f"<sub-title>Of {start:%d %B}, {start.hour}</sub-title>" if start.hour % 3 == 0 else ""
            write(f'<programme channel="c{channel}.example" start="{start:%Y%m%d%H%M%S} +0000" '
                  f'stop="{stop:%Y%m%d%H%M%S} +0000"><title>Show {show}</title>{episode}'
                  f"<desc>About show {show}.</desc></programme>\n")
    write("</tv>\n")


main()
