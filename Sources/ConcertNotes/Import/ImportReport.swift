import Web

/// The result of an import or, with `isDryRun`, the expected result.
public struct ImportReport: Sendable, Hashable {
    /// The effect of the import on the stored content.
    public enum Outcome: Sendable, Hashable {
        /// The content is new, with revision 1.
        case created
        /// The content has been replaced and has this revision.
        case replaced(revision: Int)
        /// Nothing was written, and no notification was sent.
        case unchanged(revision: Int)

        var facts: [String: String] {
            switch self {
            case .created: ["revision": "1"]
            case .replaced(let revision), .unchanged(let revision): ["revision": String(revision)]
            }
        }
    }

    /// The subject, such as "concert fate-and-autumn" or "glossary".
    public let subject: String
    /// The short name of the concert, or "glossary".
    public let name: String
    public let outcome: Outcome
    public let isDryRun: Bool
    /// The numbers of parts, in display order: ("pieces", 6), ("measures", 2101) …
    public let counts: [Count]
    public let notices: [ImportNotice]

    /// The number of parts of one kind.
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

    /// The report in one line, such as "replaced concert fate-and-autumn, revision 2: 6 pieces, 2101 measures, …".
    public var summary: String {
        let (done, would, revision) =
            switch outcome {
            case .created: ("imported", "would import", 1)
            case .replaced(let revision): ("replaced", "would replace", revision)
            case .unchanged(let revision): ("did not change", "would not change", revision)
            }
        let counted = SentenceFormat.list(
            counts.map { SentenceFormat.count($0.number, Self.one(of: $0.what), $0.what) })
        return "\(isDryRun ? would : done) \(subject), revision \(revision): \(counted)"
    }

    private static func one(of many: String) -> String {
        many.hasSuffix("ies") ? many.dropLast(3) + "y" : String(many.dropLast())
    }
}
