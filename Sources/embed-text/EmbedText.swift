import Foundation

/// The program `embed-text OUTPUT FILE...` of the build plugin EmbedText, which writes Swift source with the text of each file under its name. A YAML
/// document is also added as JSON. A style sheet or script becomes a constant instead, so that a wrong name does not compile.
@main struct EmbedText {
    static func main() throws {
        let files = CommandLine.arguments.dropFirst(2).map { URL(filePath: $0) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let isConstant = { (file: URL) in ["css", "js"].contains(file.pathExtension) }
        let entries = try files.filter { !isConstant($0) }.flatMap(entries)
        let source = """
            enum EmbeddedText {
                static let files: [(name: String, text: String)] = [
            \(entries.joined(separator: "\n"))
                ]
            \(try files.filter(isConstant).map(constant).joined(separator: "\n"))
            }

            """
        try write(source, to: URL(filePath: CommandLine.arguments[1]))
    }

    /// Writes the source file, unless it already has this content.
    ///
    /// SwiftPM links this program once to run the plugins and once more in the build itself, and treats each link as a change of the program. A
    /// source file that is not written keeps its modification time, so the code that depends on it is not compiled again.
    private static func write(_ source: String, to file: URL) throws {
        guard (try? String(contentsOf: file, encoding: .utf8)) != source else { return }
        try source.write(to: file, atomically: true, encoding: .utf8)
    }

    private static func entries(_ file: URL) throws -> [String] {
        let (name, text) = (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
        guard file.pathExtension == "yaml" else { return [entry(name, text)] }
        return [
            entry(name, text),
            entry(file.deletingPathExtension().lastPathComponent + ".json", try JSONText.of(text)),
        ]
    }

    /// Returns the declaration of a constant, such as `chipsCSS` for "Chips.css".
    private static func constant(_ file: URL) throws -> String {
        let name = file.deletingPathExtension().lastPathComponent
        let constant = name.prefix(1).lowercased() + name.dropFirst() + file.pathExtension.uppercased()
        return "static let \(constant): StaticString = \(literal(try String(contentsOf: file, encoding: .utf8)))"
    }

    private static func entry(_ name: String, _ text: String) -> String { "(#\"\(name)\"#, \(literal(text)))," }

    /// Returns a raw string literal with more number signs than any run of them in the text, so that nothing in the text can end it.
    private static func literal(_ text: String) -> String {
        let longest = text.split(whereSeparator: { $0 != "#" }).map(\.count).max() ?? 0
        let signs = String(repeating: "#", count: longest + 1)
        return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
    }
}
