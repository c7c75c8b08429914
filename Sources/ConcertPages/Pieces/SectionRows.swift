import ConcertEditing
import ConcertNotes
import Web

/// Sections that an editor types or pastes: one in each line, with the measure, a separator and the label; a colour may follow after a tab. Empty
/// lines and a heading that begins with "measure" are skipped.
struct SectionRows: Sendable {
    /// A section with the number of its line, from 1.
    struct Row: Sendable {
        let line: Int
        let measure: Int
        let label: String
        /// The written colour; `nil` for the colour of the sections with the same label, or otherwise the next colour of the palette.
        let colour: String?
    }

    private(set) var rows: [Row] = []
    private(set) var faults: [APIError.Fault] = []

    init(_ text: String) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let trimmed = line.drop(while: \.isWhitespace)
            guard !trimmed.isEmpty else { continue }
            let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
            if digits.isEmpty, rows.isEmpty, faults.isEmpty, trimmed.lowercased().hasPrefix("measure") { continue }
            let rest = trimmed.dropFirst(digits.count)
            let isSeparated = rest.first.map { $0.isWhitespace || ",;".contains($0) } ?? true
            guard let measure = Int(digits), isSeparated else {
                refuse(index + 1, "“\(trimmed.prefix(40))” does not begin with a measure")
                continue
            }
            let parts = rest.drop { $0.isWhitespace || ",;".contains($0) }.split(separator: "\t").map(\.trimmedSpaces)
            guard let label = parts.first, !label.isEmpty else {
                refuse(index + 1, "measure \(measure) has no label")
                continue
            }
            rows.append(
                Row(line: index + 1, measure: measure, label: label, colour: parts.count > 1 ? parts[1] : nil))
        }
        if rows.isEmpty, faults.isEmpty {
            faults = [
                APIError.Fault(
                    field: "sections", reason: "has no section",
                    suggestion: "write a row with a measure, a space and a label, such as “35 Theme B”")
            ]
        }
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        guard faults.count < 20 else { return }
        faults.append(
            APIError.Fault(
                field: "sections", reason: "has an error on line \(line): \(reason)",
                suggestion: "write a measure, a space and a label, such as “35 Theme B”"))
    }

    /// Throws `APIError` 422 with the lines that are not sections, at most 20, or if the text has no section at all.
    func check() throws(APIError) {
        if !faults.isEmpty { throw .invalid(faults) }
    }

    /// Adds the sections to a piece, and chooses missing colours. Throws `APIError` 422 for the first line that breaks a rule; the sections of the
    /// lines before it are then in `content`.
    func add(to content: inout PieceContent) throws(APIError) {
        var palette = SectionPalette(content.sections)
        for row in rows {
            do throws(APIError) {
                _ = try content.addSection(
                    measure: row.measure, label: row.label, colour: row.colour ?? palette.colour(of: row.label))
            } catch {
                guard error.status == .unprocessableContent, !error.faults.isEmpty else { throw error }
                throw APIError.invalid(
                    error.faults.map {
                        APIError.Fault(
                            field: "sections", reason: "has an error on line \(row.line): \($0.problem)",
                            suggestion: $0.suggestion)
                    })
            }
        }
    }
}
