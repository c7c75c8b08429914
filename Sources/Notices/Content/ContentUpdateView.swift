import Web

/// A content update as the makers of the catalogue see it.
struct ContentUpdateView: Encodable, Sendable {
    let revision: Int32
    let message: String
    let createdAt: Instant

    init(_ update: ContentUpdate) {
        revision = update.revision.rawValue
        message = update.message
        createdAt = update.createdAt
    }
}

/// What `findContentUpdates` answers.
struct ContentUpdateListView: Encodable, Sendable {
    let updates: [ContentUpdateView]
}
