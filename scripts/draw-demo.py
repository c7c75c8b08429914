#!/usr/bin/env python3
"""Draws the pictures, the app's screens and the programme book of the demo tenant's evening.

Run by hand after a change here or in the evening's tables; the results are committed. Needs Pillow and the DejaVu
fonts (Debian: python3-pil fonts-dejavu-core). Everything is drawn three times too large and scaled down, in few
colours, so that the files stay small and no edge is jagged.
"""

import csv
import math
import pathlib
import zlib

from PIL import Image, ImageDraw, ImageFont

EVENING = pathlib.Path(__file__).resolve().parent.parent / "Sources/App/Resources/Demo/evening"
PICTURES = EVENING / "images"
SCREENS = PICTURES / "AppAssets"
SCALE = 3

NIGHT, DUSK, HAZE = "#10131f", "#1d2440", "#39406a"
CREAM, GOLD, EMBER, SAGE, SKY = "#f3e8d2", "#e8b45a", "#d9623b", "#6f8f6b", "#6aa6d8"
TAGS = {"red": "#d94a3b", "orange": "#e88a3a", "green": "#5fa36a", "purple": "#8a5cc0", "brown": "#9a6a44", "gray": "#8b90a0"}

TITLE = "An American Evening"
WORK = "String Quartet No. 12, “American”"


class Canvas:
    """A drawing surface in the coordinates of the finished picture."""

    def __init__(self, width, height, background):
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), background)
        self.draw = ImageDraw.Draw(self.image)

    @staticmethod
    def _scaled(points):
        return [(x * SCALE, y * SCALE) for x, y in points]

    def polygon(self, points, fill):
        self.draw.polygon(self._scaled(points), fill=fill)

    def line(self, points, fill, width=2):
        self.draw.line(self._scaled(points), fill=fill, width=round(width * SCALE), joint="curve")

    def disc(self, x, y, radius, fill=None, outline=None, width=2):
        box = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self.draw.ellipse(box, fill=fill, outline=outline, width=round(width * SCALE))

    def ellipse(self, box, fill):
        self.draw.ellipse([side * SCALE for side in box], fill=fill)

    def box(self, left, top, right, bottom, fill=None, outline=None, radius=0, width=2):
        self.draw.rounded_rectangle(
            [left * SCALE, top * SCALE, right * SCALE, bottom * SCALE], radius * SCALE, fill, outline, round(width * SCALE))

    def text(self, x, y, words, size, fill=CREAM, anchor="mm", serif=True, bold=False):
        name = ("DejaVuSerif" if serif else "DejaVuSans") + ("-Bold" if bold else "") + ".ttf"
        font = ImageFont.truetype(name, size * SCALE)
        self.draw.multiline_text(
            (x * SCALE, y * SCALE), words, fill, font, anchor=anchor, align="center" if anchor[0] == "m" else "left",
            spacing=size * SCALE * 0.45)

    def save(self, path, colours=48):
        small = self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)
        path.parent.mkdir(parents=True, exist_ok=True)
        small.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)


# --- pictures within the notes ----------------------------------------------------------------------------------------


def five_notes():
    """Two octaves of a keyboard with the five notes of the viola's tune lit."""
    canvas = Canvas(640, 340, NIGHT)
    canvas.text(320, 44, "F   G   A   C   D", 30, GOLD, bold=True)
    names, lit = "CDEFGABCDEFGAB", {3, 4, 5, 7, 8}
    width = 600 / len(names)
    for index, name in enumerate(names):
        left = 20 + index * width
        canvas.box(left + 1, 84, left + width - 1, 300, fill=GOLD if index in lit else CREAM, radius=4)
        if index in lit:
            canvas.text(left + width / 2, 276, name, 20, NIGHT, bold=True)
    for index, name in enumerate(names[:-1]):
        if name in "CDFGA":
            middle = 20 + (index + 1) * width
            canvas.box(middle - width * 0.3, 84, middle + width * 0.3, 216, fill=NIGHT, radius=4)
    canvas.save(PICTURES / "five-notes.png", 24)


