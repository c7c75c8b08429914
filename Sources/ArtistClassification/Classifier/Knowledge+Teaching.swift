extension Knowledge {
    /// Creates knowledge from an existing ground and lessons. O(lessons).
    convenience init(_ ground: Ground, _ teaching: Teaching) {
        let (identities, lessons) = (ground.identities.taught(teaching.lessons), Lessons(teaching))
        guard !lessons.corrections.isEmpty else {
            self.init(ground, identities, lessons)
            return
        }
        // What corrections teach depends on what would be concluded without them; what was said outright goes before.
        let learnt = Learnt(teaching, Knowledge(ground, identities, lessons))
        var taught = lessons
        taught.learnt = learnt
        self.init(ground, ground.identities.taught(learnt.lessons + teaching.lessons), taught)
    }
}
