"""Runs nginx, HAProxy and Varnish, each with its unchanged file of deploy/proxy, in front of the running product with two
tenants.
A client sends forwarded fields of every kind with every operation of openapi.yaml and every public page. The run fails if a
response differs from the one without those fields, or if a cache returns a tenant's response to another tenant.

Run by scripts/proxies in a network namespace of its own: the files name ports 80 and 8080."""
import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

import yaml

import served

FOLDER = os.path.join(served.ROOT, 'deploy', 'proxy')
STRANGER = 'stranger.example'
TENANTS = ['alpha', 'beta']
# Fields of an answer that say when it was given, and by whom it was passed on.
VOLATILE = {'date', 'age', 'via', 'x-varnish', 'x-cache-status', 'x-request-id', 'connection', 'keep-alive', 'server',
            'content-length', 'transfer-encoding', 'ratelimit', 'accept-ranges', 'last-modified'}
failures = []


def host(tenant):
    return f'{tenant}mark.example'


def lies(other):
    """Forged fields of a client: field by field, in several spellings, and all at once."""
    kinds = [{'X-Forwarded-Host': name} for name in (host(other), STRANGER)]
    kinds += [{'x-forwarded-HOST': host(other)}]
    kinds += [{'Forwarded': f'for=192.0.2.1;host={name};proto=https'} for name in (host(other), STRANGER)]
    kinds += [{'X-Forwarded-Proto': 'https'}, {'X-Forwarded-For': '192.0.2.1, 192.0.2.2'},
              {'X-Forwarded-Port': '4711', 'X-Forwarded-Server': STRANGER, 'X-Forwarded-Prefix': '/' + STRANGER},
              {'X-Host': STRANGER, 'X-Original-Host': STRANGER, 'X-HTTP-Host-Override': STRANGER, 'X-Real-IP': '192.0.2.1'},
              {'X-Original-URL': '/' + STRANGER, 'X-Rewrite-URL': '/' + STRANGER}]
    return kinds + [{name: value for kind in kinds for name, value in kind.items()}]


def ask(port, tenant, path, fields=None):
    """Status, fields and content of a GET; names of fields in lower case."""
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=60)
    try:
        connection.request('GET', path, headers={'Host': host(tenant), **(fields or {})})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def operations():
    """The paths of public documents, without endless streams, with values for the parameters that this script knows."""
    with open(os.path.join(served.ROOT, 'openapi.yaml')) as file:
        document = yaml.load(file, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
    paths = []
    for path, item in document['paths'].items():
        operation = item.get('get')
        if not operation or operation.get('security', document.get('security')):
            continue
        content = [kind for code, answer in operation['responses'].items() if str(code).startswith('2')
                   for kind in (answer.get('content') or {})]
        if 'text/event-stream' in content:
            continue
        known = dict(file='dot.png', piece='1', format='json', channel='one', date='2026-11-21')
        filled = re.sub(r'{(\w+)}', lambda found: known.get(found.group(1), '1'), path)
        parameters = [resolve(document, each) for each in item.get('parameters', []) + operation.get('parameters', [])]
        query = '&'.join(f'{each["name"]}={urllib.parse.quote(str(example(document, each)))}' for each in parameters
                         if each['in'] == 'query' and each.get('required'))
        paths.append(filled + ('?' + query if query else ''))
    for page in served.pages():
        if page['access'] in ('everyone', 'visitor'):
            paths.append(re.sub(r'{(\w+)}', '1', page['path']))
    return sorted(set(paths))


def resolve(document, node):
    while '$ref' in node:
        found = document
        for part in node['$ref'].removeprefix('#/').split('/'):
            found = found[part]
        node = found
    return node


def example(document, parameter):
    schema = resolve(document, parameter.get('schema', {}))
    for place in (parameter, schema):
        if 'example' in place:
            return place['example']
    return (schema.get('enum') or ['1'])[0]


def stable(fields):
    return {name: value for name, value in fields.items() if name not in VOLATILE}



class Proxy:
    def __init__(self, name, command, stores=True):
        self.name, self.command, self.stores = name, command, stores

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix='tutti-proxy-')
        os.chmod(self.folder, 0o755)
        self.log = open(os.path.join(self.folder, 'log'), 'w+')
        self.process = subprocess.Popen([part.format(folder=self.folder) for part in self.command], stdout=self.log,
                                        stderr=self.log, stdin=subprocess.DEVNULL)
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(('127.0.0.1', 80)) == 0:
                    break
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        else:
            self.process.kill()
        if self.process.poll() is not None:
            self.log.seek(0)
            sys.exit(f'{self.name} does not start:\n{self.log.read()}')
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree('/var/cache/nginx-tutti', ignore_errors=True)


