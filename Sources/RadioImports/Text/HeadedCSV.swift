import Web

/// Comma-separated values with a first line that names the columns, in any order (RFC 4180), read record by record: a bad
/// one is told with its line and the next is read.
struct HeadedCSV {
    /// A record by the names of its columns.
    struct Record {
        let line: Int
        private let fields: [String]
        private let columns: [String: Int]

        init(line: Int, fields: [String], columns: [String: Int]) {
            self.line = line
            self.fields = fields
            self.columns = columns
        }

        /// Empty for a column that is not there.
        subscript(name: String) -> String { columns[name].map { fields[$0] } ?? "" }
    }

    /// - Parameters:
    ///   - needed: columns that every file of the format has; without one of them nothing is read.
    static func read(
        _ file: SourceFile, needed: [String], into sink: some DraftSink, _ body: (Record) throws -> Void
    ) throws {
        var reader = CSVReader(file.bytes)
        let head: CSVReader.Record
        do {
            guard let first = try reader.next() else {
                return sink.fault("it is empty", at: Place(file: file.name, line: 1))
            }
            head = first
        } catch {
            return sink.fault("the first line \(error.reason)", at: Place(file: file.name, line: error.line))
        }
        let columns = Dictionary(zip(head.fields, 0...), uniquingKeysWith: { first, _ in first })
        let missing = needed.filter { columns[$0] == nil }
        guard missing.isEmpty else {
            return sink.fault(
                "the first line names no \(missing.joined(separator: ", "))",
                at: Place(file: file.name, line: head.line))
        }
        while true {
            let record: CSVReader.Record
            do {
                guard let next = try reader.next() else { return }
                record = next
            } catch {
                sink.fault("it \(error.reason)", at: Place(file: file.name, line: error.line))
                reader.skipLine()
                continue
            }
            guard record.fields.count == head.fields.count else {
                sink.fault(
                    "it has \(record.fields.count) fields where the first line names \(head.fields.count)",
                    at: Place(file: file.name, line: record.line))
                continue
            }
            try body(Record(line: record.line, fields: record.fields, columns: columns))
        }
    }
}
