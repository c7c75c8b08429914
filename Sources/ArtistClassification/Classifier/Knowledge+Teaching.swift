extension Knowledge {
    /// Creates knowledge from an existing ground and lessons. O(n) in the number of lessons.
    convenience init(_ ground: Ground, _ teaching: Teaching) {
        let (identities, lessons) = (ground.identities.taught(teaching.lessons), Lessons(teaching))
        guard !lessons.corrections.isEmpty else {
            self.init(ground, identities, lessons)
            return
        }
        // The conclusions from corrections depend on the classification without them. Explicit lessons take precedence.
        let learnt = Learnt(teaching, Knowledge(ground, identities, lessons))
        var taught = lessons
        taught.learnt = learnt
        self.init(ground, ground.identities.taught(learnt.lessons + teaching.lessons), taught)
    }
}
