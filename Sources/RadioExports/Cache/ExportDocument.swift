import Web

/// A newly built document for other systems.
struct ExportDocument: Sendable {
    let mediaType: String
    let bytes: [UInt8]
    /// The instant at which the document expires although no data changes, such as the start of a programme or the end
    /// of rights; `nil` for no such instant.
    var goodUntil: Instant?

    init(_ mediaType: String, _ bytes: [UInt8], goodUntil: Instant? = nil) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.goodUntil = goodUntil
    }
}
