import Web

/// The result of an import. A dry run has the same report except for the outcome (spec R68).
public struct ImportReport: Sendable, Hashable {
    /// The outcome of an import.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case published, unchanged, refused
        case dryRun = "dry-run"
    }

    /// The numbers of items of one kind, without those that have faults or are duplicates.
    public struct Count: Sendable, Hashable {
        public let kind: String
        public var new: Int64 = 0
        public var changed: Int64 = 0
        public var unchanged: Int64 = 0
        /// The number of items that ended: channels, shows and rules that a complete source no longer lists, and broadcasts that are replaced or no
        /// longer listed.
        public var gone: Int64 = 0

        public init(kind: String) { self.kind = kind }

        var changes: Int64 { new + changed + gone }
        /// The number of items that the file contains.
        var usable: Int64 { new + changed + unchanged }

        /// Returns the name of a kind in texts for users. The API returns the kind itself.
        static func name(_ kind: String) -> String {
            switch kind {
            case "airing": "broadcast"
            case "cut": "played track"
            case "tag": "topic"
            case "version": "recording"
            default: kind
            }
        }
    }

    public internal(set) var format: String
    public internal(set) var name: String
    /// The format, with the source name if there is one, such as "rss:morning-talks". Keys are unique within a source.
    public internal(set) var source: String
    public internal(set) var outcome = Outcome.published
    public internal(set) var counts: [Count] = []
    /// The items and values that were not imported, with reasons.
    public internal(set) var faults = Findings()
    /// The other differences between the files and the imported data, such as shortened texts.
    public internal(set) var notices = Findings()
    /// The losses for listeners: moved or cancelled airings, changed or ended rules for which listeners have alerts, recordings with a shorter time
    /// on demand, and shows and channels that become inactive.
    public internal(set) var losses = Findings()

    init(format: String, name: String, source: String) {
        self.format = format
        self.name = name
        self.source = source
    }

    /// Whether an item is new, changed or gone.
    public var changesAnything: Bool { counts.contains { $0.changes > 0 } }
}

/// The faults, notices or losses of an import: their number, and the first 500.
public struct Findings: Sendable, Hashable {
    /// A message with its position in a file.
    public struct Finding: Sendable, Hashable {
        public let position: FilePosition
        public let message: String
    }

    /// The maximum number of findings in `first`; `total` counts the others too.
    static let limit = 500

    public private(set) var total: Int64 = 0
    public private(set) var first: [Finding] = []

    mutating func append(_ message: String, at position: FilePosition) {
        total += 1
        if first.count < Self.limit { first.append(Finding(position: position, message: message)) }
    }

    /// Increases the total by the number of findings that `first` does not contain.
    mutating func count(further: Int64) { total += further }

    mutating func append(_ other: Findings) {
        total += other.total
        first += other.first.prefix(max(0, Self.limit - first.count))
    }
}

extension ImportReport {
    /// The report as lines of text, with the outcome last.
    public var lines: [String] {
        func lines(_ word: String, _ findings: Findings) -> [String] {
            var lines = findings.first.map { "\(word): \($0.position): \($0.message)" }
            let further = findings.total - Int64(findings.first.count)
            if further > 0 { lines.append("\(word): and \(further) more") }
            return lines
        }
        let counted = counts.map { count in
            "\(Count.name(count.kind)): \(count.new) new, \(count.changed) changed, \(count.unchanged) unchanged"
                + (count.gone > 0 ? ", \(count.gone) removed" : "")
        }
        return lines("note", notices) + lines("error", faults) + lines("loss for listeners", losses) + counted
            + [ending]
    }

    private static func errors(_ findings: Findings) -> String { findings.total == 1 ? "error" : "errors" }

    private var ending: String {
        let faulty =
            faults.total == 0 ? "" : "; \(faults.total) \(Self.errors(faults)): items with errors are not imported"
        return switch outcome {
        case .published: "published \(source)\(faulty)"
        case .unchanged: "\(source) is unchanged; nothing was written\(faulty)"
        case .dryRun: "dry run of \(source): nothing was written\(faulty)"
        case .refused: "refused \(source): \(faults.total) \(Self.errors(faults)); nothing was written"
        }
    }
}

extension ImportReport: Encodable {
    private enum Member: String, CodingKey { case outcome, counts, faults, notices, losses, source }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(outcome.rawValue, forKey: .outcome)
        try members.encode(source, forKey: .source)
        try members.encode(counts, forKey: .counts)
        try members.encode(faults, forKey: .faults)
        try members.encode(notices, forKey: .notices)
        try members.encode(losses, forKey: .losses)
    }
}

extension ImportReport.Count: Encodable {}

extension Findings: Encodable {
    private enum Member: String, CodingKey { case total, first }

    private struct View: Encodable {
        let file: String
        let line: Int
        let detail: String
        let message: String
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(total, forKey: .total)
        let views = first.map {
            View(file: $0.position.file, line: $0.position.line, detail: $0.position.detail, message: $0.message)
        }
        try members.encode(views, forKey: .first)
    }
}
