import HTTP

/// A converter of audio that the server is sending. A server has one only if the operating system has a program for the conversion.
public protocol AudioTranscoder: Sendable {
    /// Returns the content in another format, or `nil` if too many conversions are running. `open` opens the original and is called at most once;
    /// `bitRate` is in kbit/s, and `skippedUs` is the time in microseconds to leave out at the beginning.
    func transcoded(
        to format: TranscodedFormat, bitRate: Int, skippingUs skippedUs: Int64,
        _ open: @escaping @Sendable () -> any ContentSource
    ) -> StreamedContent?
}

/// A format into which audio can be converted.
public enum TranscodedFormat: String, Sendable, Hashable, CaseIterable {
    case mp3
    case opus
    /// The AAC of the original in a new file, copied frame by frame without loss.
    case original

    public var mediaType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .opus: "audio/ogg; codecs=opus"
        case .original: "audio/mp4"
        }
    }

    /// The range of bit rates for conversions to the format, in kbit/s.
    public var bitRates: ClosedRange<Int> {
        switch self {
        case .mp3: 32...160
        case .opus: 16...128
        case .original: AudioQuality.aac96.bitRate...AudioQuality.aac160.bitRate
        }
    }
}
