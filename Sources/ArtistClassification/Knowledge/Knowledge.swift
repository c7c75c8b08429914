/// The immutable data that a classifier consults. The type is a class, so that copying a classifier retains one reference.
final class Knowledge: Sendable {
    /// The evidence about one account.
    final class Known: Sendable {
        let tally: AccountTally
        let profile: Profile

        init(_ tally: AccountTally, _ profile: Profile) {
            self.tally = tally
            self.profile = profile
        }

        /// An account without evidence.
        static let unknown = Known(.nothing, Profile())
    }

    /// The knowledge from a library alone, without corrections. Creating an instance takes O(n log n) in the size of the evidence.
    final class LibraryKnowledge: Sendable {
        let evidence: Evidence
        let identities: Identities
        let accounts: Table<Known>

        init(_ evidence: Evidence) {
            self.evidence = evidence
            identities = Identities(evidence)
            accounts = evidence.accounts.mapValues { Known($0, Profile($0, in: evidence)) }
        }
    }

    let libraryKnowledge: LibraryKnowledge
    let evidence: Evidence
    let accounts: Table<Known>
    let identities: Identities
    let corrections: CorrectionIndex

    init(_ libraryKnowledge: LibraryKnowledge, _ identities: Identities, _ corrections: CorrectionIndex) {
        (self.libraryKnowledge, evidence, accounts) = (
            libraryKnowledge, libraryKnowledge.evidence, libraryKnowledge.accounts
        )
        (self.identities, self.corrections) = (identities, corrections)
    }
}

extension Knowledge {
    /// Returns the number of kinds of evidence, from 0 to 4, with which other accounts show that an artist has the name.
    /// With `isAnonymousLeft`, one of the uploads without a known account is not counted, because that upload is being classified.
    func evidenceCount(_ key: String, without own: Known, isAnonymousLeft: Bool = false) -> Int {
        guard !key.isEmpty, let name = evidence.names[key] else { return 0 }
        var (lefts, fields, uploads) = (name.lefts, name.fields, name.uploads)
        if lefts > 0, !own.tally.isAnonymous, own.tally.lefts[key] > 0 { lefts -= 1 }
        if fields > 0, own.tally.fields[key] > 0 { fields -= 1 }
        if ArtistName.isSameKey(own.tally.account.key, key) { uploads -= Int32(own.tally.uploads) }
        let anonymous = name.anonymousLefts - (isAnonymousLeft ? 1 : 0)
        return (lefts > 0 ? 1 : 0) + (fields > 0 ? 1 : 0) + (uploads > 0 ? 1 : 0) + (anonymous > 0 ? 1 : 0)
    }
}
