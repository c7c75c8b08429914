import Foundation

extension ImportSource {
    /// Creates a source from a file and its companion files, which come first, or from the regular files directly in a folder whose names have an
    /// ending of the format, ordered by name. The files are opened later, when they are read.
    ///
    /// - Parameter name: The name of the source in the import record and, if the path is a file, also the name of that file in the report and for the
    ///   reader; `nil` for the last component of the path.
    /// - Throws: `Failure` if the path does not exist or the folder has no file of the format, and the errors of listing the folder.
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
            : format.related.filter { there.contains($0) && $0 != url.lastPathComponent } + [url.lastPathComponent]
        files = names.compactMap { name in
            let path = folder.appendingPathComponent(name).path
            let attributes = try? manager.attributesOfItem(atPath: path)
            guard !isFolder.boolValue || attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
            let shown = isFolder.boolValue || name != url.lastPathComponent ? name : title
            return File(name: shown) { SourceFile(name: shown, file: try OpenFile(path)) }
        }
        guard !files.isEmpty else {
            throw Failure(
                description: "\(path) contains no file whose name ends in \(format.endings.joined(separator: " or ")); "
                    + "check the path and the format")
        }
    }
}
