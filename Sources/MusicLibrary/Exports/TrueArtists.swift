import ArtistClassification
import Postgres
import SoundCloud
import Tenancy
import Web

/// A classifier of tracks that are in neither the library nor the podcasts of a listener, with the same evidence and corrections as for the
/// listener's tracks.
struct TrueArtists: Sendable {
    let database: TenantDatabase
    let listener: Listener
    let workers: Workers

    /// Classifies those of the given tracks that the listener has not added, and returns their filings by track key. Tracks that are not stored are
    /// omitted. Writes nothing.
    ///
    /// O(n) in the number of all stored uploads by the uploaders of `tracks` and of the tracks in the library and in the likes.
    func filings(of tracks: [Int64]) async throws -> [Int64: Filing] {
        let row = try await database.rows(
            in: listener.tenant,
            """
            select array(select unnest(\(tracks))
                         except
                         select track_id
                           from app.library_track
                          where tenant_id = \(listener.tenant)
                            and user_id = \(listener.account)) as others
            """
        ).first
        let others: [Int64] = try row?("others") ?? []
        guard !others.isEmpty else { return [:] }
        let knowledge = try await KnowledgeStore(database: database, listener: listener, workers: workers).read(
            tracks: others
        ).knowledge
        return try await workers.run(for: listener.tenant.description) {
            var filings: [Int64: Filing] = [:]
            for (track, filing) in knowledge.filings(of: others) {
                filings[track] = knowledge.uploads[track].map { filing.stored($0) }
            }
            return filings
        }
    }
}
