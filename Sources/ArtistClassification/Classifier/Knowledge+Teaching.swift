extension Knowledge {
    /// Creates knowledge from existing library knowledge and lessons. O(n) in the number of lessons.
    convenience init(_ libraryKnowledge: LibraryKnowledge, _ teaching: Teaching) {
        let (identities, lessons) = (libraryKnowledge.identities.taught(teaching.lessons), Lessons(teaching))
        guard !lessons.corrections.isEmpty else {
            self.init(libraryKnowledge, identities, lessons)
            return
        }
        // The conclusions from corrections depend on the classification without them. Explicit lessons take precedence.
        let learnt = Learnt(teaching, Knowledge(libraryKnowledge, identities, lessons))
        var taught = lessons
        taught.learnt = learnt
        self.init(libraryKnowledge, libraryKnowledge.identities.taught(learnt.lessons + teaching.lessons), taught)
    }
}
