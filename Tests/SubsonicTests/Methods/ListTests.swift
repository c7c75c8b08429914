import Foundation
import MusicLibrary
import SoundCloud
import Synchronization
import Testing
import WebTestSupport

@testable import Subsonic

struct ListTests {
    @Test(arguments: [
        ("alphabeticalByName", ["Low Tide", "Singles", "Singles"]),
        ("alphabeticalByArtist", ["Low Tide", "Singles", "Singles"]),
        ("byGenre&genre=Folk", ["Low Tide", "Singles"]),
        ("byYear&fromYear=2000&toYear=2020", ["Singles", "Singles"]),
        ("byYear&fromYear=2025&toYear=2018", ["Low Tide", "Singles"]),
        ("frequent", ["Low Tide", "Singles"]), ("recent", ["Singles", "Low Tide"]), ("highest", []), ("starred", []),
    ])
    func theTypeOfAnAlbumListSelectsAndOrdersItsAlbums(type: String, names: [String]) async throws {
        try await SubsonicStage.with { stage in
            for (id, time) in [("tr-100002", 1000), ("tr-100003", 2000), ("tr-100001", 3000)] {
                #expect(await stage.call("scrobble", "id=\(id)&time=\(time)").isOK)
            }
            let list = await stage.call("getAlbumList2", "type=\(type)")
            #expect(list.texts("albumList2", "album", "name") == names)
            let folders = await stage.call("getAlbumList", "type=\(type)&size=1&offset=1")
            #expect(folders.texts("albumList", "album", "title") == Array(names.dropFirst().prefix(1)))
        }
    }

    @Test func theNewestAndRandomAlbumListsContainEveryAlbum() async throws {
        try await SubsonicStage.with { stage in
            for type in ["newest", "random"] {
                let list = await stage.call("getAlbumList2", "type=\(type)&size=500")
                #expect(list.texts("albumList2", "album", "id").count == 3, "\(type)")
            }
            #expect(await stage.call("getAlbumList2").code == 10)
            #expect(await stage.call("getAlbumList2", "type=best").code == 0)
            #expect(await stage.call("getAlbumList2", "type=byYear").code == 10)
            #expect(await stage.call("getAlbumList2", "type=newest&size=many").code == 0)
        }
    }

    @Test func randomSongsIncludeOnlyPlayableSongs() async throws {
        try await SubsonicStage.with { stage in
            let all = await stage.call("getRandomSongs", "size=500").texts("randomSongs", "song", "title")
            #expect(Set(all) == ["Paper Lanterns", "Salt Road", "Öre & Ära"])
            let some = await stage.call("getRandomSongs", "genre=Folk&fromYear=2021&toYear=2021")
            #expect(some.texts("randomSongs", "song", "title") == ["Salt Road"])
            #expect(await stage.call("getRandomSongs", "size=1").texts("randomSongs", "song", "id").count == 1)
        }
    }

