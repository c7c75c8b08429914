import Web

/// One import as it was written down: what was brought in, by whom, and what came of it (spec R68).
public struct ImportRecord: Sendable {
    /// The key of an import within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let format: String
    /// The file's or folder's name.
    public let name: String
    /// Of the bytes of all its files.
    public let sha256: [UInt8]
    public let actor: String
    public let startedAt: Instant
    public let finishedAt: Instant
    public let report: ImportReport
}

extension ImportRecord.ID {
    /// The list of imports, the newest first, as its cursors name it.
    static let list = "imports"

    init?(_ cursor: ListCursor) {
        guard cursor.values.count == 1, let key = cursor.number(0), key > 0 else { return nil }
        self.init(rawValue: key)
    }

    /// Behind this import.
    var cursor: ListCursor { ListCursor(Self.list, ["\(rawValue)"]) }
}
