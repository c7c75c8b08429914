import ArtistClassification
import Postgres
import Tenancy

/// Reads only a listener's corrections of names, for code that does not need the library.
enum ListenerLessons {
    /// Reads the corrections in a transaction: O(corrections).
    static func teaching(of listener: Listener, in transaction: Transaction) async throws -> Teaching {
        let rows = try await transaction.rows(KnowledgeStore.lessons(of: listener))
        var knowledge = ListenerKnowledge()
        knowledge.lessons = try rows.map { try ListenerKnowledge.Lesson(row: $0) }
        return knowledge.teaching
    }
}
