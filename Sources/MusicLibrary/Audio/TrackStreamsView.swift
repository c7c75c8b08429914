import SoundCloud
import Web

/// The response of `getTrackStreams`.
struct TrackStreamsView: Encodable, Sendable {
    let track: CloudURN
    let title: String
    let durationMs: Int32
    /// The file that this server makes from the best stream; absent if the server does not pass audio on or if there are no streams.
    let audio: FileView?
    let streams: [StreamView]
    /// The earliest time at which an address of `streams` expires; `nil` if there are no streams.
    let expiresAt: Instant?
    let attribution: AttributionView

    struct FileView: Encodable, Sendable {
        let url: String
        let mediaType: String
        let bitRate: Int
    }

    struct StreamView: Encodable, Sendable {
        let quality: String
        /// The form in which SoundCloud delivers the audio: "hls" for a playlist of segments, "http" for one file.
        let `protocol`: String
        let mediaType: String
        let codec: String
        let bitRate: Int
        let isPreview: Bool
        let url: String
        let expiresAt: Instant
    }

    /// The attribution that the terms of SoundCloud's API require of a player: the uploader, SoundCloud as the source, and a link to the
    /// track.
    struct AttributionView: Encodable, Sendable {
        let text: String
        let service: String
        let url: String
        let uploader: String
        let uploaderUrl: String
    }

    init(_ item: CloudTrackItem, _ streams: [TrackAudio.Stream], isPassedOn: Bool) {
        track = item.urn
        title = item.title
        durationMs = item.durationMs
        audio =
            isPassedOn
            ? streams.first.map {
                FileView(
                    url: "/api/v1/tracks/\(item.urn)/audio", mediaType: $0.quality.mediaType,
                    bitRate: $0.quality.bitRate)
            } : nil
        self.streams = streams.map(StreamView.init)
        expiresAt = streams.map(\.expiresAt).min()
        attribution = AttributionView(
            text: "“\(item.title)”, uploaded by \(item.user.name) on SoundCloud", service: "SoundCloud",
            url: item.permalink, uploader: item.user.name, uploaderUrl: item.user.permalink)
    }
}

extension TrackStreamsView.StreamView {
    init(_ stream: TrackAudio.Stream) {
        let isPreview = stream.quality == .preview
        quality = stream.quality.rawValue
        `protocol` = isPreview ? "http" : "hls"
        mediaType = isPreview ? "audio/mpeg" : "application/vnd.apple.mpegurl"
        codec = isPreview ? "mp3" : "mp4a.40.2"
        bitRate = stream.quality.bitRate
        self.isPreview = isPreview
        url = stream.url
        expiresAt = stream.expiresAt
    }
}