PROXIES = [
    Proxy('nginx', ['nginx', '-c', os.path.join(FOLDER, 'nginx.conf'), '-g', 'daemon off;']),
    Proxy('HAProxy', ['haproxy', '-db', '-f', os.path.join(FOLDER, 'haproxy.cfg')],
          stores=False),  # See haproxy.cfg.
    Proxy('Varnish', ['varnishd', '-F', '-a', ':80', '-n', '{folder}/varnish', '-f', os.path.join(FOLDER, 'varnish.vcl')]),
]


def from_cache(fields):
    return (fields.get('x-cache-status') == 'HIT' or len(fields.get('x-varnish', '').split()) == 2
            or ('x-varnish' not in fields and 'age' in fields))


def other_mark(tenant):
    return [other for other in TENANTS if other != tenant][0] + 'mark'


def compare(proxy, path, tenant, fields, answer, expected):
    """Whether a response equals the server's own response and belongs to the tenant."""
    problems = []
    text = answer[2] + ' '.join(f'{name}: {value}' for name, value in stable(answer[1]).items()).encode()
    plain = expected[2] + ' '.join(f'{name}: {value}' for name, value in stable(expected[1]).items()).encode()
    if answer[0] != expected[0]:
        problems.append(f'status {answer[0]}, the server says {expected[0]}')
    for mark in (other_mark(tenant), STRANGER, 'https://' + host(tenant)):
        if mark.encode() in text and mark.encode() not in plain:
            problems.append(f'holds {mark}')
    if expected[3] and answer[2] != expected[2]:
        problems.append('other content than the server gives')
    for problem in problems:
        failures.append(f'{proxy.name}: GET {path} of {tenant} with {fields}: {problem}')


def direct(tenant, path):
    """The server's own response, and whether two requests give the same one."""
    proxied = {'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Proto': 'http'}
    first, second = ask(8080, tenant, path, proxied), ask(8080, tenant, path, proxied)
    return (*first, first[2] == second[2] and b'nonce' not in first[2])


def run(proxy, paths, setting):
    asked, hits = 0, 0
    with proxy:
        expected = {(tenant, path): direct(tenant, path) for tenant in TENANTS for path in paths}
        cacheable = [path for path in paths
                     if not re.search('no-store|private', expected[TENANTS[0], path][1].get('cache-control', ''))]
        for path in cacheable:
            for tenant in TENANTS:
                for fields in lies(TENANTS[1 - TENANTS.index(tenant)]):
                    # The forged request twice, then honest requests of both tenants: each must get its own tenant's response,
                    # whichever request fills the cache.
                    for whose, sent in [(tenant, fields), (tenant, fields), *((each, {}) for each in TENANTS)]:
                        answer = ask(80, whose, path, sent)
                        asked += 1
                        hits += from_cache(answer[1])
                        compare(proxy, path, whose, sent, answer, expected[whose, path])
    print(f'  {proxy.name}, TUTTI_FORWARDED_HOST={setting}: {len(cacheable)} cacheable of {len(paths)} operations, '
          f'{asked} requests, {hits} from the cache', flush=True)
    if not hits and proxy.stores:
        failures.append(f'{proxy.name} answered nothing from its cache: the run says nothing')


def main():
    paths = operations()
    for setting in ['off', 'x-forwarded-host', 'forwarded']:
        service = served.Served('alphamark', TUTTI_TRUSTED_PROXIES='127.0.0.1', TUTTI_FORWARDED_HOST=setting)
        service.port, service.url = 8080, 'http://127.0.0.1:8080'
        service.environment['TUTTI_HTTP'] = '127.0.0.1:8080'
        with service:
            service.command('tenant', 'add', 'betamark', '--name', 'betamark hall', '--host', host('beta'),
                            '--multicast', '239.255.200.200:12346')
            service.command('import', 'concert', served.EVENING, '--tenant', 'betamark', '--activate')
            for tenant in TENANTS:
                for _ in range(200):
                    if ask(8080, tenant, '/api/v1/config')[0] == 200:
                        break
                    time.sleep(0.1)
            for proxy in PROXIES:
                run(proxy, paths, setting)
    for failure in failures[:40]:
        print('FAILED', failure)
    if failures:
        sys.exit(f'{len(failures)} answers were not what they must be')
    print('every answer was the tenant\'s own, and the same as without forwarded fields')


if __name__ == '__main__':
    main()
