import Web

/// A reader for comma-separated values (RFC 4180) whose first line names the columns, in any order. Invalid records are reported and skipped.
///
/// Spreadsheets add spaces and capitals, so column names are compared without case and values are trimmed. They also add rows without a value, which
/// are reported like invalid records.
struct HeadedCSV {
    struct Record {
        let line: Int
        private let fields: [String]
        private let columns: [String: Int]

        init(line: Int, fields: [String], columns: [String: Int]) {
            self.line = line
            self.fields = fields
            self.columns = columns
        }

        /// The trimmed value of a column; empty if the file has no such column. The case of the name does not matter.
        subscript(name: String) -> String { columns[name.lowercased()].map { HeadedCSV.trimmed(fields[$0]) } ?? "" }

        fileprivate var isBlank: Bool { fields.allSatisfy { HeadedCSV.trimmed($0).isEmpty } }
    }

    private static func trimmed(_ text: String) -> String { DraftText.line(text, atMost: .max) }

    /// Reads the records of a file. A file that lacks one of the columns in `needed` is reported as a file of another format, and none of its records
    /// is read. Throws `ImportRefusal` if a limit is exceeded, and the errors of reading the file, of `begin` and of `body`.
    ///
    /// - Parameters:
    ///   - begin: Called after the first line if it names the required columns.
    ///   - body: Receives each valid record, in order.
    static func read(
        _ file: SourceFile, needed: [String], into sink: some DraftSink, begin: () throws -> Void = {},
        _ body: (Record) throws -> Void
    ) throws {
        var pieces = PiecewiseCSV(file)
        let head: CSVReader.Record
        do {
            guard let first = try pieces.next() else {
                return sink.wrongFile(
                    "the file is empty; its first line must name the columns \(SentenceFormat.list(needed))",
                    at: FilePosition(file: file.name, line: 1))
            }
            head = first
        } catch let error as CSVReader.Fault {
            return sink.wrongFile(
                "the first line \(error.reason); it must name the columns \(SentenceFormat.list(needed))",
                at: FilePosition(file: file.name, line: error.line))
        }
        let columns = Dictionary(
            zip(head.fields.map { trimmed($0).lowercased() }, 0...), uniquingKeysWith: { first, _ in first })
        let missing = needed.filter { columns[$0.lowercased()] == nil }
        guard missing.isEmpty else {
            return sink.wrongFile(
                Self.refusal(needed: needed, missing: missing, found: head.fields),
                at: FilePosition(file: file.name, line: head.line))
        }
        try begin()
        while true {
            let record: CSVReader.Record
            do {
                guard let next = try pieces.next() else { return }
                record = next
            } catch let error as CSVReader.Fault {
                sink.fault("the row \(error.reason)", at: FilePosition(file: file.name, line: error.line))
                try pieces.skipLine()
                continue
            }
            guard record.fields.count == head.fields.count else {
                sink.fault(
                    "the row has \(SentenceFormat.count(record.fields.count, "field")), but the first line names "
                        + SentenceFormat.count(head.fields.count, "column"),
                    at: FilePosition(file: file.name, line: record.line))
                continue
            }
            let row = Record(line: record.line, fields: record.fields, columns: columns)
            guard !row.isBlank else {
                sink.fault(
                    "the row has no value in any column; remove the row",
                    at: FilePosition(file: file.name, line: record.line))
                continue
            }
            try body(row)
        }
    }

    /// Returns the message for a file whose first line lacks required columns.
    static func refusal(
        needed: [String], missing: [String], found: [String], separator: String = "commas"
    ) -> String {
        let names = DraftText.line(found.prefix(30).joined(separator: ", "), atMost: 300)
        var text =
            "the first line must name the columns \(SentenceFormat.list(needed)), separated by \(separator), found \"\(names)\""
            + "; missing: \(SentenceFormat.list(missing))"
        if found.count == 1, names.contains(";") || names.contains("\t") || found[0].contains("\t") {
            text += "; save the file with \(separator) between the columns"
        }
        return text + ". Nothing is imported from this file"
    }
}

private struct PiecewiseCSV {
    private let pull: () throws -> [UInt8]?
    private let meter: ImportMeter
    private var reader: CSVReader
    private var isOver = false
    private var count = 0

    init(_ file: SourceFile) {
        pull = file.pieces()
        meter = file.meter
        reader = CSVReader([], fieldLimit: file.meter.limits.fields)
    }

    /// The maximum length of a record in bytes. Without a limit, an unclosed quote would extend a field to the end of the file.
    private var recordLimit: Int { min(1 << 20, meter.limits.text) }

    /// Returns the next record; `nil` at the end. Throws `CSVReader.Fault` for an invalid record, which `skipLine` skips.
    mutating func next() throws -> CSVReader.Record? {
        count += 1
        if count % 16 == 0 { try meter.checkpoint(line: reader.line) }
        while true {
            try refuseEndlessLine()
            let before = reader
            let read = Result { () throws(CSVReader.Fault) in try reader.next() }
            guard reader.isAtEnd else { return try read.get() }
            let isEndless = before.remaining > recordLimit
            if case .failure(let fault) = read, isOver || isEndless {
                // Only the line is invalid, not everything after its quote.
                reader = before
                throw fault
            }
            if isOver { return try read.get() }
            // A record at the end of a piece may be incomplete, so it is read again.
            reader = before
            guard let more = try pull() else {
                isOver = true
                continue
            }
            reader.append(more)
        }
    }

    /// Throws `ImportRefusal` if the current line has no end within the limit.
    private func refuseEndlessLine() throws {
        guard reader.remaining > 2 * recordLimit + SourceFile.pieceSize else { return }
        throw ImportRefusal(
            message: "a line must have at most \(ImportLimits.size(recordLimit)); end each row with a line break",
            line: reader.line)
    }

    mutating func skipLine() throws {
        while !reader.skipLine(), !isOver {
            if let more = try pull() { reader.append(more) } else { isOver = true }
        }
    }
}
