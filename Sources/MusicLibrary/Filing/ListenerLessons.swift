import ArtistClassification
import Postgres
import Tenancy

/// What one listener has taught of names, by itself: for whoever reads no more of the library than that.
enum ListenerLessons {
    /// Read in a transaction: O(lessons).
    static func teaching(of listener: Listener, in transaction: Transaction) async throws -> Teaching {
        let rows = try await transaction.rows(KnowledgeStore.lessons(of: listener))
        var knowledge = ListenerKnowledge()
        knowledge.lessons = try rows.map { try ListenerKnowledge.Lesson(row: $0) }
        return knowledge.teaching
    }
}
