"""generated_client.py [--only-generate]: tests openapi.yaml with two client generators. openapi-python-client must generate a
function for every operation of the document, without a warning. Then some of these functions call the running product: their
requests must be accepted, and the responses must have the documented form.
OpenAPI Generator must generate a Swift client with the same operations; Examples/swift-client is built with it and run. Exit
status 1 if anything fails."""
import argparse
import importlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

from served import PASSWORD, ROOT, Served

PACKAGE = 'tutti_client'
failures = []


def check(right, what):
    print(f'  {"ok    " if right else "FAILED"} {what}', flush=True)
    if not right:
        failures.append(what)


def operations():
    """The operations of openapi.yaml: path and operationId."""
    found, path = [], None
    with open(os.path.join(ROOT, 'openapi.yaml'), encoding='utf-8') as document:
        for line in document:
            if at := re.match(r'  (/\S*):$', line):
                path = at[1]
            elif at := re.match(r'      operationId: (\w+)$', line):
                found.append((path, at[1]))
    return found


def generated(folder):
    """Generates the client in a folder; returns the modules of its operations by name."""
    program = os.path.join(os.path.dirname(sys.executable), 'openapi-python-client')
    done = subprocess.run(
        [program, 'generate', '--path', os.path.join(ROOT, 'openapi.yaml'), '--meta', 'none',
         '--config', os.path.join(ROOT, 'scripts', 'generated_client_config.yaml'),
         '--output-path', os.path.join(folder, PACKAGE)],
        capture_output=True, text=True, timeout=600)
    said = (done.stdout + done.stderr).strip()
    complaints = [line for line in said.splitlines() if not line.startswith('Generating ')]
    check(done.returncode == 0 and not complaints, 'every operation is understood without a warning')
    if complaints:
        print(said)
    modules = {}
    for place, _, files in os.walk(os.path.join(folder, PACKAGE, 'api')):
        for name in files:
            if name.endswith('.py') and name != '__init__.py':
                tag = os.path.basename(place)
                modules[name[:-3].replace('_', '')] = f'{PACKAGE}.api.{tag}.{name[:-3]}'
    return modules


