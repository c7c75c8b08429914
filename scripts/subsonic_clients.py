"""subsonic_clients.py [--tracks N]: tests /rest of the running product with third-party clients. The stand-in of SoundCloud
supplies a listener's likes; they are filed, some as podcasts. Then py-sonic (forms, JSON, token
and password) and py-opensonic (typed answers, token in forms and API key by GET) act as a player: they browse, search, star and
unstar, scrobble, list podcasts and playlists, fetch a picture, and play a track and an episode of an hour. Each response is compared with the
listener's library, and each stream is decoded and compared with the drawn sound over its whole length (scripts/waveform.py). SUBSONIC_XSD can
name the schema of the API's XML. Exit status 1 if anything differs."""
import argparse
import asyncio
import http.client
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import libopensonic
import libsonic

from served import Served, free_port
from waveform import compare

failures = []
# Whether the server converts audio.
TRANSCODES = shutil.which('ffmpeg') is not None
# The greatest error of a conversion to MP3, as a part of the signal.
CONVERTED = 0.12


def say(text):
    print(text, flush=True)


def check(right, what):
    say(f'  {"ok    " if right else "FAILED"} {what}')
    if not right:
        failures.append(what)


def refused(call, *kinds):
    """Whether a call is refused with one of these exceptions."""
    try:
        call()
    except kinds as error:
        return error
    except Exception as error:  # noqa: BLE001: whatever a client throws is a finding
        say(f'    {type(error).__name__}: {error}')
    return None


class StandIn:
    """SoundCloud's stand-in with a number of likes."""

    def __init__(self, likes):
        self.port = free_port()
        # Beside the product.
        path = os.path.join(os.path.dirname(Served.program()), 'soundcloud-stand-in')
        if not os.access(path, os.X_OK):
            sys.exit('there is no stand-in: make build')
        self.process = subprocess.Popen([path, str(self.port), str(likes)], stdout=subprocess.PIPE)
        self.process.stdout.readline()
        self.address = f'http://127.0.0.1:{self.port}'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


class Listener:
    """The account "listener" of the product, by its API."""

    def __init__(self, service):
        self.service = service

    def ask(self, method, path, content=None, role='listener'):
        request = urllib.request.Request(
            self.service.url + path, method=method, data=None if content is None else json.dumps(content).encode(),
            headers={'Content-Type': 'application/json', 'Authorization': 'Bearer ' + self.service.tokens[role]})
        for pause in range(60):
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.loads(answer.read() or b'null')
            except urllib.error.HTTPError as error:
                if error.code != 429 or pause == 59:
                    raise SystemExit(f'{method} {path}: {error.code} {error.read().decode()}') from error
                time.sleep(int(error.headers.get('Retry-After', 1)))

    def connect(self, upstream):
        start = self.ask('POST', '/api/v1/me/connections/soundcloud')
        target = urllib.parse.urlsplit(start['authorizeUrl'])
        connection = http.client.HTTPConnection(target.hostname, target.port)
        connection.request('GET', f'{target.path}?{target.query}')
        back = urllib.parse.urlsplit(connection.getresponse().headers['Location'])
        self.ask('GET', f'{back.path}?{back.query}')
        for _ in range(600):
            counts = {part['id']: part['count'] for part in self.ask('GET', '/api/v1/me/profile')['sections']}
            if (liked := counts['likedTracks']) >= upstream and counts['playlists'] and counts['likedPlaylists']:
                return
            time.sleep(0.2)
        sys.exit(f'the sync brought {liked} of {upstream} likes')

    def likes(self):
        """All liked tracks, the newest first."""
        cursor = ''
        while cursor is not None:
            page = self.ask('GET', '/api/v1/me/likes?kind=track&limit=200' + cursor)
            yield from (item['track'] for item in page['items'])
            cursor = '&cursor=' + page['next'] if 'next' in page else None

    def file(self, tracks):
        """Into the library, the long ones into a station."""
        station = self.ask('POST', '/api/v1/me/podcasts/stations', {'name': 'Long nights'})['id']
        podcasts = []
        for track in tracks:
            self.ask('POST', '/api/v1/me/library/tracks', {'track': track['urn']})
            if track['durationMs'] >= 1_200_000:
                self.ask('PUT', f'/api/v1/me/podcasts/stations/{station}/tracks/{track["urn"]}')
                podcasts.append(track)
        return station, podcasts


