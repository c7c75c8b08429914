"""The visits to pages: the visitors, the order of the pages and the input. When a visit yields a name, the browser shows a page
in a state that should be checked."""
import datetime
import json
import os
import re
import struct
import tempfile
import time
import urllib.request
import zlib

from served import PASSWORD, ROLES

TEXTS = 'login.invalid-credentials.title = That was not it\nlogin.account-support-required.title = Please call us'


class Visits:
    def __init__(self, service, browser, cloud):
        self.service, self.browser, self.cloud = service, browser, cloud
        browser.call('DOM.enable')

    def all(self):
        yield from self.stranger_at_the_closed_door()
        yield from self.concert_on_paper()
        yield from self.concert_for_the_audience()
        yield from self.platform()
        yield from self.administrator()
        yield from self.guest()
        yield from self.refused()
        yield from self.editors()
        yield from self.station()
        yield from self.schedule()
        yield from self.shelves()
        yield from self.filing_anew()
        yield from self.music()
        yield from self.explore()
        yield from self.programs()
        yield from self.roles()
        yield from self.errors()

    def open(self, path):
        self.browser.open(self.service.url + path)

    def log_in(self, login, path='/login'):
        self.browser.call('Network.clearBrowserCookies')
        self.open(path)
        self.browser.send_form(f'form[action="{path}"]', login=login, password=PASSWORD)

    def filing_anew(self):
        """A library filed by older rules: the preview of changes, an outdated confirmation, the result."""
        title = 'Aurora Vale - A Song of Many Words about a Road that Goes On and On (Palms Remix)'
        self.service.command('psql', '--', '-qAt', '-v', 'ON_ERROR_STOP=1', input=f"""
            select set_config('app.tenant_id', (select tenant_id::text
                                                  from control.resolve_host('{self.service.tenant}.example')), false);
            insert into app.cloud_user (urn, username, name_key) values ('soundcloud:users:71', 'mdindry35', 'mdindry35');
            insert into app.cloud_track (urn, cloud_user_id, title, duration_ms, title_key)
            select 'soundcloud:tracks:7' || n, cloud_user_id, title, 200000, title
              from app.cloud_user, (values (1, '{title}'), (2, 'Brick Orchard - Engine Room')) as t (n, title)
             where urn = 'soundcloud:users:71';
            insert into app.library_artist (user_id, name, fold_key, name_key)
            select user_id, 'mdindry35', 'mdindry35', 'mdindry35' from app.user_account where login = 'listener';
            insert into app.library_track (user_id, track_id, shelf, title, artist_text, artist_id, confidence, title_key, artist_key)
            select a.user_id, t.track_id, 'library', t.title, a.name, a.artist_id, 0.4, t.title_key, a.name_key
              from app.library_artist a, app.cloud_track t
             where a.fold_key = 'mdindry35' and t.urn like 'soundcloud:tracks:7_';
            insert into app.library_credit (user_id, track_id, position, artist_id, role, credited_as)
            select user_id, track_id, 0, artist_id, 'primary', artist_text from app.library_track where artist_text = 'mdindry35';
            """)
        self.log_in('listener')
        self.open('/library/reclassification')
        yield 'library what would be filed anew'
        self.browser.evaluate("document.querySelector('input[name=revision]').value = 'old'")
        self.browser.send_form('main form')
        yield 'library changed meanwhile'
        self.browser.send_form('main form')
        yield 'library filed anew'

    def stranger_at_the_closed_door(self):
        for path in ['/', '/login', '/sign-up', '/password-reset', '/welcome', '/platform/login', '/docs/api',
                     '/docs/api/live', '/docs/api/streams']:
            self.open(path)
            yield f'nobody {path}'

    def concert_on_paper(self):
        """The notes of the concert on the air for proof-reading, and the cue sheet of a piece."""
        concert = urllib.request.urlopen(self.service.url + '/api/v1/concert', timeout=30).read().decode()
        piece = re.search(r'"/api/v1/pieces/([^"/]+)"', concert)[1]
        for path in ['/live/notes', f'/live/cues/{piece}', '/live/cues/nothing']:
            self.open(path)
            yield f'nobody {path}'

    def concert_for_the_audience(self):
        """The page of the audience before the concert, at a note, with its dialogs and turned back; and the QR code."""
        operator = {'Authorization': f'Bearer {self.service.tokens["operator"]}', 'Content-Type': 'application/json'}

        def move(**target):
            request = urllib.request.Request(self.service.url + '/api/v1/live', method='PUT', headers=operator,
                                             data=json.dumps(target).encode())
            urllib.request.urlopen(request, timeout=30).read()

        def until(condition):
            for _ in range(200):
                if self.browser.evaluate(condition):
                    return
                time.sleep(0.05)
            raise SystemExit(f'/live: {condition} did not happen')

        self.open('/live')
        until("document.querySelector('#pieces button') !== null")
        yield 'nobody /live before the concert'
        first = json.load(urllib.request.urlopen(self.service.url + '/api/v1/live', timeout=30))
        move(piece=first['piece'], measure=3, state='running')
        until("document.querySelectorAll('#sections button').length > 0 && document.querySelector('#note img') !== null")
        yield 'nobody /live at a note'
        self.browser.evaluate("document.getElementById('structure').open = true; document.getElementById('earlier').click()")
        yield 'nobody /live turned back'
        self.browser.evaluate("document.getElementById('to-settings').click()")
        yield 'nobody /live settings'
        move(state='blackout')
        self.open('/live')
        until("document.body.dataset.state === 'blackout' && document.body.dataset.link === 'live'")
        yield 'nobody /live in a blackout'
        move(piece=first['piece'], measure=1, state='ready')
        self.open('/live/poster')
        yield 'nobody /live/poster'

    def platform(self):
        self.service.command('user', 'add', '--platform', '--login', 'keeper', '--password-stdin', input=PASSWORD + '\n')
        self.open('/platform/login')
        self.browser.send_form('main form', login='keeper', password='wrong')
        yield 'platform wrong password'
        self.log_in('keeper', '/platform/login')
        self.open('/')
        yield 'platform start'
        self.open('/platform')
        yield 'platform tenants'
        self.browser.send_form('form[action="/platform/tenants"]', slug='Not A Slug', name='', host='no host')
        yield 'platform tenant refused'
        self.open('/platform')
        self.browser.send_form('form[action="/platform/tenants"]', slug='opera', name='The Opera House of a Rather Long Name',
                               host='opera.example')
        yield 'platform tenant added'
        self.browser.send_form('form[action$="/hosts"]', host='the-opera-house-of-a-rather-long-name.subdomain.example.org')
        yield 'platform host added'
        self.browser.send_form('form[action$="/opera"]', requestsPerSecond='many')
        yield 'platform tenant not saved'
        self.open('/platform/tenants/opera')
        self.browser.send_form('form[action$="/opera"]', press='[name=enabled]')
        self.browser.open(self.service.url + '/platform/tenants/opera')
        self.browser.send_form('form:has([name=enabled])')
        yield 'platform tenant disabled'
        self.open('/platform/tenants/nobodys')
        yield 'platform no such tenant'

    def schedule(self):
        """A channel's week with a rule, an overrun and a cancelled broadcast."""
        def made(path, **members):
            request = urllib.request.Request(
                f'{self.service.url}/api/v1/admin/{path}', data=json.dumps(members).encode(),
                headers={'Content-Type': 'application/json', 'Authorization': 'Bearer ' + self.service.tokens['programmer']})
            return json.load(urllib.request.urlopen(request, timeout=30))['id']

        channel = made('channels', slug='one', name='Radio One', timeZone='Europe/Prague', language='en')
        shows = [made('shows', title=title, channels=[channel])
                 for title in ['Breakfast', 'The Concert in the Large Hall of the Philharmonic, from the Beginning to the End']]
        day = datetime.date.today() + datetime.timedelta(days=7)
        path = f'/station/channels/{channel}'
        self.log_in('programmer')
        self.open(path + '/rules')
        yield 'station no rules'
        self.open(path + '/rules/new')
        yield 'station new rule'
        self.browser.send_form(f'form[action="{path}/rules"]', startTime='08:00', recurrence='FREQ=HOURLY')
        yield 'station rule refused'
        self.browser.send_form(f'form[action="{path}/rules"]', show=shows[0], recurrence='FREQ=DAILY', isLive=True)
        yield 'station rule made'
        rule = self.browser.evaluate('location.pathname')
        self.open(path + '/rules')
        yield 'station rules'
        for start, minutes in [('09:00', '5'), ('09:05', '3'), ('09:30', '60'), ('23:00', '120')]:
            self.open(f'{path}/airings/new?date={day}')
            self.browser.send_form(f'form[action="{path}/airings"]', startTime=start, minutes=minutes, show=shows[1],
                                   title='Symphony in four movements')
        yield 'station broadcast made'
        first = self.browser.evaluate('location.pathname')
        self.open(f'{path}/airings/new?start={day}T06:30:00Z')
        yield 'station new broadcast'
        self.browser.send_form(f'form[action="{path}/airings"]', minutes='600')
        yield 'station broadcast in the way'
        self.open(f'{path}/airings/new?start={day}T20:00:00Z')
        self.browser.send_form(f'form[action="{path}/airings"]', minutes='long', show=shows[1])
        yield 'station broadcast refused'
        self.open(first)
        self.browser.send_form(f'form[action="{first}"]', minutes='60')
        self.browser.send_form(f'form[action="{first}/actual-times"]', over='10')
        yield 'station overrun shown'
        self.browser.send_form(f'section form[action="{first}/actual-times"]')
        yield 'station overrun'
        self.open(f'{path}/week?day={day}')
        self.browser.size(1280, 800)
        other = self.browser.evaluate("[...document.querySelectorAll('.day a')].map(a => a.pathname).find(p => /\\d$/.test(p))")
        self.open(other)
        yield 'station broadcast of a rule'
        self.browser.send_form(f'form.panel[action="{other}"]', startTime='07:50', scope='rule')
        yield 'station later broadcasts in question'
        self.open(other)
        self.browser.send_form(f'form[action="{other}/cancel"]', revision='99')
        yield 'station broadcast changed meanwhile'
        self.browser.send_form(f'form[action="{other}/cancel"]')
        yield 'station broadcast cancelled'
        self.open(rule)
        yield 'station rule'
        self.open(f'{path}/week?day={day}')
        yield 'station week'
        for change in ['2026-03-29', '2026-10-25']:
            self.open(f'{path}/week?day={change}')
            yield f'station week of {change}'
        self.open(path + '/audience')
        yield 'station audience empty'
        urllib.request.urlopen(urllib.request.Request(
            f'{self.service.url}/api/v1/admin/channels/{channel}/now-playing', method='PUT',
            data=json.dumps({'title': 'Harbour Lights', 'artist': 'Palms', 'durationMs': 200_000, 'listeners': 41}).encode(),
            headers={'Content-Type': 'application/json', 'Authorization': 'Bearer ' + self.service.tokens['programmer']}), timeout=30)
        self.open(path + '/audience')
        yield 'station audience'
        self.open(f'/widget/{channel}')
        yield 'widget'

    def administrator(self):
        self.log_in('admin')
        self.open('/admin')
        yield 'admin start'
        self.open('/admin/tenant')
        yield 'admin tenant'
        self.browser.send_form(
            'form[action="/admin/tenant"]', name='', timeZone='Nowhere/Never', accentColour='#000000', supportPhone='call us',
            supportUrl='nothing', skipsBack='-1', completionPercent='900', texts='a line without a sign\nno.such.key = word')
        yield 'admin tenant faults'
        self.open('/admin/tenant')
        self.browser.send_form(
            'form[action="/admin/tenant"]', timeZone='Europe/Prague', accentColour='#9ad0ff',
            supportPhone='+44 20 7946 0123', supportUrl='https://help.example.org', learnMoreUrl='https://example.org',
            conversionUrl='https://example.org/subscribe', signUp=True, streamsPerAccount='3', texts=TEXTS)
        yield 'admin tenant saved'
        with tempfile.NamedTemporaryFile(suffix='.png') as file:
            file.write(b'no picture')
            file.flush()
            self.browser.send_form('form[action="/admin/tenant/logo"]', files=[('logo', file.name)])
            yield 'admin logo refused'
        self.open('/admin/tenant')
        with tempfile.NamedTemporaryFile(suffix='.png') as file:
            file.write(picture(320, 120))
            file.flush()
            self.browser.send_form('form[action="/admin/tenant/logo"]', files=[('logo', file.name)])
        yield 'admin logo set'
        self.open('/admin/tenant/soundcloud')
        yield 'admin soundcloud'
        application = 'form[action="/admin/tenant/soundcloud"]'
        self.browser.send_form(application, clientId='two words', clientSecret='b7RkzvQ1mWcJ5hTn')
        yield 'admin soundcloud faults'
        self.open('/admin/tenant/soundcloud')
        self.browser.send_form(application, clientId='8eQ4yWnKd0uTsBzXcLpR', clientSecret='b7RkzvQ1mWcJ5hTn')
        yield 'admin soundcloud set'
        self.open('/admin/tenant/soundcloud')
        self.browser.send_form('form[action="/admin/tenant/soundcloud/removal"]')
        yield 'admin soundcloud removed'
        self.open('/admin/accounts')
        yield 'admin accounts'
        invite = 'form[action="/admin/accounts/invitations"]'
        self.browser.send_form(invite, email='not an address')
        yield 'admin invitation refused'
        self.open('/admin/accounts')
        self.browser.send_form(invite, role='operator', displayName='Wilhelmina Featherstonehaugh-Cholmondeley',
                               email='wilhelmina.featherstonehaugh@philharmonic.example.org')
        yield 'admin invitation'
        self.invitation = self.browser.evaluate("document.querySelector('.secret').textContent")
        self.open('/admin/accounts')
        self.browser.send_form(invite)
        self.open('/admin/accounts?search=er&role=listener')
        yield 'admin accounts search'
        self.open('/admin/accounts?search=zzz')
        yield 'admin accounts none'
        self.service.command(
            'user', 'add', '--tenant', self.service.tenant, '--password-stdin', '--role', 'listener', '--login',
            'a-very-long-login-of-somebody-who-types-a-lot@subdomain.philharmonic.example.org', input=PASSWORD + '\n')
        self.open('/admin/accounts?search=listener')
        self.account = self.browser.evaluate("document.querySelector('tbody a').pathname")
        self.open(self.account)
        yield 'admin account'
        self.browser.send_form(f'form[action="{self.account}"]', email='nothing')
        yield 'admin account refused'
        self.open(self.account)
        self.browser.send_form(f'form[action="{self.account}"]', displayName='Lena Listener', email='lena@example.org')
        yield 'admin account saved'
        self.browser.send_form(f'form[action="{self.account}/password-resets"]')
        yield 'admin account reset link'
        self.reset = self.browser.evaluate("document.querySelector('.secret').textContent")
        self.open('/admin/accounts?search=editor')
        editor = self.browser.evaluate("document.querySelector('tbody a').pathname")
        self.open(editor)
        self.browser.send_form(f'form[action="{editor}/disable"]')
        yield 'admin account disabled'
        self.browser.send_form(f'form[action="{editor}/enable"]')
        self.open('/admin/accounts/999999')
        yield 'admin no such account'
        self.open('/admin/audit')
        yield 'admin audit'
        self.open('/admin/audit?actor=nobody')
        yield 'admin audit none'
        self.open('/admin/audit?from=yesterday')
        yield 'admin audit refused'
        self.open('/admin/requests')
        yield 'admin requests'

    def explore(self):
        """Discover and search, without and with a library, by an account that is not connected."""
        self.log_in('editor')
        for path, name in [('/library/discover', 'discover without a seed'), ('/library/search', 'search'),
                           ('/library/search?q=' + 'a' * 201, 'search refused')]:
            self.open(path)
            yield f'explore {name}'
        self.service.command('psql', '--', '-q', '-c', self.OWN_THINGS)
        self.open('/library/discover')
        yield 'explore discover'
        self.browser.send_form('ol form.acts', press='[name=track]')
        yield 'explore seed refused'
        for words in ['paper', 'lanterns of', 'night', 'nothing of the kind']:
            self.open(f'/library/search?q={words.replace(" ", "+")}')
            yield f'explore {words}'
        self.open('/library/search?q=night&of=own')
        yield 'explore own things alone'

    MINE = """(select a.user_id, t.track_id, t.urn, t.title, t.title_key, t.duration_ms, t.cloud_user_id
                         from app.user_account a, app.cloud_track t
                        where a.login = 'editor' and t.urn like 'soundcloud:tracks:88000_')"""
    OWN_THINGS = f"""
        select set_config('app.tenant_id', tenant_id::text, false) from control.resolve_host('hall.example');
        insert into app.cloud_user (urn, username, name_key) values ('soundcloud:users:880001', 'mdindry36', 'mdindry36');
        insert into app.cloud_track (urn, cloud_user_id, title, title_key, duration_ms, access)
        select 'soundcloud:tracks:88000' || i, cloud_user_id, title, lower(title), i * 77000, access
          from app.cloud_user, (values (1, 'Paper Lanterns of the Harbour', 'playable'), (2, 'Night Bus', 'preview'),
               (3, 'Salt Road at Night, a recording with a name that does not end before the third line does', 'blocked'),
               (4, 'Night Shift Radio 14', 'playable')) as n (i, title, access)
         where urn = 'soundcloud:users:880001';
        insert into app.cloud_like (user_id, track_id, rank, title_key, user_key, cloud_user_id)
        select user_id, track_id, track_id, title_key, '', cloud_user_id from {MINE} m where urn not like '%3';
        insert into app.cloud_following (user_id, cloud_user_id, rank, name_key)
        select distinct user_id, cloud_user_id, 1, 'mdindry36' from {MINE} m;
        insert into app.cloud_playlist (urn, cloud_user_id, title, title_key, track_count)
        select distinct 'soundcloud:playlists:880001', cloud_user_id, 'Night drives', 'night drives', 12 from {MINE} m;
        insert into app.own_playlist (user_id, playlist_id, rank)
        select distinct m.user_id, p.playlist_id, 1
          from {MINE} m, app.cloud_playlist p where p.urn = 'soundcloud:playlists:880001';
        insert into app.podcast_station (user_id, name, position) select distinct user_id, 'Night shift', 0 from {MINE} m;
        insert into app.library_artist (user_id, name, fold_key, name_key)
        select distinct user_id, 'Aurora Vale', 'auroravale', 'aurora vale' from {MINE} m;
        insert into app.library_track (user_id, track_id, shelf, title, artist_text, artist_id, confidence, title_key,
                                       artist_key, duration_ms)
        select m.user_id, m.track_id, 'library', m.title, a.name, a.artist_id, 0.9, m.title_key, a.name_key, m.duration_ms
          from {MINE} m join app.library_artist a on a.user_id = m.user_id where m.urn like '%1';
        insert into app.library_credit (user_id, track_id, position, artist_id, role)
        select x.user_id, x.track_id, 0, x.artist_id, 'primary' from app.library_track x join {MINE} m using (user_id, track_id);
        insert into app.discover (user_id, seed_id, resume_index, resume_position_ms)
        select user_id, track_id, 1, 61000 from {MINE} m where urn like '%1';
        insert into app.discover_track (user_id, position, track_id)
        select user_id, row_number() over (order by track_id) - 1, track_id from {MINE} m where urn not like '%1';
        """

    def guest(self):
        self.browser.call('Network.clearBrowserCookies')
        for path in ['/', '/login', '/sign-up', '/password-reset']:
            self.open(path)
            yield f'guest {path}'
        self.open('/sign-up')
        self.browser.send_form('main form', login='listener', password='short')
        yield 'guest sign-up refused'
        self.open('/sign-up')
        self.browser.send_form('main form', login='newcomer', password=PASSWORD + ' indeed')
        yield 'guest signed up'
        self.open('/password-reset')
        self.browser.send_form('main form', login='listener')
        yield 'guest reset asked'
        self.browser.open(self.invitation)
        yield 'guest invitation'
        self.browser.send_form('main form', login='admin', password='short')
        yield 'guest invitation refused'
        self.browser.open(self.reset)
        yield 'guest reset link'
        self.open('/links/none')
        yield 'guest link gone'

    def refused(self):
        """The errors of the sign-in page."""
        self.open('/login?next=/account')
        self.browser.send_form('main form', login='listener', password='wrong')
        yield 'log-in wrong password'
        for _ in range(6):
            self.open('/login')
            self.browser.send_form('main form', login='somebody', password='wrong')
        yield 'log-in throttled'
        states = ['lapsed', 'support-required']
        with tempfile.NamedTemporaryFile('w', suffix='.csv') as file:
            file.write('login,state\n')
            for state in states:
                self.service.command('user', 'add', '--tenant', self.service.tenant, '--login', state, '--role', 'listener',
                                     '--password-stdin', input=PASSWORD + '\n')
                file.write(f'{state},{state}\n')
            file.flush()
            self.service.command('subscription', 'import', file.name, '--tenant', self.service.tenant)
        for state in states:
            self.open('/login')
            self.browser.send_form('main form', login=state, password=PASSWORD)
            yield f'log-in {state}'

    def roles(self):
        for role in ROLES:
            self.log_in(role)
            for path in ['/', '/account', '/operator', '/operator/messages', '/cms', '/admin', '/admin/tenant', '/admin/accounts', '/admin/audit',
                         '/station']:
                self.open(path)
                yield f'{role} {path}'
            if role == 'operator':
                yield from self.operator()
        yield from self.owner()

    def operator(self):
        self.open('/operator')
        self.browser.send_form('#states', press='#state-running')
        yield 'operator running'
        self.browser.send_form('#steps', press='#next', revision='1')
        yield 'operator refused'
        self.open('/operator')
        self.browser.send_form('#message', press='form > button', title='The doors', body='The doors open in five minutes.')
        yield 'operator message'
        self.open('/operator/messages')
        self.browser.send_form('form.editor', day='2020-01-01', time='19:30', body='Too late')
        yield 'operator schedule refused'
        self.open('/operator/messages')
        tomorrow = datetime.date.today() + datetime.timedelta(days=1)
        self.browser.send_form('form.editor', day=str(tomorrow), time='19:30', title='Interval', body='Twenty minutes')
        yield 'operator message scheduled'
        self.browser.send_form('form[action="/operator/messages/cancellations"]')
        yield 'operator message cancelled'
        self.open('/operator/log')
        yield 'operator log'
        self.open('/operator/report')
        yield 'operator report'
        self.open('/operator/rehearsal')
        yield 'operator rehearsal'
        self.open('/operator')
        self.browser.send_form('#ending form[action="/operator/concert/end"]')
        yield 'operator off air'

    def owner(self):
        """An account's own page."""
        self.service.log_in('admin')
        self.open('/account')
        self.browser.send_form('form[action="/account/tokens"]', name='The lighting desk in the balcony', days='30')
        yield 'account token made'
        self.browser.send_form('form[action="/account/tokens"]', name='', days='0')
        yield 'account token refused'
        self.open('/account')
        self.browser.send_form('form[action="/account/password"]', current='wrong', new='short')
        yield 'account password refused'
        self.open('/account')
        self.browser.send_form('form[action="/account/profile"]', displayName='Ada Administrator', email='ada@example.org')
        yield 'account saved'
        self.browser.send_form('form[action="/account/sessions/others/end"]')
        yield 'account others ended'

    def editors(self):
        """The pages of editors, from a new concert to its publication and its history."""
        self.log_in('editor')
        for path in ['/cms', '/cms?search=nothing', '/cms?view=calendar', '/cms/new', '/cms/glossary', '/cms/glossary/term',
                     '/cms/glossary/report', '/cms/glossary/import', '/cms/pictures', '/cms/assets']:
            self.open(path)
            yield f'editor {path}'
        self.open('/cms/new')
        self.browser.send_form('form.editor', title='', slug='Not A Name')
        yield 'cms concert refused'
        self.open('/cms/new')
        self.browser.send_form('form.editor', title='An Evening of a Rather Long Name with a Symphony in Four Movements',
                               date='2027-01-31', venue='The Large Hall of the Philharmonic')
        yield 'cms concert created'
        concert = self.here()
        self.browser.send_form(f'form[action="{concert}/pieces"]', composer='', work='')
        yield 'cms piece refused'
        for composer, work, movement in [('Strauss', 'Don Juan', ''), ('Dvořák', 'Symphony No. 9 from the New World', '1. Adagio')]:
            self.open(concert)
            self.browser.send_form(f'form[action="{concert}/pieces"]', composer=composer, work=work, movement=movement)
        yield 'cms pieces added'
        piece = self.browser.evaluate("document.querySelector('.programme a[href^=\"/cms/pieces/\"]').pathname")
        heading = f'{concert}/pieces/{piece.split("/")[-1]}'
        self.open(heading)
        self.unfold()
        yield 'cms piece to rename'
        self.browser.send_form(f'form[action="{heading}"]', composer='')
        yield 'cms name refused'
        for end in ['', '/tracks', '/structure', '/measures', '/preview', '/translations', '/proof', '/import', '/tap']:
            self.open(piece + end)
            yield f'cms empty piece {end}'
        yield from self.written(piece)
        yield from self.imported(concert, piece)
        yield from self.media(concert)
        yield from self.terms()
        yield from self.published(concert, piece)

    def written(self, piece):
        """The pages of a piece while it is written."""
        def form(end):
            return f'form[action="{piece}{end}"]'

        self.open(piece + '/measures')
        self.browser.send_form(form('/measures'), rows='1,soon')
        yield 'cms measures refused'
        self.open(piece + '/measures')
        self.browser.send_form(form('/measures'), rows='\n'.join(f'{n},{n * 2}' for n in range(1, 25)), endTime='52')
        self.browser.send_form(form('/intensities'), values='\n'.join(f'{n % 10 / 10}' for n in range(1, 25)))
        yield 'cms measures saved'
        self.open(piece)
        yield 'cms piece without tracks'
        self.open(piece + '/tracks')
        self.browser.send_form(form('/tracks'), name='', language='no language')
        yield 'cms track refused'
        for name, language in [('The Music', 'en'), ('Histoire de la musique', 'fr')]:
            self.open(piece + '/tracks')
            self.browser.send_form(form('/tracks'), name=name, language=language, level='advanced')
        self.unfold()
        yield 'cms tracks'
        self.open(piece + '/structure')
        self.browser.send_form(form('/section-rows'), sections='1 Theme\nsoon')
        yield 'cms sections refused'
        self.open(piece + '/structure')
        self.browser.send_form(form('/section-rows'), sections='1 Theme\n9 A second theme of a rather long name\n17 Theme')
        self.browser.send_form(form('/keys'), rows='1,4\n9,-3')
        self.unfold()
        yield 'cms structure'
        self.browser.send_form('.tracks li:last-child .confirm form')
        yield 'cms section deleted'
        self.browser.send_form(form('/undo'))
        yield 'cms section back'
        self.open(piece)
        yield 'cms no notes'
        self.browser.send_form('form#note', measure='99', text='Costs $5.')
        yield 'cms note refused'
        for measure, text in [('1', 'It begins. A theme rises, in the violins and the horns.'), ('9', 'Look: $one.png, The horns'),
                              ('17', 'The theme comes back, once more and louder.')]:
            self.open(f'{piece}?measure={measure}&annotation=new')
            self.browser.send_form('form#note', press='[name=next]', measure=measure, text=text)
        yield 'cms next note'
        self.open(f'{piece}?measure=1')
        self.unfold()
        yield 'cms note'
        self.browser.send_form('.panel .confirm form')
        yield 'cms note deleted'
        self.browser.send_form(form('/undo'))
        yield 'cms note back'
        for end in ['/preview', '/preview?measure=9', '/translations', '/proof']:
            self.open(piece + end)
            yield f'cms piece {end}'
        other = self.browser.evaluate("document.querySelector('select[name=track] option:last-child').value")
        self.open(f'{piece}?track={other}&annotation=new')
        self.browser.send_form('form#note', measure='1', text='Cela commence.')
        yield 'cms second track'

    def imported(self, concert, piece):
        """The pages of imports: faults, a preview, the import, and a programme folder."""
        def tried(path, selector, suffix, content, **fields):
            self.open(path)
            with tempfile.NamedTemporaryFile(suffix=suffix) as file:
                file.write(content)
                file.flush()
                self.browser.send_form(selector, files=[('file', file.name)], **fields)

        form = f'form[action="{piece}/import"]'
        tried(piece + '/import', form, '.csv', b'measure,text\nsoon,Words\n', format='annotations-csv')
        yield 'cms import refused'
        tried(piece + '/import', form, '.csv', b'measure,track,text\n3,The Music,A note of the table.\n', mode='add')
        self.unfold()
        yield 'cms import preview'
        self.browser.send_form(f'form[action="{piece}/import/apply"]')
        yield 'cms imported'
        self.open(piece + '/tap')
        yield 'cms tap'
        self.open(concert + '/import')
        yield 'cms programme import'
        tried(concert + '/import', 'form.folder', '.zip', b'no archive', press='[value=preview]')
        yield 'cms programme import refused'

    def media(self, concert):
        """Pictures, with several files at once, and app assets."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [f'{folder}/{name}.png' for name in ('one', 'two')]
            for number, path in enumerate(paths):
                with open(path, 'wb') as file:
                    file.write(picture(320, 200 + number))
            self.open('/cms/pictures')
            document = self.browser.call('DOM.getDocument')['root']['nodeId']
            node = self.browser.call('DOM.querySelector', nodeId=document, selector='form.upload [name=file]')['nodeId']
            self.browser.call('DOM.setFileInputFiles', files=paths, nodeId=node)
            yield 'cms pictures chosen'
            self.browser.send_form('form.upload')
            yield 'cms pictures'
            self.open('/cms/pictures')
            self.browser.send_form('form.upload', files=[('file', paths[0])], name='no name')
            yield 'cms picture refused'
        self.open('/cms/pictures/one.png')
        self.unfold()
        yield 'cms picture'
        self.open(concert + '/assets')
        yield 'cms assets'
        self.open('/cms/assets')
        yield 'cms concerts with assets'

    def terms(self):
        self.open('/cms/glossary/term')
        self.browser.send_form('form.editor', name='', category='')
        yield 'cms term refused'
        self.open('/cms/glossary/term')
        self.browser.send_form('form.editor', name='Theme', category='Form', description='A melody that a piece is made of.')
        yield 'cms glossary'
        self.open('/cms/glossary/term?term=Theme')
        self.unfold()
        yield 'cms term'
        self.open('/cms/glossary/report')
        yield 'cms glossary report'
        self.open('/cms/glossary/import')
        with tempfile.NamedTemporaryFile('w', suffix='.csv') as file:
            file.write('name,category,description\nHorn,Instrument,A brass instrument.\nHorn,,Twice.\n')
            file.flush()
            self.browser.send_form('form[action="/cms/glossary/import"]', files=[('file', file.name)])
        yield 'cms glossary table with faults'

    def published(self, concert, piece):
        """The publication, the history and the comparison."""
        other = f'{concert}/pieces/'
        self.open(concert)
        paths = self.browser.evaluate(
            f"[...document.querySelectorAll('.programme a[href^=\"{other}\"]')].map(it => it.pathname)")
        self.open(paths[-1])
        self.browser.send_form(f'form[action="{paths[-1]}/delete"]')
        yield 'cms piece removed'
        self.browser.send_form(f'form[action="{concert}/publication"]', note='The first')
        yield 'cms concert published'
        self.open(piece + '?annotation=new&measure=20')
        self.browser.send_form('form#note', measure='20', text='One more note.')
        self.open(concert)
        self.unfold()
        yield 'cms concert changed'
        for end in ['/revisions', '/changes']:
            self.open(concert + end)
            self.unfold()
            yield f'cms concert {end}'
        self.open('/cms')
        yield 'cms concerts'
        self.open('/cms?view=calendar&month=2027-01')
        yield 'cms calendar'

    def programs(self):
        """The programs that play a listener's library."""
        self.log_in('listener')
        self.open('/library/clients')
        yield 'programs none'
        self.browser.send_form('main form', name='Symfonium on the telephone in the kitchen, beside the window')
        yield 'programs let in'
        self.browser.send_form('form[action="/library/clients"]', name=' ')
        yield 'programs refused'
        self.open('/library/clients')
        self.browser.send_form('form[action="/library/clients/end"]')
        yield 'programs ended'

    def here(self):
        return self.browser.evaluate('location.pathname')

    def top(self):
        """After scrolling to a result, the fixed bar may cover part of a field, so scrolls to the top."""
        self.browser.evaluate('scrollTo(0, 0)')

    def station(self):
        """The pages of programmers, beginning with an empty station."""
        self.log_in('programmer')
        for part in ['', '/shows', '/people', '/genres', '/topics', '/categories', '/lists', '/lists/featured', '/imports']:
            self.open('/station' + part)
            yield f'station{part} empty'
        self.open('/station/categories/new')
        yield 'station new category'
        self.browser.send_form('form.editor', name='')
        yield 'station category refused'
        for name in ['News and talk', 'Music']:
            self.open('/station/categories/new')
            self.browser.send_form('form.editor', name=name, rank='1')
        yield 'station category'
        self.open('/station/categories')
        self.browser.send_form('.lines li:last-child form')
        yield 'station categories moved'
        self.open('/station/people/new')
        yield 'station new person'
        self.browser.send_form('form.editor', name='Wilhelmina Featherstonehaugh-Cholmondeley', biography='She talks.')
        yield 'station person made'
        self.open('/station/people?search=nobody')
        yield 'station people none'
        self.open('/station/genres/new')
        yield 'station new genre'
        self.browser.send_form('form.editor', name='', code='no code')
        yield 'station genre refused'
        self.open('/station/genres?search=jazz')
        yield 'station genres offered'
        self.browser.send_form('.lines li:last-child form')
        yield 'station genre taken'
        self.open('/station/genres')
        yield 'station genres'
        self.open('/station/topics/new')
        yield 'station new topic'
        self.browser.send_form('form.editor', title='Elections', words='vote ballot')
        yield 'station topic made'
        self.open('/station/topics')
        yield 'station topics'
        yield from self.station_channel()
        yield from self.station_show()
        yield from self.station_lists()
        yield from self.station_imports()
        self.open('/station/shows/999999')
        yield 'station no such show'

    def station_channel(self):
        self.open('/station/channels/new')
        yield 'station new channel'
        self.browser.send_form('form.editor', name='', slug='Not A Slug', timeZone='UTC', number='many',
                               **{'bearers/0/uri': 'no uri at all', 'skipPolicy/back': '-1'})
        yield 'station channel refused'
        self.open('/station/channels/new')
        self.browser.send_form('form.editor', name='The First Programme of a Rather Long Name', slug='first', number='1',
                               timeZone='Europe/Prague', **{'bearers/0/uri': 'https://radio.example/live/first.mp3',
                                                            'numbers/0/platform': 'ios', 'numbers/0/number': '12'})
        yield 'station channel made'
        channel = self.here()
        tag = self.browser.evaluate("document.querySelector('[name=tag]').value")
        self.browser.send_form('form.editor', description='Talk, and more talk.', categories=True)
        yield 'station channel saved'
        self.browser.send_form('form.editor', tag=tag, name='Somebody else has saved')
        yield 'station channel changed meanwhile'
        with tempfile.NamedTemporaryFile(suffix='.png') as file:
            file.write(b'no picture')
            file.flush()
            self.open(channel)
            self.browser.send_form(f'form[action="{channel}/art"]', files=[('picture', file.name)])
            yield 'station picture refused'
        with tempfile.NamedTemporaryFile(suffix='.png') as file:
            file.write(picture(320, 320))
            file.flush()
            self.open(channel)
            self.browser.send_form(f'form[action="{channel}/art"]', files=[('picture', file.name)], alt='A square')
        yield 'station picture set'
        self.browser.evaluate("document.querySelectorAll('details').forEach(it => { it.open = true; })")
        yield 'station channel to delete'
        for path in ['/station', '/station?search=first', '/station?search=zzz']:
            self.open(path)
            yield f'programmer {path}'

    def station_show(self):
        self.open('/station/shows/new')
        yield 'station new show'
        self.browser.send_form('form.editor', press='[name=find][value=genres]', title='Talk of the Town',
                               **{'find/genres': 'news'})
        self.top()
        yield 'station genres found'
        self.browser.send_form('form.editor', press='[name=take]')
        yield 'station genre taken'
        self.browser.send_form('form.editor', press='[name=find][value=credits]', **{'find/credits': 'wilhelmina'})
        self.top()
        yield 'station people found'
        self.browser.send_form('form.editor', summary='What is talked of.', channels=True, **{'credits/0/role': 'host'})
        yield 'station show made'
        show = self.here()
        self.browser.send_form('form.editor', title='', website='nothing')
        yield 'station show refused'
        self.open(show + '/serials/new')
        yield 'station new serial'
        self.browser.send_form('form.editor', title='The long walk', totalParts='4')
        yield 'station serial made'
        self.open(show + '/episodes/new')
        yield 'station new episode'
        self.browser.send_form('form.editor', title='The first step', part='1', publishedAt='2026-05-01T19:30')
        yield 'station episode made'
        episode = self.here()
        self.open(episode + '/versions/new')
        yield 'station new recording'
        self.browser.send_form('form.editor', availableUntil='2020-01-01T00:00', durationMs='long',
                               **{'media/0/url': 'nothing'})
        yield 'station recording refused'
        self.open(episode + '/versions/new')
        self.browser.send_form('form.editor', durationMs='58:30', **{'media/0/url': 'https://radio.example/a.mp3'})
        yield 'station recording made'
        for path in [episode, show, '/station/shows', '/station/shows?only=featured']:
            self.open(path)
            yield f'programmer {path}'
        self.open('/station/people?search=wil')
        self.open(self.browser.evaluate("document.querySelector('.lines a').pathname"))
        yield 'station person with a show'

    def station_lists(self):
        self.open('/station/lists')
        yield 'station lists'
        self.open(self.browser.evaluate("document.querySelector('.lines a').pathname"))
        yield 'station hot empty'
        self.browser.send_form('form.list', press='[name=find]', **{'find/shows': 'talk'})
        self.top()
        yield 'station hot found'
        self.browser.send_form('form.list', press='[name=add]')
        yield 'station hot saved'
        self.browser.send_form('form.list', **{'shows/0/expiresAt': '2020-01-01T00:00'})
        yield 'station hot over'

    def station_imports(self):
        self.open('/station/imports')
        self.browser.send_form('main form', source='Not One')
        yield 'station import form refused'
        rows = [f'{n},1,first,{"2026-07-13T12:00:00Z" if n == 1 else "noon"},Somebody,A song,\n' for n in range(1, 70)]
        with tempfile.NamedTemporaryFile('w', suffix='.csv') as file:
            file.write('id,station_id,station_slug,recognized_at,artist,title,isrc\n' + ''.join(rows))
            file.flush()
            for press in ['try', 'publish']:
                self.open('/station/imports')
                self.browser.send_form('main form', press=f'[value={press}]', files=[('files', file.name)], format='plays')
                yield f'station import {press}'
        self.open(self.here() + '?faults=50')
        yield 'station import second page of faults'
        self.open('/station/imports')
        yield 'station imports'

    def uploaded(self, rows):
        """Uploads in SoundCloud's form, which the service stores; the listener adds all of them."""
        script = ''
        for number, (title, account, seconds, access, artist, label) in enumerate(rows, 900001):
            key = re.sub('[^a-z0-9 ]', '', title.lower())
            script += f"""
                insert into app.cloud_user (urn, username, name_key)
                select 'soundcloud:users:' || (1 + abs(hashtext('{account}')::bigint)), '{account}', lower('{account}')
                    on conflict do nothing;
                insert into app.cloud_track (urn, cloud_user_id, title, metadata_artist, label_name, duration_ms, access,
                                             permalink_url, title_key)
                select 'soundcloud:tracks:{number}', cloud_user_id, '{title}', '{artist}', '{label}', {seconds * 1000},
                       '{access}', 'https://soundcloud.example/{number}', '{key}'
                  from app.cloud_user where tenant_id = :tenant and username = '{account}';
                """
        self.insert(script)
        for number in range(900001, 900001 + len(rows)):
            urllib.request.urlopen(urllib.request.Request(
                f'{self.service.url}/api/v1/me/library/tracks', json.dumps({'track': f'soundcloud:tracks:{number}'}).encode(),
                {'Content-Type': 'application/json', 'Authorization': 'Bearer ' + self.service.tokens['listener']}),
                timeout=30).read()

    def insert(self, script):
        self.service.command(
            'psql', '--', '-qAtX', '-v', 'ON_ERROR_STOP=1',
            input=f"select tenant_id as tenant from control.resolve_host('{self.service.tenant}.example') \\gset\n"
                  'set app.tenant_id = :tenant;\n' + script)

    def shelves(self):
        """The listener's own library and podcasts, from an empty one on."""
        self.log_in('listener')
        parts = ['songs', 'artists', 'albums', 'labels', 'uncertain', 'podcasts', 'podcasts/suggestions', 'podcasts/stations']
        for part in parts:
            self.open('/library/' + part)
            yield f'library {part} empty'
        long = 'The Lighthouse Keeper’s Daughter and Other Stories of the Northern Coast, in Four Movements'
        self.uploaded([
            ('Aurora Vale - Paper Lanterns', 'mdindry35', 214, 'playable', '', 'Quiet Harbour'),
            ('Aurora Vale - Salt Road (Night Bus Remix)', 'user3416402', 301, 'blocked', '', ''),
            (f'Brick Orchard & Aurora Vale – {long}', 'mdindry35', 555, 'gone', 'Brick Orchard', 'Quiet Harbour'),
            ('Late Bus', 'Tomas Reed', 187, 'playable', '', ''), ('112', 'Tomas Reed', 187, 'preview', '', ''),
            ('Кино - Группа крови', 'somebody', 285, 'playable', '', ''),
            ('Reverie - Umbra', 'q8812', 240, 'playable', 'Umbra Trio', ''),
            ('Night Shift Radio - Episode 14', 'Night Shift Radio', 3725, 'playable', '', ''),
            ('Live at the Old Mill', 'Night Shift Radio', 5400, 'playable', '', '')])
        for part in parts:
            self.open('/library/' + part)
            yield f'library {part}'
        for part, name in [('artists', 'Aurora Vale'), ('albums', ''), ('labels', 'Quiet Harbour')]:
            self.open('/library/' + part)
            entry = "[...document.querySelectorAll('.tiles > li > a')]"
            path = self.browser.evaluate(f"{entry}.filter(a => a.textContent.includes('{name}'))[0]?.pathname")
            if path:
                self.open(path)
                yield f'library one of {part}'
        for part in ['albums', 'labels']:
            self.open('/library/' + part)
            path = self.browser.evaluate("document.querySelector('.tiles > li > a')?.pathname")
            if path:
                self.open(path)
                self.browser.send_form('form[action$="/rename"]', name=' ')
                self.unfold()
                yield f'library one of {part} to teach'
        self.open('/library/artists')
        artist = self.browser.evaluate("document.querySelector('.tiles > li > a').pathname")
        self.open('/library/artists?show=list')
        yield 'library artists as a list'
        self.open(artist + '?find=t')
        self.unfold()
        yield 'library artist to merge'
        self.browser.send_form('form[action$="/split"]', names='One')
        yield 'library split refused'
        self.open(artist)
        self.browser.send_form('form[action$="/rename"]', name='Aurora Vale, the singer')
        yield 'library artist renamed'
        self.open('/library/corrections')
        yield 'library taught'
        self.browser.send_form('.lines form')
        yield 'library taught nothing'
        track = '/library/tracks/soundcloud:tracks:900003'
        self.open(track)
        self.unfold()
        yield 'library track'
        self.browser.send_form(f'form[action="{track}"]', artists='', title='')
        yield 'library correction refused'
        self.open(track)
        self.browser.send_form(f'form[action="{track}"]', artists='Aurora Vale\nBrick Orchard', album='Northern Coast')
        yield 'library track corrected'
        self.open(self.browser.evaluate("document.querySelector('dd a[href*=albums]').pathname"))
        yield 'library album'
        self.insert("update app.library_track set confidence = 0.1 + track_id % 5 / 10.0 where tenant_id = :tenant;")
        self.open('/library/uncertain')
        self.unfold()
        yield 'library uncertain unfolded'
        self.open('/library/uncertain')
        self.browser.send_form('.doubts form')
        yield 'library uncertain settled'
        self.open('/library/podcasts/stations')
        self.browser.send_form('main form', name=' ')
        yield 'library station refused'
        for name in ['Nights', 'A station of a rather long name, for everything that takes longer than the way to work']:
            self.open('/library/podcasts/stations')
            self.browser.send_form('form.find', name=name)
        yield 'library station made'
        station = self.here()
        self.open('/library/podcasts/suggestions')
        self.browser.send_form('main form', station=station.split('/')[-1], track=True)
        yield 'library station filled'
        self.open('/library/podcasts/suggestions')
        self.browser.send_form('main form', track=True)
        yield 'library podcasts moved'
        self.open(station)
        self.unfold()
        yield 'library station'
        self.browser.send_form(f'form[action="{station}/feed"]')
        yield 'library station with an address'
        self.browser.send_form(f'form[action="{station}/feed/end"]')
        yield 'library station without an address again'
        self.open('/player')
        yield 'player without a queue'
        self.open('/player/radio')
        yield 'player radio'
        self.open('/library/songs')
        self.browser.send_form('#play')
        yield 'player with a queue'
        self.browser.send_form('.player', press='.text')
        yield 'player collapsed'
        self.open('/player')
        self.browser.send_form('form[action="/player/shared/start"]', name='Ada', rule='votes')
        yield 'player in a shared session'
        self.browser.send_form('form[action="/player/shared/invitation"]', press='[value=create]')
        yield 'player invitation'
        invitation = self.browser.evaluate("document.getElementById('invitation-link').value")
        self.open('/player/join/' + invitation.split('/')[-1])
        yield 'player join'
        self.open('/player')
        self.browser.send_form('form[action="/player/shared/leave"]', press='[value=me]')
        yield 'player after a shared session'
        self.open('/library/listens')
        yield 'library nothing heard'
        self.open('/library/listenbrainz')
        yield 'library without ListenBrainz'
        self.insert("""
            insert into app.listen (user_id, listened_at, track_id, client)
            select a.user_id, timestamptz '2026-07-01Z' + split_part(t.urn, ':', 3)::integer % 100 * interval '1 hour', t.track_id, 'Symfonium'
              from app.user_account a, app.cloud_track t where a.login = 'listener' and t.urn like 'soundcloud:tracks:90000_';""")
        self.open('/library/listens')
        self.browser.send_form('.lines form')
        self.unfold()
        yield 'library heard'
        self.open('/library/podcasts/stations')
        self.browser.send_form('.lines form', press='[value=down]')
        yield 'library stations moved'
        self.open('/library/tracks/soundcloud:tracks:900008')
        yield 'library podcast track'
        self.open('/library/artists/999999')
        yield 'library no such artist'

    def unfold(self):
        # Not the menus of the bar: they would lie over the page.
        self.browser.evaluate("document.querySelectorAll('main details').forEach(it => { it.open = true; })")
    def music(self):
        """A listener's SoundCloud: from the first access to a connection that breaks."""
        self.log_in('listener')
        for path in ['/library', '/library/stream', '/library/profile']:
            self.open(path)
            yield f'music {path} before the first access'
        self.open('/library/welcome?notice=refused')
        yield 'music refused'
        # The first request asks whose account it is; then SoundCloud asks for pauses, so that the sync takes its time.
        self.cloud.control('faults', **{str(number): 'spam' for number in [2, 3, 4, 5, 7, 8, 9, 10]})
        self.browser.send_form('main form')
        yield 'music connected'
        self.open('/library/profile')
        yield 'music syncing'
        for _ in range(300):
            if not self.browser.evaluate("document.querySelector('#sync').hasAttribute('data-running')"):
                break
            time.sleep(0.2)
        else:
            raise SystemExit('the page does not follow the sync to its end')
        yield 'music synced'
        self.open('/library/stream')
        yield 'music stream'
        for _ in range(2):
            self.browser.send_form('.lines-form', press='[name=add]')
        yield 'music track added'
        for path in ['stream?include=reposts', 'likes', 'likes?order=title&kind=track', 'likes?order=user', 'likes?order=artist',
                     'likes?order=duration', 'likes?search=nothing+fits', 'playlists', 'following', 'following?sort=recent']:
            self.open('/library/' + path)
            yield f'music {path}'
        self.open('/library/likes?order=user')
        self.open(self.browser.evaluate("document.querySelector('.lines a').pathname"))
        yield 'music likes of a user'
        self.open('/library/playlists')
        self.open(self.browser.evaluate("document.querySelector('.lines a').pathname"))
        yield 'music playlist'
        self.browser.send_form('form.acts')
        yield 'music playlist liked'
        self.open('/library/search?q=a')
        self.browser.send_form('.lines form.acts', press='[name=like], [name=unlike]')
        yield 'music found and liked'
        self.open('/library/search?q=a&kind=users')
        yield 'music users found'
        self.open('/library/following')
        self.open(self.browser.evaluate("document.querySelector('.lines a').pathname"))
        for view in ['', '?view=playlists', '?view=reposts']:
            self.open(self.here() + view)
            yield f'music user {view}'
        self.browser.send_form('form.acts')
        yield 'music user unfollowed'
        self.cloud.control('withdrawal')
        self.open('/library/likes?order=recent')
        self.browser.send_form('.lines-form', press='[name=unlike]')
        self.open('/library/profile')
        yield 'music still to hear'
        self.browser.evaluate("document.querySelectorAll('details').forEach(it => { it.open = true; })")
        yield 'music to disconnect'
        self.browser.send_form('form[action$="/connection/end"]')
        yield 'music disconnected'
        self.open('/library/users/soundcloud:users:1')
        yield 'music no such user'

    def errors(self):
        self.open('/operator/nowhere')
        yield 'error not found'
        self.open('/account?notice=a&notice=b')
        yield 'error query'
        self.browser.evaluate("document.body.insertAdjacentHTML('beforeend', '<form id=forged method=post"
                              " action=/account/profile><button>x</button></form>')")
        self.browser.send_form('#forged')
        yield 'error forged form'


def picture(width, height):
    """A PNG of one colour."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = (b'\0' + b'\xf0\xb3\x5a' * width) * height
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
