import PackagePlugin

/// Compiles a target's text files into it: SQL, YAML and plain text become the entries of `EmbeddedText.files`, and each style sheet
/// or script becomes a constant of `EmbeddedText`, such as `chipsCSS` for `Chips.css`. The tool `embed-text` writes both.
///
/// SwiftPM's own `.embedInCode` writes an array of bytes, on which the compiler spends minutes and gigabytes for
/// a document of half a megabyte; a string literal costs it nothing.
@main struct EmbedText: BuildToolPlugin {
    private static let kinds: Set<String> = ["css", "js", "sql", "txt", "yaml"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let texts = (target.sourceModule?.sourceFiles.filter { $0.type != .resource } ?? []).map(\.url)
            .filter { Self.kinds.contains($0.pathExtension) }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedText.swift")
        return [
            .buildCommand(
                displayName: "Embedding the text of \(target.name)",
                executable: try context.tool(named: "embed-text").url,
                arguments: [output.path()] + texts.map { $0.path() },
                inputFiles: texts, outputFiles: [output])
        ]
    }
}
