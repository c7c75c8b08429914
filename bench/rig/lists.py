"""Requests of listeners to large lists over HTTP: the requests of bench/lists, their times and their plans."""
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import time

GOAL_MS = 20
API = '/api/v1/me'
ORDERS = ['recent', 'title', 'user', 'artist', 'duration']


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Listener:
    """Sends requests over one persistent connection."""

    def __init__(self, port, host, token):
        self.connection = http.client.HTTPConnection('127.0.0.1', port, timeout=120)
        self.fields = {'Host': host, 'Authorization': 'Bearer ' + token}

    def ask(self, target, method='GET', body=None):
        """Milliseconds and the answer."""
        fields = dict(self.fields, **({'Content-Type': 'application/json'} if body else {}))
        begun = time.perf_counter()
        self.connection.request(method, target, body=body, headers=fields)
        answer = self.connection.getresponse()
        content = answer.read()
        taken = (time.perf_counter() - begun) * 1000
        if answer.status not in (200, 201, 204):
            sys.exit(f'{method} {target}: {answer.status} {content[:300]}')
        return taken, json.loads(content) if content else {}

    def cursors(self, path):
        """The cursors of the first, the middle and the last page, found by reading all pages."""
        join = '&' if '?' in path else '?'
        found = [None]
        while True:
            page = self.ask(path + join + 'limit=200' + (f'&cursor={found[-1]}' if found[-1] else ''))[1]
            if not page.get('next'):
                return [found[0], found[len(found) // 2], found[-1]]
            found.append(page['next'])

    def entry(self, category):
        """The entry of a category with the most tracks, and one with few."""
        items = self.ask(f'{API}/library/{category}?limit=200')[1]['items']
        items.sort(key=lambda item: item['trackCount'])
        return items[len(items) // 2]['id'], items[-1]['id']


def questions(listener):
    """Names, and for each the targets that are requested in turn."""
    lists = [(f'likes by {order}', f'{API}/likes?order={order}') for order in ORDERS]
    lists += [('likes, playlists alone', f'{API}/likes?kind=playlist'),
              ('likes by title, playlists alone', f'{API}/likes?kind=playlist&order=title'),
              ('liked users', f'{API}/likes/users'), ('followings by name', f'{API}/followings?sort=name'),
              ('followings by time', f'{API}/followings?sort=recent'), ('own playlists', f'{API}/playlists'),
              ('stream', f'{API}/stream'), ('stream, posts', f'{API}/stream?include=posts'),
              ('stream, reposts', f'{API}/stream?include=reposts')]
    lists += [(category, f'{API}/library/{category}') for category in ['songs', 'artists', 'albums', 'labels', 'uncertain']]
    lists += [('podcast tracks', f'{API}/podcasts/tracks')]
    for category in ['artists', 'albums', 'labels']:
        few, many = listener.entry(category)
        lists += [(f'tracks of one of the {category}', f'{API}/library/{category}/{few}/tracks'),
                  (f'tracks of the largest of the {category}', f'{API}/library/{category}/{many}/tracks')]
    station = listener.ask(f'{API}/podcasts/stations')[1]['items'][0]['id']
    lists += [("a station's tracks", f'{API}/podcasts/stations/{station}/tracks'),
              ('a user, first of likes', f'{API}/likes/users/soundcloud:users:1'),
              ("a user's likes who has one of the oldest", f'{API}/likes/users/soundcloud:users:3'),
              ("a user's uploads", '/api/v1/users/soundcloud:users:2/tracks')]
    for name, path in lists:
        join = '&' if '?' in path else '?'
        targets = [path + join + 'limit=50' + (f'&cursor={cursor}' if cursor else '') for cursor in listener.cursors(path)]
        pages = list(dict.fromkeys(targets))
        for place, target in zip(['first page', 'middle', 'last page'] if len(pages) == 3 else ['first page', 'last page'], pages):
            yield f'{name}: {place}', [target]
    yield 'stations', [f'{API}/podcasts/stations']
    yield 'one track', [f'{API}/library/tracks/soundcloud:tracks:{number}' for number in range(1, 200)]
    yield 'profile', [f'{API}/profile']


def serving(program, log):
    port, admin = free_port(), free_port()
    environment = dict(os.environ, TUTTI_HTTP=f'127.0.0.1:{port}', TUTTI_ADMIN=f'127.0.0.1:{admin}')
    server = subprocess.Popen([program, 'serve'], env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    for line in server.stdout:
        if line.strip() == 'ready':
            return server, port
    sys.exit('the server did not become ready')


def quantile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def ask(program, sizes, tokens):
    server, port = serving(program, subprocess.DEVNULL)
    columns = []
    try:
        for size, token in zip(sizes, tokens):
            listener = Listener(port, f'size-{size}.example', token)
            column = {}
            for name, targets in questions(listener):
                cold = listener.ask(targets[0])[0]
                times = [listener.ask(targets[number % len(targets)])[0] for number in range(200)]
                column[name] = (cold, statistics.median(times), quantile(times, 0.99))
            columns.append(column)
            acts(listener, size)
    finally:
        server.terminate()
        server.wait(60)
    last, first = columns[-1], columns[0]
    missed = [name for name, (_, _, p99) in last.items() if p99 > GOAL_MS]
    print(f'| page, {sizes[-1]} rows | cold ms | p50 ms | p99 ms | growth of p50, p99 | within {GOAL_MS} ms |')
    print('| --- | ---: | ---: | ---: | ---: | --- |')
    for name, (cold, p50, p99) in last.items():
        before = first.get(name)
        growth = f'{p50 / before[1]:.1f}, {p99 / before[2]:.1f}' if before and len(columns) > 1 else ''
        print(f'| {name} | {cold:.1f} | {p50:.1f} | {p99:.1f} | {growth} | {"NO" if name in missed else "yes"} |')
    print()
    return 1 if missed else 0


def acts(listener, size):
    """Actions of a listener, which are measured but have no goal. The first action that files tracks reads the whole library;
    later ones use it in memory."""
    def track(number):
        return f'{API}/library/tracks/soundcloud:tracks:{number}'
    _, label = listener.entry('labels')
    add = ('POST', f'{API}/library/tracks', '{"track": "soundcloud:tracks:7"}')
    for name, method, target, body in [
            ('settle', 'POST', track(7) + '/settle', None),
            ('correct, first', 'PATCH', track(7), '{"artist": "Somebody Else"}'),
            ('correct, again', 'PATCH', track(8), '{"artist": "Somebody Else Again"}'),
            ('take out', 'DELETE', track(7), None), ('add', *add),
            ('correct, after that', 'PATCH', track(9), '{"artist": "Nobody Else"}'),
            ('rename the largest label', 'POST', f'{API}/library/labels/{label}/rename', '{"name": "Another Label"}')]:
        print(f'{size} rows, {name}: {listener.ask(target, method, body)[0]:.0f} ms')
    # The actions before may have filed the tracks of an album elsewhere, so that the album is gone.
    album, other = listener.entry('albums')
    merging = listener.ask(f'{API}/library/albums/{album}/merge', 'POST', json.dumps({'into': other}))
    print(f'{size} rows, merge an album: {merging[0]:.0f} ms')
    for teaching in listener.ask(f'{API}/library/corrections')[1]['items']:
        target = f'{API}/library/corrections/{teaching["id"]}'
        print(f'{size} rows, take back: {listener.ask(target, "DELETE")[0]:.0f} ms')
    print()


def plans(program, sizes, tokens, log, large):
    server, port = serving(program, subprocess.DEVNULL)
    held = True
    try:
        for size, token in zip(sizes, tokens):
            listener = Listener(port, f'size-{size}.example', token)
            print(f'| page, {size} rows | statements | rows read | by index only |\n| --- | ---: | ---: | --- |')
            for name, targets in questions(listener):
                start = os.path.getsize(log)
                # A prepared statement gets its generic plan after five custom plans.
                for number in range(12):
                    listener.ask(targets[number % len(targets)])
                statements, scanned, most = read(log, start, large)
                held = held and not scanned
                verdict = 'yes' if not scanned else 'NO: ' + ', '.join(sorted(scanned))
                print(f'| {name} | {statements} | {most} | {verdict} |')
            print()
    finally:
        server.terminate()
        server.wait(60)
    return 0 if held else 1


def read(log, start, large):
    """Of the plans written since a place: how many statements there were, which large tables were scanned, and how many rows the
    hungriest took from tables and indexes."""
    statements, scanned, most = set(), set(), 0
    with open(log, encoding='utf-8', errors='replace') as file:
        file.seek(start)
        text, lines = [], None
        for line in file:
            if line.startswith('\t') and lines is not None:
                lines.append(line)
                continue
            if lines:
                text.append(''.join(lines))
            lines = [] if line.rstrip().endswith('plan:') else None
        if lines:
            text.append(''.join(lines))
    for plan in text:
        try:
            plan = json.loads(plan)
        except ValueError:
            continue
        statements.add(plan.get('Query Text', ''))
        rows, nodes = 0, [plan['Plan']]
        while nodes:
            node = nodes.pop()
            nodes += node.get('Plans', [])
            table, loops = node.get('Relation Name'), node.get('Actual Loops', 0)
            if not table:
                continue
            rows += loops * (node.get('Actual Rows', 0) + node.get('Rows Removed by Filter', 0)
                             + node.get('Rows Removed by Index Recheck', 0))
            if node['Node Type'] == 'Seq Scan' and table in large and loops:
                scanned.add(table)
        most = max(most, int(rows))
    return len(statements), scanned, most


def main():
    command, program, sizes, tokens, *more = sys.argv[1:]
    sizes, tokens = sizes.split(), tokens.split()
    if command == 'ask':
        return ask(program, sizes, tokens)
    return plans(program, sizes, tokens, more[0], set(more[1].split()))


sys.exit(main())
