import ConcertNotes
import Web

/// The rows of a table that an editor types or pastes, without the heading and empty lines. A row is split at its tabs. A row without tabs is split
/// at its semicolons, and a row with neither at its commas.
struct TextRows: Sendable {
    /// A row with the number of its line, from 1.
    struct Row: Sendable {
        let line: Int
        let values: [String]

        /// Returns a value; empty for a value that the row does not have.
        subscript(_ index: Int) -> String { values.indices.contains(index) ? values[index] : "" }
    }

    let rows: [Row]
    private(set) var faults: [APIError.Fault] = []

    /// Splits a text into rows of at most `columns` values. Separators in the last column belong to its value. O(length of the text).
    init(_ text: String, columns: Int) {
        var rows: [Row] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let separator: Character = line.contains("\t") ? "\t" : line.contains(";") ? ";" : ","
            let values = line.split(separator: separator, maxSplits: columns - 1, omittingEmptySubsequences: false)
                .map { Self.trimmed($0) }
            // Names of columns begin with a letter, and all rows with a number.
            if rows.isEmpty, values[0].first?.isLetter == true { continue }
            rows.append(Row(line: index + 1, values: values))
        }
        self.rows = rows
    }

    /// Adds a fault of a row, unless the table has 20 faults already.
    mutating func refuse(_ row: Row, _ reason: String, suggestion: String) {
        guard faults.count < 20 else { return }
        faults.append(
            APIError.Fault(
                field: "rows", reason: "has an error on line \(row.line): \(reason)", suggestion: suggestion))
    }

    /// Reads a value of a row as a whole number. If the value is not a whole number, adds a fault that calls the value `name`, and returns `nil`.
    mutating func integer(_ row: Row, _ index: Int, _ name: String) -> Int? {
        let text = row[index]
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(text) else {
            refuse(row, "the \(name) is “\(text.prefix(40))”", suggestion: "write the \(name) as a whole number")
            return nil
        }
        return number
    }

    /// Throws `APIError` 422 with the faults found, if there are any.
    func check() throws(APIError) {
        if !faults.isEmpty { throw .invalid(faults) }
    }

    /// Runs a change of a table whose entries are these rows. In an error 422 of the change, the lines of the rows replace JSON pointers such as
    /// "/measures/11/startMs", and faults after the first 20 are left out.
    func change(_ change: () throws -> Void) throws {
        do {
            try change()
        } catch let error as APIError where error.status == .unprocessableContent {
            throw APIError.invalid(
                error.faults.prefix(20).map { fault in
                    let parts = fault.field.split(separator: "/")
                    guard parts.count >= 2, let index = Int(parts[1]), rows.indices.contains(index) else {
                        let name = parts.first.map(String.init) ?? ""
                        return APIError.Fault(
                            field: name == "end" ? "end" : "rows", reason: fault.reason, suggestion: fault.suggestion)
                    }
                    return APIError.Fault(
                        field: "rows", reason: "has an error on line \(rows[index].line): \(fault.problem)",
                        suggestion: fault.suggestion)
                })
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
