"""write-evening [FOLDER] [--by pages|tables|folder] [--pace SECONDS] [--pictures FOLDER] [--client COMMAND]: the concert of a programme folder, written by an editor in headless
Chromium through the pages below `/cms`, from `/` and an empty tenant to the air.

The editor signs in, imports the glossary from a table, uploads the pictures, adds the pieces, pastes measures, key signatures and
intensities, adds sections, tracks and notes one by one, uploads the app assets and publishes. With `--by tables`, the tracks and notes
of each piece come from its annotations.tsv through the page that imports a file; with `--by folder`, the whole concert comes from an
archive of the folder. An operator then puts the concert on the air. Each action (a press, a field filled in, a choice, a file chosen) is followed by a pause of one second, or of `--pace` seconds.

A second tenant gets the same folder with `tutti import concert`. Every document that phones of 2013 fetch must have the same status,
media type and bytes in both tenants: getPieces.php, getData.php for each piece and for all, the pictures, the app assets and the
glossary.

Prints the number of actions and the time of each part, then the differences. Exit status 1 when a page did not lead on, or when a
document differs.
"""
import argparse
import csv
import http.client
import json
import os
import subprocess
import sys
import time
import zipfile
from urllib.parse import quote

from browser import Browser
from served import EVENING, PASSWORD, Served
from walk_roles import Lost, Walk

APP_ASSETS = [f'{name}{shape}.png' for name in ('AlbumHelp', 'ConductorFit', 'InfoScreen', 'SlideViewHelp', 'Splash', 'SplashCut')
              for shape in (32, 169)] + ['ProgramNotes.pdf']


class Folder:
    """A programme folder, with the glossary beside it."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        with open(f'{self.path}/programme.json', encoding='utf-8') as file:
            programme = json.load(file)
        self.title, self.pieces = programme['title'], programme['pieces']
        glossary = os.path.join(os.path.dirname(self.path), 'glossary.tsv')
        self.glossary = glossary if os.path.exists(glossary) else None
        self.images = sorted(name for name in os.listdir(f'{self.path}/images') if '.' in name)
        assets = f'{self.path}/images/AppAssets'
        self.assets = sorted(os.listdir(assets)) if os.path.isdir(assets) else []

    def text(self, piece, table):
        """The text of a table of a piece; empty for a table that the piece does not have."""
        path = f'{self.path}/{piece["data"]}/{table}.tsv'
        if not os.path.exists(path):
            return ''
        with open(path, encoding='utf-8', newline='') as file:
            return file.read()

    def rows(self, piece, table):
        lines = self.text(piece, table).split('\n')
        return [dict(zip(lines[0].split('\t'), line.split('\t'))) for line in lines[1:] if line]


class TwoTenants(Served):
    """One empty tenant, and one with the concert of the folder on the air."""

    def __init__(self, folder):
        super().__init__('written', TUTTI_RATE_ADDRESS='1000000:1000000', TUTTI_RATE_TENANT='1000000:1000000',
                         TUTTI_RATE_ACCOUNT='1000000:1000000')
        self.source = folder

    def prepare(self):
        for tenant in (self.tenant, 'imported'):
            self.command('tenant', 'add', tenant, '--name', 'The Hall', '--host', f'{tenant}.example')
        # Two concerts on the air do not send to one group and port.
        self.command('tenant', 'set', 'imported', '--multicast', f'{self.environment["TUTTI_MULTICAST_GROUP"]}:23456')
        self.command('import', 'concert', self.source.path, '--tenant', 'imported', '--activate')
        if self.source.glossary:
            self.command('import', 'glossary', self.source.glossary, '--tenant', 'imported')
        self.add_accounts()

    def wait_for_tenant(self):
        for _ in range(200):
            if self.get('/', self.tenant)[0] == 200:
                return
            time.sleep(0.1)
        sys.exit('the tenant is not served')

    def get(self, path, tenant):
        """The status, media type and content of a document of a tenant."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)
        try:
            connection.request('GET', path, headers={'Host': f'{tenant}.example'})
            answer = connection.getresponse()
            return answer.status, answer.headers.get('Content-Type'), answer.read()
        finally:
            connection.close()


