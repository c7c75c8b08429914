#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files below a folder on this machine. Calls block on the disk, so make them on worker threads.
struct SourceFolder {
    let name: String
    private let root: String

    /// Opens the folder at a path, absolute or relative to the working directory; `nil` if there is none.
    init?(path: String) {
        let manager = FileManager.default
        let absolute = path.hasPrefix("/") ? path : manager.currentDirectoryPath + "/" + path
        var parts: [Substring] = []
        for part in absolute.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        root = "/" + parts.joined(separator: "/")
        name = parts.last.map(String.init) ?? "/"
        guard Self.kind(of: root) == .typeDirectory else { return nil }
    }

    /// Returns the names of the files and folders in `folder`, a path below this folder, or by default in this folder itself. The names are sorted,
    /// without hidden files; empty if the folder does not exist or cannot be read.
    func names(in folder: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Returns whether a path below this folder leads to a folder.
    func isFolder(_ file: String) -> Bool { Self.kind(of: path(file)) == .typeDirectory }

    /// Returns whether a path below this folder leads to a regular file.
    func isFile(_ file: String) -> Bool { Self.kind(of: path(file)) == .typeRegular }

    /// Returns the content of a file. Adds a fault and returns `nil` if the file is missing or unreadable or has more than `limit` bytes.
    func content(of file: String, limit: Int, findings: inout Findings) -> [UInt8]? {
        guard isFile(file) else {
            let isMissing = Self.kind(of: path(file)) == nil
            findings.fault(
                file, isMissing ? "the file does not exist" : "a folder or special file has this name",
                fix: isMissing ? "add the file to the folder" : "replace the folder or special file with the file")
            return nil
        }
        guard let content = FileManager.default.contents(atPath: path(file)) else {
            findings.fault(file, "the file cannot be read", fix: "give your user permission to read the file")
            return nil
        }
        guard content.count <= limit else {
            findings.fault(
                file, "the file has \(content.count) bytes", fix: "reduce the file to \(limit) bytes at most")
            return nil
        }
        return Array(content)
    }

    private func path(_ file: String) -> String { file.isEmpty ? root : root + "/" + file }

    /// Returns the type of the file or folder at a path; `nil` if there is none. Follows symbolic links, because a programme may keep its pictures
    /// elsewhere.
    private static func kind(of path: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
        return attributes?[.type] as? FileAttributeType
    }
}
