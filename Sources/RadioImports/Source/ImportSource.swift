/// The files of an import, which are read one after another: a file, a folder, or the files of a form.
public struct ImportSource: Sendable {
    /// The name of the file or folder, or the number of files, such as "3 files".
    public let name: String
    let files: [File]

    struct File: Sendable {
        let name: String
        let open: @Sendable () throws -> SourceFile
    }

    /// An error for a source that cannot be read, with a message for the user.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// The maximum size of a file that is read into memory as a whole, in bytes.
    public static let fileLimit = 512 * 1024 * 1024
    /// The maximum size of any file on disk, before unpacking, in bytes.
    public static let sizeLimit = 8 << 30

    init(name: String, files: [File]) {
        self.name = name
        self.files = files
    }

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        files = [File(name: name) { SourceFile(name: name, bytes: bytes) }]
    }
}
