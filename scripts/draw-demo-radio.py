#!/usr/bin/env python3
"""Draws the pictures of the demo's radio: channels, shows and the people who present them.

Run by hand after a change here; the results are committed. Needs Pillow (Debian: python3-pil). Everything is drawn three times
too large and scaled down, in few colours, so that the files stay small and no edge is jagged.
"""
import math
import pathlib

from PIL import Image, ImageDraw

ART = pathlib.Path(__file__).resolve().parent.parent / 'Sources/App/Resources/Demo/radio/art'
SIDE, SCALE = 600, 3
CREAM, INK = '#f4ead6', '#1c1f2b'


class Canvas:
    """A square drawing in the coordinates of the finished picture."""

    def __init__(self, ground):
        self.image = Image.new('RGB', (SIDE * SCALE, SIDE * SCALE), ground)
        self.draw = ImageDraw.Draw(self.image)

    def disc(self, x, y, radius, fill):
        self.draw.ellipse([(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE], fill)

    def box(self, left, top, right, bottom, fill, radius=0):
        self.draw.rounded_rectangle([left * SCALE, top * SCALE, right * SCALE, bottom * SCALE], radius * SCALE, fill)

    def shape(self, points, fill):
        self.draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill)

    def line(self, points, fill, width):
        self.draw.line([(x * SCALE, y * SCALE) for x, y in points], fill, width * SCALE, 'curve')
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, fill)

    def arc(self, x, y, radius, start, end, fill, width):
        box = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self.draw.arc(box, start, end, fill, width * SCALE)

    def wave(self, y, height, length, fill, phase=0.0):
        top = [(x, y + height * math.sin(x / length * math.tau + phase)) for x in range(0, SIDE + 1, 4)]
        self.shape(top + [(SIDE, SIDE), (0, SIDE)], fill)

    def save(self, name):
        small = self.image.resize((SIDE, SIDE), Image.LANCZOS)
        small.quantize(48, dither=Image.NONE).save(ART / f'{name}.png', optimize=True)


def lantern():
    it = Canvas('#7d3413')
    it.disc(300, 250, 190, '#b5531f')
    it.disc(300, 250, 130, '#d9813f')
    it.box(240, 150, 360, 350, '#f7cf7a', 24)
    it.box(222, 130, 378, 160, INK, 10)
    it.box(222, 342, 378, 372, INK, 10)
    it.arc(300, 135, 50, 180, 360, INK, 14)
    for index, colour in enumerate(['#5a2a14', '#40200f', '#2b160b']):
        it.wave(430 + index * 50, 18, 240, colour, index * 1.4)
    it.save('lantern')


def hills(name, ground, sun, colours):
    it = Canvas(ground)
    it.disc(400, 210, 80, sun)
    for index, colour in enumerate(colours):
        it.wave(260 + index * 80, 46, 520 - index * 60, colour, index * 1.9)
    it.save(name)


def door():
    it = Canvas('#46305f')
    it.box(190, 90, 430, 600, '#2d1f3f')
    it.box(210, 110, 410, 600, '#f7d98a')
    it.shape([(210, 110), (110, 160), (110, 600), (210, 600)], '#6b4a8f')
    it.disc(135, 370, 12, CREAM)
    it.shape([(210, 600), (410, 600), (520, 600), (410, 520)], '#c9a55c')
    it.save('greenroom')


def sunrise():
    it = Canvas('#f2a65a')
    it.disc(300, 340, 150, '#fbe3a6')
    for step in range(12):
        angle = math.pi + math.pi * step / 11
        it.line([(300 + 185 * math.cos(angle), 340 + 185 * math.sin(angle)),
                 (300 + 250 * math.cos(angle), 340 + 250 * math.sin(angle))], '#fbe3a6', 14)
    it.wave(360, 10, 200, '#39506b')
    it.wave(440, 14, 260, '#2a3c52', 1)
    it.save('first-light')


