import ConcertNotes
import Web

/// Terms as a table of comma-separated values (RFC 4180), for spreadsheets.
///
/// The first record names the columns, in any order: name, category and description are required; history, image and source are optional.
/// Other columns are ignored. An apostrophe that guards against formulas is removed, and line breaks within a field become spaces.
public struct GlossaryTable: Sendable, Hashable {
    /// A term with the line on which its record begins.
    public struct TermRow: Sendable, Hashable {
        public let line: Int
        public let item: GlossaryItem
    }

    /// The way in which a table changes the glossary.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Terms of the table are added or changed; other terms stay.
        case merge
        /// The table becomes the whole glossary.
        case replace
    }

    public let rows: [TermRow]
    /// The faults of the table. `GlossaryStore.apply` refuses a table with faults.
    public let faults: [ImportFault]
    /// The optional columns that the table does not have. With `merge`, a changed term keeps its values in these columns.
    private let absent: Set<String>

    static let columns = ["name", "category", "description", "history", "image", "source"]
    /// The maximum number of terms in a table, and the maximum size of a table in bytes.
    public static let limits = (terms: 10_000, bytes: 4 << 20)

    private static let file = "glossary.csv"

    /// Reads a table. Reading stops after 200 faults, and after the first term beyond the limit. The caller checks the number of bytes. O(bytes).
    public init(csv bytes: [UInt8]) {
        var (rows, faults): ([TermRow], [ImportFault]) = ([], [])
        func fault(_ line: Int, _ reason: String, fix: String) {
            faults.append(ImportFault(file: Self.file, line: line, reason: reason, fix: fix))
        }
        var reader = CSVReader(bytes, fieldLimit: 50)
        var header: [String]?
        var lines: [String: Int] = [:]
        while !reader.isAtEnd, rows.count <= Self.limits.terms, faults.count < 200 {
            let record: CSVReader.Record
            do throws(CSVReader.Fault) {
                guard let next = try reader.next() else { break }
                record = next
            } catch {
                fault(
                    error.line, "the line \(error.reason)",
                    fix: "correct the line, or save the table again as comma-separated values in UTF-8")
                reader.skipLine()
                continue
            }
            guard let names = header else {
                let names = record.fields.map { $0.lowercased().trimmedSpaces }
                let missing = Self.columns.prefix(3).filter { !names.contains($0) }
                if !missing.isEmpty {
                    fault(
                        record.line,
                        "the first line lacks the \(missing.count == 1 ? "column" : "columns") \(SentenceFormat.list(missing))",
                        fix: "begin the table with the line \"\(Self.columns.joined(separator: ","))\"")
                    break
                }
                if let repeated = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
                    fault(
                        record.line, "the first line names the column \"\(names[repeated])\" more than once",
                        fix: "name each column once")
                    break
                }
                header = names
                continue
            }
            guard record.fields.count == names.count else {
                fault(
                    record.line,
                    "the line has \(SentenceFormat.count(record.fields.count, "field")), but the first line has \(names.count)",
                    fix: record.fields.count > names.count
                        ? "quote fields that contain a comma" : "write a comma for each empty field, too")
                continue
            }
            func cell(_ column: String) -> String {
                names.firstIndex(of: column).map { Self.text(of: record.fields[$0]) } ?? ""
            }
            let item = GlossaryItem(
                name: cell("name"), category: cell("category"), description: cell("description"),
                history: cell("history"), image: cell("image"), source: cell("source"))
            for (_, problem) in item.problems { fault(record.line, problem.reason, fix: problem.fix) }
            if let other = lines.updateValue(record.line, forKey: item.key) {
                fault(
                    record.line, "\"\(item.name)\" is also on line \(other)",
                    fix: "keep one of the two terms: phones link each word to one term only")
            }
            rows.append(TermRow(line: record.line, item: item))
        }
        if rows.count > Self.limits.terms {
            fault(
                rows[Self.limits.terms].line, "the table has more than \(Self.limits.terms) terms",
                fix: "keep at most \(Self.limits.terms) terms")
        }
        if rows.isEmpty, faults.isEmpty {
            fault(
                1, "the table has no terms",
                fix: "add a line for each term below the line with the names of the columns")
        }
        self.rows = rows
        self.faults = faults
        absent = Set(Self.columns).subtracting(header ?? [])
    }

    private static func text(of cell: String) -> String {
        let line = cell.split(whereSeparator: \.isNewline).map(\.trimmedSpaces).filter { !$0.isEmpty }
            .joined(separator: " ").trimmedSpaces
        let isGuarded = line.first == "'" && line.dropFirst().first.map { "=+-@".contains($0) } == true
        return isGuarded ? String(line.dropFirst()) : line
    }

    /// Returns terms as a table that `init(csv:)` can read.
    public static func csv(_ items: [GlossaryItem]) -> [UInt8] {
        var csv = CSV(columns)
        for item in items {
            csv.append([item.name, item.category, item.description, item.history, item.image, item.source])
        }
        return csv.bytes
    }

    /// Returns the glossary after the table is applied. With `merge`, changed terms keep their places, and added terms come last. O(n) in the number
    /// of terms.
    public func applied(to items: [GlossaryItem], _ mode: Mode) -> [GlossaryItem] {
        guard mode == .merge else { return rows.map(\.item) }
        var new = items
        var indices = Dictionary(items.enumerated().map { ($0.element.key, $0.offset) }) { first, _ in first }
        for row in rows {
            if let index = indices[row.item.key] {
                new[index] = completed(row.item, from: new[index])
            } else {
                indices[row.item.key] = new.count
                new.append(row.item)
            }
        }
        return new
    }

    private func completed(_ item: GlossaryItem, from old: GlossaryItem) -> GlossaryItem {
        GlossaryItem(
            name: item.name, category: item.category, description: item.description,
            history: absent.contains("history") ? old.history : item.history,
            image: absent.contains("image") ? old.image : item.image,
            source: absent.contains("source") ? old.source : item.source)
    }

    /// The effect of a table on the glossary.
    public struct Effect: Sendable, Hashable {
        public let added: [GlossaryItem]
        public let changed: [GlossaryItem]
        public let removed: [GlossaryItem]
        /// The number of terms that are neither added nor changed nor removed.
        public let kept: Int
    }

    /// Returns the effect of the table on the glossary. O(n) in the number of terms.
    public func effect(on items: [GlossaryItem], _ mode: Mode) -> Effect {
        let old = Dictionary(items.map { ($0.key, $0) }) { first, _ in first }
        let new = applied(to: items, mode)
        let names = Set(new.map(\.key))
        return Effect(
            added: new.filter { old[$0.key] == nil },
            changed: new.filter { item in old[item.key].map { $0 != item } ?? false },
            removed: items.filter { !names.contains($0.key) }, kept: new.filter { old[$0.key] == $0 }.count)
    }
}

extension StringProtocol {
    /// The text without white space at either end.
    package var trimmedSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
