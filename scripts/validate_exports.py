"""Tests the documents for other systems with third-party programs: each program reads the documents of a small station on the
running product, and the result is compared with the station's data. The run fails and names each program that is not installed.
AzuracastPy comes from PyPI, the others from Debian. PODCAST_XSD and SPI_XSD name the schemas of the
podcast namespace and of ETSI TS 102 818, and are optional."""
import datetime
import gzip
import http.server
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import wave
import xml.etree.ElementTree as ET

import served

SPI = '{http://www.worlddab.org/schemas/spi/31}'
PODCAST = '{https://podcastindex.org/namespace/1.0}'
NAME = 'Radiožurnál & <"Co."> \' zprávy'
SHOW = 'Ranní „káva“ & čaj <živě>'
EPISODES = 12
HOURS = 72

failures, missing = [], []


def say(text):
    print(text, flush=True)


def check(right, what):
    say(f'  {"ok    " if right else "FAILED"} {what}')
    if not right:
        failures.append(what)


def tool(name, *version):
    """Whether a program is there; its version is printed."""
    if not shutil.which(name):
        missing.append(name)
        say(f'  MISSING {name}')
        return False
    if version:
        done = subprocess.run(version, capture_output=True, text=True)
        lines = (done.stdout + done.stderr).strip().splitlines()
        say(f'  {lines[0] if lines else name}')
    return True


def debian(package):
    done = subprocess.run(['dpkg-query', '-W', '-f', '${Version}', package], capture_output=True, text=True)
    return f'{package} {done.stdout}'


def run(*command, input=None, timeout=120, **more):
    done = subprocess.run(command, input=input, capture_output=True, text=True, timeout=timeout, **more)
    return done.returncode, done.stdout, done.stderr


