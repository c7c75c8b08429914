import Web

/// An on-demand recording, as read from a source. `episode` and `airing` are the keys of its episode and of the recorded broadcast.
public struct VersionDraft: Draft {
    public static let kind: StaticString = "version"

    /// A file or stream of the recording.
    public struct Media: Sendable, Hashable, Encodable {
        /// Whether the address is for listening or for download.
        public enum Purpose: String, Sendable, Hashable, Encodable { case stream, download }

        public var url: String
        public var purpose: Purpose
        public var mediaType: String
        /// The bitrate in kbit/s; 0 if unknown.
        public var bitrate: Int32
        /// The size of the file in bytes; `nil` if unknown.
        public var bytes: Int64?

        public var isDownload: Bool { purpose == .download }

        public init(url: String, isDownload: Bool, mediaType: String = "", bitrate: Int32 = 0, bytes: Int64? = nil) {
            self.url = url
            purpose = isDownload ? .download : .stream
            self.mediaType = mediaType
            self.bitrate = bitrate
            self.bytes = bytes
        }
    }

    public var key: String
    public var episode: String
    public var airing: String? = nil
    public var durationMs: Int64? = nil
    public var availableFrom: Instant
    /// The end of the availability; `nil` for no end.
    public var availableUntil: Instant? = nil
    public var isDownloadable: Bool = false
    public var media: [Media] = []
}
