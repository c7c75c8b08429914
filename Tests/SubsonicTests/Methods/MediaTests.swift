import HTTP
import Synchronization
import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud
@testable import Subsonic

struct MediaTests {
    @Test func aStreamHasTheMediaTypeOfItsSong() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let song = await stage.call("getSong", "id=tr-100001").element("song")
            #expect(song["contentType"] as? String == "audio/mp4")
            #expect(song["suffix"] as? String == "m4a")
            #expect(song["bitRate"] as? Int == 160)
            #expect((song["path"] as? String)?.hasSuffix(".m4a") == true)
            let answer = await stage.get("stream?\(stage.proof)&id=tr-100001")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.fields["Content-Type"] == "audio/mp4")
            let bytes = try await answer.streamed()
            #expect(bytes.count == answer.stream?.length)
            #expect(bytes[4..<8] == Array("ftyp".utf8)[...])
            // Requested with the listener's token.
            let log = stage.standIn.log.joined(separator: "\n")
            #expect(log.contains("GET /tracks/soundcloud:tracks:100001/streams"))
            let posted = await stage.stage.send(
                .post, "/rest/stream", body: Array("\(stage.proof)&id=pe-100005".utf8),
                ["Content-Type": "application/x-www-form-urlencoded"])
            #expect(posted.status == 200 && posted.stream != nil)
        }
    }

    @Test func maxBitRateLimitsTheQualityOfTheStream() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            for (most, kind) in [("0", "aac_160k"), ("320", "aac_160k"), ("128", "aac_96k"), ("64", "aac_96k")] {
                stage.standIn.planMedia([:])
                // Each quality is resolved once, so another track is played each time.
                let answer = await stage.get("stream?\(stage.proof)&id=tr-100003&maxBitRate=\(most)")
                #expect(answer.status == 200)
                _ = try await answer.streamed()
                #expect(stage.standIn.mediaLog.allSatisfy { $0.contains(kind) }, "\(most)")
            }
            #expect(await stage.call("stream", "id=tr-100001&maxBitRate=x").code == 0)
        }
    }

    /// Without a transcoder, the media type is the type of SoundCloud's audio, regardless of the requested format.
    @Test(arguments: ["mp3", "opus", "raw", "flac"])
    func withoutATranscoderTheRequestedFormatIsIgnored(format: String) async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let answer = await stage.get("stream?\(stage.proof)&id=tr-100001&format=\(format)")
            #expect(answer.fields["Content-Type"] == "audio/mp4")
        }
    }

    @Test(
        arguments: [
            ("format=mp3", "mp3 160"), ("format=MP3&maxBitRate=96", "mp3 96"), ("format=opus", "opus 128"),
            ("format=ogg&maxBitRate=8", "opus 16"), ("maxBitRate=48", "mp3 48"), ("maxBitRate=96", nil),
            ("format=raw&maxBitRate=48", nil), ("format=m4a", nil),
        ] as [(String, String?)])
    func theTranscoderConvertsToTheRequestedFormat(query: String, expected: String?) async throws {
        try await SubsonicStage.with(isConnected: true, transcoder: NamingTranscoder()) { stage in
            let answer = await stage.get("stream?\(stage.proof)&id=tr-100001&\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            let bytes = try await answer.streamed()
            if let expected {
                #expect(String(decoding: bytes, as: UTF8.self) == expected)
                #expect(answer.fields["Content-Type"] != "audio/mp4")
            } else {
                #expect(answer.fields["Content-Type"] == "audio/mp4")
            }
        }
    }

    /// The stand-in's segments last 430 frames of 1,024 samples at 44.1 kHz, which is 9.98458 seconds. Decoding begins at least 100 ms before the offset.
    @Test(
        arguments: [
            ("timeOffset=25", "original 160 5030840", 2), ("timeOffset=10&maxBitRate=128", "original 128 10000000", 0),
            ("timeOffset=11&format=mp3", "mp3 160 1015420", 1), ("timeOffset=1&format=raw", "original 160 1000000", 0),
            ("timeOffset=25&maxBitRate=48", "mp3 48 5030840", 2),
        ] as [(String, String, Int)])
    func aStreamBeginsAtItsTimeOffset(query: String, expected: String, part: Int) async throws {
        try await SubsonicStage.with(isConnected: true, transcoder: NamingTranscoder()) { stage in
            let answer = await stage.get("stream?\(stage.proof)&id=tr-100001&\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            let text = String(decoding: try await answer.streamed(), as: UTF8.self)
            #expect(text.hasPrefix(expected + " "), "\(text.prefix(100))")
            let parts = stage.standIn.mediaLog.compactMap { line in
                line.hasPrefix("GET ") ? line.split(separator: "/").last.map(String.init) : nil
            }
            #expect(parts.first { $0.hasPrefix("data") } == "data\(part).m4s")
        }
    }

    @Test(arguments: [("100000", "duration"), ("-1", nil), ("x", "whole number"), ("", nil)] as [(String, String?)])
    func aTimeOffsetMustBeWithinTheTrack(seconds: String, reason: String?) async throws {
        try await SubsonicStage.with(isConnected: true, transcoder: NamingTranscoder()) { stage in
            let answer = await stage.get("stream?\(stage.proof)&id=tr-100001&timeOffset=\(seconds)")
            if let reason {
                #expect(answer.text.contains("code=\"0\""))
                #expect(answer.text.contains(reason), "\(answer.text)")
            } else {
                #expect(answer.fields["Content-Type"] == "audio/mp4")
            }
        }
    }

    @Test func withoutATranscoderATimeOffsetIsRefused() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            let answer = await stage.call("stream", "id=tr-100001&timeOffset=30")
            #expect(answer.code == 0)
            #expect(answer.text.contains("leave out timeOffset"))
        }
    }

    @Test func theExtensionTranscodeOffsetIsListedOnlyWithATranscoder() async throws {
        try await SubsonicStage.with(isConnected: true, transcoder: NamingTranscoder()) { stage in
            #expect(await stage.call("getOpenSubsonicExtensions").text.contains("transcodeOffset"))
        }
        try await SubsonicStage.with(isConnected: true) { stage in
            #expect(!(await stage.call("getOpenSubsonicExtensions").text.contains("transcodeOffset")))
        }
    }

    @Test func streamingAnUnplayableTrackGivesNotFound() async throws {
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
    @Test func onlyDownloadableTracksCanBeDownloaded() async throws {
        try await SubsonicStage.with(isConnected: true) { stage in
            #expect(await stage.call("download", "id=tr-100001").code == 50)
            #expect(await stage.get("download?\(stage.proof)&id=tr-100003").status == 200)
        }
    }

    @Test(arguments: [
        ("", "large"), ("&size=40", "badge"), ("&size=80", "large"), ("&size=300", "t300x300"),
        ("&size=2000", "t500x500"),
    ])
    func aPictureIsRequestedInTheSmallestSufficientSizeOfSoundCloud(query: String, name: String) async throws {
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

/// A transcoder whose output is a text with the format, the bit rate and the duration to skip. If the duration is not 0, the input follows the text.
private struct NamingTranscoder: AudioTranscoder {
    func transcoded(
        to format: TranscodedFormat, bitRate: Int, skippingUs skippedUs: Int64,
        _ open: @escaping @Sendable () -> any ContentSource
    ) -> StreamedContent? {
        let name = "\(format.rawValue) \(bitRate)"
        return StreamedContent { _ in
            skippedUs == 0 ? Text(name, before: nil) : Text("\(name) \(skippedUs) ", before: open())
        }
    }

    private final class Text: ContentSource {
        private let left: Mutex<[UInt8]?>
        private let input: (any ContentSource)?

        init(_ text: String, before input: (any ContentSource)?) {
            left = Mutex(Array(text.utf8))
            self.input = input
        }

        func next() async throws -> [UInt8]? {
            if let text = left.withLock({ $0.take() }) { return text }
            return try await input?.next()
        }

        func end() { input?.end() }
    }
}