class Sound(http.server.BaseHTTPRequestHandler):
    """Serves a fifth of a second of silence at every path, as the station's streams."""

    def do_GET(self):
        file = io.BytesIO()
        with wave.open(file, 'wb') as sound:
            sound.setnchannels(1), sound.setsampwidth(2), sound.setframerate(8000)
            sound.writeframes(bytes(3200))
        self.send_response(200)
        self.send_header('Content-Type', 'audio/wav')
        self.send_header('Content-Length', str(len(file.getvalue())))
        self.end_headers()
        self.wfile.write(file.getvalue())

    def log_message(self, *_):
        pass


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def station(sound):
    return f"""
        set app.tenant_id = :tenant;
        insert into app.art (alt) values ('Logo');
        insert into app.art_image (art_id, position, width, height, media_type, url)
        select art_id, i, w, h, 'image/png', 'https://pictures.example/' || w || 'x' || h || '.png?a=1&b=2'
          from app.art, (values (0, 32, 32), (1, 112, 32), (2, 128, 128), (3, 320, 240), (4, 600, 600)) v (i, w, h);
        insert into app.category (name, rank) values ('Zpravodajství', 1), ('Hudba "hity"', 2);
        insert into app.genre (name, code) values ('News', 'urn:tva:metadata:cs:ContentCS:2011:3.1.1'), ('Ours', null);
        insert into app.channel (slug, name, short_name, description, language, website, time_zone, number, art_id)
        select 'radiozurnal', {quoted(NAME)}, 'RŽ', 'Zprávy, "publicistika" & sport', 'cs', 'https://zurnal.example/?a=1&b=2',
               'Europe/Prague', 1, art_id from app.art;
        insert into app.channel (slug, name, time_zone, number) values ('jazz-24', 'Jazz "24"', 'America/New_York', 2);
        insert into app.channel (slug, name, time_zone, active) values ('asleep', 'Asleep', 'UTC', false);
        insert into app.channel_category (channel_id, category_id, is_primary)
        select c.channel_id, g.category_id, true from app.channel c join app.category g on g.rank = c.number;
        insert into app.channel_genre (channel_id, genre_id) select channel_id, genre_id from app.channel, app.genre;
        insert into app.bearer (channel_id, uri, position, media_type, bitrate, cost, offset_ms)
        select channel_id, replace(uri, 'SLUG', slug), n, media_type, bitrate, cost, offset_ms
          from app.channel, (values ('http://127.0.0.1:{sound}/SLUG.wav?a=1&b=2', 1, 'audio/wav', 128, 30, 4000),
                                    ('http://127.0.0.1:{sound}/SLUG-low.wav', 2, 'audio/wav', 64, 40, 4000)
               ) v (uri, n, media_type, bitrate, cost, offset_ms);
        insert into app.bearer (channel_id, uri, cost)
        select channel_id, uri, n from app.channel, (values ('fm:ce1.c479.09580', 10), ('dab:ce1.c185.c479.0', 20)) v (uri, n)
         where slug = 'radiozurnal';
        insert into app.bearer (channel_id, uri, purpose, cost)
        select channel_id, 'http://127.0.0.1:{sound}/past.m3u8', 'time-shift', 50 from app.channel where number = 1;
        insert into app.person (name) values ('Jana <Nová>'), ('Petr "Host"');
        insert into app.show (title, summary, description, language, website, art_id)
        select {quoted(SHOW)}, 'Každé ráno', E'Popis; čárka, zpětné \\\\ lomítko\\na druhý řádek ' || repeat('dlouhý text ', 30),
               'cs', 'https://zurnal.example/kava?x=1&y=2', art_id from app.art;
        insert into app.show_channel (show_id, channel_id) select show_id, channel_id from app.show, app.channel;
        insert into app.show_genre (show_id, genre_id) select show_id, genre_id from app.show, app.genre;
        insert into app.show_credit (show_id, position, person_id, role)
        select show_id, 0, person_id, 'host' from app.show, app.person where name like 'Jana%';
        insert into app.serial (show_id, title, total_parts) select show_id, 'Série', {EPISODES} from app.show;
        insert into app.episode (show_id, serial_id, title, summary, description, part, season, published_at)
        select show_id, serial_id, 'Díl ' || i || ' & spol.', 'Shrnutí ' || i, 'Epizoda ' || i || ' <b>tučně</b>', i, 2,
               date_trunc('hour', now()) - i * interval '1 day'
          from app.serial, generate_series(1, {EPISODES}) i;
        insert into app.episode_credit (episode_id, position, person_id, role)
        select episode_id, 0, person_id, 'guest' from app.episode, app.person where name like 'Petr%';
        insert into app.airing (channel_id, show_id, episode_id, planned_start, planned_end, is_repeat, revision)
        select c.channel_id, s.show_id, e.episode_id, t, t + interval '1 hour', i % 5 = 0, 1
          from app.channel c, app.show s, generate_series(0, {HOURS - 1}) i
          join app.episode e on e.part = i % {EPISODES} + 1,
               lateral (select date_trunc('hour', now()) - interval '23 hours' + i * interval '1 hour' as t) at;
        update app.airing set actual_end = planned_end - interval '1 second', is_live = true, revision = 3
         where planned_start = date_trunc('hour', now());
        insert into app.airing (channel_id, show_id, planned_start, planned_end, is_cancelled, revision)
        select c.channel_id, s.show_id, date_trunc('hour', now()) + interval '2 hours',
               date_trunc('hour', now()) + interval '3 hours', true, 4
          from app.channel c, app.show s where c.number = 1;
        insert into app.segment (airing_id, offset_ms, duration_ms, kind, title)
        select airing_id, 0, 600000, 'news', 'Zprávy' from app.airing where planned_start = date_trunc('hour', now());
        insert into app.cut (channel_id, airing_id, starts_at, duration_ms, title, artist)
        select a.channel_id, a.airing_id, a.starts_at + n * interval '4 minutes', 200000, 'Píseň ' || n, 'Kapela & ' || n
          from app.airing a, generate_series(1, 3) n
         where a.planned_start = date_trunc('hour', now()) - interval '4 hours';
        insert into app.version (episode_id, show_id, airing_id, duration_ms, available_from, available_until, is_downloadable)
        select e.episode_id, e.show_id,
               (select min(a.airing_id) from app.airing a join app.channel c using (tenant_id, channel_id)
                 where a.episode_id = e.episode_id and c.number = 1
                   and a.planned_start = date_trunc('hour', now()) - interval '4 hours'),
               3600000, e.published_at, case when e.part = 1 then now() + interval '9 days' end, e.part <> 2
          from app.episode e where e.part < 10;
        update app.version set available_until = now() - interval '1 minute'
         where episode_id in (select episode_id from app.episode where part = 9);
        insert into app.version_media (version_id, url, position, purpose, media_type, bitrate, bytes)
        select version_id, 'https://media.example/' || version_id || ending, n, purpose, media_type, 128, size
          from app.version, (values ('.mp3?a=1&b=2', 0, 'download', 'audio/mpeg', 57600000),
                                    ('.m3u8', 1, 'stream', 'application/vnd.apple.mpegurl', null)
               ) v (ending, n, purpose, media_type, size);
        insert into app.radio_revision (revision) values (2);
    """


