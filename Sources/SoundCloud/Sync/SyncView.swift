import Web

/// The response of `createLibrarySync` and `getLibrarySync`.
struct SyncView: Encodable, Sendable {
    let id: String
    let state: LibrarySync.State
    /// The reason why the sync failed or was postponed; `nil` if no reason is stored.
    let fault: String?
    let createdAt: Instant
    let startedAt: Instant?
    let finishedAt: Instant?
    let parts: [Part]

    struct Part: Encodable, Sendable {
        let part: SyncPart
        let state: LibrarySync.State
        let pages: Int32
        let seen: Int32
        let added: Int32
        let changed: Int32
        let removed: Int32
        /// The number of items that could not be read; `faults` contains the faults of the first 100 of them.
        let faultCount: Int32
        let faults: [CloudFault]
        let fault: String?
    }

    init(_ sync: LibrarySync) {
        id = sync.id.description
        state = sync.state
        fault = sync.fault.isEmpty ? nil : sync.fault
        (createdAt, startedAt, finishedAt) = (sync.createdAt, sync.startedAt, sync.finishedAt)
        parts = sync.parts.map { part in
            Part(
                part: part.part, state: part.state, pages: part.pages, seen: part.seen, added: part.added,
                changed: part.changed, removed: part.removed, faultCount: part.faultCount, faults: part.faults,
                fault: part.fault.isEmpty ? nil : part.fault)
        }
    }
}
