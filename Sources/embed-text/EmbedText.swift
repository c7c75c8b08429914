import Foundation

/// `embed-text OUTPUT FILE...` writes Swift source that contains the text of each file under its name, sorted by name. It adds
/// each YAML document as JSON as well: "openapi.yaml" also becomes "openapi.json". The build plugin EmbedText runs the program.
@main struct EmbedText {
    static func main() throws {
        let files = CommandLine.arguments.dropFirst(2).map { URL(filePath: $0) }
        let entries = try files.sorted { $0.lastPathComponent < $1.lastPathComponent }.flatMap(entries)
        let source = """
            enum EmbeddedText {
                static let files: [(name: String, text: String)] = [
            \(entries.joined(separator: "\n"))
                ]
            }

            """
        try source.write(to: URL(filePath: CommandLine.arguments[1]), atomically: true, encoding: .utf8)
    }

    private static func entries(_ file: URL) throws -> [String] {
        let (name, text) = (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
        guard file.pathExtension == "yaml" else { return [entry(name, text)] }
        return [
            entry(name, text),
            entry(file.deletingPathExtension().lastPathComponent + ".json", try JSONText.of(text)),
        ]
    }

    /// A tuple of two raw string literals. They have more number signs than any run in the text, so that nothing in the
    /// text can end a literal or start an escape.
    private static func entry(_ name: String, _ text: String) -> String {
        let longest = text.split(whereSeparator: { $0 != "#" }).map(\.count).max() ?? 0
        let signs = String(repeating: "#", count: longest + 1)
        return "(\(signs)\"\(name)\"\(signs), \(signs)\"\"\"\n\(text)\n\"\"\"\(signs)),"
    }
}