class Writing(Walk):
    """The editor at a desk. `parts` has the name, the number of actions and the seconds of each part of the work."""

    def __init__(self, browser, url, pace, pictures):
        super().__init__(browser, url, 'mouse')
        self.pace, self.pictures, self.parts, self.shown = pace, pictures, [], 0
        self.begin('Sign in')

    def begin(self, part):
        """Begins a part of the work. Parts of one name are added up."""
        now = time.monotonic()
        if self.parts:
            self.end(now)
        self.parts.append([part, -self.steps, -now])

    def end(self, now=None):
        self.parts[-1][1] += self.steps
        self.parts[-1][2] += now or time.monotonic()

    def pause(self):
        time.sleep(self.pace)

    def press(self, name):
        super().press(name)
        self.pause()

    def fill(self, label, words, form=''):
        super().fill(label, words, form)
        self.pause()

    def choose(self, label, option, form=''):
        super().choose(label, option, form)
        self.pause()

    def choose_files(self, label, *paths, form=''):
        """Chooses files as the browser's own dialogue does."""
        self.find('field', label, form)
        self.steps += 1
        found = self.browser.call('Runtime.evaluate', expression='found')['result']['objectId']
        self.browser.call('DOM.setFileInputFiles', files=list(paths), objectId=found)
        self.pause()

    def count(self, selector):
        return self.browser.evaluate(f'document.querySelectorAll({json.dumps(selector)}).length')

    def adds(self, button, selector):
        """Presses a button, after which the page has one more of what the selector finds."""
        count = self.count(selector)
        self.press(button)
        self.until(lambda: self.count(selector) == count + 1, f'one more of {selector} after “{button}”: {self.refusal()}')

    def refusal(self):
        return self.browser.evaluate("[...document.querySelectorAll('.notice.bad, .fault')].map(it => it.innerText).join(' ')")

    def show(self, name):
        """Keeps pictures of the page: on a phone and at a desk, light and dark."""
        if not self.pictures:
            return
        os.makedirs(self.pictures, exist_ok=True)
        self.shown += 1
        for width, height in ((390, 844), (1280, 800)):
            self.browser.size(width, height)
            for look in ('light', 'dark'):
                self.browser.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': look}])
                time.sleep(0.2)
                self.browser.picture(f'{self.pictures}/{self.shown:02}-{name}-{width}-{look}.png')
        self.browser.call('Emulation.setEmulatedMedia', features=[])
        self.browser.size(1280, 800)


def write(walk, folder, table, way, archive):
    """The whole work of the editor. `table` is the path at which the glossary is as CSV, or `None`."""
    walk.sign_in('editor', PASSWORD)
    walk.area('Concerts')
    walk.show('concerts-empty')
    if table:
        walk.begin('Glossary')
        walk.press('Glossary')
        walk.press('Import and export')
        walk.choose_files('Table of comma-separated values', table)
        walk.press('Preview the table')
        walk.show('glossary-trial')
        walk.press(f'Import {len(open(table, encoding="utf-8").readlines()) - 1} term')
        walk.sees('Terms imported.')
        walk.show('glossary')
    if way == 'folder':
        begin_concert(walk, folder)
        import_folder(walk, folder, archive)
    else:
        upload_pictures(walk, folder)
        begin_concert(walk, folder)
        write_pieces(walk, folder, way)
    walk.begin('Publication')
    walk.press('Programme')
    walk.show('programme-complete')
    walk.press('Publish')
    walk.sees('Published.')
    walk.show('published')


def upload_pictures(walk, folder):
    walk.begin('Pictures')
    walk.press('Pictures')
    if folder.images:
        walk.choose_files('Files', *(f'{folder.path}/images/{name}' for name in folder.images))
        walk.press('Upload')
        walk.sees('stored. Phones get')
    walk.show('pictures')


def begin_concert(walk, folder):
    walk.begin('Programme')
    walk.press('Concerts')
    walk.press('New concert')
    walk.show('new-concert')
    walk.fill('Title', folder.title)
    walk.press('Create concert')
    walk.sees('Concert created.')


def import_folder(walk, folder, archive):
    walk.begin('Import of the folder')
    walk.press('Import a programme')
    walk.choose_files('File', archive)
    walk.press('Preview')
    walk.sees('Nothing has been imported yet.')
    walk.show('folder-preview')
    walk.press('Import')
    walk.sees('Imported into the draft.')
    walk.press(folder.title)


