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

    /// The media type of the file that the server makes from the stream.
    public var mediaType: String { self == .preview ? "audio/mpeg" : "audio/mp4" }
    /// The usual ending of the name of a file of this type.
    public var suffix: String { self == .preview ? "mp3" : "m4a" }
}
