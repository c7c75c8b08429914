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
    }

    let evidence: Evidence
    let identities: Identities
    let lessons: Lessons
    let accounts: Table<Known>

    init(_ evidence: Evidence, _ teaching: Teaching) {
        self.evidence = evidence
        let accounts = evidence.accounts.mapValues { Known($0, Profile($0, in: evidence)) }
        let (identities, lessons) = (Identities(evidence, teaching), Lessons(teaching))
        self.accounts = accounts
        guard !lessons.corrections.isEmpty else {
            (self.identities, self.lessons) = (identities, lessons)
            return
        }
        // What corrections teach depends on what would be concluded without them; what was said outright goes before.
        let untaught = Knowledge(evidence, identities, lessons, accounts)
        let learnt = Learnt(teaching, untaught)
        var taught = lessons
        taught.learnt = learnt
        self.lessons = taught
        self.identities = Identities(evidence, Teaching(learnt.lessons + teaching.lessons))
    }

    private init(_ evidence: Evidence, _ identities: Identities, _ lessons: Lessons, _ accounts: Table<Known>) {
        (self.evidence, self.identities, self.lessons, self.accounts) = (evidence, identities, lessons, accounts)
    }
}