def write_pieces(walk, folder, way):
    for piece in folder.pieces:
        walk.fill('Composer', piece['composer'])
        walk.fill('Work', piece['work'])
        if piece['movement'] != piece['work']:
            walk.fill('Movement', piece['movement'])
        if piece.get('recording'):
            walk.fill('Recording', piece['recording'])
        walk.press('Add piece')
        walk.sees('Piece added.')
    walk.show('programme')
    for index, piece in enumerate(folder.pieces):
        walk.begin('Open pieces')
        walk.press(piece['work'] if piece['movement'] == piece['work'] else f'{piece["work"]}: {piece["movement"]}')
        if index == 0:
            walk.show('piece-empty')
        write_piece(walk, folder, piece, way, index == 0)
    walk.begin('App assets')
    if folder.assets:
        walk.press('App assets')
        walk.choose_files('Files', *(f'{folder.path}/images/AppAssets/{name}' for name in folder.assets))
        walk.press('Upload')
        walk.sees('App assets stored.')
        walk.show('assets')


def write_piece(walk, folder, piece, way, isFirst):
    """Begins at the notes of the piece and ends at its concert."""
    walk.begin('Measures')
    walk.press('Measures')
    rows = folder.rows(piece, 'measures')
    walk.fill('Rows: measure, start, printed number, pass', folder.text(piece, 'measures'))
    last = folder.rows(piece, 'structure')[-1]
    walk.fill('Measure of the end', last['measure'])
    walk.fill('Time of the end', last['seconds'])
    walk.press('Save measures')
    walk.sees('Measures saved.', f'{len(rows)} measures as heard')
    if intensities := folder.rows(piece, 'intensity'):
        walk.begin('Intensities')
        walk.fill('Intensities from 0 to 1', '\n'.join(f'{row["measure"]}\t{row["intensity"]}' for row in intensities))
        walk.press('Save intensities')
        walk.sees('Intensities saved.')
    if isFirst:
        walk.show('measures')
    walk.begin('Key signatures')
    walk.press('Structure')
    if keys := folder.rows(piece, 'keys'):
        walk.fill('Rows: measure, fifths, name', '\n'.join(f'{row["measure"]}\t{row["fifths"]}\t{row["name"]}' for row in keys))
        walk.press('Save key signatures')
        walk.sees('Key signatures saved.')
    walk.begin('Sections')
    write_sections(walk, folder.rows(piece, 'structure')[:-1])
    if isFirst:
        walk.show('structure')
    if way == 'tables':
        import_notes(walk, f'{folder.path}/{piece["data"]}/annotations.tsv', isFirst)
        walk.press(piece['name'])
        walk.press(folder.title)
        return
    write_notes(walk, folder.rows(piece, 'annotations'), isFirst)
    if isFirst:
        walk.show('notes')
        walk.begin('Looks at the preview')
        walk.press('Preview')
        walk.show('preview')
        walk.press('Proof')
        walk.show('proof')
    walk.begin('Open pieces')
    walk.press(folder.title)


def write_notes(walk, notes, isFirst):
    walk.begin('Tracks')
    tracks = list(dict.fromkeys(row['track'] for row in notes))
    walk.press('Tracks')
    for track in tracks:
        walk.fill('Name', track, form='Add track')
        walk.adds('Add track', 'ol.tracks > li')
    if isFirst:
        walk.show('tracks')
    walk.begin('Notes')
    walk.press('Notes')
    for track in tracks:
        walk.press(track)
        for number, row in enumerate(row for row in notes if row['track'] == track):
            if number > 0:
                walk.press('New note at this measure')
            walk.fill('Measure', row['measure'], form='Add note')
            walk.fill(f'Text in track “{track}”', row['text'])
            walk.adds('Add note', '.notelist > li')


def import_notes(walk, path, isFirst):
    walk.begin('Import of the notes')
    walk.press('Measures')
    walk.press('Import a score')
    walk.choose_files('File', path)
    walk.press('Preview')
    walk.sees('Nothing has been imported yet.')
    if isFirst:
        walk.show('notes-preview')
    walk.press('Import')
    walk.sees('Imported into the draft.')


def write_sections(walk, sections):
    """A section whose colour another section has is said to have the same colour."""
    labels = {}
    for section in sections:
        walk.fill('Label', section['label'], form='Add section')
        walk.fill('Begins at measure', section['measure'], form='Add section')
        colour = section['colour']
        if colour in labels:
            walk.choose('Same colour as', labels[colour], form='Add section')
        elif ',' in colour:
            walk.fill('Colour', '#' + ''.join(f'{int(part):02x}' for part in colour.split(',')), form='Add section')
        else:
            walk.choose('Same colour as', f'Basic colour: {colour}', form='Add section')
        walk.adds('Add section', 'ol.tracks > li')
        labels.setdefault(colour, section['label'])