class Station:
    def __init__(self, service, sound):
        self.service = service
        self.insert(service.tenant, station(sound))
        service.command('tenant', 'add', 'other', '--name', 'Other', '--host', 'other.example')
        self.insert('other', "insert into app.channel (tenant_id, slug, name, time_zone)"
                             " values (:tenant, 'theirs', 'Theirs alone', 'UTC');")
        self.folder = tempfile.mkdtemp(prefix='tutti-exports-')
        # The tenant's first host: what documents call it by, whatever host they are asked by.
        self.host = f'{service.tenant}.example'

    def insert(self, tenant, script):
        # The number of a tenant by its host, as the service itself finds it.
        done = self.service.command(
            'psql', '--', '-qAtX', '-v', 'ON_ERROR_STOP=1',
            input=f"select tenant_id as tenant from control.resolve_host('{tenant}.example') \\gset\n"
                  "set app.tenant_id = :tenant;\n" + script)
        return done

    def get(self, path, **fields):
        request = urllib.request.Request(self.service.url + path, headers=fields)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read(), answer.headers

    def file(self, path, name=None):
        bytes, _ = self.get(path)
        place = os.path.join(self.folder, name or path.rsplit('/', 1)[1].split('?')[0])
        with open(place, 'wb') as file:
            file.write(bytes)
        return place


def guide(station):
    say('XMLTV')
    say('  ' + debian('xmltv-util'))
    file = station.file('/xmltv/guide.xml')
    root = ET.parse(file).getroot()
    programmes = root.findall('programme')
    check(len(programmes) == 2 * HOURS, f'{len(programmes)} programmes on {len(root.findall("channel"))} channels')
    check(root.find('channel/display-name').text == NAME, 'the name with its marks')
    check('Theirs' not in open(file).read() and 'Asleep' not in open(file).read(), 'nobody else’s channels')
    check(gzip.decompress(station.get('/xmltv/guide.xml.gz')[0]) == open(file, 'rb').read(), 'guide.xml.gz holds the same')
    if tool('xmllint', 'xmllint', '--version'):
        dtd = '/usr/share/xmltv/xmltv.dtd'
        code, _, errors = run('xmllint', '--noout', '--dtdvalid', dtd, file)
        check(code == 0, f'xmllint --dtdvalid xmltv.dtd {errors[:300]}')
    if tool('tv_validate_file'):
        # Its DTD is on this machine; it would ask the network for it.
        os.environ['XMLTV_SUPPLEMENT'] = '/usr/share/xmltv'
        code, output, errors = run('tv_validate_file', file)
        check(code == 0, f'tv_validate_file: {(output + errors).strip()[:300]}')
    if tool('tv_sort'):
        sorted_ = file + '.sorted'
        code, _, errors = run('tv_sort', '--output', sorted_, file)
        check(code == 0 and len(ET.parse(sorted_).getroot().findall('programme')) == 2 * HOURS, f'tv_sort {errors[:300]}')
        code, output, errors = run('tv_validate_file', sorted_)
        check(code == 0, f'tv_validate_file of that: {(output + errors).strip()[:300]}')
    if tool('tv_grep'):
        grepped = file + '.grepped'
        code, _, errors = run('tv_grep', '--output', grepped, '--channel-id', f'radiozurnal.{station.host}', file)
        check(code == 0 and len(ET.parse(grepped).getroot().findall('programme')) == HOURS, f'tv_grep {errors[:300]}')
        code, output, _ = run('tv_to_text', grepped)
        check(code == 0 and 'Ranní' in output and 'Díl 1 & spol.' in output, 'tv_to_text: ' + repr(
            next((line for line in output.splitlines() if 'Díl' in line), '')))
    return {channel.get('id') for channel in root.findall('channel')}


