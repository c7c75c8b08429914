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
        identities = Identities(evidence, teaching)
        lessons = Lessons(teaching)
        accounts = evidence.accounts.mapValues { Known($0, Profile($0, in: evidence)) }
    }
}
