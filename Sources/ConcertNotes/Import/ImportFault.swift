/// A fault in the files to import: its place, the reason, and a fix.
public struct ImportFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, usually relative to the folder; "." for the folder itself.
    public let file: String
    /// The number of the line, from 1; `nil` for the whole file.
    public let line: Int?
    public let reason: String
    public let fix: String

    public init(file: String, line: Int?, reason: String, fix: String) {
        self.file = file
        self.line = line
        self.reason = reason
        self.fix = fix
    }

    /// The fault in one line, such as "Mvt1/measures.tsv:12: measure 14 follows measure 12; number the measures 1, 2, 3 … without gaps".
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason); \(fix)" }
}

/// A notice of an irregularity that the import accepts.
public struct ImportNotice: Sendable, Hashable, CustomStringConvertible {
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

/// The refusal of an import. Nothing was written.
public struct ImportRefusal: Error, Sendable, Hashable {
    /// The faults found, sorted by file and line; never empty.
    public let faults: [ImportFault]
    public let notices: [ImportNotice]

    init(_ findings: Findings) {
        faults = findings.sortedFaults
        notices = findings.sortedNotices
    }
}

/// The faults and notices found so far. Reading continues after most faults, so that one import reports as many as possible.
struct Findings {
    private(set) var faults: [ImportFault] = []
    private(set) var notices: [ImportNotice] = []

    /// Adds a fault, which prevents the import. Without a line, the fault is about the whole file.
    mutating func fault(_ file: String, line: Int? = nil, _ reason: String, fix: String) {
        faults.append(ImportFault(file: file, line: line, reason: reason, fix: fix))
    }

    /// Adds a notice, which does not prevent the import. Without a line, the notice is about the whole file.
    mutating func notice(_ file: String, line: Int? = nil, _ text: String) {
        notices.append(ImportNotice(file: file, line: line, text))
    }

    var sortedFaults: [ImportFault] { faults.sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) } }
    var sortedNotices: [ImportNotice] { notices.sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) } }
}
