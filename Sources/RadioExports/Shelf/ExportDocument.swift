import Web

/// A document for other systems, just made.
struct ExportDocument: Sendable {
    let mediaType: String
    let bytes: [UInt8]
    /// From when on it says something else although nothing was changed: a programme has begun, rights have ended.
    var goodUntil: Instant?

    init(_ mediaType: String, _ bytes: [UInt8], goodUntil: Instant? = nil) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.goodUntil = goodUntil
    }
}