def cup():
    it = Canvas('#d8c3a0')
    it.box(160, 300, 400, 480, '#7a4a2b', 60)
    it.arc(410, 380, 70, 270, 90, '#7a4a2b', 26)
    it.box(120, 490, 440, 520, '#5d3720', 14)
    for x in (210, 280, 350):
        it.line([(x + 20 * math.sin(t / 3), 270 - t * 9) for t in range(16)], CREAM, 16)
    it.save('long-morning')


def waves():
    it = Canvas('#17324a')
    for index, colour in enumerate(['#e07a3f', '#e8b45a', '#6fb0b8', '#3c7f96', '#28566f']):
        it.wave(150 + index * 90, 42, 300, colour, index * 1.1)
    it.save('afternoon-current')


def road():
    it = Canvas('#e9b384')
    it.disc(300, 250, 90, '#f6dfb2')
    it.wave(300, 60, 600, '#7d8f5a', 0.4)
    it.wave(360, 50, 600, '#5c7043', 3)
    it.shape([(285, 330), (315, 330), (470, 600), (130, 600)], '#4a4a52')
    for top, bottom in ((350, 375), (410, 445), (490, 545)):
        it.shape([(297, top), (303, top), (308, bottom), (292, bottom)], CREAM)
    it.save('home-straight')


def balloons():
    it = Canvas('#2f5d62')
    it.box(90, 110, 400, 320, '#f0c987', 60)
    it.shape([(150, 300), (230, 310), (130, 390)], '#f0c987')
    it.box(220, 280, 510, 470, CREAM, 60)
    it.shape([(380, 450), (460, 450), (490, 540)], CREAM)
    for x in (290, 365, 440):
        it.disc(x, 375, 20, '#2f5d62')
    it.save('listeners-hour')


def cassette():
    it = Canvas('#24283b')
    it.box(80, 160, 520, 450, '#c9543f', 30)
    it.box(120, 195, 480, 345, CREAM, 14)
    it.box(180, 245, 420, 325, INK, 40)
    for x in (220, 380):
        it.disc(x, 285, 30, CREAM)
        it.disc(x, 285, 14, INK)
    it.shape([(170, 450), (200, 385), (400, 385), (430, 450)], '#93382a')
    it.save('late-tape')


def chairs():
    it = Canvas('#3f5a4e')
    it.box(0, 470, 600, 600, '#2d4239')
    for left, colour in ((130, '#e0b867'), (340, '#d98c5f')):
        it.box(left, 190, left + 26, 520, colour, 8)
        it.box(left, 340, left + 140, 370, colour, 8)
        it.box(left + 114, 360, left + 140, 520, colour, 8)
        it.box(left, 200, left + 60, 300, colour, 16)
    it.save('quiet-company')


def strings():
    it = Canvas('#8a4b24')
    it.shape([(200, 0), (400, 0), (440, 600), (160, 600)], '#2a1a10')
    for index, width in enumerate((12, 9, 7, 5)):
        x = 235 + index * 43
        it.line([(x, -20), (x + (index - 1.5) * 16, 620)], '#e9d9b0', width)
    it.box(150, 380, 450, 412, '#d8a866', 12)
    it.save('noon-concert')


def lamps():
    it = Canvas('#141a2e')
    for index in range(5):
        x, glow = 90 + index * 105, ['#f4cf7d', '#d6ac62', '#a9854c', '#766040', '#4a4136'][index]
        it.line([(x, 0), (x, 190)], '#39425f', 6)
        it.shape([(x - 44, 260), (x + 44, 260), (x + 20, 190), (x - 20, 190)], '#39425f')
        it.disc(x, 280, 30, glow)
    it.box(0, 470, 600, 600, '#0d1120')
    it.save('dim-lights')


def sheet():
    it = Canvas('#5c4a73')
    it.shape([(150, 80), (400, 80), (470, 150), (470, 530), (150, 530)], CREAM)
    it.shape([(400, 80), (470, 150), (400, 150)], '#cdbfa3')
    for row in range(6):
        it.box(195, 200 + row * 50, 425 - (row % 3) * 50, 216 + row * 50, '#7a6a92', 8)
    it.save('report')


