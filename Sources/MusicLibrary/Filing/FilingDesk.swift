import ArtistClassification
import Postgres
import Tenancy
import Web

/// Files a listener's tracks, and files them again where the listener corrects something.
///
/// What an act goes by is read and weighed without a transaction; what follows from it is written in one, if what was read still
/// stands then, and otherwise the act begins anew (``KnowledgeStore``). On one server a listener's acts go one after the other.
struct FilingDesk: Sendable {
    let database: TenantDatabase
    let filing: FilingResources

    /// How often an act begins anew because another server has filed in between.
    private static let attempts = 8

    /// What follows from an act.
    struct Outcome<Answer: Sendable>: Sendable {
        let answer: Answer
        /// Statements that come before the filings.
        var statements: [SQL] = []
        var placements: [FilingWriter.Placement] = []
        /// Names whose spelling was taught.
        var taught: [String] = []
        /// Without it there is nothing to write.
        var isWritten = true

        /// Nothing changes.
        static func nothing(_ answer: Answer) -> Outcome { Outcome(answer: answer, isWritten: false) }
    }

    // MARK: - Acts

    /// Decides by all that is known, and writes what follows in one transaction.
    ///
    /// - Parameter decide: changes what is known as the act does.
    func act<Answer: Sendable>(
        by listener: Listener, _ decide: (inout ListenerKnowledge) async throws -> Outcome<Answer>
    ) async throws -> Answer {
        let store = KnowledgeStore(database: database, listener: listener, workers: filing.workers)
        return try await filing.turns.passing(listener) {
            try await filing.places.passing {
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

    /// Decides by what the library is filed by, which is kept from one act to the next, and writes what follows in one transaction.
    ///
    /// - Parameters:
    ///   - urn: a track that the act is about, if it is about one.
    ///   - prepare: reads what else the act goes by.
    ///   - deciding: changes the library as the act does; called on a worker.
    func change<Answer: Sendable, Prepared: Sendable>(
        by listener: Listener, about urn: CloudURN? = nil, prepare: () async throws -> Prepared,
        deciding decide: @escaping @Sendable (inout FiledLibrary, Prepared) -> Outcome<Answer>
    ) async throws -> Answer {
        let store = KnowledgeStore(database: database, listener: listener, workers: filing.workers)
        return try await filing.turns.passing(listener) {
            try await filing.places.passing {
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

    /// The library as it was kept, if it still stands, or read.
    private func entry(_ store: KnowledgeStore, about urn: CloudURN?) async throws -> FiledLibraryMemory.Entry {
        guard let kept = filing.libraries.take(store.listener), try await store.stands(kept) else {
            filing.libraries.wasRead()
            return try await store.readFiled(and: urn)
        }
        guard let urn else { return kept }
        let uploads = try await store.uploads(beside: urn)
        let (isOld, isKnown) = kept.contents.library.withLock { ($0.contradicts(uploads), $0.track(urn) != nil) }
        guard !isOld else {
            filing.libraries.wasRead()
            return try await store.readFiled(and: urn)
        }
        guard !isKnown, !uploads.isEmpty else { return kept }
        return try await filing.workers.run(for: store.listener.tenant.description) {
            kept.contents.library.withLock { $0.know(uploads) }
            return kept
        }
    }

    /// Writes what follows from an act, and takes away what nothing is filed under any more.
    private func write<Answer>(
        _ outcome: Outcome<Answer>, by listener: Listener, in transaction: Transaction
    ) async throws {
        let writer = FilingWriter(listener: listener, taught: outcome.taught)
        let left = try await writer.places(of: outcome.placements.map(\.track), in: transaction)
        _ = try await transaction.batch(
            outcome.statements + writer.statements(outcome.placements) + writer.pruning(left))
    }

    private static let busy = APIError(
        .serviceUnavailable, code: "busy", "your library is changing elsewhere: try again in a moment", retryAfter: 2)

    // MARK: - Tracks

    /// Adds a track that is stored here (spec L6), filed by what the library knows.
    ///
    /// - Parameter shelf: where a new one stands.
    /// - Returns: whether it is new, or `nil` where no such track is stored. One that is there already stays as it is.
    func add(
        _ urn: CloudURN, said: Said, to shelf: LibraryTrack.Shelf = .library, by listener: Listener
    ) async throws -> Bool? {
        try await change(by: listener, about: urn) {
        } deciding: { library, _ in
            guard let track = library.track(urn) else { return .nothing(nil) }
            guard library.said[track] == nil else { return .nothing(false) }
            library.add(track)
            // What is said with it teaches as a correction does.
            let moved = said.isNothing ? [:] : library.say(said, of: track)
            var placements = library.placements(moved, and: [track], settling: said.isNothing ? nil : track)
            for index in placements.indices where placements[index].track == track { placements[index].shelf = shelf }
            return Outcome(answer: true, placements: placements, taught: library.taughtNames)
        }
    }

    /// Takes a track out; whether it was there. A library that is kept goes on without it, and nothing is read for that.
    func remove(_ urn: CloudURN, from shelf: LibraryTrack.Shelf? = nil, by listener: Listener) async throws -> Bool {
        try await filing.turns.passing(listener) {
            let kept = filing.libraries.take(listener)
            let removal = try await database.transaction(in: listener.tenant) { transaction in
                try await remove(urn, from: shelf, by: listener, in: transaction)
            }
            if var kept {
                if let removal {
                    let mark = kept.mark.without(track: removal.share, said: removal.saidShare)
                    let isWithout: Void? = try? await filing.workers.run(for: listener.tenant.description) {
                        [kept] in kept.contents.library.withLock { $0.remove(removal.track) }
                    }
                    // The track is gone either way.
                    guard let mark, isWithout != nil else { return true }
                    kept.mark = mark
                }
                filing.libraries.keep(kept, listener)
            }
            return removal != nil
        }
    }

    /// A track that was taken out, and what it counted for in the mark of its library.
    private struct Removal: Sendable {
        let track: Int64
        let share: Int64
        let saidShare: Int64
    }

    private func remove(
        _ urn: CloudURN, from shelf: LibraryTrack.Shelf?, by listener: Listener, in transaction: Transaction
    ) async throws -> Removal? {
        _ = try await transaction.rows(KnowledgeStore.lock(listener))
        let writer = FilingWriter(listener: listener, taught: [])
        let found = try await transaction.rows(
            """
            select x.track_id, hashint8extended(x.track_id, 0) as share,
                   case when x.said <> '{}' then jsonb_hash_extended(x.said, x.track_id) else 0 end as said_share
              from app.library_track x
              join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.shelf = coalesce(\(shelf), x.shelf)
               and t.urn = \(urn)
            """)
        guard let row = found.first else { return nil }
        let track: Int64 = try row("track_id")
        let left = try await writer.places(of: [track], in: transaction)
        _ = try await transaction.batch(
            [
                """
                delete from app.library_track
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and track_id = \(track)
                """
            ] + writer.pruning(left) + LibraryWords.tracks([track], of: listener))
        return Removal(track: track, share: try row("share"), saidShare: try row("said_share"))
    }

    /// Corrects what is said of a track (spec L8), and files what that teaches of others.
    ///
    /// - Parameter change: what was said becomes what is said now.
    /// - Returns: whether the track is in the library.
    func correct(
        _ urn: CloudURN, by listener: Listener, _ change: @escaping @Sendable (inout Said) -> Void
    ) async throws -> Bool {
        try await self.change(by: listener, about: urn) {
        } deciding: { library, _ in
            guard let track = library.track(urn), var said = library.said[track] else { return .nothing(false) }
            change(&said)
            let moved = library.say(said, of: track)
            return Outcome(
                answer: true, placements: library.placements(moved, and: [track], settling: track),
                taught: library.taughtNames)
        }
    }
}

extension FiledLibrary {
    /// Where tracks of the library go: those that are filed otherwise, and others as they are filed.
    ///
    /// - Parameter settled: a track that is settled by it.
    func placements(
        _ moved: [Int64: Filing], and others: [Int64] = [], settling settled: Int64? = nil
    ) -> [FilingWriter.Placement] {
        Set(others).union(moved.keys).compactMap { track in
            guard let upload = uploads[track], let said = said[track], let filing = moved[track] ?? filing(track) else {
                return nil
            }
            return FilingWriter.Placement(upload, track, said, filing, isSettled: track == settled)
        }
    }
}
