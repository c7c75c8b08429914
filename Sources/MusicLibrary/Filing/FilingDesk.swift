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

    private static let turns = FilingTurns()

    /// Some libraries at a time: each that is read is some dozens of megabytes.
    static let places = RefreshTurns(places: 4)

    /// How often an act begins anew because another server has filed in between.
    private static let attempts = 8

    /// What follows from an act.
    struct Outcome<Answer: Sendable>: Sendable {
        let answer: Answer
        /// Statements that come before the filings.
        var statements: [SQL] = []
        var filings: [Int64: Filing] = [:]
        /// Which of them are written.
        var changed: Set<Int64> = []
        /// Tracks that are settled by it.
        var settling: Set<Int64> = []
        /// Without it there is nothing to write.
        var isWritten = true

        /// Nothing changes.
        static func nothing(_ answer: Answer) -> Outcome { Outcome(answer: answer, isWritten: false) }
    }

    /// Decides by what is known, and writes what follows in one transaction.
    ///
    /// - Parameters:
    ///   - urn: a track that the act is about, if it need not be in the library.
    ///   - decide: changes what is known as the act does.
    func act<Answer: Sendable>(
        by listener: Listener, about urn: CloudURN? = nil,
        _ decide: (inout ListenerKnowledge) async throws -> Outcome<Answer>
    ) async throws -> Answer {
        let store = KnowledgeStore(database: database, listener: listener)
        return try await Self.turns.passing(listener) {
            try await Self.places.passing { try await acted(store, about: urn, listener, decide) }
        }
    }

    private func acted<Answer: Sendable>(
        _ store: KnowledgeStore, about urn: CloudURN?, _ listener: Listener,
        _ decide: (inout ListenerKnowledge) async throws -> Outcome<Answer>
    ) async throws -> Answer {
        for _ in 0..<Self.attempts {
            var reading = try await store.read(and: urn)
            let outcome = try await decide(&reading.knowledge)
            guard outcome.isWritten else { return outcome.answer }
            let statements = outcome.statements + self.statements(outcome, reading.knowledge, listener)
            let isWritten = try await database.transaction(in: listener.tenant) { transaction in
                guard try await store.holds(reading.mark, in: transaction) else { return false }
                _ = try await transaction.batch(statements)
                return true
            }
            if isWritten { return outcome.answer }
        }
        throw APIError(
            .serviceUnavailable, code: "busy", "your library is being filed elsewhere; try again", retryAfter: 2)
    }

    /// Adds a track that is stored here (spec L6), filed by what the library knows.
    ///
    /// - Returns: whether it is new, or `nil` where no such track is stored. One that is there already stays as it is.
    func add(_ urn: CloudURN, said: Said, by listener: Listener) async throws -> Bool? {
        try await act(by: listener, about: urn) { knowledge in
            guard let (track, upload) = knowledge.uploads.first(where: { $0.value.id == urn.description }) else {
                return .nothing(nil)
            }
            guard knowledge.filed[track] == nil else { return .nothing(false) }
            // What is said with it teaches as a correction does.
            let before = said.isNothing ? nil : try await filings(by: knowledge, of: listener)
            knowledge.filed[track] = ListenerKnowledge.Filed(
                track: track, said: said, artists: [], filing: Filing.blank(upload.id))
            var changed: Set<Int64> = [track]
            let after = try await filings(by: knowledge, only: before == nil ? track : nil, of: listener)
            if let before { changed.formUnion(after.keys.filter { before[$0] != after[$0] }) }
            return Outcome(answer: true, filings: after, changed: changed, settling: said.isNothing ? [] : [track])
        }
    }

    /// Takes a track out; whether it was there.
    func remove(_ urn: CloudURN, by listener: Listener) async throws -> Bool {
        try await database.transaction(in: listener.tenant) { transaction in
            _ = try await transaction.rows(KnowledgeStore.lock(listener))
            let pruning = FilingWriter(listener: listener, taught: []).pruning
            let rows = try await transaction.batch(
                [
                    """
                    delete from app.library_track x
                     using app.cloud_track t
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and t.tenant_id = x.tenant_id
                       and t.track_id = x.track_id
                       and t.urn = \(urn)
                    returning x.track_id
                    """
                ] + pruning)
            let removed = try rows[0].map { try $0("track_id", as: Int64.self) }
            if !removed.isEmpty { _ = try await transaction.batch(LibraryWords.tracks(removed, of: listener)) }
            return !removed.isEmpty
        }
    }

    /// Corrects what is said of a track (spec L8), and files what that teaches of others.
    ///
    /// - Parameter change: what was said becomes what is said now.
    /// - Returns: whether the track is in the library.
    func correct(_ urn: CloudURN, by listener: Listener, _ change: @Sendable (inout Said) -> Void) async throws -> Bool
    {
        try await act(by: listener) { knowledge in
            guard let filed = knowledge.filed.values.first(where: { $0.filing.id == urn.description }) else {
                return .nothing(false)
            }
            let before = try await filings(by: knowledge, of: listener)
            var said = filed.said
            change(&said)
            knowledge.filed[filed.track]?.said = said
            let after = try await filings(by: knowledge, of: listener)
            let changed = after.keys.filter { before[$0] != after[$0] } + [filed.track]
            return Outcome(answer: true, filings: after, changed: Set(changed), settling: [filed.track])
        }
    }

    /// How what is known files the tracks of the library, or one of them.
    func filings(
        by knowledge: ListenerKnowledge, only track: Int64? = nil, of listener: Listener
    ) async throws -> [Int64: Filing] {
        try await KnowledgeStore.workers.run(for: listener.tenant.description) { knowledge.filings(only: track) }
    }

    /// What files these tracks anew and nothing else.
    private func statements<Answer>(
        _ outcome: Outcome<Answer>, _ knowledge: ListenerKnowledge, _ listener: Listener
    ) -> [SQL] {
        let placements = outcome.changed.compactMap { track -> FilingWriter.Placement? in
            guard let filing = outcome.filings[track], let upload = knowledge.uploads[track],
                let filed = knowledge.filed[track]
            else { return nil }
            return FilingWriter.Placement(
                track: track, said: filed.said, filing: filing.stored(upload),
                durationMs: Int32(clamping: upload.durationMs ?? 0), isSettled: outcome.settling.contains(track))
        }
        let taught = knowledge.lessons.flatMap(\.names) + knowledge.filed.values.flatMap { $0.said.artists ?? [] }
        return FilingWriter(listener: listener, taught: Set(taught).sorted()).statements(placements)
    }
}

extension Filing {
    /// Of a track that is not filed yet.
    static func blank(_ id: String) -> Filing {
        Filing(
            id: id, credits: [], title: "", creditedTitle: "", coreTitle: "", suggestedShelf: .songs, confidence: 0,
            reasons: [])
    }
}
