import Foundation
import Testing
import WebTestSupport

@testable import Subsonic

struct BrowsingTests {
    @Test func artistsAreGroupedByLetterWithTheirNumberOfAlbums() async throws {
        try await SubsonicStage.with { stage in
            let all = await stage.call("getArtists")
            #expect(all.texts("artists", "index", "name") == ["A", "B"])
            let counts = all.element("artists").list("index").flatMap { $0.list("artist") }
            #expect(counts.map { $0["albumCount"] as? Int } == [2, 1])
            // The artist of the podcast is not part of the library.
            #expect(!all.text.contains("Night Shift"))
        }
    }

    @Test func artistsAreReturnedWithAlbumsAndAlbumsWithSongs() async throws {
        try await SubsonicStage.with { stage in
            let id = try await stage.artist("Aurora Vale")
            let artist = await stage.call("getArtist", "id=\(id)")
            #expect(artist.texts("artist", "album", "name") == ["Low Tide", "Singles"])
            let albums = artist.texts("artist", "album", "id")
            let low = await stage.call("getAlbum", "id=\(albums[0])")
            // Sorted by time of upload.
            #expect(low.texts("album", "song", "title") == ["Öre & Ära", "Salt Road"])
            #expect(low.element("album")["songCount"] as? Int == 2)
            #expect(low.element("album")["duration"] as? Int == 400)
            #expect(low.element("album")["year"] as? Int == 2021)
            let singles = await stage.call("getAlbum", "id=\(albums[1])")
            #expect(singles.texts("album", "song", "title") == ["Paper Lanterns"])
            #expect(singles.texts("album", "recordLabels", "name") == ["Quiet Harbour"])
        }
    }

    @Test func aSongContainsItsArtistAlbumAndGenre() async throws {
        try await SubsonicStage.with { stage in
            let song = await stage.call("getSong", "id=tr-100002").element("song")
            #expect(song["artist"] as? String == "Aurora Vale")
            #expect(song["album"] as? String == "Low Tide")
            let artist = try await stage.artist("Aurora Vale")
            #expect(song["artistId"] as? String == artist)
            #expect((song["albumId"] as? String)?.hasPrefix("al-") == true)
            #expect(song["genre"] as? String == "Folk")
            #expect(song["isDir"] as? Bool == false)
            #expect(song.list("artists").map { $0["name"] as? String } == ["Aurora Vale"])
            // A track outside the library has SoundCloud's data.
            let other = await stage.call("getSong", "id=tr-100006").element("song")
            #expect(other["title"] as? String == "Elsewhere")
            #expect(other["artist"] as? String == "Tomas Reed")
            #expect(other["albumId"] == nil)
        }
    }

    @Test func foldersContainTheArtistsAlbumsAndSongsOfTheLibrary() async throws {
        try await SubsonicStage.with { stage in
            let folder = await stage.call("getMusicFolders").element("musicFolders").list("musicFolder")
            #expect(folder.map { $0["id"] as? Int } == [1])
            let indexes = await stage.call("getIndexes").element("indexes")
            let changedAt = try #require(indexes["lastModified"] as? Int)
            let artists = indexes.list("index").flatMap { $0.list("artist") }.compactMap { $0["id"] as? String }
            #expect(artists.count == 2)
            let unchanged = await stage.call("getIndexes", "ifModifiedSince=\(changedAt)").element("indexes")
            #expect(unchanged.list("index").isEmpty)
            let root = await stage.call("getMusicDirectory", "id=1").element("directory").list("child")
            #expect(root.compactMap { $0["id"] as? String } == artists)
            let albums = await stage.call("getMusicDirectory", "id=\(artists[0])").element("directory").list("child")
            #expect(albums.map { $0["isDir"] as? Bool } == [true, true])
            let id = try #require(albums[0]["id"] as? String)
            let songs = await stage.call("getMusicDirectory", "id=\(id)").element("directory").list("child")
            #expect(songs.map { $0["title"] as? String } == ["Öre & Ära", "Salt Road"])
        }
    }

    @Test func aMethodForAnUnknownItemGivesNotFound() async throws {
        try await SubsonicStage.with { stage in
            for (method, id) in [
                ("getArtist", "ar-999999"), ("getArtist", "al-1"), ("getAlbum", "al-999999"), ("getAlbum", "sg-999999"),
                ("getSong", "tr-999"), ("getSong", "tr-0"), ("getSong", "nonsense"), ("getMusicDirectory", "ar-0"),
                ("getArtistInfo2", "ar-999999"), ("getPlaylist", "pl-1"), ("getPlaylist", "dc-1"),
                ("getCoverArt", "tr-100004x"), ("getPodcasts", "st-7"), ("getPodcastEpisode", "pe-100001"),
            ] {
                #expect(await stage.call(method, "id=\(id)").code == 70, "\(method) \(id)")
            }
            for method in ["getArtist", "getAlbum", "getSong", "getMusicDirectory", "getPlaylist", "stream"] {
                #expect(await stage.call(method).code == 10, "\(method)")
            }
        }
    }

