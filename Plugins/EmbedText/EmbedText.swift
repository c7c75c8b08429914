import PackagePlugin

/// Compiles a target's text files (SQL, YAML and plain text) into it: they become the entries of `EmbeddedText.files`, written by
/// the tool `embed-text`.
///
/// SwiftPM's own `.embedInCode` writes an array of bytes, on which the compiler spends minutes and gigabytes for
/// a document of half a megabyte; a string literal costs it nothing.
@main struct EmbedText: BuildToolPlugin {
    private static let kinds: Set<String> = ["sql", "txt", "yaml"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let texts = target.sourceModule?.sourceFiles.map(\.url).filter { Self.kinds.contains($0.pathExtension) } ?? []
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
