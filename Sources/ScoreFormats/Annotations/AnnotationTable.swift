import Web

/// A table of annotations: a header line, followed by lines with a measure, a text and optionally the name of an annotation track.
///
/// The columns may be in any order. Fields are separated by tabs, without quoting, if the first line contains a tab; otherwise by commas (RFC 4180).
public struct AnnotationTable: Sendable, Hashable {
    /// One annotation of the table, from one line.
    public struct Row: Sendable, Hashable {
        /// The number of the measure as heard, with repeats counted, from 1.
        public let measure: Int
        public let text: String
        /// The name of the annotation track; `nil` if the table or the line names none.
        public let track: String?
        /// The line in the file, from 1.
        public let line: Int
    }

    public let rows: [Row]

    /// Reads a table in UTF-8. O(n). Throws `ScoreFaults` with the faults of all lines, at most `ScoreLimits.remarks`.
    public static func read(_ bytes: [UInt8], limits: ScoreLimits = ScoreLimits()) throws(ScoreFaults)
        -> AnnotationTable
    {
        guard bytes.count <= limits.bytes else {
            let reason =
                "the file has \(bytes.count) bytes; at most \(limits.bytes) are allowed; split the table into several files"
            throw ScoreFaults(faults: [ScoreFault(.limit, reason)])
        }
        var reader = AnnotationTableReader(limits: limits)
        reader.read(bytes)
        guard reader.faults.isEmpty else { throw ScoreFaults(faults: reader.faults) }
        return AnnotationTable(rows: reader.rows)
    }
}

private struct AnnotationTableReader {
    private let limits: ScoreLimits
    private(set) var rows: [AnnotationTable.Row] = []
    private(set) var faults: [ScoreFault] = []
    private var columns: [String]?

    init(limits: ScoreLimits) { self.limits = limits }

    mutating func read(_ bytes: [UInt8]) {
        let isTabbed = bytes.prefix { $0 != 0x0A }.contains(0x09)
        if isTabbed { readTabs(bytes) } else { readCommas(bytes) }
        if columns == nil, faults.isEmpty {
            fault("the file is empty; its first line must name the columns measure and text", 1)
        }
    }

    private mutating func fault(_ reason: String, _ line: Int) {
        if faults.count < limits.remarks { faults.append(ScoreFault(.value, reason, line: line)) }
    }

    private mutating func readCommas(_ bytes: [UInt8]) {
        var reader = CSVReader(bytes, fieldLimit: 100)
        while faults.count < limits.remarks {
            do throws(CSVReader.Fault) {
                guard let record = try reader.next() else { return }
                take(record.fields, record.line)
            } catch {
                fault("the line \(error.reason)", error.line)
                reader.skipLine()
            }
        }
    }

    private mutating func readTabs(_ bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for (index, line) in bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let content = line.last == 0x0D ? line.dropLast() : line
            guard !content.isEmpty, faults.count < limits.remarks else { continue }
            guard let text = String(validating: content, as: UTF8.self) else {
                fault("the line is not UTF-8; save the file as UTF-8", index + 1)
                continue
            }
            take(
                text.split(separator: "\t", maxSplits: 100, omittingEmptySubsequences: false).map(String.init),
                index + 1)
        }
    }

    private mutating func take(_ fields: [String], _ line: Int) {
        guard let columns else { return header(fields, line) }
        guard fields.count == columns.count else {
            let found = "\(fields.count) \(fields.count == 1 ? "column" : "columns")"
            return fault("the line has \(found), but the first line has \(columns.count)", line)
        }
        func field(_ name: String) -> String { columns.firstIndex(of: name).map { fields[$0] } ?? "" }
        guard let measure = ScoreNumber.integer(field("measure")), (1...limits.heard).contains(measure) else {
            let found = ScoreNumber.text(field("measure"), limit: 40)
            return fault("the measure is \"\(found)\"; it must be a whole number from 1 to \(limits.heard)", line)
        }
        guard !ScoreNumber.text(field("text"), limit: 1).isEmpty else {
            return fault("the text is empty; each row must have a text", line)
        }
        let track = ScoreNumber.text(field("track"), limit: limits.characters)
        rows.append(
            AnnotationTable.Row(measure: measure, text: field("text"), track: track.isEmpty ? nil : track, line: line))
    }

    private mutating func header(_ fields: [String], _ line: Int) {
        let names = fields.map { ScoreNumber.text($0, limit: 40).lowercased() }
        columns = names
        for name in ["measure", "text"] where names.count(where: { $0 == name }) != 1 {
            fault(
                "the first line must name the columns measure and text once each, and may name track, found "
                    + "\"\(names.prefix(10).joined(separator: ", "))\"", line)
            return
        }
    }
}