    @Test func starringATrackQueuesALikeForSoundCloud() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            #expect(await stage.call("star", "id=tr-100002&id=tr-100006").isOK)
            let starred = await stage.call("getStarred2")
            #expect(starred.texts("starred2", "song", "title") == ["Elsewhere", "Salt Road"])
            #expect(await stage.call("getSong", "id=tr-100002").element("song")["starred"] is String)
            #expect(await stage.call("unstar", "id=tr-100006").isOK)
            #expect(await stage.call("getStarred").texts("starred", "song", "title") == ["Salt Road"])
            let writes = try await stage.stage.database.sql(
                "select act, urn from app.cloud_write where state = 'pending' order by write_id")
            #expect(writes == "like|soundcloud:tracks:100002\nunlike|soundcloud:tracks:100006")
        }
    }

    @Test func starringAlbumsArtistsOrUnknownTracksIsRefused() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let artist = try await stage.artist("Aurora Vale")
            for (query, code) in [
                ("", 10), ("albumId=al-1", 50), ("artistId=\(artist)", 50), ("id=tr-100002&id=\(artist)", 50),
                ("id=tr-100002&id=tr-999", 70), ("id=nonsense", 70),
            ] {
                #expect(await stage.call("star", query).code == code, "\(query)")
            }
            #expect(await stage.call("getStarred2").texts("starred2", "song", "id") == [])
        }
    }

    @Test func withoutASoundCloudAccountStarringIsRefused() async throws {
        try await SubsonicStage.with { stage in
            let answer = await stage.call("star", "id=tr-100002")
            #expect(answer.code == 0)
            #expect(answer.text.contains("no SoundCloud account is connected"))
        }
    }

    @Test func aRatingIsShownWithTheTrackAndOrdersTheAlbums() async throws {
        try await SubsonicStage.with { stage async throws in
            func rating(_ id: String) async -> Int? {
                await stage.call("getSong", "id=\(id)").element("song")["userRating"] as? Int
            }
            #expect(await rating("tr-100001") == nil)
            for (id, stars) in [
                ("tr-100001", 2), ("tr-100001", 4), ("tr-100002", 1), ("tr-100003", 5), ("pe-100005", 1),
            ] {
                #expect(await stage.call("setRating", "id=\(id)&rating=\(stars)").isOK, "\(id)")
            }
            #expect(await rating("tr-100001") == 4)
            #expect(await rating("tr-100005") == 1)
            let highest = await stage.call("getAlbumList2", "type=highest")
            #expect(highest.texts("albumList2", "album", "name") == ["Singles", "Low Tide"])
            #expect(await stage.call("setRating", "id=tr-100002&rating=0").isOK)
            #expect(await rating("tr-100002") == nil)
            let after = await stage.call("getAlbumList2", "type=highest")
            #expect(after.texts("albumList2", "album", "name") == ["Low Tide", "Singles"])
        }
    }

    @Test func anInvalidRatingIsRefused() async throws {
        try await SubsonicStage.with { stage in
            let artist = try await stage.artist("Aurora Vale")
            for (query, code) in [
                ("rating=1", 10), ("id=tr-100001", 10), ("id=tr-100001&rating=6", 0), ("id=tr-100001&rating=-1", 0),
                ("id=tr-100001&rating=good", 0), ("id=\(artist)&rating=3", 50), ("id=al-1&rating=3", 50),
                ("id=tr-999&rating=3", 70), ("id=tr-999&rating=0", 70), ("id=pl-1&rating=3", 70),
            ] {
                #expect(await stage.call("setRating", query).code == code, "\(query)")
            }
            #expect(try await stage.stage.database.sql("select count(*) from app.track_rating") == "0")
        }
    }

    @Test func aRepeatedScrobbleIsStoredOnce() async throws {
        try await SubsonicStage.with { stage in
            let twice = "id=tr-100001&id=tr-100002&time=1600000000000&time=1600000200000"
            for _ in 0..<2 { #expect(await stage.call("scrobble", twice).isOK) }
            // A track that is still playing is not stored.
            #expect(await stage.call("scrobble", "id=tr-100003&submission=false").isOK)
            // Without a time, the same track counts once within half of its length.
            for _ in 0..<2 { #expect(await stage.call("scrobble", "id=tr-100003").isOK) }
            let listens = try await stage.stage.database.sql(
                """
                select t.urn, extract(epoch from e.listened_at)::bigint, e.client
                  from app.listen e join app.cloud_track t using (tenant_id, track_id)
                 where e.listened_at < '2021-01-01' order by 2
                """)
            #expect(
                listens == """
                    soundcloud:tracks:100001|1600000000|tests
                    soundcloud:tracks:100002|1600000200|tests
                    """)
            #expect(try await stage.stage.database.sql("select count(*) from app.listen") == "3")
            #expect(await stage.call("getSong", "id=tr-100001").element("song")["playCount"] as? Int == 1)
            for (query, code) in [
                ("", 10), ("id=tr-999", 70), ("id=tr-100001&time=soon", 0), ("id=tr-100001&time=99999999999999999", 0),
                ("id=tr-100001&submission=perhaps", 0),
            ] {
                #expect(await stage.call("scrobble", query).code == code, "\(query)")
            }
        }
    }

    @Test func onlyATrackThatIsPlayingNowIsAnnounced() async throws {
        let announcer = NotingAnnouncer()
        try await SubsonicStage.with(announcer: announcer) { stage in
            #expect(await stage.call("scrobble", "id=tr-100003&submission=false").isOK)
            #expect(await stage.call("scrobble", "id=tr-100001&time=1600000000000").isOK)
            #expect(await stage.call("scrobble", "id=tr-999&submission=false").code == 70)
            #expect(announcer.tracks == ["soundcloud:tracks:100003"])
        }
    }

    @Test func theTopSongsOfAnArtistAreListedMostPlayedFirst() async throws {
        try await SubsonicStage.with { stage in
            for time in [1000, 2000] { #expect(await stage.call("scrobble", "id=tr-100002&time=\(time)").isOK) }
            #expect(await stage.call("scrobble", "id=tr-100001&time=3000").isOK)
            let top = await stage.call("getTopSongs", "artist=aurora%20vale&count=2")
            #expect(top.texts("topSongs", "song", "title") == ["Salt Road", "Paper Lanterns"])
            #expect(await stage.call("getTopSongs", "artist=Nobody").texts("topSongs", "song", "id") == [])
        }
    }

    @Test func ownAndLikedPlaylistsAreListed() async throws {
        try await SubsonicStage.with { stage in
            let tenant = stage.stage.here.id
            try await stage.stage.database.sql(
                """
                set app.tenant_id = '\(tenant)';
                insert into app.cloud_playlist (urn, cloud_user_id, title, title_key, is_public, track_count, duration_ms)
                select 'soundcloud:playlists:' || n, (select min(cloud_user_id) from app.cloud_user where tenant_id = \(tenant)),
                       'List ' || n, 'list', n = 3, 2, 400000
                  from generate_series(1, 4) n;
                insert into app.cloud_playlist_track (playlist_id, position, track_id)
                select p.playlist_id, row_number() over (order by p.urn, t.urn desc), t.track_id
                  from app.cloud_playlist p, app.cloud_track t
                 where p.tenant_id = \(tenant) and t.tenant_id = \(tenant) and t.urn like '%10000_'
                   and right(t.urn, 1) in ('1', '6');
                insert into app.own_playlist (user_id, playlist_id, rank)
                select a.user_id, p.playlist_id, 1 from app.user_account a, app.cloud_playlist p
                 where a.tenant_id = \(tenant) and a.login = 'listener' and p.tenant_id = \(tenant)
                   and p.urn = 'soundcloud:playlists:1';
                insert into app.cloud_like (user_id, playlist_id, rank, title_key, user_key, cloud_user_id)
                select a.user_id, p.playlist_id, 1, 'x', 'x', p.cloud_user_id
                  from app.user_account a, app.cloud_playlist p
                 where a.tenant_id = \(tenant) and a.login = 'listener' and p.tenant_id = \(tenant)
                   and p.urn = 'soundcloud:playlists:2';
                """)
            let lists = await stage.call("getPlaylists").element("playlists").list("playlist")
            #expect(lists.map { $0["id"] as? String } == ["pl-1", "pl-2"])
            #expect(lists[0]["owner"] as? String == "listener")
            #expect(lists[1]["owner"] as? String != "listener")
            let entries = await stage.call("getPlaylist", "id=pl-1").texts("playlist", "entry", "title")
            #expect(entries == ["Elsewhere", "Paper Lanterns"])
            // Any listener can read a public playlist by its identifier, but not a private one of another user.
            #expect(await stage.call("getPlaylist", "id=pl-3").isOK)
            #expect(await stage.call("getPlaylist", "id=pl-4").code == 70)
            #expect(await stage.call("getCoverArt", "id=pl-4").code == 70)
            #expect(await stage.call("getPlaylists", "username=admin").code == 50)
        }
    }
}

/// An announcer that records the announced tracks.
private final class NotingAnnouncer: NowPlayingAnnouncer {
    private let noted = Mutex<[String]>([])
    var tracks: [String] { noted.withLock { $0 } }

    func announce(_ track: CloudURN, of listener: Listener) { noted.withLock { $0.append(track.description) } }
}
