import Foundation

/// The file to import, or the files of a folder, read one after the other. Depending on the format, memory holds a piece of a file
/// or a whole file.
public struct ImportSource: Sendable {
    /// The file's or folder's name.
    public let name: String
    let files: [File]

    struct File: Sendable {
        /// Without folders.
        let name: String
        let open: @Sendable () throws -> SourceFile
    }

    /// The reason why the source cannot be read, as a sentence for the person who named it.
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

    /// A file sent by a request.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        files = [File(name: name) { SourceFile(name: name, bytes: bytes) }]
    }

    /// A file with its companions, or the regular files of a folder in the order of their names. Symbolic links in a folder are
    /// not read.
    ///
    /// - Parameter name: the name in the record; if `nil`, the last component of the path.
    public init(path: String, format: ImportFormat, name: String? = nil) throws {
        let url = URL(fileURLWithPath: path)
        let title = name ?? url.lastPathComponent
        self.name = title
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw Failure(description: "\(path) does not exist; check the path")
        }
        let folder = isFolder.boolValue ? url : url.deletingLastPathComponent()
        let there = try manager.contentsOfDirectory(atPath: folder.path).sorted()
        let names =
            isFolder.boolValue
            ? there.filter { name in format.endings.contains { name.lowercased().hasSuffix($0) } }
            : format.companions.filter { there.contains($0) && $0 != url.lastPathComponent } + [url.lastPathComponent]
        files = names.compactMap { name in
            let path = folder.appendingPathComponent(name).path
            let attributes = try? manager.attributesOfItem(atPath: path)
            // A file that somebody names may be a link; one that happens to lie in a folder may not.
            guard !isFolder.boolValue || attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
            let shown = isFolder.boolValue || name != url.lastPathComponent ? name : title
            return File(name: shown) { SourceFile(name: shown, file: try OpenFile(path)) }
        }
        guard !files.isEmpty else {
            throw Failure(
                description: "\(path) contains no file whose name ends in \(format.endings.joined(separator: " or "))")
        }
    }
}
