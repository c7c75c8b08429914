"""Items of a tenant with their identifiers, for requests that need an existing item. The items are used only for this purpose,
so a run cannot change, disable or erase the accounts that it uses for requests."""
import json
import urllib.error
import urllib.request

from served import PASSWORD, ROLES

PLATFORM = 'platform'


class Known:
    """Created for each caller before the first run, because later sign-ins may have to wait."""

    def __init__(self, service, callers):
        self.service = service
        service.command('user', 'add', '--platform', '--login', 'keeper', '--password-stdin', input=PASSWORD + '\n')
        service.tokens[PLATFORM] = service.command('token', 'create', '--platform', '--login', 'keeper').strip()
        self.made_for = {who: {**self.spare(who), **(self.own(who) if who in ROLES else {})} for who in callers}

    def values(self, who):
        """An existing identifier for each path parameter of openapi.yaml, by name."""
        if who not in ROLES:
            return self.made_for[who]
        # They are valid for a minute.
        streams = [self.ask('POST', '/me/streams', self.service.tokens[who], {'takeOver': True}) for _ in range(2)]
        return {**self.made_for[who], 'stream': [stream['id'] for stream in streams]}

    def spare(self, who):
        accounts = [self.account(f'{who}-{number}') for number in range(6)]
        rules = [self.made('/admin/upgrade-rules', platform=platform, versionRange='<1.10', kind='forced',
                           message='Please update.', linkUrl='https://store.example/app')['id']
                 for platform in ['ios', 'android', 'tvos']]
        invitations = [self.made('/admin/invitations', role='listener') for _ in range(4)]
        resets = [self.made(f'/admin/accounts/{account}/password-resets') for account in accounts[:2]]
        guests = [self.guest(f'{who}-{number}', enabled=number < 2) for number in range(4)]
        return {
            'account': accounts,
            'rule': rules,
            'notice': ['data-warning', 'content-update'] + [f'upgrade-{rule}' for rule in rules],
            'invitation': [made['id'] for made in invitations],
            'link': [made['url'].rsplit('/', 1)[1] for made in invitations[:2] + resets],
            'message': [self.message(title)['id'] for title in ['Welcome', 'Interval', 'Encore']],
            'tenant': guests,
            'host': [f'{slug}.example' for slug in guests],
            'file': ['tanager.png', 'ConductorFit32.png'],
            'subsonicMethod': ['ping', 'getArtists.view', 'search3', 'stream', 'getOpenSubsonicExtensions', 'getLyrics'],
        }

    def own(self, who):
        token = self.service.tokens[who]
        for _ in range(2):
            self.service.log_in(who)
        sessions = self.ask('GET', '/sessions', token)['items']
        tokens = [self.ask('POST', '/me/tokens', token, {'name': f'spare {number}'}) for number in range(2)]
        passwords = [self.ask('POST', '/me/app-passwords', token, {'name': f'spare {number}'}) for number in range(2)]
        return {'appPassword': [password['id'] for password in passwords],
                'session': [session['id'] for session in sessions if session['kind'] == 'device'],
                'token': [token['id'] for token in tokens]}

    def account(self, login):
        content = {'login': login, 'role': 'listener', 'password': PASSWORD}
        return self.ask('POST', '/admin/accounts', self.service.tokens['admin'], content)['account']['id']

    def message(self, title):
        return self.ask('POST', '/messages', self.service.tokens['operator'],
                        {'title': title, 'style': 'BUTTON', 'buttonText': 'Thanks'})

    def guest(self, slug, enabled):
        self.ask('POST', '/platform/tenants', self.service.tokens[PLATFORM],
                 {'slug': slug, 'name': 'A Guest', 'hosts': [f'{slug}.example'], 'enabled': enabled})
        return slug

    def made(self, path, **content):
        return self.ask('POST', path, self.service.tokens['admin'], content or None)

    def ask(self, method, path, token, content=None):
        request = urllib.request.Request(
            f'{self.service.url}/api/v1{path}', method=method, data=content and json.dumps(content).encode(),
            headers={'Authorization': f'Bearer {token}', 'Content-Type': 'application/json'})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f'{method} {path}: {error.code} {error.read().decode()}')

    def still_asks(self, who):
        """Whether the caller's token is still valid: without it a run gets only refusals."""
        path = '/platform/tenants' if who == PLATFORM else '/me'
        answer = self.ask('GET', path, self.service.tokens[who])
        return who == PLATFORM or answer['role'] == who
