import Web

/// The last member of an archive: what it is and what is in it.
struct ExportManifest: Encodable, Sendable {
    let format = "tutti-tenant-export"
    /// Rises when a reader of older archives could not read this one.
    let formatVersion = 1
    /// The number of the last migration of the database.
    let schemaVersion: Int
    let tenant: String
    let exportedAt: Instant
    /// What the archive does not hold, for whoever moves house with it.
    let leftOut = [
        "hashes of passwords: every account sets a new one",
        "hashes of sessions, tokens, devices and links: what was handed out ends with the move",
    ]
    var members: [Member] = []

    /// One file of the archive.
    struct Member: Encodable, Sendable, Hashable {
        let name: String
        let bytes: Int
        /// In hexadecimal.
        let sha256: String
        /// Of a table's file, how many lines it has.
        let rows: Int?
    }
}
