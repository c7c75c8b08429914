import Web

/// What an import did, or with `isDryRun` would do.
public struct ImportReport: Sendable, Hashable {
    /// What became of the content.
    public enum Outcome: Sendable, Hashable {
        /// It is new: revision 1.
        case created
        /// The content differs; the revision has risen to this.
        case replaced(revision: Int)
        /// The content is the same, bit for bit: nothing was written and nobody notified.
        case unchanged(revision: Int)

        /// What the record of the tenant says of it.
        var facts: [String: String] {
            switch self {
            case .created: ["revision": "1"]
            case .replaced(let revision), .unchanged(let revision): ["revision": String(revision)]
            }
        }
    }

    /// "concert fate-and-autumn" or "glossary".
    public let subject: String
    /// The slug of the concert, or "glossary".
    public let name: String
    public let outcome: Outcome
    public let isDryRun: Bool
    /// What was counted, in the order to show it: ("pieces", 6), ("measures", 2101) …
    public let counts: [Count]
    /// What is odd and was accepted all the same.
    public let notices: [ImportNotice]

    /// How many there are of one kind.
    public struct Count: Sendable, Hashable {
        public let what: String
        public let number: Int
    }

    init(
        subject: String, name: String, outcome: Outcome, isDryRun: Bool, counts: KeyValuePairs<String, Int>,
        notices: [ImportNotice]
    ) {
        self.subject = subject
        self.name = name
        self.outcome = outcome
        self.isDryRun = isDryRun
        self.counts = counts.map { Count(what: $0.key, number: $0.value) }
        self.notices = notices
    }

    /// One line: "imported concert fate-and-autumn, revision 2: 6 pieces, 2101 measures, …".
    public var summary: String {
        let (done, would, revision) =
            switch outcome {
            case .created: ("imported", "would import", 1)
            case .replaced(let revision): ("replaced", "would replace", revision)
            case .unchanged(let revision): ("left unchanged", "would leave unchanged", revision)
            }
        let counted = Phrase.list(counts.map { Phrase.count($0.number, Self.one(of: $0.what), $0.what) })
        return "\(isDryRun ? would : done) \(subject), revision \(revision): \(counted)"
    }

    /// "categories" are one "category", "key signatures" one "key signature".
    private static func one(of many: String) -> String {
        many.hasSuffix("ies") ? many.dropLast(3) + "y" : String(many.dropLast())
    }
}