def number(urn):
    return urn.rsplit(':', 1)[1]


def py_sonic(port, secret, tracks, podcasts, station, legacy):
    # Its GET of today calls a module that is none (urllib2), so that it sends forms.
    say(f'py-sonic, {"password" if legacy else "token"}')
    client = libsonic.Connection('http://127.0.0.1', 'listener', secret, port, appName='py-sonic', legacyAuth=legacy)
    check(client.ping(), 'ping')
    check(client.getLicense()['license']['valid'], 'license')
    check([folder['id'] for folder in client.getMusicFolders()['musicFolders']['musicFolder']] == [1], 'folders')
    artists = [artist for index in client.getArtists()['artists']['index'] for artist in index['artist']]
    folders = [artist for index in client.getIndexes()['indexes']['index'] for artist in index['artist']]
    check(artists and [artist['id'] for artist in artists] == [folder['id'] for folder in folders],
          f'{len(artists)} artists, the same as folders')
    songs = {}
    for artist in artists:
        for album in client.getArtist(artist['id'])['artist']['album']:
            for song in client.getAlbum(album['id'])['album']['song']:
                songs[song['id']] = song
    library = [track for track in tracks if track not in podcasts]
    check(set(songs) == {'tr-' + number(track['urn']) for track in library},
          f'{len(songs)} songs by artist and album: all of the library')
    walked = set()
    for artist in folders:
        for album in client.getMusicDirectory(artist['id'])['directory']['child']:
            walked |= {child['id'] for child in client.getMusicDirectory(album['id'])['directory']['child']}
    check(walked == set(songs), 'the same by folders')
    copied, offset = [], 0
    while page := client.search3('', artistCount=0, albumCount=0, songCount=25, songOffset=offset)['searchResult3']['song']:
        copied += [song['id'] for song in page]
        offset += 25
    check(len(copied) == len(songs) and set(copied) == set(songs), 'the whole library by an empty search')
    one = next(iter(songs.values()))
    found = client.search3(one['title'])['searchResult3']['song']
    check(one['id'] in [song['id'] for song in found], f'"{one["title"]}" is found')
    found = client.search2(one['artist'])['searchResult2']['artist']
    check(one['artist'] in [artist['name'] for artist in found], f'"{one["artist"]}" is found')
    for kind in ['random', 'newest', 'frequent', 'recent', 'starred', 'alphabeticalByName', 'alphabeticalByArtist']:
        listed = client.getAlbumList2(kind, size=500)['albumList2']['album']
        client.getAlbumList(kind, size=5)
        if kind in ['random', 'newest', 'alphabeticalByName', 'alphabeticalByArtist']:
            check(len(listed) == len({song['albumId'] for song in songs.values()}), f'{len(listed)} albums, {kind}')
    check(len(client.getRandomSongs(size=10)['randomSongs']['song']) == min(10, len(songs)), 'random songs')
    genres = client.getGenres()['genres']['genre']
    check(sum(genre['songCount'] for genre in genres) == len([song for song in songs.values() if 'genre' in song]),
          f'{len(genres)} genres')
    check(client.getSong(one['id'])['song'] == one, 'a song by itself')

    liked = {song['id'] for song in client.getStarred2()['starred2']['song']}
    check(liked == {'tr-' + number(track['urn']) for track in tracks}, f'{len(liked)} stars are the likes')
    client.unstar(sids=[one['id']])
    check(one['id'] not in {song['id'] for song in client.getStarred()['starred']['song']}, 'a star is taken away')
    client.star(sids=[one['id']])
    check(one['id'] in {song['id'] for song in client.getStarred2()['starred2']['song']}, 'and set')
    check(bool(refused(lambda: client.star(artistIds=[artists[0]['id']]), libsonic.errors.AuthError)),
          'an artist has no star')
    client.scrobble(one['id'], listenTime=1_700_000_000)
    client.scrobble(one['id'], listenTime=1_700_000_000)
    check(client.getSong(one['id'])['song']['playCount'] == 1, 'what was heard twice at once counts once')

    lists = client.getPlaylists()['playlists']['playlist']
    check(len(lists) == 6, f'{len(lists)} playlists')
    entries = client.getPlaylist(lists[0]['id'])['playlist']['entry']
    check(len(entries) == lists[0]['songCount'], f'{len(entries)} tracks in "{lists[0]["name"]}"')
    made = client.createPlaylist(name='new', songIds=[one['id']])['playlist']
    client.updatePlaylist(made['id'], name='newer', songIdsToAdd=[song['id'] for song in list(songs.values())[:2]])
    read = client.getPlaylist(made['id'])['playlist']
    check(read['name'] == 'newer' and len(read['entry']) == 3, 'a playlist is made and changed')
    client.deletePlaylist(made['id'])
    check(len(client.getPlaylists()['playlists']['playlist']) == 6, 'and deleted')
    channels = client.getPodcasts()['podcasts']['channel']
    check([channel['id'] for channel in channels] == ['st-' + station], 'a station is a channel')
    check({episode['streamId'] for episode in channels[0]['episode']} == {'tr-' + number(track['urn']) for track in podcasts},
          f'{len(podcasts)} episodes')
    playable = next(song for song in songs.values() if song['id'] in heard(tracks))
    hear(client.stream(playable['id']), playable['id'], tracks, 'a track')
    hear(client.stream(playable['id'], tformat='mp3', maxBitRate=96), playable['id'], tracks, 'a track as MP3', share=CONVERTED)
    if TRANSCODES:
        for start in 10, 47:
            hear(client.stream(playable['id'], timeOffset=start), playable['id'], tracks, 'a track', start)
            hear(client.stream(playable['id'], tformat='mp3', timeOffset=start), playable['id'], tracks, 'a track as MP3', start, CONVERTED)
    episode = channels[0]['episode'][0]['streamId']
    hear(client.stream(episode), episode, tracks, 'an episode')
    blocked = [track for track in library if track['access'] == 'blocked']
    check(all(refused(lambda: client.stream('tr-' + number(track['urn'])), libsonic.errors.DataNotFoundError)
              for track in blocked), f'{len(blocked)} blocked tracks are not')
    check(bool(refused(lambda: client.download(playable['id']), libsonic.errors.AuthError)),
          'what may not be taken along is not')
    away = refused(lambda: client.getCoverArt(playable['coverArt'], size=300), urllib.error.URLError)
    check(away is not None and not isinstance(away, urllib.error.HTTPError), 'a picture is sent for at SoundCloud')
    check(client.getUser('listener')['user']['streamRole'], 'what the account may do')

    ids = [song['id'] for song in songs.values() if song['id'] in heard(tracks)][:3]
    client.savePlayQueue(ids, current=ids[1], position=61_000)
    queue = client.getPlayQueue()['playQueue']
    check([entry['id'] for entry in queue['entry']] == ids and queue['current'] == ids[1]
          and queue['position'] == 61_000 and queue['changedBy'] == 'py-sonic', 'a queue is kept')
    client.setRating(ids[0], 4)
    check(client.getSong(ids[0])['song']['userRating'] == 4, 'a rating is kept')
    client.setRating(ids[0], 0)
    check('userRating' not in client.getSong(ids[0])['song'], 'and removed')
    client.createBookmark(episode, 900_000, comment='here')
    marks = client.getBookmarks()['bookmarks']['bookmark']
    check([(mark['entry']['id'], mark['position'], mark['comment']) for mark in marks] == [(episode, 900_000, 'here')],
          'a bookmark is kept')
    client.deleteBookmark(episode)
    check(not client.getBookmarks()['bookmarks'].get('bookmark'), 'and deleted')
    status = client.jukeboxControl('status')['jukeboxStatus']
    check(status['currentIndex'] == 1 and status['playing'] is False and status['gain'] == 1, 'the jukebox is the player')
    client.jukeboxControl('add', sids=[ids[0]])
    listed = client.jukeboxControl('get')['jukeboxPlaylist']
    check([entry['id'] for entry in listed['entry']] == ids + [ids[0]], 'the jukebox gets a track')
    client.jukeboxControl('remove', index=3)
    check(len(client.jukeboxControl('get')['jukeboxPlaylist']['entry']) == 3, 'and loses it')
    check(bool(refused(lambda: client.jukeboxControl('start'), libsonic.errors.AuthError)),
          'without a device that plays the jukebox does not start')
    stations = client.getInternetRadioStations()['internetRadioStations']['internetRadioStation']
    check(len(stations) > 0 and all(station['streamUrl'].startswith('http') for station in stations),
          f'{len(stations)} radio channels')
    check(client.getScanStatus()['scanStatus']['count'] == len(songs), 'nothing is scanned')
    wrong = libsonic.Connection('http://127.0.0.1', 'listener', 'wrong', port, legacyAuth=legacy)
    check(bool(refused(wrong.getLicense, libsonic.errors.CredentialError)), 'a wrong password is refused')


