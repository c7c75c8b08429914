import XML

/// A glossary file: a table with the columns name, category, description, history and source, or the `glossary.xml` of the app. The first bytes
/// determine the format. A term that occurs twice is a fault; a term that is too common gets a notice (spec T11).
public struct GlossaryFile: Sendable {
    private let path: String

    /// Creates a reference to a file, which need not exist. The path is absolute or relative to the working directory.
    public init(path: String) { self.path = path }

    static let columns = ["name", "category", "description", "history", "source"]
    /// The largest size of a file, 8 MiB, in bytes.
    static let byteLimit = 8 << 20

    /// The contents of a valid file.
    public struct Contents: Sendable {
        public let glossary: Glossary
        public let notices: [ImportNotice]
    }

    /// Returns the terms of the file, and the notices about them. Throws `ImportRefusal` with the faults found. Blocks, so call it on a worker
    /// thread.
    public func read() throws(ImportRefusal) -> Contents {
        var findings = Findings()
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let name = parts.last.map(String.init) ?? path
        let source = SourceFolder(path: path.hasPrefix("/") && folder.isEmpty ? "/" : folder.isEmpty ? "." : folder)
        guard let source else {
            findings.fault(path, "the folder of this file does not exist", fix: "check the path")
            throw ImportRefusal(findings)
        }
        let content = source.content(of: name, limit: Self.byteLimit, findings: &findings)
        let entries = content.map { Self.entries(in: $0, file: name, &findings) } ?? []
        let items = Self.checked(entries, file: name, &findings)
        guard findings.faults.isEmpty else { throw ImportRefusal(findings) }
        return Contents(glossary: Glossary(items: items), notices: findings.sortedNotices)
    }

    private struct Entry {
        let line: Int
        let item: GlossaryItem
    }

    private static func entries(in content: [UInt8], file: String, _ findings: inout Findings) -> [Entry] {
        let start = content.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return start.first == UInt8(ascii: "<")
            ? xmlEntries(in: content, file: file, &findings) : sheetEntries(in: content, file: file, &findings)
    }

    private static func sheetEntries(in content: [UInt8], file: String, _ findings: inout Findings) -> [Entry] {
        guard let sheet = Sheet(file: file, content: content, columns: columns, findings: &findings) else { return [] }
        return sheet.rows.map { row in
            Entry(
                line: row.line,
                item: GlossaryItem(
                    name: row["name"], category: row["category"], description: row["description"],
                    history: row["history"], source: row["source"]))
        }
    }

    private static func xmlEntries(in content: [UInt8], file: String, _ findings: inout Findings) -> [Entry] {
        let root: XMLElement
        let reader = XMLReader()
        do {
            root = try reader.root(of: content)
        } catch {
            findings.fault(
                file, line: error.line, error.description(within: reader.limits), fix: "correct the XML on this line")
            return []
        }
        guard root.name == "glossary" else {
            findings.fault(
                file, line: root.line, "the root element is <\(root.name)>", fix: "use the root element <glossary>")
            return []
        }
        return root.children.compactMap { element in
            guard element.name == "item" else {
                findings.fault(
                    file, line: element.line, "<\(element.name)> is not an <item> element",
                    fix: "use only <item> elements in <glossary>")
                return nil
            }
            for child in element.children where !["description", "history", "image"].contains(child.name) {
                findings.fault(
                    file, line: child.line, "<\(child.name)> is not allowed in <item>",
                    fix: "use only <description>, <history> and <image>")
            }
            return Entry(
                line: element.line,
                item: GlossaryItem(
                    name: element.attributes["name"] ?? "", category: element.attributes["category"] ?? "",
                    description: unwrapped(element.child(named: "description")?.text ?? ""),
                    history: unwrapped(element.child(named: "history")?.text ?? ""),
                    image: unwrapped(element.child(named: "image")?.text ?? "")))
        }
    }

    /// Returns a text of an XML file on one line, without line ends and indentation (spec N16).
    private static func unwrapped(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline)
            .map { line in
                let start = line.drop(while: \.isWhitespace)
                return String(start.reversed().drop(while: \.isWhitespace).reversed())
            }
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func checked(
        _ entries: [Entry], file: String, _ findings: inout Findings
    ) -> [GlossaryItem] {
        if entries.isEmpty, findings.faults.isEmpty {
            findings.fault(file, "the glossary has no terms", fix: "add at least one term")
        }
        var lines: [String: Int] = [:]
        for entry in entries {
            let (item, line) = (entry.item, entry.line)
            for (_, problem) in item.problems {
                findings.fault(file, line: line, problem.reason, fix: problem.fix)
            }
            if let other = lines.updateValue(line, forKey: item.key) {
                findings.fault(
                    file, line: line, "\"\(item.name)\" is also on line \(other)",
                    fix: "keep one of the two terms: phones link each word to one term only")
            }
            if item.isOverCommon {
                findings.notice(
                    file, line: line,
                    "\"\(item.name)\" is so common that phones will link it in nearly every text; "
                        + "write a longer name, or remove the term")
            }
        }
        return entries.map(\.item)
    }
}