def playlists(station, ids):
    say('Playlists')
    m3u = station.file('/playlist.m3u')
    names = re.findall(r'tvg-id="([^"]*)"', open(m3u).read())
    check(len(names) == 2 and set(names) <= ids, f'tvg-id are channels of the guide: {names}')
    if tool('mpv', 'mpv', '--version'):
        for form in ('m3u', 'pls'):
            code, output, errors = run(
                'mpv', '--no-config', '--ao=null', '--vo=null', '--no-video', '--msg-level=all=info',
                '--term-playing-msg=TITLE ${media-title}', f'{station.service.url}/playlist.{form}')
            played = re.findall(r'Playing: (\S+)', output + errors)
            check(code == 0 and len([one for one in played if '.wav' in one]) == 2, f'mpv plays {form}: {played}')
    if tool('mpd', 'mpd', '--version'):
        port = served.free_port()
        config = os.path.join(station.folder, 'mpd.conf')
        with open(config, 'w') as file:
            file.write(f'bind_to_address "127.0.0.1"\nport "{port}"\nmusic_directory "{station.folder}"\n'
                       f'playlist_directory "{station.folder}"\ndb_file "{station.folder}/db"\n'
                       'audio_output {\n type "null"\n name "none"\n}\n')
        daemon = subprocess.Popen(['mpd', '--no-daemon', '--stderr', config], stdout=subprocess.DEVNULL,
                                  stderr=open(config + '.log', 'w'))
        try:
            for form in ('m3u', 'pls', 'xspf'):
                answer = mpd(port, 'clear', f'load "{station.service.url}/playlist.{form}"', 'playlistinfo')
                files = re.findall(r'^file: (.*)$', answer, re.M)
                check(len(files) == 2 and files[0].endswith('/radiozurnal.wav?a=1&b=2'), f'mpd loads {form}: {files}')
        finally:
            daemon.terminate()
            daemon.wait(20)


def mpd(port, *commands):
    for _ in range(100):
        try:
            line = socket.create_connection(('127.0.0.1', port), timeout=20)
            break
        except OSError:
            time.sleep(0.1)
    with line, line.makefile('rw', encoding='utf-8', newline='\n') as file:
        file.readline()
        said = ''
        for command in commands:
            file.write(command + '\n')
            file.flush()
            for answer in file:
                said += answer
                if answer.startswith(('OK', 'ACK')):
                    break
        return said


def spi(station):
    say('RadioDNS SPI')
    day = datetime.datetime.now(datetime.timezone.utc).strftime('%Y%m%d')
    si = station.file('/radiodns/spi/3.1/SI.xml')
    root = ET.parse(si).getroot()
    check(root.tag == SPI + 'serviceInformation', 'the root is serviceInformation')
    services = root.findall(f'{SPI}services/{SPI}service')
    check(len(services) == 2, f'{len(services)} services')
    check([logo.get('url').split('/')[-1].split('.')[0] for logo in services[0].iter(SPI + 'multimedia')]
          == ['32x32', '112x32', '128x128', '320x240', '600x600'], 'logos in five sizes')
    files = [si]
    for place in (f'fm/ce1/c479/09580/{day}_PI.xml', f'dab/ce1/c185/c479/0/{day}_PI.xml',
                  f'id/{station.host}/radiozurnal/{day}_PI.xml'):
        pi = station.file('/radiodns/spi/3.1/' + place, place.replace('/', '-'))
        files.append(pi)
        schedule = ET.parse(pi).getroot().find(SPI + 'schedule')
        programmes = schedule.findall(SPI + 'programme')
        scope = schedule.find(SPI + 'scope')
        starts = [one.find(f'{SPI}location/{SPI}time').get('time') for one in programmes]
        inside = all(scope.get('startTime') <= one < scope.get('stopTime') for one in starts)
        check(len(programmes) in (23, 24, 25) and inside and scope.get('startTime')[11:19] == '00:00:00',
              f'{place}: {len(programmes)} programmes from {scope.get("startTime")} to {scope.get("stopTime")}')
    for place in (f'fm/ce1/c479/09590/{day}_PI.xml', 'fm/ce1/c479/09580/20260230_PI.xml',
                  f'id/other.example/radiozurnal/{day}_PI.xml'):
        try:
            station.get('/radiodns/spi/3.1/' + place)
            check(False, f'{place} is not there')
        except urllib.error.HTTPError as error:
            check(error.code == 404, f'{place} is not there: {error.code}')
    for file in files:
        by_hand(file)
        if shutil.which('xmllint'):
            code, _, errors = run('xmllint', '--noout', file)
            check(code == 0, f'xmllint --noout {os.path.basename(file)} {errors[:300]}')
    schema = os.environ.get('SPI_XSD')
    if not schema:
        missing.append('the schema of ETSI TS 102 818 (SPI_XSD)')
        say('  MISSING the schema of ETSI TS 102 818: name it in SPI_XSD')
        return
    for file in files:
        code, _, errors = run('xmllint', '--noout', '--schema', schema, file)
        check(code == 0, f'xmllint --schema {os.path.basename(file)} {errors[:600]}')