def hear(stream, song, tracks, what, start=0, share=0.03):
    """Decodes what arrives, and compares its length and content with what the stand-in plays from a second on."""
    length = next(track['durationMs'] for track in tracks if song == 'tr-' + number(track['urn']))
    found = compare(stream if isinstance(stream, bytes) else stream.read(), int(song[3:]), length, start, share, is_primed=share > 0.03)
    check(not found.fault, f'{what} of {length} ms is heard {f"from second {start} " if start else ""}{found.fault or found}')


def heard(tracks):
    return {'tr-' + number(track['urn']) for track in tracks if track['access'] == 'playable'}


def py_opensonic(port, secret, tracks, podcasts, station, key, get):
    say(f'py-opensonic, {"API key" if key else "token"}, {"GET" if get else "forms"}')
    proof = dict(api_key=secret) if key else dict(username='listener', password=secret)
    client = libopensonic.Connection('http://127.0.0.1', port=port, use_get=get, use_views=not key, **proof)
    check(client.ping(), 'ping')
    known = {extension.name for extension in client.get_open_subsonic_extensions()}
    check(known == {'apiKeyAuthentication', 'formPost', 'getPodcastEpisode', 'indexBasedQueue', 'playbackReport'}
          | ({'transcodeOffset'} if TRANSCODES else set()), 'extensions')
    if key:
        check(client.token_info().username == 'listener', 'whose key it is')
    artists = [artist for index in client.get_artists().index for artist in index.artist]
    albums = {}
    for artist in artists:
        for album in client.get_artist(artist.id).album:
            albums[album.id] = client.get_album(album.id)
    songs = {song.id: song for album in albums.values() for song in album.song}
    library = [track for track in tracks if track not in podcasts]
    check(set(songs) == {'tr-' + number(track['urn']) for track in library},
          f'{len(artists)} artists, {len(albums)} albums, {len(songs)} songs: all of the library')
    check(all(song.artists and song.display_artist and song.album_id in albums for song in songs.values()),
          'every song has artists and an album')
    labels = {label.name for album in albums.values() for label in album.record_labels}
    check(bool(labels), f'{len(labels)} labels')
    one = next(iter(songs.values()))
    found = client.search3(one.title)
    check(one.id in [song.id for song in found.song], 'search')
    check(len(client.search3('', song_count=500).song) == len(songs), 'the whole library by an empty search')
    check(len(client.get_album_list2('alphabeticalByName', size=500)) == len(albums), 'album list')
    check(len(client.get_genres()) > 0, 'genres')
    check(client.get_indexes().index[0].artist[0].name == artists[0].name, 'folders')
    check(client.get_music_directory(artists[0].id).name == artists[0].name, 'a folder')
    client.get_artist_info2(artists[0].id)
    check(client.get_similar_songs2(one.id) == [], 'Discover was begun nowhere')
    check(all(song.artist for song in client.get_top_songs(artists[0].name)), 'top songs')
    client.unstar(sids=[one.id])
    client.star(sids=[one.id])
    check({song.id for song in client.get_starred2().song} == {'tr-' + number(track['urn']) for track in tracks}, 'stars')
    check(client.scrobble(one.id, listen_time=1_700_001_000), 'scrobble')
    lists = client.get_playlists()
    check(len(client.get_playlist(lists[0].id).entry) == lists[0].song_count, f'{len(lists)} playlists')
    channels = client.get_podcasts()
    check(channels[0].status.value == 'completed' and len(channels[0].episode) == len(podcasts), 'podcasts')
    newest = client.get_newest_podcasts(3)
    check(client.get_podcast_episode(newest[0].id).stream_id == newest[0].stream_id, 'an episode')
    check(client.get_now_playing() == [] and client.get_bookmarks() == [], 'nothing plays now, and no position is kept')
    check(client.get_scan_status().scanning is False, 'nothing is scanned')
    check(bool(refused(lambda: client.get_lyrics_by_song_id(one.id), Exception)), 'no lyrics')
    playable = next(song for song in songs if song in heard(tracks))
    ids = [song for song in songs if song in heard(tracks)][:3]
    client.save_play_queue(ids, current=ids[2], position=5_000)
    queue = client.get_play_queue()
    check([entry.id for entry in queue.entry] == ids and queue.current == ids[2] and queue.position == 5_000, 'a queue')
    client.save_play_queue_by_index([ids[0], ids[1], ids[0]], current_index=2, position=6_000)
    queue = client.get_play_queue_by_index()
    check(queue.current_index == 2 and queue.position == 6_000 and len(queue.entry) == 3, 'a queue with a track twice')
    for state in ['starting', 'playing']:
        client.report_playback(ids[1], 'song', 1_000, state)
    check([(entry.id, entry.state) for entry in client.get_now_playing()] == [(ids[1], 'playing')], 'a report')
    client.report_playback(ids[1], 'song', 9_000, 'stopped')
    check(client.get_now_playing() == [] and client.get_play_queue().position == 9_000, 'and its end')
    client.set_rating(playable, 5)
    check(client.get_song(playable).user_rating == 5, 'a rating')
    client.set_rating(playable, 0)
    client.create_bookmark(playable, 7_000, comment='there')
    marks = client.get_bookmarks()
    check([(mark.entry.id, mark.position) for mark in marks] == [(playable, 7_000)], 'a bookmark')
    client.delete_bookmark(playable)
    check(len(client.get_internet_radio_stations()) > 0, 'radio channels')
    # The client hands on an answer of its own event loop.
    answer = client.stream(playable)
    hear(asyncio.run_coroutine_threadsafe(answer.read(), client._loop).result(120), playable, tracks, 'a track')
    episode = channels[0].episode[0].stream_id
    answer = client.stream(episode)
    hear(asyncio.run_coroutine_threadsafe(answer.read(), client._loop).result(600), episode, tracks, 'an episode')
    client.cleanup()


