/// All that a classifier looks things up in. It never changes, so that one reference to it is enough.
final class Knowledge: Sendable {
    /// An account that the evidence knows.
    final class Known: Sendable {
        let tally: AccountTally
        let profile: Profile

        init(_ tally: AccountTally, _ profile: Profile) {
            self.tally = tally
            self.profile = profile
        }

        /// An account of which nothing is known.
        static let stranger = Known(.nothing, Profile())
    }

    /// What a library says by itself, whatever is taught: O(its names and accounts) to make.
    final class Ground: Sendable {
        let evidence: Evidence
        let identities: Identities
        let accounts: Table<Known>

        init(_ evidence: Evidence) {
            self.evidence = evidence
            identities = Identities(evidence)
            accounts = evidence.accounts.mapValues { Known($0, Profile($0, in: evidence)) }
        }
    }

    let ground: Ground
    let evidence: Evidence
    let accounts: Table<Known>
    let identities: Identities
    let lessons: Lessons

    /// O(lessons), where the ground is there.
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

    private init(_ ground: Ground, _ identities: Identities, _ lessons: Lessons) {
        (self.ground, evidence, accounts) = (ground, ground.evidence, ground.accounts)
        (self.identities, self.lessons) = (identities, lessons)
    }
}