# Children in the order of the schema of ETSI TS 102 818 V3.4.1, and attributes that must be there.
ORDER = {
    'service': 'shortName mediumName longName mediaDescription genre keywords link bearer radiodns geolocation',
    'serviceProvider': 'shortName mediumName longName mediaDescription keywords link geolocation',
    'programme': 'mediumName longName location onDemand mediaDescription genre keywords memberOf link credits programmeEvent',
    'programmeEvent': 'mediumName longName location onDemand mediaDescription genre keywords memberOf link',
    'schedule': 'scope programme', 'scope': 'serviceScope', 'location': 'time relativeTime bearer',
    'onDemand': 'presentationTime acquisitionTime bearer', 'services': 'serviceProvider service',
    'mediaDescription': 'shortDescription longDescription multimedia', 'epg': 'schedule',
    'serviceInformation': 'services',
}
MUST = {
    'bearer': 'id cost', 'presentationTime': 'duration', 'acquisitionTime': 'start end', 'link': 'uri', 'radiodns': 'fqdn serviceIdentifier', 'genre': 'href', 'multimedia': 'type url',
    'programme': 'shortId id', 'programmeEvent': 'shortId id', 'time': 'time duration', 'relativeTime': 'time duration',
    'scope': 'startTime stopTime', 'serviceScope': 'id', 'memberOf': 'id shortId',
}
INSTANT = r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)'
LENGTH = r'PT(\d+H)?(\d+M)?(\d+S)?(?<!T)'
PATTERN = {
    'creationTime': INSTANT, 'startTime': INSTANT, 'stopTime': INSTANT, 'actualTime': INSTANT, 'start': INSTANT,
    'end': INSTANT, 'duration': LENGTH, 'actualDuration': LENGTH, 'shortId': r'\d{1,8}', 'cost': r'\d+',
    'offset': r'\d+', 'bitrate': r'[1-9]\d*', 'serviceIdentifier': r'[a-z0-9]{1,16}', 'uri': r'[a-z]+:\S+',
    'href': r'urn:tva:metadata:cs:\S+', 'mimeValue': r'[a-z]+/[a-z0-9.+-]+',
}
LONGEST = {'shortName': 8, 'mediumName': 16, 'longName': 128, 'shortDescription': 180, 'longDescription': 1200}


def by_hand(file):
    """Checks rules of the standard without its schema."""
    wrong = []

    def look(element):
        name = element.tag.removeprefix(SPI)
        children = [child.tag.removeprefix(SPI) for child in element]
        if children:
            order = ORDER.get(name, '').split()
            if [one for one in children if one not in order] or sorted(children, key=order.index) != children:
                wrong.append(f'{name} has {children}')
        wrong.extend(f'{name} lacks {one}' for one in MUST.get(name, '').split() if not element.get(one))
        for key, value in element.attrib.items():
            pattern = PATTERN.get(key, LENGTH if name == 'relativeTime' and key == 'time' else INSTANT if key == 'time' else '.*')
            if not re.fullmatch(pattern, value):
                wrong.append(f'{name} {key}="{value}"')
        if name in LONGEST and not 0 < len(element.text or '') <= LONGEST[name]:
            wrong.append(f'{name} is "{element.text}"')
        if name == 'country' and not re.fullmatch('[A-Z]{2}', element.text or ''):
            wrong.append(f'country {element.text}')
        if name == 'link' and element.get('url'):
            wrong.append('link has url')
        for child in element:
            if child.tag in (SPI + 'shortDescription', SPI + 'longDescription') and name != 'mediaDescription':
                wrong.append(f'{child.tag} in {name}')
            look(child)

    look(ET.parse(file).getroot())
    check(not wrong, f'{os.path.basename(file)} by hand: {sorted(set(wrong))[:5]}')


