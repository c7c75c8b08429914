/// `openapi.yaml` as compiled into the program, so that what is served is what was built.
public enum OpenAPIDocument {
    /// The file's bytes.
    public static let yaml = Array(text("openapi.yaml"))

    /// The same document as JSON, members in the same order. Made by the build.
    public static var json: [UInt8] { Array(text("openapi.json")) }

    private static func text(_ name: String) -> String.UTF8View {
        EmbeddedText.files.first { $0.name == name }?.text.utf8 ?? "".utf8
    }
}
