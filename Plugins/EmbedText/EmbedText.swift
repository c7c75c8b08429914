import PackagePlugin

/// A build tool plug-in that compiles the text files of a target into the target. SQL, YAML and plain text become the entries of
/// `EmbeddedText.files`. Each style sheet or script becomes a constant of `EmbeddedText`, such as `chipsCSS` for `Chips.css`. The tool `embed-text`
/// writes the source file.
///
/// SwiftPM's own `.embedInCode` writes an array of bytes. For a document of half a megabyte, the compiler needs minutes and gigabytes for this array,
/// and almost nothing for a string literal.
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