def feed(station):
    say('Podcast')
    show = station.insert(station.service.tenant, 'select show_id from app.show;').strip()
    file = station.file(f'/api/v1/shows/{show}/feed.xml')
    titles = [f'Díl {part} & spol.' for part in range(1, 9)]
    now = datetime.datetime.now(datetime.timezone.utc)
    try:
        import podcastparser
        say(f'  podcastparser {podcastparser.__version__}')
        parsed = podcastparser.parse('https://feed.example/', open(file, 'rb'))
        check(parsed['title'] == SHOW.replace('  ', ' '), f'podcastparser: {parsed["title"]!r}')
        check([one['title'] for one in parsed['episodes']] == titles, 'podcastparser: the episodes, newest first')
        one = parsed['episodes'][0]
        check(one['enclosures'][0]['mime_type'] == 'audio/mpeg' and one['enclosures'][0]['file_size'] == 57600000
              and one['total_time'] == 3600, f'podcastparser: {one["enclosures"][0]["url"]}, {one["total_time"]} s')
        check(abs(one['published'] - (now.timestamp() - 86400)) < 7200, 'podcastparser: when it was published')
        check(one['guid'].startswith('version-'), f'podcastparser: guid {one["guid"]}')
    except ImportError:
        missing.append('python3-podcastparser')
    try:
        import feedparser
        say(f'  feedparser {feedparser.__version__}')
        parsed = feedparser.parse(file)
        check(not parsed.bozo and parsed.version == 'rss20', f'feedparser: {parsed.version}, {parsed.get("bozo_exception", "no fault")}')
        check([one.title for one in parsed.entries] == titles, 'feedparser: the episodes')
        check(parsed.entries[0].itunes_episode == '1' and parsed.entries[0].itunes_season == '2', 'feedparser: season and episode')
        published = parsed.entries[0].published_parsed
        check(published[:3] == (now - datetime.timedelta(days=1)).timetuple()[:3], 'feedparser: ' + parsed.entries[0].published)
    except ImportError:
        missing.append('python3-feedparser')
    root = ET.parse(file).getroot()
    live = root.find(f'channel/{PODCAST}liveItem')
    check(live is not None and live.get('status') == 'live', f'liveItem is {live.get("status")} {live.get("start")}')
    guid = root.find(f'channel/{PODCAST}guid').text
    import uuid
    address = f'{station.host}:{station.service.port}/api/v1/shows/{show}/feed.xml'
    check(guid == str(uuid.uuid5(uuid.UUID('ead4c236-bf58-58c6-a2c6-a6b28d128cb6'), address)), f'podcast:guid {guid}')
    chapters = [one for one in root.iter(PODCAST + 'chapters')]
    check(len(chapters) == 1, f'{len(chapters)} recording has chapters')
    for one in chapters:
        answer, fields = station.get(urllib.parse.urlsplit(one.get('url')).path)
        listed = json.loads(answer)
        check([chapter['startTime'] for chapter in listed['chapters']] == [240, 480, 720]
              and fields['Content-Type'] == 'application/json+chapters', f'chapters: {listed["chapters"][0]}')
    schema = os.environ.get('PODCAST_XSD')
    if schema and shutil.which('xmllint'):
        known = set(re.findall(r'^\t<xs:element name="(\w+)"', open(schema).read(), re.M)) - {'root'}
        kinds = {}
        for element in root.iter():
            if element.tag.startswith(PODCAST) and element.tag.removeprefix(PODCAST) in known:
                kinds.setdefault(element.tag.removeprefix(PODCAST), []).append(element)
        for kind, elements in sorted(kinds.items()):
            results = []
            for element in elements:
                # The schema is of no namespace, and has its elements in a root of its own.
                root = ET.Element('root')
                alone = ET.SubElement(root, kind, element.attrib)
                alone.text = element.text
                code, _, errors = run(
                    'xmllint', '--noout', '--schema', schema, '-', input=ET.tostring(root, 'unicode'))
                results.append((code, errors))
            bad = [errors for code, errors in results if code]
            check(not bad, f'podcast.xsd: {len(results)} × {kind} {bad[:1]}')
    elif not schema:
        missing.append('the schema of the podcast namespace (PODCAST_XSD)')
        say('  MISSING the schema of the podcast namespace: name it in PODCAST_XSD')
    return show


