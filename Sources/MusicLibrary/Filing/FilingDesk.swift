import ArtistClassification
import Postgres
import Tenancy
import Web

/// Files a listener's tracks, and files them again where the listener corrects something. Each act is one transaction.
struct FilingDesk: Sendable {
    let database: TenantDatabase

    /// Tens of thousands of tracks take a second, which no event loop has to spare (spec H3.4).
    private static let workers = Workers("tutti.filing", width: 1, limit: 256)

    /// Adds a track that is stored here (spec L6), filed by what the library knows.
    ///
    /// - Returns: whether it is new, or `nil` where no such track is stored. One that is there already stays as it is.
    func add(_ urn: CloudURN, said: Said, by listener: Listener) async throws -> Bool? {
        try await database.transaction(in: listener.tenant) { transaction in
            var knowledge = try await KnowledgeStore(listener: listener).read(in: transaction, and: urn)
            guard let (track, upload) = knowledge.uploads.first(where: { $0.value.id == urn.description }) else {
                return nil
            }
            guard knowledge.filed[track] == nil else { return false }
            // What is said with it teaches as a correction does.
            let before = said.isNothing ? nil : try await filings(by: knowledge, of: listener)
            knowledge.filed[track] = ListenerKnowledge.Filed(
                track: track, said: said, artists: [], filing: Filing.blank(upload.id))
            var changed: Set<Int64> = [track]
            let after = try await filings(by: knowledge, only: before == nil ? track : nil, of: listener)
            if let before { changed.formUnion(after.keys.filter { before[$0] != after[$0] }) }
            try await write(
                after, of: changed, knowledge, settling: said.isNothing ? [] : [track], listener, transaction)
            return true
        }
    }

    /// Takes a track out; whether it was there.
    func remove(_ urn: CloudURN, by listener: Listener) async throws -> Bool {
        try await database.transaction(in: listener.tenant) { transaction in
            _ = try await transaction.rows(
                """
                select pg_advisory_xact_lock(\(listener.tenant), hashtext('library ' || \(String(listener.account))))
                """)
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
            return !rows[0].isEmpty
        }
    }

    /// Corrects what is said of a track (spec L8), and files what that teaches of others.
    ///
    /// - Parameter change: what was said becomes what is said now.
    /// - Returns: whether the track is in the library.
    func correct(_ urn: CloudURN, by listener: Listener, _ change: @Sendable (inout Said) -> Void) async throws -> Bool
    {
        try await database.transaction(in: listener.tenant) { transaction in
            var knowledge = try await KnowledgeStore(listener: listener).read(in: transaction)
            guard let filed = knowledge.filed.values.first(where: { $0.filing.id == urn.description }) else {
                return false
            }
            let before = try await filings(by: knowledge, of: listener)
            var said = filed.said
            change(&said)
            knowledge.filed[filed.track]?.said = said
            let after = try await filings(by: knowledge, of: listener)
            let changed = after.keys.filter { before[$0] != after[$0] } + [filed.track]
            try await write(after, of: Set(changed), knowledge, settling: [filed.track], listener, transaction)
            return true
        }
    }

    /// How what is known files the tracks of the library, or one of them.
    func filings(
        by knowledge: ListenerKnowledge, only track: Int64? = nil, of listener: Listener
    ) async throws -> [Int64: Filing] {
        try await Self.workers.run(for: listener.tenant.description) { knowledge.filings(only: track) }
    }

    /// Files all of these anew and nothing else.
    func write(
        _ filings: [Int64: Filing], of tracks: Set<Int64>, _ knowledge: ListenerKnowledge, settling: Set<Int64> = [],
        _ listener: Listener, _ transaction: Transaction
    ) async throws {
        let placements = tracks.compactMap { track -> FilingWriter.Placement? in
            guard let filing = filings[track], let upload = knowledge.uploads[track], let filed = knowledge.filed[track]
            else { return nil }
            return FilingWriter.Placement(
                track: track, said: filed.said, filing: filing.stored(upload),
                durationMs: Int32(clamping: upload.durationMs ?? 0), isSettled: settling.contains(track))
        }
        let taught = knowledge.lessons.flatMap(\.names) + knowledge.filed.values.flatMap { $0.said.artists ?? [] }
        _ = try await transaction.batch(
            FilingWriter(listener: listener, taught: Set(taught).sorted()).statements(placements))
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
