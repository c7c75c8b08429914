import Web

/// A way to hear a channel: a bearer URI of ETSI TS 103 270 §5.1, such as "fm:ce1.c479.09580", or a stream's address.
public struct Bearer: Sendable, Hashable {
    /// What is heard by it.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        case live
        /// Holds what was on before, too.
        case timeShift = "time-shift"
    }

    public let uri: String
    public let purpose: Purpose
    /// Empty for unknown.
    public let mediaType: String
    /// In kbit/s; 0 for unknown.
    public let bitrate: Int32
    /// The lower, the sooner a receiver takes it (ETSI TS 102 818).
    public let cost: Int32
    /// How much later than the others it is heard.
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
