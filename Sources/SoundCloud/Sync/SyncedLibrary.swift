import Postgres
import Web

/// The data that the library adds to the lists that a sync writes, in the same transaction.
package protocol SyncedLibrary: Sendable {
    /// Returns the sort key of the true artist of each track that has one, by the URN of the track. O(*n* + *m*) for *n* tracks and *m* corrections
    /// of the listener.
    func artistKeys(
        of tracks: [CloudTrack], for listener: Listener, in transaction: Transaction
    ) async throws -> [CloudURN: String]

    /// Returns the statements that write the search words of items in one part of a sync. `ids` are keys in the items' table, such as `track_id`.
    func words(of ids: [Int64], in part: SyncPart, for listener: Listener) -> [SQL]
}
