import Yams

/// A document for people outside of the Swift sources: README, the documents of `deploy`, or a part of `openapi.yaml`, whose summaries and
/// descriptions the pages of the API reference show.
struct InterfaceDocument: Sendable {
    let path: String
    let entries: [InterfaceText.Entry]

    /// The documents, in the order in which a reader meets them.
    static func all() throws -> [InterfaceDocument] {
        let documents = ["README.md", "deploy/README.md", "deploy/patroni/README.md"].map { path in
            InterfaceDocument(path: path, entries: lines(of: PackageFiles.text(of: path)))
        }
        let upgrade = InterfaceDocument(
            path: "deploy/upgrade", entries: messages(of: PackageFiles.text(of: "deploy/upgrade")))
        let parts = try PackageFiles.interfaceParts.map { path in
            InterfaceDocument(path: path, entries: try descriptions(in: PackageFiles.text(of: path)))
        }
        return documents + [upgrade] + parts
    }

    /// Returns every line of a document that is not empty.
    static func lines(of text: String) -> [InterfaceText.Entry] {
        numbered(text).filter { $0.text.contains { !$0.isWhitespace } }
    }

    /// Returns the messages of a shell script: the comment at its beginning, which is its help, and the texts of `say` and `fail`.
    static func messages(of script: String) -> [InterfaceText.Entry] {
        let lines = numbered(script)
        let help = lines.dropFirst().prefix { $0.text.hasPrefix("#") }
        let said = lines.dropFirst(1 + help.count).compactMap { line -> InterfaceText.Entry? in
            guard let match = line.text.firstMatch(of: /\b(?:say|fail) "((?:[^"\\]|\\.)*)"/) else { return nil }
            return InterfaceText.Entry(line: line.line, text: String(match.1))
        }
        return help.map { InterfaceText.Entry(line: $0.line, text: String($0.text.drop { "# ".contains($0) })) }
            .filter { !$0.text.isEmpty } + said
    }

    /// Returns the titles, summaries and descriptions of a part of an OpenAPI document, in the order of the document.
    static func descriptions(in yaml: String) throws -> [InterfaceText.Entry] {
        guard let root = try Yams.compose(yaml: yaml) else { return [] }
        return descriptions(in: root)
    }

    private static func descriptions(in node: Node) -> [InterfaceText.Entry] {
        if let mapping = node.mapping {
            return mapping.flatMap { key, value -> [InterfaceText.Entry] in
                guard let name = key.string, ["title", "summary", "description"].contains(name),
                    let text = value.scalar?.string
                else { return descriptions(in: value) }
                let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return [InterfaceText.Entry(line: key.mark?.line ?? 0, text: words)]
            }
        }
        return node.sequence.map { $0.flatMap { descriptions(in: $0) } } ?? []
    }

    private static func numbered(_ text: String) -> [InterfaceText.Entry] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            InterfaceText.Entry(line: index + 1, text: String(line))
        }
    }
}
