/// One thing wrong with what was to be imported: where it is, what it is and how to mend it.
public struct ImportFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Relative to the folder; the folder itself is ".".
    public let file: String
    /// From 1; `nil` when the whole file is meant.
    public let line: Int?
    public let reason: String
    public let fix: String

    public init(file: String, line: Int?, reason: String, fix: String) {
        self.file = file
        self.line = line
        self.reason = reason
        self.fix = fix
    }

    /// "Mvt1/measures.tsv:12: measure 14 follows measure 12; number the measures 1, 2, 3 … without gaps".
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason); \(fix)" }
}

/// Something odd that an import accepts all the same.
public struct ImportNotice: Sendable, Hashable, CustomStringConvertible {
    /// As in `ImportFault`.
    public let file: String
    public let line: Int?
    public let text: String

    public init(file: String, line: Int? = nil, _ text: String) {
        self.file = file
        self.line = line
        self.text = text
    }

    public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(text)" }
}

/// An import that was refused as a whole: nothing was written.
public struct ImportRefusal: Error, Sendable, Hashable {
    /// Every fault that was found, by file and line. Never empty.
    public let faults: [ImportFault]
    public let notices: [ImportNotice]

    init(_ findings: Findings) {
        faults = findings.sortedFaults
        notices = findings.sortedNotices
    }
}

/// What reading has found so far. Reading goes on after a fault, so that one run names them all.
struct Findings {
    private(set) var faults: [ImportFault] = []
    private(set) var notices: [ImportNotice] = []

    mutating func fault(_ file: String, line: Int? = nil, _ reason: String, fix: String) {
        faults.append(ImportFault(file: file, line: line, reason: reason, fix: fix))
    }

    mutating func notice(_ file: String, line: Int? = nil, _ text: String) {
        notices.append(ImportNotice(file: file, line: line, text))
    }

    var sortedFaults: [ImportFault] { faults.sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) } }
    var sortedNotices: [ImportNotice] { notices.sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) } }
}
