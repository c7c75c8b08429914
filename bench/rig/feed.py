"""Writes a podcast with a number of episodes, as RSS 2.0, to standard output: `feed.py EPISODES [CHANGED]`.

Equal arguments give equal bytes. With CHANGED, every CHANGED-th episode has a different title."""

import sys

WORDS = ("Nova Praha hudba večer rozhovor příběh Evropa kniha jazz orchestr sezona koncert historie věda cesta "
         "dokument poezie divadlo houslista varhany festival premiéra archiv tramvaj").split()
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def main():
    count = int(sys.argv[1])
    changed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    write = sys.stdout.write
    write('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" '
          'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" '
          'xmlns:podcast="https://podcastindex.org/namespace/1.0">\n<channel>\n'
          "<title>Talks at size</title><link>https://talks.example/</link>"
          "<description>Made for a benchmark.</description><language>cs</language>\n")
    for number in range(count):
        title = " ".join(WORDS[(number * step + step) % len(WORDS)] for step in (1, 7, 11))
        if changed and number % changed == 0:
            title += " again"
        day, month, year = number % 28 + 1, number // 28 % 12, 1990 + number // 336 % 36
        write(f"<item><guid isPermaLink=\"false\">talks-{number}</guid><title>{title} {number}</title>"
              f"<link>https://talks.example/{number}</link>"
              f"<pubDate>{day:02} {MONTHS[month]} {year} {number % 24:02}:30:00 +0100</pubDate>"
              f"<description>&lt;p&gt;{' '.join(WORDS[(number + step) % len(WORDS)] for step in range(40))}"
              "&lt;/p&gt;</description>"
              f"<itunes:duration>{1200 + number % 2400}</itunes:duration><itunes:author>Talks</itunes:author>"
              f"<podcast:person role=\"guest\">Guest {number % 5000}</podcast:person>"
              f"<enclosure url=\"https://media.example/talks/{number}.mp3\" length=\"{20_000_000 + number}\" "
              "type=\"audio/mpeg\"/></item>\n")
    write("</channel>\n</rss>\n")


main()
