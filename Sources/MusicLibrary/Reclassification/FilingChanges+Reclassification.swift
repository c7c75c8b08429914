import ArtistClassification
import SoundCloud
import Web

extension FilingChanges {
    /// Returns the tracks that the current rules would file differently. Writes nothing. O(n) in the size of the library and the evidence. Throws 503
    /// if too many jobs are waiting.
    package func reclassification(of listener: Listener) async throws -> LibraryReclassification {
        try await filing.librarySlots.withPermit {
            var knowledge = try await KnowledgeStore(
                database: database, listener: listener, workers: filing.workers
            ).read().knowledge
            defer { Disposal.dispose(of: &knowledge, leaving: ListenerKnowledge()) }
            return try await compare(knowledge, listener)
        }
    }

    /// Applies the reviewed difference with this revision in one transaction, and marks all tracks as filed by the current rules. Returns the applied
    /// difference, or `nil`, without a change, if the library has another difference now. Throws 503 if other changes interfered with every attempt
    /// or too many jobs are waiting.
    package func reclassify(_ revision: String, by listener: Listener) async throws -> LibraryReclassification? {
        try await update(by: listener) { knowledge in
            let difference = try await compare(knowledge, listener)
            guard difference.revision == revision else { return .nothing(nil) }
            let version = Int32(Classifier.version)
            return Outcome(
                answer: difference,
                statements: [
                    """
                    update app.library_track
                       set filed_by = \(version)
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and filed_by < \(version)
                    """
                ],
                trackFilings: difference.moves.compactMap { move in
                    guard let upload = knowledge.uploads[move.track], let filed = knowledge.filed[move.track] else {
                        return nil
                    }
                    return FilingWriter.TrackFiling(upload, move.track, filed.correction, move.after)
                },
                corrected: FiledLibrary.correctedNames(
                    knowledge.filed.values.map(\.correction), knowledge.nameCorrections))
        }
    }

    private func compare(
        _ knowledge: ListenerKnowledge, _ listener: Listener
    ) async throws -> LibraryReclassification {
        try await filing.workers.run(for: listener.tenant.description) {
            LibraryReclassification(knowledge, filings: knowledge.filings())
        }
    }
}
