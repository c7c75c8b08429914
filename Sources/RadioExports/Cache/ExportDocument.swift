import Web

/// A newly built document for other systems.
struct ExportDocument: Sendable {
    let mediaType: String
    let bytes: [UInt8]
    /// The time at which the document expires even if no data changes, such as the start of a programme; `nil` if it never expires.
    var goodUntil: Instant?

    init(_ mediaType: String, _ bytes: [UInt8], goodUntil: Instant? = nil) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.goodUntil = goodUntil
    }
}
