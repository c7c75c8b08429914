import Postgres
import Web

/// What a listener's library adds to the lists that a sync writes, in the same transaction.
package protocol SyncedLibrary: Sendable {
    /// The sort key of the true artist of each track that has one.
    ///
    /// - Complexity: O(tracks + what the listener has taught).
    func artistKeys(
        of tracks: [CloudTrack], for listener: Listener, in transaction: Transaction
    ) async throws -> [CloudURN: String]

    /// Statements that write the words by which a search finds what a part of a sync has listed.
    ///
    /// - Parameter ids: of the rows that `CloudRows` wrote.
    func words(of ids: [Int64], in part: SyncPart, for listener: Listener) -> [SQL]
}
