import SoundCloud
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The response of `recordListens`: the outcomes in the order of the request.
struct ListenVerdictsView: Encodable, Sendable {
    let items: [Item]

    struct Item: Encodable, Sendable {
        let track: CloudURN
        let listenedAt: Instant
        let state: Listen.Outcome
    }
}

/// A listen as JSON.
struct ListenView: Encodable, Sendable {
    let id: String
    let listenedAt: Instant
    let client: String?
    let track: TrackView
}

/// A listen, or the track that is playing, in the JSON format of ListenBrainz, for a line of an export or for a submission.
struct ListenBrainzLine: Encodable, Sendable {
    /// The time at which the listen began, in seconds since 1970; `nil` for a track that is playing.
    let listenedAt: Int64?
    let trackMetadata: Metadata

    struct Metadata: Encodable, Sendable {
        let artistName: String
        let trackName: String
        let releaseName: String?
        let additionalInfo: Info
    }

    struct Info: Encodable, Sendable {
        let originUrl: String?
        let durationMs: Int64?
        let musicService = "soundcloud.com"
        let mediaPlayer: String?
        let submissionClient = "Tutti"

        private enum CodingKeys: CodingKey { case originUrl, durationMs, musicService, mediaPlayer, submissionClient }
    }

    init(_ listen: ListenStore.StoredListen, _ track: ExportedTrack) {
        self.init(at: listen.listenedAt, client: listen.client, track)
    }

    /// Creates the line of a track that is playing.
    init(playing track: ExportedTrack) { self.init(at: nil, client: "", track) }

    private init(at time: Instant?, client: String, _ track: ExportedTrack) {
        listenedAt = time.map { $0.milliseconds / 1000 }
        trackMetadata = Metadata(
            artistName: track.artist, trackName: track.title, releaseName: track.album,
            additionalInfo: Info(
                originUrl: track.item.permalink.asAddress,
                durationMs: track.item.durationMs > 0 ? track.item.durationMs : nil,
                mediaPlayer: client.isEmpty ? nil : client))
    }

    /// Returns the lines as JSON Lines: one JSON object per line, each followed by a line feed. Throws the errors of `JSONEncoder`.
    static func bytes(_ lines: [ListenBrainzLine]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        for line in lines {
            bytes += try encoder.encode(line)
            bytes.append(0x0A)
        }
        return bytes
    }
}