def calendars(station, show):
    say('iCalendar')
    channel = station.insert(station.service.tenant, "select channel_id from app.channel where number = 1;").strip()
    for place, events in ((f'/api/v1/channels/{channel}/schedule.ics', HOURS + 1),
                          (f'/api/v1/shows/{show}/schedule.ics', 2 * HOURS + 1)):
        file = station.file(place, place.split('/')[3] + '.ics')
        raw = open(file, 'rb').read()
        lines = raw.split(b'\r\n')
        check(all(len(line) <= 75 for line in lines) and b'\n' not in raw.replace(b'\r\n', b''), f'{place}: lines of 75 octets')
        check(not [line for line in lines if not decodes(line)], 'no line ends within a character')
        try:
            import icalendar
            say(f'  icalendar {icalendar.__version__ if hasattr(icalendar, "__version__") else debian("python3-icalendar")}')
            calendar = icalendar.Calendar.from_ical(raw)
            found = calendar.walk('VEVENT')
            check(len(found) == events, f'icalendar: {len(found)} events')
            check(len({str(one['UID']) for one in found}) == events, f'icalendar: {found[0]["UID"]}')
            cancelled = [one for one in found if str(one['STATUS']) == 'CANCELLED']
            check(len(cancelled) == 1 and cancelled[0]['SEQUENCE'] == 3, 'icalendar: one is cancelled')
            check(str(found[0]['SUMMARY']).startswith(SHOW), 'icalendar: the title with its marks')
        except ImportError:
            missing.append('python3-icalendar')
        if tool('khal', 'khal', '--version'):
            home = tempfile.mkdtemp(dir=station.folder)
            config = os.path.join(home, 'khal.conf')
            with open(config, 'w') as text:
                text.write(f'[calendars]\n[[radio]]\npath = {home}/radio\n[sqlite]\npath = {home}/khal.db\n[locale]\n'
                           'timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n'
                           'datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n'
                           'local_timezone = Europe/Prague\ndefault_timezone = Europe/Prague\n')
            os.makedirs(home + '/radio')
            environment = dict(os.environ, HOME=home, LC_ALL='C.UTF-8', LANG='C.UTF-8')
            code, _, errors = run('khal', '-c', config, 'import', '--batch', '-a', 'radio', file, env=environment)
            check(code == 0, f'khal import {errors.strip()[-300:]}')
            today = datetime.date.today().isoformat()
            code, output, errors = run('khal', '-c', config, 'list', '--format', '{start-time} {title}', today, '1d', env=environment)
            lines = [line for line in output.splitlines() if 'Ranní' in line]
            check(code == 0 and len(lines) >= 20, f'khal list: {len(lines)} events, {lines[:1]} {errors.strip()[-200:]}')