def journey():
    """The railway from New York to Iowa: a diagram, not a map."""
    canvas = Canvas(640, 340, NIGHT)
    canvas.polygon([(0, 340), (0, 268), (150, 250), (330, 272), (500, 244), (640, 262), (640, 340)], DUSK)
    canvas.ellipse((292, 60, 338, 178), "#274064")  # Lake Michigan
    canvas.text(315, 44, "Lake Michigan", 12, SKY, serif=False)
    stops = [(576, 196), (470, 180), (356, 188), (332, 192), (228, 176), (128, 150)]
    canvas.line(stops, CREAM, 4)
    for (x0, y0), (x1, y1) in zip(stops, stops[1:]):
        length = math.hypot(x1 - x0, y1 - y0)
        nx, ny = (y1 - y0) / length, (x0 - x1) / length
        for step in range(1, int(length // 12)):
            x, y = x0 + (x1 - x0) * step * 12 / length, y0 + (y1 - y0) * step * 12 / length
            canvas.line([(x - nx * 6, y - ny * 6), (x + nx * 6, y + ny * 6)], CREAM, 1.6)
    canvas.line([(128, 150), (100, 158), (76, 144)], GOLD, 3)
    for x, y, name, below in [(576, 196, "New York", 1), (332, 192, "Chicago", 1), (128, 150, "Calmar", -1)]:
        canvas.disc(x, y, 10, fill=NIGHT, outline=CREAM, width=4)
        canvas.text(x, y + 30 * below, name, 19)
    canvas.disc(76, 144, 12, fill=GOLD)
    canvas.text(80, 186, "Spillville", 22, GOLD, bold=True)
    canvas.text(320, 304, "June 1893 · some 2000 km by rail, the last miles by carriage", 16, CREAM)
    canvas.save(PICTURES / "journey.png", 32)


def tanager():
    """The bird of the scherzo on its branch."""
    canvas = Canvas(640, 420, "#1b2a2b")
    canvas.disc(470, 110, 66, fill="#e9c27a")
    canvas.line([(0, 342), (180, 330), (360, 344), (640, 312)], "#5b4632", 16)
    for x, y, turn in [(90, 320, -1), (150, 348, 1), (500, 316, -1), (560, 338, 1), (600, 300, -1)]:
        canvas.polygon([(x, y), (x + 20, y + 14 * turn - 4), (x + 58, y + 30 * turn), (x + 22, y + 30 * turn)], SAGE)
    canvas.polygon([(222, 262), (96, 344), (120, 372), (286, 300)], "#17181c")  # tail
    canvas.ellipse((196, 138, 404, 316), "#cf2f28")  # body
    canvas.disc(372, 152, 60, fill="#d63a30")  # head
    canvas.polygon([(424, 138), (478, 158), (424, 174)], "#d8c9a4")  # bill
    canvas.disc(392, 142, 9, fill="#f5ead2")
    canvas.disc(394, 142, 5.5, fill="#17181c")
    canvas.polygon([(318, 190), (210, 206), (120, 300), (230, 296), (312, 256)], "#17181c")  # wing
    for shift in (0, 18, 36):
        canvas.line([(300 - shift, 214 + shift * 0.7), (176 - shift * 0.2, 262 + shift * 0.7)], "#3a3c44", 3)
    for x in (296, 326):
        canvas.line([(x, 308), (x - 4, 340)], "#8a6d46", 5)
    for x, y in [(520, 196), (560, 160), (598, 190)]:  # its song
        canvas.disc(x, y, 8, fill=GOLD)
        canvas.line([(x + 7, y), (x + 7, y - 40)], GOLD, 3)
    canvas.line([(527, 156), (567, 120), (605, 150)], GOLD, 4)
    canvas.save(PICTURES / "tanager.png", 32)


def locomotive():
    """An American express engine of the 1890s, in outline."""
    canvas = Canvas(640, 360, NIGHT)
    for x, y, radius in [(150, 66, 30), (196, 50, 38), (252, 60, 30), (300, 44, 24), (344, 56, 18)]:
        canvas.disc(x, y, radius, fill=HAZE)
    canvas.line([(0, 318), (640, 318)], CREAM, 4)
    for x in range(8, 640, 32):
        canvas.line([(x, 326), (x + 14, 326)], "#5b4632", 8)
    canvas.polygon([(26, 312), (92, 258), (92, 312)], EMBER)  # cowcatcher
    canvas.box(84, 246, 560, 266, fill=EMBER)
    canvas.box(110, 160, 400, 250, fill="#2b3358", outline=CREAM, radius=16, width=3)  # boiler
    canvas.box(96, 152, 122, 258, fill="#2b3358", outline=CREAM, radius=6, width=3)
    for x in (190, 270, 350):
        canvas.line([(x, 162), (x, 248)], GOLD, 4)
    canvas.polygon([(132, 92), (176, 92), (164, 162), (146, 162)], "#2b3358")  # chimney
    canvas.line([(126, 92), (182, 92)], GOLD, 8)
    canvas.box(222, 126, 258, 164, fill=GOLD, radius=14)  # sand dome
    canvas.box(302, 118, 342, 164, fill=GOLD, radius=16)  # steam dome
    canvas.box(92, 116, 126, 146, fill=GOLD, radius=4)  # lamp
    canvas.polygon([(92, 121), (40, 104), (40, 158), (92, 141)], "#f6dca0")
    canvas.box(398, 116, 506, 250, fill=EMBER, outline=CREAM, radius=4, width=3)  # cab
    canvas.box(416, 136, 448, 182, fill="#f6dca0", radius=3)
    canvas.box(458, 136, 490, 182, fill="#f6dca0", radius=3)
    canvas.polygon([(386, 118), (518, 118), (506, 104), (398, 104)], CREAM)
    canvas.box(520, 176, 628, 256, fill="#2b3358", outline=CREAM, radius=4, width=3)  # tender
    canvas.text(574, 216, "96", 26, GOLD, bold=True)  # the quartet's opus number
    for x, radius in [(132, 26), (188, 26), (300, 44), (398, 44), (552, 24), (604, 24)]:
        y = 314 - radius
        canvas.disc(x, y, radius, fill=NIGHT, outline=CREAM, width=4)
        for turn in range(6):
            dx, dy = math.cos(turn * math.pi / 6) * radius, math.sin(turn * math.pi / 6) * radius
            canvas.line([(x - dx, y - dy), (x + dx, y + dy)], CREAM, 1.4)
        canvas.disc(x, y, 6, fill=GOLD)
    canvas.line([(150, 270), (300, 276), (398, 276)], GOLD, 6)
    canvas.save(PICTURES / "locomotive.png", 32)


def table(movement, name):
    path = EVENING / f"DvorakStringQuartetNo12Mvt{movement}" / name
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def colour(tag):
    return TAGS[tag] if tag in TAGS else tuple(int(part) for part in tag.split(","))


def form(movement):
    """The sections of a movement in their colours, with its intensity above: the shape at a glance."""
    canvas = Canvas(640, 240, NIGHT)
    sections, curve = table(movement, "structure.tsv"), table(movement, "intensity.tsv")
    first, last = float(curve[0]["seconds"]), float(sections[-1]["seconds"])

    def x(seconds):
        return 20 + (float(seconds) - first) / (last - first) * 600

    outline = [(x(row["seconds"]), 150 - float(row["intensity"]) * 120) for row in curve]
    for here, following in zip(sections, sections[1:]):
        left, right = x(here["seconds"]), x(following["seconds"])
        inside = [point for point in outline if left <= point[0] <= right]
        canvas.polygon([(left, 150), *inside, (right, inside[-1][1]), (right, 150)], colour(here["colour"]))
        canvas.box(left + 1, 156, right - 1, 186, fill=colour(here["colour"]), radius=3)
    canvas.line(outline, CREAM, 1.6)
    minutes = int(last // 60)
    for minute in range(1, minutes + 1):
        canvas.line([(x(minute * 60), 192), (x(minute * 60), 200)], CREAM, 1.6)
        canvas.text(x(minute * 60), 214, f"{minute}′", 14, CREAM, serif=False)
    canvas.save(PICTURES / f"form-{movement}.png", 40)


# --- the app's screens ------------------------------------------------------------------------------------------------


def prairie(height, lowered=0):
    """Evening over low hills, a sun with the grooves of a record, and four lines for four strings."""
    canvas = Canvas(640, height, NIGHT)
    bands = ["#10131f", "#161a30", "#1f2342", "#2d2a52", "#46305c", "#683a5c", "#8f4756", "#b6594b"]
    for index, band in enumerate(bands):
        canvas.box(0, height * index / 11, 640, height, fill=band)
    middle = height * 0.56 + lowered
    canvas.disc(320, middle, 150, fill="#f0b95c")
    for radius in (126, 102, 78, 54):
        canvas.disc(320, middle, radius, outline="#e3a24c", width=3)
    canvas.disc(320, middle, 22, fill="#b6594b")
    for index, shade in enumerate(["#4d3450", "#332a48", "#1f2038", "#12141f"]):
        base = height * (0.60 + 0.09 * index) + lowered
        hill = [(x, base + math.sin(x / (90 + 25 * index) + index * 1.7) * (26 - 4 * index)) for x in range(0, 648, 8)]
        canvas.polygon([(0, height), *hill, (640, height)], shade)
    for index in range(4):
        y = height * 0.86 + index * 16
        canvas.line([(0, y), (640, y)], ["#6a5a3c", "#8a7446", "#b0904e", "#e8b45a"][index], 1 + index * 0.6)
    return canvas


def splash(name, height, cut):
    canvas = prairie(height)
    top = height * 0.13 + (40 if cut else 0)  # the trimmed one leaves room for the title bar
    canvas.text(320, top, "An American\nEvening", 54, CREAM, bold=True)
    canvas.text(320, top + 110, "Antonín Dvořák", 26, GOLD)
    canvas.text(320, top + 146, WORK, 20, CREAM)
    canvas.text(320, height - 34, "Tutti · demo orchestra", 18, CREAM, serif=False)
    canvas.save(SCREENS / f"{name}.png")


def background(name, height):
    """Behind the list of pieces: dim, so that white type stays readable."""
    canvas = Canvas(640, height, NIGHT)
    for index in range(5):
        canvas.box(0, height * (0.5 + index * 0.1), 640, height, fill=["#121629", "#151a30", "#181d36", "#1a203c", "#1c2341"][index])
    for index in range(4):
        sag = 26 + index * 12
        curve = [(x, height * 0.62 + index * 44 + math.sin(x / 640 * math.pi) * sag) for x in range(0, 648, 8)]
        canvas.line(curve, "#39406a", 1.5 + index)
    canvas.disc(320, height * 0.30, 92, outline="#39406a", width=4)
    canvas.text(320, height * 0.30, "Tutti", 50, "#5a639a", bold=True)
    canvas.save(SCREENS / f"{name}.png", 32)


def information(name, height):
    canvas = Canvas(640, height, NIGHT)
    canvas.text(320, 110, "Tutti", 60, GOLD, bold=True)
    canvas.text(320, 176, "the hall’s companion", 22)
    canvas.box(60, 230, 580, 233, fill=HAZE)
    canvas.text(320, 340, "Tonight’s notes, pictures and screens\nwere made for this demo.", 24)
    canvas.text(320, 470, "Measure times of the recording:\nMatej Istvanek, 2023, MIT licence", 22, SKY)
    canvas.text(320, 600, "Your own concert replaces all of it:\ntutti import concert", 22, GOLD)
    canvas.box(60, height - 150, 580, height - 147, fill=HAZE)
    canvas.text(320, height - 96, "Please keep your screen dim\nand your sound off.", 22)
    canvas.save(SCREENS / f"{name}.png", 24)


def overlay(name, height, title, hints):
    """A help screen: the controls and their effects."""
    canvas = Canvas(640, height, "#141a2e")
    canvas.text(320, 90, title, 40, GOLD, bold=True)
    step = (height - 240) / len(hints)
    for index, (mark, words) in enumerate(hints):
        y = 190 + step * (index + 0.35)
        canvas.disc(96, y, 38, fill=DUSK, outline=GOLD, width=4)
        canvas.text(96, y, mark, 30 if len(mark) < 3 else 21, CREAM, serif=False, bold=True)
        canvas.text(164, y, words, 25, CREAM, anchor="lm")
    canvas.text(320, height - 46, "Tap anywhere to close", 20, SKY)
    canvas.save(SCREENS / f"{name}.png", 24)


def screens():
    home = [("≡", "Tap a work to see its\nmovements"), ("●", "Live: go to where the\nmusic is now"), ("↻", "Refresh: fetch the notes\nonce more"),
            ("A–Z", "Glossary: words of music,\nin plain English"), ("☼", "Brightness: keep it low\nin the hall")]
    slide = [("●", "Green: you follow the music.\nRed: tap to catch up"), ("‹›", "Swipe to read ahead\nor back"), ("♪", "Choose a track: The Music\nor History"),
             ("▬", "Pull up the colours: the\nshape of the movement"), ("abc", "Yellow words lead to\nthe glossary")]
    for suffix, height in [("32", 960), ("169", 1136)]:
        splash(f"Splash{suffix}", height, cut=False)
        splash(f"SplashCut{suffix}", height, cut=True)
        background(f"ConductorFit{suffix}", height)
        information(f"InfoScreen{suffix}", height)
        overlay(f"AlbumHelp{suffix}", height, "Tonight", home)
        overlay(f"SlideViewHelp{suffix}", height, "While it plays", slide)


# --- the programme book -----------------------------------------------------------------------------------------------

BOOK = [
    [("F2", 30, 700, TITLE), ("F1", 16, 664, "Antonín Dvořák (1841–1904)"), ("F3", 16, 640, "String Quartet No. 12 in F major, op. 96, “American”"),
     ("F1", 13, 590, "I.    Allegro ma non troppo"), ("F1", 13, 568, "II.   Lento"), ("F1", 13, 546, "III.  Molto vivace"),
     ("F1", 13, 524, "IV.  Finale. Vivace ma non troppo"), ("F1", 12, 470, "Two violins, viola and cello. About 26 minutes, played without an interval."),
     ("F1", 12, 452, "Follow it on your phone: the notes turn their own pages."),
     ("F3", 11, 96, "This programme book belongs to Tutti’s demo concert. Measure times: Matej Istvanek, 2023, MIT licence.")],
    [("F2", 20, 740, "A summer in Iowa"),
     ("F1", 12, 700, "In June 1893 Antonín Dvořák left the noise of New York, where he directed the National"),
     ("F1", 12, 682, "Conservatory, for Spillville, Iowa: a village of Czech farmers, with a river, a church and"),
     ("F1", 12, 664, "birds that he did not know. Three days after his first walk there he began a string quartet."),
     ("F1", 12, 646, "He sketched all four movements between 8 and 10 June and thanked God, in Czech, under"),
     ("F1", 12, 628, "the last bar: it had gone fast."),
     ("F1", 12, 594, "It sounds like that. The first movement opens with a five-note tune on the viola, his own"),
     ("F1", 12, 576, "instrument, over a chord that will not move. The Lento lays one long song over a rocking"),
     ("F1", 12, 558, "pulse and gives it, at the end, to the cello. The scherzo listens to a scarlet tanager that"),
     ("F1", 12, 540, "disturbed him at work, and its trio is the scherzo’s own tune at half speed. The finale"),
     ("F1", 12, 522, "gallops, stops for a hymn, and gallops home; Dvořák, who loved locomotives, may have"),
     ("F1", 12, 504, "had one in mind."),
     ("F1", 12, 470, "Friends in Spillville played it first, with the composer on the violin. Boston heard it on New"),
     ("F1", 12, 452, "Year’s Day 1894, and since then it has hardly been off the stage.")],
]


def book():
    """A PDF of two pages with the standard fonts; `ř` and `Ř` are added to their encoding by name."""

    def encoded(words):
        specials = {"ř": 128, "Ř": 129}
        codes = (bytes([specials[letter]]) if letter in specials else letter.encode("cp1252") for letter in words)
        return b"(" + b"".join(codes).replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)") + b")"

    fonts = b"<< /F1 3 0 R /F2 4 0 R /F3 5 0 R >>"
    encoding = b"<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [128 /rcaron /Rcaron] >>"
    objects = [b"<< /Type /Catalog /Pages 2 0 R /Lang (en) >>", b"<< /Type /Pages /Count 2 /Kids [6 0 R 8 0 R] >>"]
    for face in (b"Times-Roman", b"Times-Bold", b"Times-Italic"):
        objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /" + face + b" /Encoding " + encoding + b" >>")
    for index, page in enumerate(BOOK):
        lines = [f"/{font} {size} Tf 1 0 0 1 64 {y} Tm ".encode() + encoded(words) + b" Tj" for font, size, y, words in page]
        stream = zlib.compress(b"BT\n" + b"\n".join(lines) + b"\nET", 9)
        content = str(7 + index * 2).encode()
        objects.append(b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font " + fonts + b" >> /Contents " + content + b" 0 R >>")
        objects.append(b"<< /Length " + str(len(stream)).encode() + b" /Filter /FlateDecode >>\nstream\n" + stream + b"\nendstream")
    objects.append(b"<< /Title (" + TITLE.encode() + b") /Producer (Tutti) >>")
    out, offsets = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += str(number).encode() + b" 0 obj\n" + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 " + str(len(objects) + 1).encode() + b"\n0000000000 65535 f \n"
    out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    (SCREENS / "ProgramNotes.pdf").write_bytes(out)


if __name__ == "__main__":
    five_notes()
    journey()
    tanager()
    locomotive()
    for number in range(1, 5):
        form(number)
    screens()
    book()
