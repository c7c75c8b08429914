import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud
@testable import Subsonic

struct MediaTests {
    @Test func aStreamRedirectsToSoundCloud() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let answer = await stage.get("stream?\(stage.proof)&id=tr-100001")
            #expect(answer.status == 307, "\(answer.text)")
            // The stream is requested with the listener's token; the target of the redirect needs no token.
            let address = try #require(answer.fields["Location"])
            #expect(address == "\(stage.standIn.address)/_media/100001.m3u8")
            let log = stage.standIn.log.joined(separator: "\n")
            #expect(log.contains("GET /tracks/soundcloud:tracks:100001/streams"))
            let heard = try await SessionFetcher(limit: .seconds(300)).fetch(UpstreamRequest("GET", address))
            #expect(heard.status == 200)
            // A 303 keeps clients from sending the form to SoundCloud.
            let posted = await stage.stage.send(
                .post, "/rest/stream", body: Array("\(stage.proof)&id=pe-100005".utf8),
                ["Content-Type": "application/x-www-form-urlencoded"])
            #expect(posted.status == 303)
        }
    }

    @Test func anUnplayableTrackIsNotFound() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            #expect(await stage.call("stream", "id=tr-100004").code == 70)
            #expect(await stage.call("stream", "id=tr-999").code == 70)
            // The track was deleted on SoundCloud, but is still stored here.
            stage.standIn.change { $0.forget(track: 100_002) }
            #expect(await stage.call("stream", "id=tr-100002").code == 70)
        }
    }

    @Test func withoutASoundCloudAccountStreamingIsRefused() async throws {
        try await SubsonicStage.with { stage in
            let answer = await stage.call("stream", "id=tr-100001")
            #expect(answer.code == 0)
            #expect(answer.text.contains("no SoundCloud account is connected"))
        }
    }

    /// Spec L39.
    @Test func onlyDownloadableTracksAreDownloaded() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            #expect(await stage.call("download", "id=tr-100001").code == 50)
            #expect(await stage.get("download?\(stage.proof)&id=tr-100003").status == 307)
        }
    }

    @Test(arguments: [
        ("", "large"), ("&size=40", "badge"), ("&size=80", "large"), ("&size=300", "t300x300"),
        ("&size=2000", "t500x500"),
    ])
    func aPictureIsRequestedInTheNearestSizeOfSoundCloud(query: String, name: String) async throws {
        try await SubsonicStage.with { stage in
            let answer = await stage.get("getCoverArt?\(stage.proof)&id=tr-100001\(query)")
            #expect(answer.status == 307)
            #expect(answer.fields["Location"] == "https://pictures.example/100001-\(name).jpg")
            #expect(answer.fields["Cache-Control"]?.hasPrefix("private") == true)
        }
    }

    @Test func albumsArtistsAndStationsUseThePictureOfATrack() async throws {
        try await SubsonicStage.with { stage in
            let artist = try await stage.artist("Aurora Vale")
            let albums = await stage.call("getArtist", "id=\(artist)").element("artist").list("album")
            for id in albums.compactMap({ $0["coverArt"] as? String }) + [artist, "st-0", "pe-100005"] {
                let answer = await stage.get("getCoverArt?\(stage.proof)&id=\(id)")
                #expect(answer.fields["Location"]?.hasPrefix("https://pictures.example/") == true, "\(id)")
            }
            // If neither the track nor its uploader has a picture, the server draws a cover.
            for (size, side) in [("", 600), ("&size=100", 150)] {
                let drawn = await stage.get("getCoverArt?\(stage.proof)&id=tr-100004\(size)")
                #expect(drawn.status == 200 && drawn.fields["Content-Type"] == "image/png")
                let bytes = Array(drawn.bytes)
                #expect(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
                #expect(Int(bytes[18]) << 8 | Int(bytes[19]) == side)
            }
            #expect(await stage.call("getCoverArt", "id=tr-999999999").code == 70)
            #expect(await stage.call("getAvatar", "username=listener").code == 70)
        }
    }
}