def schema(service, secret):
    """The XML answers against the schema of the API, where one has it."""
    path = os.environ.get('SUBSONIC_XSD')
    if not path:
        say('no SUBSONIC_XSD: the XML is not held to the schema')
        return
    for call in ['ping', 'getArtists', 'getIndexes', 'getGenres', 'search3?query=', 'getAlbumList2?type=newest',
                 'getStarred2', 'getPlaylists', 'getPodcasts', 'getNewestPodcasts', 'getMusicFolders', 'getLyrics']:
        sign = '&' if '?' in call else '?'
        target = f'{service.url}/rest/{call}{sign}apiKey={secret}'
        try:
            with urllib.request.urlopen(target, timeout=30) as answer:
                content = answer.read()
        except urllib.error.HTTPError as error:
            content = error.read()
        done = subprocess.run(['xmllint', '--noout', '--schema', path, '-'], input=content, capture_output=True)
        check(done.returncode == 0, f'{call} by the schema {done.stderr.decode()[:300] if done.returncode else ""}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--tracks', type=int, default=120)
    tracks = parser.parse_args().tracks
    with StandIn(tracks) as upstream, Served(
            TUTTI_SOUNDCLOUD_API=upstream.address, TUTTI_SOUNDCLOUD_AUTH=upstream.address,
            TUTTI_SOUNDCLOUD_CLIENT_ID='subsonic-clients', TUTTI_SOUNDCLOUD_CLIENT_SECRET='none') as service:
        listener = Listener(service)
        listener.connect(tracks)
        liked = list(listener.likes())
        station, podcasts = listener.file(liked)
        listener.ask('POST', '/api/v1/admin/channels',
                     {'slug': 'jazz', 'name': 'Jazz', 'timeZone': 'Europe/Prague', 'language': 'en',
                      'bearers': [{'uri': 'https://radio.example/jazz.aac', 'mediaType': 'audio/aac'}]}, 'admin')
        secret = listener.ask('POST', '/api/v1/me/app-passwords', {'name': 'subsonic-clients'})['secret']
        say(f'{len(liked)} tracks, {len(podcasts)} of them podcasts')
        port = service.port
        for legacy in [False, True]:
            py_sonic(port, secret, liked, podcasts, station, legacy)
        for key, get in [(False, False), (True, True)]:
            py_opensonic(port, secret, liked, podcasts, station, key, get)
        schema(service, secret)
        log = open(service.folder + '/service.log').read()
        check(secret not in log and '/rest/{subsonicMethod}' in log, 'the log has the calls and no password')
    if failures:
        sys.exit(f'{len(failures)} failed')


main()
