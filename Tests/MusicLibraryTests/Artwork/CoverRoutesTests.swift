import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct CoverRoutesTests {
    /// Runs `body` with the path of a track's cover on the page of likes, after a sync.
    private func withCover(_ body: (ConnectedStage, String) async throws -> Void) async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let page = await stage.stage.page("/library/likes")
            let image = try #require(
                page.text.firstMatch(
                    of: /<img class="art" src="(\/library\/artwork\/soundcloud:tracks:\d+-[0-9a-f]{16}\?size=100)"/),
                "\(page.text)")
            #expect(page.text.contains("loading=\"lazy\""))
            try await body(stage, String(image.1))
        }
    }

    @Test func aPictureOfSoundCloudIsServedByThisServer() async throws {
        try await withCover { stage, path in
            let picture = await stage.stage.send(.get, path, as: .listener)
            #expect(picture.status == 200 && picture.fields["Content-Type"] == "image/png", "\(picture.text)")
            #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(picture.fields["Cache-Control"] == "private, max-age=86400")
            let tag = try #require(picture.fields["ETag"])
            let known = await stage.stage.send(.get, path, as: .listener, ["If-None-Match": tag])
            #expect(known.status == 304 && known.bytes.isEmpty)
            #expect(stage.cloud.standIn.pictureLog.count == 1)
            let large = await stage.stage.send(.get, path.replacing("size=100", with: "size=500"), as: .listener)
            #expect(large.bytes != picture.bytes)
            #expect(stage.cloud.standIn.pictureLog.last?.hasSuffix("-t500x500.jpg") == true)
        }
    }

    @Test(arguments: [StandInFault.serverError, .page, .unauthorized])
    func aPictureThatSoundCloudDoesNotReturnIsDrawn(fault: StandInFault) async throws {
        try await withCover { stage, path in
            stage.cloud.standIn.planPictures([1: fault])
            let drawn = await stage.stage.send(.get, path, as: .listener)
            #expect(drawn.status == 200 && drawn.fields["Content-Type"] == "image/png")
            #expect(drawn.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(drawn.fields["Cache-Control"] == "private, max-age=300")
            #expect(stage.cloud.standIn.pictureLog.count == 1)
        }
    }

    @Test func aCoverOfAnUnknownItemOrVersionIsNotFound() async throws {
        try await withCover { stage, path in
            let bare = path.prefix { $0 != "?" }
            let other = bare.dropLast(16) + "0123456789abcdef"
            let unknown = await stage.stage.send(
                .get, "/library/artwork/soundcloud:tracks:999999999-0123456789abcdef", as: .listener)
            #expect(unknown.status == 404)
            for wrong in [String(other), String(bare.dropLast(17)), "/library/artwork/x"] {
                let answer = await stage.stage.send(.get, wrong, as: .listener)
                #expect(answer.status == 404, "\(wrong)")
            }
            #expect(await stage.stage.send(.get, path, as: .listener, at: "there").status == 404)
            #expect(await stage.stage.send(.get, path).status == 303, "a visitor must sign in first")
            #expect(await stage.stage.send(.get, "\(bare)?size=0", as: .listener).status == 422)
            #expect(stage.cloud.standIn.pictureLog.isEmpty)
        }
    }

    @Test func aPrivatePlaylistsCoverIsNotFoundByAnotherListener() async throws {
        try await withCover { stage, _ in
            try await stage.stage.database.sql(
                """
                update app.cloud_playlist
                   set is_public = false, artwork_url = 'https://pictures.soundcloud.example/artworks-1-large.jpg'
                """)
            let urn = try await stage.stage.database.sql(
                "select p.urn from app.cloud_playlist p join app.own_playlist o using (tenant_id, playlist_id) limit 1")
            let path = try #require(
                CoverPath.path(of: urn, at: "https://pictures.soundcloud.example/artworks-1-large.jpg"))
            #expect(await stage.stage.send(.get, path, as: .listener).status == 200)
            #expect(await stage.stage.send(.get, path, as: .editor).status == 404)
        }
    }

    @Test func aPlaylistWithoutAPictureShowsThePictureOfItsFirstTrack() async throws {
        try await withCover { stage, _ in
            let page = await stage.stage.page("/library/playlists")
            #expect(!page.rows.isEmpty)
            #expect(page.rows.allSatisfy { $0.contains("src=\"/library/artwork/soundcloud:tracks:") }, "\(page.text)")
        }
    }

    /// Without a SoundCloud application, the server requests no picture and draws the cover itself.
    @Test func artistsAndAlbumsShowTheCoverOfTheirFirstTrackWithAPicture() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            try await library.stage.database.sql(
                """
                update app.cloud_track set artwork_url = 'https://i1.sndcdn.com/artworks-2-large.jpg'
                 where urn = 'soundcloud:tracks:2'
                """)
            let picture = try #require(
                CoverPath.path(of: "soundcloud:tracks:2", at: "https://i1.sndcdn.com/artworks-2-large.jpg", .tile))
            for category in ["artists", "albums"] {
                let page = await library.get("/library/\(category)")
                #expect(page.text.components(separatedBy: "src=\"\(picture)\"").count == 2, "\(page.text)")
            }
            // Artists without a picture keep the placeholder.
            #expect(await library.get("/library/artists").text.contains("<i class=\"art round"))
            let album = try await library.id("Low Tide", in: "albums")
            #expect(await library.get("/library/albums/\(album)").text.contains("?size=500\""))
            #expect(await library.get("/library/tracks/soundcloud:tracks:2").text.contains("?size=500\""))
            let drawn = await library.get(picture)
            #expect(drawn.status == 200 && drawn.fields["Content-Type"] == "image/png")
            // Another picture has another version and therefore another path, so the old path is no longer found.
            try await library.stage.database.sql("update app.cloud_track set artwork_url = artwork_url || '?2'")
            #expect(await library.get(picture).status == 404)
        }
    }
}
