/// The files of an import, which are read one after the other: a single file or the files of a folder. Depending on the
/// format, memory holds a piece of a file or a whole file.
public struct ImportSource: Sendable {
    /// The name of the file or folder.
    public let name: String
    let files: [File]

    struct File: Sendable {
        /// The file's name, without folders.
        let name: String
        let open: @Sendable () throws -> SourceFile
    }

    /// The reason why the source cannot be read, as a sentence for the person who named the source.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// The limit for files that must be in memory as a whole, in bytes.
    public static let fileLimit = 512 * 1024 * 1024
    /// The limit for any file, in bytes.
    public static let sizeLimit = 8 << 30

    init(name: String, files: [File]) {
        self.name = name
        self.files = files
    }

    /// Creates a source from a file sent by a request.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        files = [File(name: name) { SourceFile(name: name, bytes: bytes) }]
    }
}
