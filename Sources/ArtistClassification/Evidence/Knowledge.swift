/// The immutable data in which a classifier looks things up. A class, so that one reference suffices.
final class Knowledge: Sendable {
    /// An account in the evidence.
    final class Known: Sendable {
        let tally: AccountTally
        let profile: Profile

        init(_ tally: AccountTally, _ profile: Profile) {
            self.tally = tally
            self.profile = profile
        }

        /// An account without evidence.
        static let stranger = Known(.nothing, Profile())
    }

    /// The knowledge from a library alone, without lessons. O(names and accounts) to create.
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

    /// Adds lessons to existing ground. O(lessons).
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
