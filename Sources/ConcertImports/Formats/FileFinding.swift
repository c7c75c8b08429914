import ConcertNotes
import ScoreFormats
import Web

/// A fault in a file or a notice about a file, with its place.
struct FileFinding: Codable, Hashable, Sendable, Error {
    /// The path of the file within an archive; `nil` for a single file.
    var file: String?
    /// The line, from 1; `nil` if the finding is not about one line.
    var line: Int?
    /// The number of the measure as printed, or as heard in files without printed numbers; `nil` if the finding is not about one measure.
    var measure: String?
    /// The problem, as a sentence without the full stop.
    let reason: String
    var suggestion: String?

    init(
        _ reason: String, file: String? = nil, line: Int? = nil, measure: String? = nil, suggestion: String? = nil
    ) {
        self.reason = reason
        self.file = file
        self.line = line
        self.measure = measure
        self.suggestion = suggestion
    }

    init(_ fault: ScoreFault, file: String? = nil) {
        self.init(fault.reason, file: fault.entry ?? file, line: fault.line, measure: fault.measure)
    }

    init(_ fault: ImportFault) {
        self.init(fault.reason, file: fault.file, line: fault.line, suggestion: fault.fix)
    }

    init(_ notice: ImportNotice) {
        self.init(notice.text, file: notice.file, line: notice.line)
    }

    init(_ fault: APIError.Fault, line: Int?, file: String?) {
        let prefix = "is not valid: "
        let reason =
            fault.reason.hasPrefix(prefix)
            ? String(fault.reason.dropFirst(prefix.count)) : "\(fault.field.drop { $0 == "/" }) \(fault.reason)"
        self.init(reason, file: file, line: line, suggestion: fault.suggestion)
    }

    /// The place, such as "line 12, measure 3"; empty for a finding without a place.
    var place: String {
        [file, line.map { "line \($0)" }, measure.map { "measure \($0)" }].compactMap { $0 }.joined(separator: ", ")
    }

    /// The finding as a fault of the request. The field of the fault is the place in the file.
    var asFault: APIError.Fault {
        APIError.Fault(field: place, reason: "is not valid: \(reason)", suggestion: suggestion)
    }
}

/// The findings that prevent an import.
struct FileFaults: Error, Sendable {
    let findings: [FileFinding]

    /// The largest number of faults in a response.
    static let limit = 100
}
