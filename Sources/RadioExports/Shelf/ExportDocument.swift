import Web

/// A newly built document for other systems.
struct ExportDocument: Sendable {
    let mediaType: String
    let bytes: [UInt8]
    /// When the document expires although no data changed, such as when a programme begins or rights end.
    var goodUntil: Instant?

    init(_ mediaType: String, _ bytes: [UInt8], goodUntil: Instant? = nil) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.goodUntil = goodUntil
    }
}