def picture():
    """A PNG of 32 by 32 pixels."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = (b'\0' + b'\x40\x80\xc0' * 32) * 32
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 32, 32, 8, 2, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))


def call_the_product(modules):
    from io import BytesIO
    client_of = importlib.import_module(f'{PACKAGE}.client')
    models = importlib.import_module(f'{PACKAGE}.models')
    types = importlib.import_module(f'{PACKAGE}.types')

    def operation(name):
        return importlib.import_module(modules[name.lower()]).sync_detailed

    with Served() as service:
        anyone = client_of.Client(base_url=service.url)
        operator = client_of.AuthenticatedClient(base_url=service.url, token=service.tokens['operator'])
        programmer = client_of.AuthenticatedClient(base_url=service.url, token=service.tokens['programmer'])
        admin = client_of.AuthenticatedClient(base_url=service.url, token=service.tokens['admin'])

        session = operation('createSession')(
            client=anyone, body=models.CreateSessionBody.from_dict({'login': 'listener', 'password': PASSWORD}))
        check(session.status_code in (200, 201), f'createSession: {session.status_code.value}')

        content = models.ChannelContent.from_dict({
            'slug': 'one', 'name': 'One', 'timeZone': 'Europe/Prague',
            'numbers': [{'platform': 'phone', 'number': 7}],
            'bearers': [{'uri': 'https://one.example/live', 'mediaType': 'audio/aac'}]})
        made = operation('createChannel')(client=programmer, body=content)
        check(made.status_code == 201, f'createChannel: {made.status_code.value}')
        check(made.parsed.numbers[0].number == 7 and made.parsed.slug == 'one', 'createChannel answers with what was sent')
        # The generator takes a schema of one `allOf` for what it refers to: the members beside it are additional ones.
        channel = made.parsed.additional_properties
        content.name = 'The First'
        again = operation('replaceChannel')(channel['id'], client=programmer, body=content,
                                            if_match=made.headers['ETag'])
        check(again.status_code == 200 and again.parsed.name == 'The First', f'replaceChannel: {again.status_code.value}')
        listed = operation('findCatalogueChannels')(client=programmer)
        check([one.name for one in listed.parsed.items] == ['The First'], 'findCatalogueChannels')
        stale = operation('replaceChannel')(channel['id'], client=programmer, body=content, if_match=made.headers['ETag'])
        check(stale.status_code == 412, f'replaceChannel with an old entity tag: {stale.status_code.value}')
        for slug in ['two', 'three']:
            operation('createChannel')(client=programmer, body=models.ChannelContent.from_dict(
                {'slug': slug, 'name': slug.title(), 'timeZone': 'Europe/Prague'}))
        slugs, cursor = [], types.UNSET
        while True:
            page = operation('findCatalogueChannels')(client=programmer, limit=1, cursor=cursor).parsed
            slugs += [one.slug for one in page.items]
            cursor = page.to_dict().get('next')
            if cursor is None:
                break
        check(sorted(slugs) == ['one', 'three', 'two'], f'findCatalogueChannels, page by page: {slugs}')
        follow(service, anyone, operator, operation, models)
        public = operation('getChannel')(channel['id'], client=anyone)
        check(public.status_code == 200, f'getChannel: {public.status_code.value}')

        art = operation('createArt')(client=programmer, body=models.ArtContent.from_dict({'alt': 'A sign'}))
        check(art.status_code == 201, f'createArt: {art.status_code.value}')
        number = art.parsed.additional_properties['id']
        sized = operation('setArtImage')(number, '0', client=programmer, body=types.File(payload=BytesIO(picture())))
        check(sized.status_code == 200, f'setArtImage: {sized.status_code.value} {sized.content[:200]}')
        shown = operation('getArtImage')(number, '0', client=anyone)
        check(shown.status_code == 200 and shown.parsed.payload.read() == picture(), f'getArtImage: {shown.status_code.value}')
        logo = operation('setOwnTenantLogo')(client=admin, body=types.File(payload=BytesIO(picture())))
        check(logo.status_code == 200, f'setOwnTenantLogo: {logo.status_code.value} {logo.content[:200]}')

        plays = b'station_slug,recognized_at,artist,title,isrc\none,2026-07-13T12:03:59Z,Someone,Something,\n'
        dry_run = models.ImportRadioDryRun('true')
        came = operation('importRadio')('plays', client=programmer, body=types.File(payload=BytesIO(plays)),
                                        dry_run=dry_run, name='plays.csv')
        check(came.status_code == 200, f'importRadio: {came.status_code.value} {came.content[:200]}')
        accounts = b'login,state,until\nlistener,active,2036-01-31T00:00:00Z\n'
        came = operation('importSubscriptions')(client=admin, body=types.File(payload=BytesIO(accounts)))
        check(came.status_code == 200, f'importSubscriptions: {came.status_code.value} {came.content[:200]}')

        guide = operation('getGuide')(client=anyone)
        check(guide.status_code == 200 and b'<display-name>The First' in guide.content, 'getGuide')
        now = operation('getNow')(channel['id'], client=anyone)
        check(now.status_code == 200 and now.parsed.channel.name == 'The First', 'getNow')
        stations = operation('findAzuraStations')(client=anyone)
        check(stations.status_code == 200 and stations.parsed[0].name == 'The First', 'findAzuraStations')
        missing = operation('getChannel')('999999', client=anyone)
        check(missing.status_code == 404 and missing.parsed.code == 'no-such-channel', 'an unknown channel is a Problem')
        swift_client(service)


def follow(service, anyone, operator, operation, models):
    """Reads the event stream of the live concert through the generated client while the operator moves one measure on."""
    with anyone.get_httpx_client().stream('GET', '/api/v1/live/events', timeout=30) as stream:
        lines = stream.iter_lines()
        measures = []
        for line in lines:
            if not line.startswith('data:') or '"measure"' not in line:
                continue
            measures.append(json.loads(line[5:])['measure'])
            if len(measures) == 2:
                break
            moved = operation('stepLive')(client=operator, body=models.StepLiveBody.from_dict({'by': 1}))
            check(moved.status_code == 200, f'stepLive: {moved.status_code.value}')
    check(measures == [1, 2], f'the event stream tells both measures: {measures}')


def swift_client(service):
    """Makes a Swift client by OpenAPI Generator, builds Examples/swift-client on it and lets it rename a channel."""
    folder = os.path.join(ROOT, '.build', 'TuttiClient')
    shutil.rmtree(os.path.join(folder, 'Sources'), ignore_errors=True)
    program = os.path.join(os.path.dirname(sys.executable), 'openapi-generator-cli')
    done = subprocess.run(
        [program, 'generate', '-g', 'swift6', '-i', os.path.join(ROOT, 'openapi.yaml'), '-o', folder,
         '--additional-properties', 'projectName=TuttiClient,library=urlsession',
         # A member that is always null has no type of its own in Swift.
         '--type-mappings', 'null=String,Null=String', '--global-property', 'apiDocs=false,modelDocs=false'],
        capture_output=True, text=True, timeout=600)
    check(done.returncode == 0, 'OpenAPI Generator makes a Swift client')
    functions = set()
    for place, _, files in os.walk(os.path.join(folder, 'Sources', 'TuttiClient', 'APIs')):
        for name in files:
            with open(os.path.join(place, name), encoding='utf-8') as source:
                functions |= set(re.findall(r'open class func (\w+)WithRequestBuilder\(', source.read()))
    lacking = sorted(name for _, name in operations() if name not in functions)
    check(not lacking, f'{len(functions)} functions in Swift, missing: {lacking}')
    package = os.path.join(ROOT, 'Examples', 'swift-client')
    swift = os.environ.get('SWIFT', 'swift')
    built = subprocess.run([swift, 'build', '--package-path', package], capture_output=True, text=True, timeout=1800)
    check(built.returncode == 0, 'Examples/swift-client builds')
    if built.returncode:
        print(built.stdout[-4000:] + built.stderr[-4000:])
        return
    ran = subprocess.run(
        [os.path.join(package, '.build', 'debug', 'rename-channel'), service.url, 'programmer', PASSWORD, 'one', 'Prime'],
        capture_output=True, text=True, timeout=120)
    check(ran.returncode == 0 and 'one is now "Prime", found in 3 pages' in ran.stdout,
          f'Examples/swift-client renames a channel: {ran.stdout}{ran.stderr}')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--only-generate', action='store_true', help='start no product')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='tutti-client-') as folder:
        modules = generated(folder)
        described = operations()
        lacking = [f'{name} ({path})' for path, name in described if name.lower() not in modules]
        check(len(described) > 100 and not lacking, f'{len(described)} operations, without a function: {lacking}')
        if not arguments.only_generate and not failures:
            sys.path.insert(0, folder)
            call_the_product(modules)
    sys.exit(1 if failures else 0)


main()
