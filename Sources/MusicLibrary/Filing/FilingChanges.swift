import ArtistClassification
import Postgres
import SoundCloud
import Tenancy
import Web

/// The operations that file a listener's tracks and apply the listener's corrections. Each server runs the changes of a listener one at a time.
///
/// A change reads and classifies outside a transaction, writes in one transaction, and starts again if the library or the corrections have changed
/// in the meantime (``KnowledgeStore``).
package struct FilingChanges: Sendable {
    let database: TenantDatabase
    let filing: FilingResources

    package init(database: TenantDatabase, filing: FilingResources) {
        self.database = database
        self.filing = filing
    }

    /// The maximum number of attempts at a change if the library keeps changing in the meantime.
    private static let attempts = 8

    /// The result of a change: the answer for the caller, and the data to write.
    struct Outcome<Answer: Sendable>: Sendable {
        let answer: Answer
        /// Statements to execute before the filings are written.
        var statements: [SQL] = []
        var trackFilings: [FilingWriter.TrackFiling] = []
        /// The artists' names with a corrected spelling, which existing artists with the same keys adopt.
        var corrected: [String] = []
        /// Whether the change writes anything. If `false`, the answer is returned and the library stays unchanged.
        var isWritten = true

        /// Returns an outcome with an answer and nothing to write.
        static func nothing(_ answer: Answer) -> Outcome { Outcome(answer: answer, isWritten: false) }
    }

    // MARK: - Changes

    /// Makes a change that needs all data about the library (``ListenerKnowledge``), and writes the result in one transaction. Calls `decide` with
    /// the newly read data, once per attempt. Throws 503 if other changes interfered with every attempt or too many jobs are waiting.
    func update<Answer: Sendable>(
        by listener: Listener, _ decide: (inout ListenerKnowledge) async throws -> Outcome<Answer>
    ) async throws -> Answer {
        let store = KnowledgeStore(database: database, listener: listener, workers: filing.workers)
        return try await filing.changes.withLock(listener) {
            try await filing.librarySlots.withPermit {
                filing.libraries.discard(listener)
                for _ in 0..<Self.attempts {
                    var reading = try await store.read()
                    defer { Disposal.dispose(of: &reading.knowledge, leaving: ListenerKnowledge()) }
                    let outcome = try await decide(&reading.knowledge)
                    guard outcome.isWritten else { return outcome.answer }
                    let isWritten = try await database.transaction(in: listener.tenant) { transaction in
                        guard try await store.holds(reading.mark, in: transaction) else { return false }
                        try await write(outcome, by: listener, in: transaction)
                        return true
                    }
                    if isWritten { return outcome.answer }
                }
                throw Self.busy
            }
        }
    }

    /// Makes a change to the library, which is read from the database only if no current copy is cached, and writes the result in one transaction.
    /// With `urn`, the evidence of the library includes all stored uploads by the uploader of this track.
    ///
    /// Each attempt first calls `prepare`, which reads further data, and then `decide` on a worker with the library and these data. Throws 503 if
    /// other changes interfered with every attempt or too many jobs are waiting.
    func change<Answer: Sendable, Prepared: Sendable>(
        by listener: Listener, about urn: CloudURN? = nil, prepare: () async throws -> Prepared,
        deciding decide: @escaping @Sendable (inout FiledLibrary, Prepared) -> Outcome<Answer>
    ) async throws -> Answer {
        let store = KnowledgeStore(database: database, listener: listener, workers: filing.workers)
        return try await filing.changes.withLock(listener) {
            try await filing.librarySlots.withPermit {
                for _ in 0..<Self.attempts {
                    var entry = try await entry(store, about: urn)
                    let prepared = try await prepare()
                    let outcome = try await filing.workers.run(for: listener.tenant.description) { [entry] in
                        entry.contents.library.withLock { decide(&$0, prepared) }
                    }
                    if outcome.isWritten {
                        let before = entry.mark
                        let mark: KnowledgeStore.Mark? = try await database.transaction(in: listener.tenant) {
                            transaction in
                            guard try await store.holds(before, in: transaction) else { return nil }
                            try await write(outcome, by: listener, in: transaction)
                            return try await store.mark(.filed, in: transaction)
                        }
                        guard let mark else { continue }
                        entry.mark = mark
                    }
                    filing.libraries.keep(entry, listener)
                    return outcome.answer
                }
                throw Self.busy
            }
        }
    }

    /// Returns the cached library if it is current, otherwise a newly read library, with all stored uploads by the uploader of `urn`.
    private func entry(_ store: KnowledgeStore, about urn: CloudURN?) async throws -> FiledLibraryCache.Entry {
        guard let kept = filing.libraries.take(store.listener), try await store.isCurrent(kept) else {
            filing.libraries.countRead()
            return try await store.readFiled(and: urn)
        }
        guard let urn else { return kept }
        let uploads = try await store.uploads(beside: urn)
        let (isOld, isKnown) = kept.contents.library.withLock { ($0.contradicts(uploads), $0.track(urn) != nil) }
        guard !isOld else {
            filing.libraries.countRead()
            return try await store.readFiled(and: urn)
        }
        guard !isKnown, !uploads.isEmpty else { return kept }
        return try await filing.workers.run(for: store.listener.tenant.description) {
            kept.contents.library.withLock { $0.addEvidence(uploads) }
            return kept
        }
    }

    /// Writes the result of a change, and deletes artists, albums and labels that the change leaves without tracks.
    private func write<Answer>(
        _ outcome: Outcome<Answer>, by listener: Listener, in transaction: Transaction
    ) async throws {
        let writer = FilingWriter(listener: listener, corrected: outcome.corrected)
        let left = try await writer.entries(of: outcome.trackFilings.map(\.track), in: transaction)
        _ = try await transaction.batch(
            outcome.statements + writer.statements(outcome.trackFilings) + writer.pruning(left))
    }

    private static let busy = APIError(
        .serviceUnavailable, code: .busy, "other changes to your library are in progress: try again in a moment",
        retryAfter: 2)

    // MARK: - Tracks

    /// Adds a track that is stored on this server (spec L6) to the listener's tracks and files the track, in one transaction. A correction with a
    /// value also confirms the track. Returns `true` for an added track, `false` for a track that the listener already has, which is not changed, and
    /// `nil` for a track that is not stored.
    ///
    /// Throws 503 if other changes interfered with every attempt or too many jobs are waiting.
    func add(
        _ urn: CloudURN, correction: TrackCorrection, to location: LibraryTrack.Location = .library,
        by listener: Listener
    ) async throws -> Bool? {
        try await change(by: listener, about: urn) {
        } deciding: { library, _ in
            guard let track = library.track(urn) else { return .nothing(nil) }
            guard library.trackCorrections[track] == nil else { return .nothing(false) }
            library.add(track)
            // Names given with a new track count as a correction.
            let moved = correction.isNothing ? [:] : library.correct(correction, of: track)
            var trackFilings = library.trackFilings(moved, and: [track], settling: correction.isNothing ? nil : track)
            for index in trackFilings.indices where trackFilings[index].track == track {
                trackFilings[index].location = location
            }
            return Outcome(answer: true, trackFilings: trackFilings, corrected: library.correctedNames)
        }
    }

    /// Removes a track, and the artists, albums and labels left without tracks, in one transaction. Returns whether the listener had the track at
    /// this location, or at either location for `nil`.
    package func remove(_ urn: CloudURN, from location: LibraryTrack.Location? = nil, by listener: Listener)
        async throws
        -> Bool
    {
        try await filing.changes.withLock(listener) {
            let kept = filing.libraries.take(listener)
            let removal = try await database.transaction(in: listener.tenant) { transaction in
                try await remove(urn, from: location, by: listener, in: transaction)
            }
            if var kept {
                if let removal {
                    let mark = kept.mark.without(track: removal.share, correction: removal.correctionShare)
                    let isWithout: Void? = try? await filing.workers.run(for: listener.tenant.description) {
                        [kept] in kept.contents.library.withLock { $0.remove(removal.track) }
                    }
                    // The track is removed. Without its new fingerprint, the library is not cached again.
                    guard let mark, isWithout != nil else { return true }
                    kept.mark = mark
                }
                filing.libraries.keep(kept, listener)
            }
            return removal != nil
        }
    }

    /// A removed track, with the two summands that the track contributes to the library's fingerprint.
    private struct Removal: Sendable {
        let track: Int64
        let share: Int64
        let correctionShare: Int64
    }

    private func remove(
        _ urn: CloudURN, from location: LibraryTrack.Location?, by listener: Listener, in transaction: Transaction
    ) async throws -> Removal? {
        _ = try await transaction.rows(KnowledgeStore.lock(listener))
        let writer = FilingWriter(listener: listener, corrected: [])
        let found = try await transaction.rows(
            """
            select x.track_id, hashint8extended(x.track_id, 0) as share,
                   case when x.said <> '{}' then jsonb_hash_extended(x.said, x.track_id) else 0 end as said_share
              from app.library_track x
              join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.shelf = coalesce(\(location), x.shelf)
               and t.urn = \(urn)
            """)
        guard let row = found.first else { return nil }
        let track: Int64 = try row("track_id")
        let left = try await writer.entries(of: [track], in: transaction)
        _ = try await transaction.batch(
            [
                """
                delete from app.library_track
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and track_id = \(track)
                """
            ] + writer.pruning(left) + LibrarySearchIndex.tracks([track], of: listener))
        return Removal(track: track, share: try row("share"), correctionShare: try row("said_share"))
    }

    /// Corrects and confirms a track (spec L8) and files all tracks that the correction affects again, in one transaction. `change` receives the
    /// stored correction of the track, once per attempt. Returns whether the listener has the track. Throws 503 if other changes interfered with
    /// every attempt or too many jobs are waiting.
    package func correct(
        _ urn: CloudURN, by listener: Listener, _ change: @escaping @Sendable (inout TrackCorrection) -> Void
    ) async throws -> Bool {
        try await self.change(by: listener, about: urn) {
        } deciding: { library, _ in
            guard let track = library.track(urn), var correction = library.trackCorrections[track] else {
                return .nothing(false)
            }
            change(&correction)
            let moved = library.correct(correction, of: track)
            return Outcome(
                answer: true, trackFilings: library.trackFilings(moved, and: [track], settling: track),
                corrected: library.correctedNames)
        }
    }
}

extension FiledLibrary {
    /// Returns the filings to write: those in `moved`, and the current filings of `others`. Tracks that the library does not contain are omitted.
    /// With `settled`, this track is confirmed.
    func trackFilings(
        _ moved: [Int64: Filing], and others: [Int64] = [], settling settled: Int64? = nil
    ) -> [FilingWriter.TrackFiling] {
        Set(others).union(moved.keys).compactMap { track in
            guard let upload = uploads[track], let correction = trackCorrections[track],
                let filing = moved[track] ?? filing(track)
            else {
                return nil
            }
            return FilingWriter.TrackFiling(upload, track, correction, filing, isSettled: track == settled)
        }
    }
}
