#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files below one folder of this machine. Every call blocks on the disk, so it is used off event loops and off
/// the cooperative pool.
struct SourceFolder {
    /// The last part of its path: what the folder is called.
    let name: String
    private let root: String

    /// `nil` when there is no such folder.
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

    /// The names inside a folder below this one, sorted; hidden files, which file managers leave behind, are not
    /// among them. Empty when there is no such folder.
    func names(in folder: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    func isFolder(_ file: String) -> Bool { Self.kind(of: path(file)) == .typeDirectory }

    func isFile(_ file: String) -> Bool { Self.kind(of: path(file)) == .typeRegular }

    /// The bytes of a file, or `nil` after a finding that says why not.
    func content(of file: String, limit: Int, findings: inout Findings) -> [UInt8]? {
        guard isFile(file) else {
            findings.fault(file, "no such file", fix: "add it to the folder")
            return nil
        }
        guard let content = FileManager.default.contents(atPath: path(file)) else {
            findings.fault(file, "the file cannot be read", fix: "make it readable for this user")
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

    /// The kind of file at a path, links followed: a programme may keep its pictures elsewhere.
    private static func kind(of path: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
        return attributes?[.type] as? FileAttributeType
    }
}