def fork():
    it = Canvas('#1f4a52')
    for radius, colour in ((250, '#26565f'), (190, '#2f6670'), (130, '#3b7a85')):
        it.disc(300, 210, radius, colour)
    for x in (245, 355):
        it.line([(x, 90), (x, 300)], CREAM, 30)
    it.arc(300, 300, 70, 0, 180, CREAM, 30)
    it.line([(300, 365), (300, 530)], CREAM, 30)
    it.save('tuning-fork')


def tools():
    it = Canvas('#394b3a')
    it.line([(150, 150), (330, 330)], '#c8ccd0', 22)
    it.line([(340, 340), (470, 470)], '#d9713f', 58)
    it.disc(430, 160, 60, '#e0b867')
    it.disc(430, 160, 28, '#394b3a')
    it.line([(390, 205), (190, 420)], '#e0b867', 24)
    for x, y in ((230, 420), (190, 380)):
        it.line([(x - 20, y - 30), (x + 10, y + 5)], '#e0b867', 20)
    it.save('repair-shop')


def stands():
    it = Canvas('#2c2f45')
    for left, colour in ((90, '#b9a7d6'), (330, '#8f7fb5')):
        it.shape([(left, 180), (left + 180, 150), (left + 200, 290), (left + 20, 320)], colour)
        for row in range(3):
            it.line([(left + 35, 220 + row * 28), (left + 165, 198 + row * 28)], '#2c2f45', 6)
        it.line([(left + 108, 310), (left + 108, 480)], CREAM, 12)
        it.line([(left + 40, 530), (left + 108, 470), (left + 176, 530)], CREAM, 12)
    it.save('second-desk')


def portrait(name, ground, skin, hair, shirt, style):
    it = Canvas(ground)
    it.disc(300, 640, 220, shirt)
    if style == 'long':
        it.box(165, 180, 435, 460, hair, 110)
    it.box(255, 360, 345, 470, skin, 30)
    if style == 'long':
        it.disc(300, 330, 108, skin)
    it.disc(300, 275, 125, skin)
    if style == 'bald':
        it.arc(300, 300, 128, 20, 160, hair, 34)
    else:
        it.draw.pieslice([165 * SCALE, 130 * SCALE, 435 * SCALE, 400 * SCALE], 180, 360, hair)
    if style == 'curls':
        for step in range(9):
            angle = math.pi + math.pi * step / 8
            it.disc(300 + 130 * math.cos(angle), 262 + 120 * math.sin(angle), 38, hair)
    for x in (255, 345):
        it.disc(x, 290, 11, INK)
    if style == 'glasses':
        for x in (255, 345):
            it.arc(x, 290, 36, 0, 360, INK, 8)
        it.line([(291, 288), (309, 288)], INK, 8)
    it.arc(300, 325, 44, 25, 155, INK, 9)
    it.save(name)


def main():
    ART.mkdir(parents=True, exist_ok=True)
    lantern()
    hills('moss', '#bcd0c4', '#f3e2b3', ['#86a89a', '#5d8a80', '#3d6a66', '#27504f'])
    door()
    sunrise()
    cup()
    waves()
    road()
    balloons()
    cassette()
    hills('mist-lifts', '#d9dfe6', '#f5d9a8', ['#b6c3cf', '#8fa3b5', '#6d8398', '#4c6175'])
    chairs()
    strings()
    lamps()
    sheet()
    fork()
    tools()
    stands()
    portrait('ilse', '#d98c5f', '#f0cba8', '#7a3d1d', '#2f5d62', 'long')
    portrait('tomas', '#6f8fa8', '#e2b48c', '#5a4a42', '#3b3350', 'bald')
    portrait('nadia', '#c9a24f', '#a8714a', '#241a18', '#7d3413', 'curls')
    portrait('orrin', '#7f9a86', '#f2d3b5', '#c9b08a', '#27504f', 'glasses')
    portrait('petra', '#a07fb0', '#d9a27a', '#8c2f39', '#394b3a', 'short')
    portrait('jorun', '#88a0c0', '#c98f66', '#1f1a24', '#c9543f', 'long')


main()