def library(station, sound):
    """A listener's station of podcasts, its tracks at SoundCloud being the same silence as the station's streams."""
    say('Library')
    station.insert(station.service.tenant, f"""
        insert into app.cloud_user (urn, username, name_key) values ('soundcloud:users:9', 'user3416402', 'user');
        insert into app.cloud_track (urn, cloud_user_id, title, duration_ms, title_key, permalink_url, uploaded_at, description,
                                     is_downloadable)
        select 'soundcloud:tracks:' || n, cloud_user_id, 'Upload ' || n, 1800000 + n, n::text,
               'http://127.0.0.1:{sound}/track-' || n || '.wav', '2026-06-01Z'::timestamptz + n * interval '1 day',
               'Popis <b>tučně</b> & spol.', n = 1
          from app.cloud_user, generate_series(1, 3) n;
        insert into app.library_artist (user_id, name, fold_key, name_key)
        select user_id, 'Jana "Nová" & <Band>, Duo', 'jana', 'jana' from app.user_account where login = 'listener';
        insert into app.podcast_station (user_id, name, position) select user_id, 'Noc & <den>', 0 from app.library_artist;
        insert into app.library_track (user_id, track_id, shelf, title, artist_text, artist_id, confidence, filed_by, title_key,
                                       artist_key, station_id, station_position)
        select a.user_id, t.track_id, 'podcasts', E'Díl, ' || t.title || E'\\n#EXTINF:1,Evil', a.name, a.artist_id, 0.87, 1, 'x', 'x',
               s.station_id, split_part(t.urn, ':', 3)::integer
          from app.cloud_track t, app.library_artist a, app.podcast_station s;
        insert into app.library_credit (user_id, track_id, position, artist_id, role, credited_as)
        select user_id, track_id, 0, artist_id, 'primary', artist_text from app.library_track;
        """)
    mine = {'Authorization': 'Bearer ' + station.service.tokens['listener']}
    place = '/api/v1/me/podcasts/stations'
    number = json.loads(station.get(place, **mine)[0])['items'][0]['id']
    artist, titles = 'Jana "Nová" & <Band>, Duo', [f'Díl, Upload {n} #EXTINF:1,Evil' for n in (1, 2, 3)]

    def kept(form):
        path = os.path.join(station.folder, 'playlist.' + form)
        with open(path, 'wb') as file:
            file.write(station.get(f'/api/v1/me/play-contexts/station:{number}/playlist.{form}', **mine)[0])
        return path

    if tool('mpv'):
        code, output, errors = run(
            'mpv', '--no-config', '--ao=null', '--vo=null', '--no-video', '--term-playing-msg=TITLE ${media-title}', kept('m3u8'))
        shown = re.findall(r'^TITLE (.*)$', output, re.M)
        check(code == 0 and shown == [f'{artist} - {title}' for title in titles], f'mpv plays m3u8: {shown}')
    xspf = kept('xspf')
    if tool('xmllint'):
        code, _, errors = run('xmllint', '--noout', '--nonet', xspf)
        check(code == 0, f'xmllint reads xspf {errors[:200]}')
    tracks = ET.parse(xspf).getroot().findall('.//{http://xspf.org/ns/0/}track')
    check([track.findtext('{http://xspf.org/ns/0/}creator') for track in tracks] == [artist] * 3, 'xspf: the true artists')
    try:
        from xspf_lib import Playlist
        read = Playlist.parse(xspf)
        check([track.creator for track in read] == [artist] * 3 and len(read) == 3, f'xspf_lib reads {len(read)} tracks')
    except ImportError:
        say('  (xspf_lib is not here)')
    playlist = json.load(open(kept('jspf')))['playlist']
    check([track['identifier'] for track in playlist['track']] == [[f'soundcloud:tracks:{n}'] for n in (1, 2, 3)], 'jspf: identifiers')
    request = urllib.request.Request(f'{station.service.url}{place}/{number}/feed', method='PUT', headers=mine)
    url = json.load(urllib.request.urlopen(request, timeout=60))['url']
    document = urllib.request.urlopen(url, timeout=60).read()
    try:
        import podcastparser
        say('  ' + debian('python3-podcastparser'))
        parsed = podcastparser.parse(url, io.BytesIO(document))
        check(parsed['title'] == 'Noc & <den>', f'podcastparser: {parsed["title"]}, {len(parsed["episodes"])} episodes')
    except ImportError:
        missing.append('python3-podcastparser')
    try:
        import feedparser
        say('  ' + debian('python3-feedparser'))
        parsed = feedparser.parse(document)
        check(not parsed.bozo and len(parsed.entries) == 3, f'feedparser: {len(parsed.entries)} entries')
        check([entry.author for entry in parsed.entries] == [artist] * 3, 'feedparser: the true artists')
        check(all(entry.link.endswith('.wav') and not entry.enclosures for entry in parsed.entries),
              'feedparser: pages and, without SoundCloud, no enclosures')
    except ImportError:
        missing.append('python3-feedparser')


def decodes(line):
    try:
        line.decode()
        return True
    except UnicodeDecodeError:
        return False


def shapes(station):
    say('AzuraCast')
    code, text, errors = run('scripts/with-python', 'azuracastpy==0.0.2', 'scripts/azuracast_client.py', station.service.url,
                             timeout=300)
    if code:
        check(False, f'AzuracastPy: {errors[-600:]}')
        return
    read = json.loads(text)
    say(f'  AzuracastPy {read["version"]}')
    check(read['stations'] == [NAME, 'Jazz "24"'] and read['all'], f'AzuracastPy: stations {read["stations"]}')
    check(read['mounts'] == [128, 64], f'AzuracastPy: mounts {read["mounts"]}')
    check(read['now'].startswith('Díl ') and read['next'].startswith('Díl '), f'AzuracastPy: now {read["now"]}, next {read["next"]}')
    check([f'Kapela & {n} - Píseň {n}' for n in (3, 2, 1)] == read['history'], f'AzuracastPy: history {read["history"]}')
    check([row[:2] for row in read['schedule'][:2]] == [[SHOW, True], [SHOW, False]], f'AzuracastPy: schedule of {len(read["schedule"])}')


def main():
    sound = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Sound)
    threading.Thread(target=sound.serve_forever, daemon=True).start()
    with served.Served() as service:
        station = Station(service, sound.server_address[1])
        try:
            ids = guide(station)
            playlists(station, ids)
            spi(station)
            show = feed(station)
            calendars(station, show)
            shapes(station)
            library(station, sound.server_address[1])
        finally:
            if os.environ.get('KEEP'):
                say(f'kept in {station.folder}')
            else:
                shutil.rmtree(station.folder, ignore_errors=True)
    for name in sorted(set(missing)):
        say(f'missing: {name}')
    say(f'{len(failures)} failures, {len(set(missing))} missing')
    sys.exit(1 if failures or missing else 0)


main()
