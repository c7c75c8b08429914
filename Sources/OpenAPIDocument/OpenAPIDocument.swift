/// `openapi.yaml` as compiled into the program, so that what is served is what was built.
public enum OpenAPIDocument {
    /// The file's bytes.
    public static let yaml = Array(EmbeddedText.files[0].text.utf8)
}
