import ArtistClassification
import Postgres
import SoundCloud
import Web

/// The data that the library adds to the lists that a sync writes: words for the search, and true artists as sort keys.
package struct ListenerLibrary: SyncedLibrary {
    package init() {}

    /// Returns the sort key of the true artist by the URN of the track, classified from these tracks and the listener's corrections of names alone.
    ///
    /// The stored filing of a track takes precedence when the sync writes the track's like.
    package func artistKeys(
        of tracks: [CloudTrack], for listener: Listener, in transaction: Transaction
    ) async throws -> [CloudURN: String] {
        guard !tracks.isEmpty else { return [:] }
        let rows = try await transaction.rows(KnowledgeStore.nameCorrections(of: listener))
        var knowledge = ListenerKnowledge()
        knowledge.nameCorrections = try rows.map { try ListenerKnowledge.NameCorrection(row: $0) }
        let uploads = tracks.map { ($0.urn, $0.upload) }
        let classifier = Classifier(Evidence(uploads.map(\.1)), corrections: knowledge.corrections)
        return Dictionary(
            uploads.compactMap { urn, upload in
                classifier.classify(upload).stored(upload).primaryArtist.map {
                    (urn, SortKey(artist: $0.name).description)
                }
            }, uniquingKeysWith: { one, _ in one })
    }

    package func words(of ids: [Int64], in part: SyncPart, for listener: Listener) -> [SQL] {
        LibrarySearchIndex.indexing(ids, in: part, of: listener)
    }
}
