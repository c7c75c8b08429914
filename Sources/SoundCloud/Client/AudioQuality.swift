/// The quality of a stream at SoundCloud.
public enum AudioQuality: String, Sendable, Hashable, CaseIterable {
    case aac160 = "aac-160"
    case aac96 = "aac-96"
    /// The first 30 seconds as MP3, for tracks that the account may not play whole.
    case preview

    /// The bit rate in kbit/s.
    public var bitRate: Int {
        switch self {
        case .aac160: 160
        case .aac96: 96
        case .preview: 128
        }
    }

    /// Returns the best quality of the whole track within a maximum bit rate in kbit/s (`nil` for none), or else the lowest. Returns the preview only
    /// if the whole track is not offered, and `nil` if nothing is offered.
    static func chosen(of offered: [AudioQuality], maxBitRate: Int?) -> AudioQuality? {
        let whole = offered.filter { $0 != .preview }.sorted { $0.bitRate > $1.bitRate }
        return whole.first { $0.bitRate <= maxBitRate ?? .max } ?? whole.last ?? offered.first
    }

    /// The media type of the file that the server makes from the stream.
    public var mediaType: String { self == .preview ? "audio/mpeg" : "audio/mp4" }
    /// The usual file name extension for the media type, without the dot.
    public var suffix: String { self == .preview ? "mp3" : "m4a" }
}
