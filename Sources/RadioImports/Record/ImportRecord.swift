import Web

/// The record of an import: its files, the person or program that ran it, and the result (spec R68).
public struct ImportRecord: Sendable {
    /// The ID of an import, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let format: String
    /// The name of the file or folder, or the number of files, such as "3 files".
    public let name: String
    /// The SHA-256 hash of all files one after another. If a file exceeded a limit, the hash covers no later files, and perhaps only a part of this
    /// file.
    public let sha256: [UInt8]
    public let actor: String
    public let startedAt: Instant
    public let finishedAt: Instant
    public let report: ImportReport
}

extension ImportRecord.ID {
    static let list = "imports"

    init?(_ cursor: ListCursor) {
        guard cursor.values.count == 1, let key = cursor.number(0), key > 0 else { return nil }
        self.init(rawValue: key)
    }

    /// The cursor for the page that starts after this import.
    var cursor: ListCursor { ListCursor(Self.list, ["\(rawValue)"]) }
}