def put_on_air(walk, folder):
    walk.begin('On the air, by an operator')
    walk.browser.call('Network.clearBrowserCookies')
    walk.browser.open(walk.url + '/')
    walk.sign_in('operator', PASSWORD)
    walk.area('Operator')
    walk.press('Put on the air')
    walk.until(lambda: walk.count('#next') == 1, 'the buttons of the operator')
    walk.sees(folder.title)
    walk.end()


def documents(folder, names):
    """The paths of every document that phones of 2013 fetch for the concert."""
    yield '/getPieces.php'
    everything = [f'database{index}={quote(name)}' for index, name in enumerate(names, 1)]
    yield '/getData.php?' + '&'.join(everything)
    for name in names:
        yield '/getData.php?database1=' + quote(name)
    for name in folder.images:
        yield '/images/' + quote(name)
    for name in APP_ASSETS + ['glossary.xml']:
        yield '/images/AppAssets/' + name


def difference(path, ours, theirs):
    """One line about a document that differs, with the first place of the difference."""
    if ours[:2] != theirs[:2]:
        return f'{path}: {ours[:2]} written, {theirs[:2]} imported'
    one, other = ours[2], theirs[2]
    at = next((index for index, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
    around = [text[max(0, at - 40):at + 40].decode(errors='replace') for text in (one, other)]
    return f'{path}: differs at byte {at} of {len(one)} and {len(other)}: {around[0]!r} written, {around[1]!r} imported'


def compare(service, folder):
    """Prints every document that differs. Returns their number."""
    names = [piece['name'] for piece in folder.pieces]
    count, differences = 0, []
    for path in documents(folder, names):
        count += 1
        ours, theirs = service.get(path, service.tenant), service.get(path, 'imported')
        if ours != theirs:
            differences.append(difference(path, ours, theirs))
    for line in differences:
        print(line)
    print(f'{count} documents of old phones compared with those of the import, {len(differences)} differ')
    return len(differences)


def report(walk):
    """Prints the actions and the time of each part, and of all."""
    parts = {}
    for name, steps, seconds in walk.parts:
        old = parts.get(name, (0, 0))
        parts[name] = (old[0] + steps, old[1] + seconds)
    for name, (steps, seconds) in [*parts.items(), ('All', [sum(column) for column in zip(*parts.values())])]:
        print(f'{name:26} {steps:5} actions {seconds / 60:6.1f} min', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', nargs='?', default=EVENING, help='a programme folder; the evening of the demo without one')
    parser.add_argument('--by', choices=['pages', 'tables', 'folder'], default='pages',
                        help='pages: every note is typed (so without); tables: notes are imported; folder: the archive is imported')
    parser.add_argument('--pace', type=float, default=1, metavar='SECONDS', help='the pause after each action; 1 without')
    parser.add_argument('--pictures', metavar='FOLDER', help='keep pictures of the pages on the way')
    parser.add_argument('--client', metavar='COMMAND', help='a program that checks the written concert, run with its address added')
    options = parser.parse_args()
    folder = Folder(options.folder)
    with TwoTenants(folder) as service:
        table = None
        if folder.glossary:
            table = service.folder + '/glossary.csv'
            with open(folder.glossary, encoding='utf-8', newline='') as source, open(table, 'w', encoding='utf-8') as target:
                csv.writer(target, lineterminator='\n').writerows(line.split('\t') for line in source.read().splitlines())
        archive = f'{service.folder}/programme.zip'
        with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED) as zipped:
            for place, _, names in os.walk(folder.path):
                for name in names:
                    zipped.write(os.path.join(place, name), os.path.relpath(os.path.join(place, name), folder.path))
        browser = Browser()
        walk = Writing(browser, service.url, options.pace, options.pictures)
        try:
            write(walk, folder, table, options.by, archive)
            put_on_air(walk, folder)
        except Lost as reason:
            if options.pictures:
                browser.picture(f'{options.pictures}/lost.png')
            sys.exit(f'LOST after {walk.steps} actions at {browser.evaluate("location.href")}: {reason} {walk.refusal()}')
        finally:
            browser.close()
        report(walk)
        failed = compare(service, folder)
        if options.client:
            failed += subprocess.run(f'{options.client} {service.url}', shell=True).returncode
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
