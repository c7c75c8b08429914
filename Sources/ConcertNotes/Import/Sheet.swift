import Web

/// A table of a programme folder or a glossary: UTF-8 with one header line, tabs between fields, no quoting, and line feeds.
struct Sheet {
    let file: String
    let rows: [SheetRow]

    /// The largest size of a table, 16 MiB, in bytes.
    static let byteLimit = 16 << 20

    /// Creates a table from the content of a file, with at least these columns, in any order. Adds a notice for each other column, and a fault for
    /// each line that is not UTF-8 or does not have as many fields as the header; these lines are left out. A byte order mark and carriage returns
    /// are allowed, because editors add them. Adds a fault and returns `nil` if the header is invalid. O(bytes).
    init?(file: String, content: [UInt8], columns: [String], findings: inout Findings) {
        self.file = file
        let content = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content[3...] : content[...]
        var lines = content.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard let first = lines.first else {
            findings.fault(file, line: 1, "the file is empty", fix: Self.headerFix(columns))
            return nil
        }
        guard let header = Self.fields(of: first) else {
            findings.fault(file, line: 1, "the header line is not UTF-8", fix: "save the file as UTF-8")
            return nil
        }
        let missing = columns.filter { !header.contains($0) }
        let repeated = Dictionary(grouping: header, by: \.self).filter { $0.value.count > 1 }.keys.min()
        guard missing.isEmpty, repeated == nil else {
            let reason =
                missing.isEmpty
                ? "the column \"\(repeated ?? "")\" occurs more than once"
                : "the header lacks the \(missing.count == 1 ? "column" : "columns") \(SentenceFormat.list(missing))"
            findings.fault(file, line: 1, reason, fix: Self.headerFix(columns))
            return nil
        }
        for column in header where !columns.contains(column) {
            findings.notice(file, line: 1, "the column \"\(column)\" is unknown and is ignored")
        }

        var rows: [SheetRow] = []
        rows.reserveCapacity(lines.count)
        for (index, bytes) in lines.enumerated().dropFirst() {
            let line = index + 1
            guard let fields = Self.fields(of: bytes) else {
                findings.fault(file, line: line, "the line is not UTF-8", fix: "save the file as UTF-8")
                continue
            }
            guard fields.count == header.count else {
                findings.fault(
                    file, line: line,
                    "the line has \(SentenceFormat.count(fields.count, "field")), "
                        + "but the header has \(header.count)",
                    fix: "put one tab between fields and no tab inside a field")
                continue
            }
            rows.append(
                SheetRow(file: file, line: line, cells: Dictionary(uniqueKeysWithValues: zip(header, fields))))
        }
        self.rows = rows
    }

    private static func fields(of line: ArraySlice<UInt8>) -> [String]? {
        let line = line.last == 0x0D ? line.dropLast() : line
        guard !line.isEmpty else { return [""] }
        return String(validating: line, as: UTF8.self)?
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }

    private static func headerFix(_ columns: [String]) -> String {
        "begin the file with the line \"\(columns.joined(separator: "<tab>"))\""
    }
}

/// One line of a table below the header, with its fields by column.
struct SheetRow {
    let file: String
    /// The line in the file, where the header is line 1.
    let line: Int
    fileprivate let cells: [String: String]

    /// The field of a column that was passed to `Sheet.init`.
    subscript(_ column: String) -> String { cells[column] ?? "" }

    /// Returns the field as a whole number of at most 9 digits within the range. Adds a fault and returns `nil` for any other text.
    func number(_ column: String, in range: ClosedRange<Int>, findings: inout Findings) -> Int? {
        let text = self[column]
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        if (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            range.contains(number)
        {
            return number
        }
        let fix =
            range.upperBound == .max
            ? "write a whole number from \(range.lowerBound) to 999999999"
            : "write a whole number from \(range.lowerBound) to \(range.upperBound)"
        fault("the \(column) is \"\(text)\"", fix: fix, findings: &findings)
        return nil
    }

    /// Returns the time in the column `seconds`. Adds a fault and returns `nil` if it is invalid.
    func time(findings: inout Findings) -> RecordingTime? {
        if let time = RecordingTime(decimalSeconds: self["seconds"]) { return time }
        fault(
            "the time is \"\(self["seconds"])\"",
            fix: "write seconds from 0 to 86400, with at most 3 decimal places after a point", findings: &findings)
        return nil
    }

    /// Adds a fault about this row.
    func fault(_ reason: String, fix: String, findings: inout Findings) {
        findings.fault(file, line: line, reason, fix: fix)
    }
}