    @Test func librariesOfOtherListenersAreNotVisible() async throws {
        try await SubsonicStage.with { stage in
            let made = await stage.stage.send(
                .post, "/api/v1/me/app-passwords", #"{"name": "Their phone"}"#, as: .editor)
            let secret = try #require(made["secret"] as? String)
            let artist = try await stage.artist("Aurora Vale")
            func theirs(_ call: String) async -> SubsonicAnswer {
                SubsonicAnswer(await stage.get("\(call)\(call.contains("?") ? "&" : "?")apiKey=\(secret)&f=json"))
            }
            #expect(await theirs("getArtists").element("artists").list("index").isEmpty)
            #expect(await theirs("getArtist?id=\(artist)").code == 70)
            #expect(await theirs("getAlbum?id=sg-\(artist.dropFirst(3))").code == 70)
            #expect(await theirs("search3?query=").element("searchResult3").list("song").isEmpty)
            #expect(await theirs("getAlbumList2?type=newest").element("albumList2").list("album").isEmpty)
            #expect(await theirs("getCoverArt?id=\(artist)").code == 70)
            #expect(await theirs("getPodcasts").element("podcasts").list("channel").isEmpty)
        }
    }

    /// Spec E8.
    @Test func albumListsAndSongsAreAlsoWrittenAsXML() async throws {
        try await SubsonicStage.with { stage in
            let albums = try await stage.xml("getAlbumList2", "type=alphabeticalByName")
            let list = try #require(albums.children.first { $0.name == "albumList2" })
            #expect(list.children.map { $0.attributes["name"] } == ["Low Tide", "Singles", "Singles"])
            let song = try await stage.xml("getSong", "id=tr-100004")
            #expect(song.children.first?.attributes["title"] == "Engine <Room>")
            #expect(song.children.first?.children.contains { $0.name == "artists" } == true)
        }
    }

    @Test func genresAreListedWithTheirNumbersOfSongsAndAlbums() async throws {
        try await SubsonicStage.with { stage in
            let genres = await stage.call("getGenres").element("genres").list("genre")
            #expect(genres.map { $0["value"] as? String } == ["Folk", "Pop", "Rock"])
            #expect(genres.map { $0["songCount"] as? Int } == [2, 1, 1])
            #expect(genres.map { $0["albumCount"] as? Int } == [2, 1, 1])
            let folk = await stage.call("getSongsByGenre", "genre=Folk&count=1&offset=1")
            #expect(folk.texts("songsByGenre", "song", "title") == ["Salt Road"])
        }
    }

    @Test func theDiscoverSetIsAPlaylistAndTheSimilarSongsOfItsStartingTrack() async throws {
        try await SubsonicStage.with { stage in
            try await stage.stage.database.sql(
                """
                set app.tenant_id = '\(stage.stage.here.id)';
                insert into app.discover (user_id, seed_id)
                select user_id, track_id from app.user_account a, app.cloud_track t
                 where a.tenant_id = \(stage.stage.here.id) and a.login = 'listener' and t.tenant_id = a.tenant_id
                   and t.urn = 'soundcloud:tracks:100001';
                insert into app.discover_track (user_id, position, track_id)
                select user_id, row_number() over (order by t.urn desc) - 1, track_id
                  from app.user_account a, app.cloud_track t
                 where a.tenant_id = \(stage.stage.here.id) and a.login = 'listener' and t.tenant_id = a.tenant_id
                   and t.urn in ('soundcloud:tracks:100006', 'soundcloud:tracks:100002');
                """)
            let found = ["Elsewhere", "Salt Road"]
            #expect(
                await stage.call("getSimilarSongs2", "id=tr-100001").texts("similarSongs2", "song", "title") == found)
            let artist = try await stage.artist("Aurora Vale")
            let one = await stage.call("getSimilarSongs", "id=\(artist)&count=1")
            #expect(one.texts("similarSongs", "song", "title") == ["Elsewhere"])
            #expect(await stage.call("getSimilarSongs", "id=tr-100002").texts("similarSongs", "song", "title") == [])
            #expect(await stage.call("getPlaylists").texts("playlists", "playlist", "name") == ["Discover"])
            #expect(await stage.call("getPlaylist", "id=dc-1").texts("playlist", "entry", "title") == found)
        }
    }
}
