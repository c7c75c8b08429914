import Web

/// A means of receiving a channel: a bearer URI (ETSI TS 103 270 §5.1), such as "fm:ce1.c479.09580", or the address of a stream.
public struct Bearer: Sendable, Hashable {
    /// The kind of audio on the bearer.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        case live
        /// Audio that includes past programmes.
        case timeShift = "time-shift"
    }

    public let uri: String
    public let purpose: Purpose
    /// The media type; empty if unknown.
    public let mediaType: String
    /// The bitrate in kbit/s; 0 if unknown.
    public let bitrate: Int32
    /// The relative cost. Receivers prefer the bearer with the lowest cost (ETSI TS 102 818).
    public let cost: Int32
    /// The delay behind the fastest bearer, in milliseconds.
    public let offsetMs: Int32

    public init(
        uri: String, purpose: Purpose, mediaType: String, bitrate: Int32, cost: Int32, offsetMs: Int32
    ) {
        self.uri = uri
        self.purpose = purpose
        self.mediaType = mediaType
        self.bitrate = bitrate
        self.cost = cost
        self.offsetMs = offsetMs
    }
}
