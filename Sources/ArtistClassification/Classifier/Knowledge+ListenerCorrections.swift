extension Knowledge {
    /// Creates knowledge from existing library knowledge and corrections. O(n) in the number of corrections.
    convenience init(_ libraryKnowledge: LibraryKnowledge, _ given: ListenerCorrections) {
        let (identities, corrections) = (
            libraryKnowledge.identities.corrected(given.corrections), CorrectionIndex(given)
        )
        guard !corrections.trackValues.isEmpty else {
            self.init(libraryKnowledge, identities, corrections)
            return
        }
        // The conclusions from corrections depend on the classification without them. Explicit corrections take precedence.
        let conclusions = CorrectionConclusions(given, Knowledge(libraryKnowledge, identities, corrections))
        var corrected = corrections
        corrected.conclusions = conclusions
        self.init(
            libraryKnowledge, libraryKnowledge.identities.corrected(conclusions.corrections + given.corrections),
            corrected)
    }
}
