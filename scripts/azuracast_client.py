"""Prints as one JSON object what AzuracastPy reads from the service at the given address. AzuracastPy converts every response
of an AzuraCast server to an object, and fails if a member is missing or additional."""
import importlib.metadata
import json
import sys

from AzuracastPy import AzuracastClient

client = AzuracastClient(radio_url=sys.argv[1])
stations = client.stations()
rows = client.station(stations[0].id).schedule()
now = client.now_playing(stations[0].id)
print(json.dumps({
    'version': importlib.metadata.version('azuracastpy'),
    'stations': [station.name for station in stations],
    'mounts': [mount.bitrate for mount in stations[0].mounts],
    'all': [one.station.id for one in client.now_playing()] == [station.id for station in stations],
    'now': now.now_playing.song.title,
    'next': now.playing_next.song['title'],
    'history': [one.song.text for one in now.song_history],
    'schedule': [[row.name, row.is_now, row.start.isoformat()] for row in rows],
}))
