import Foundation

/// The files in a tenant's part of the watched folder: the names of files that are waiting, being imported or refused, and the number of imported
/// files. A folder that is imported as a whole counts as one file.
struct ImportFolderView: Sendable, Hashable {
    struct Kind: Sendable, Hashable {
        /// The name of the folder: a format, or a format and a source, such as "cro" or "rss:morning-talks".
        let name: String
        /// The names of the files to be imported, sorted, at most 20.
        let waiting: [String]
        /// The names of all files being imported, sorted.
        let underWay: [String]
        /// The number of imported files, without their reports.
        let doneCount: Int
        /// The names of the refused files, sorted, at most 20.
        let refused: [String]
    }

    let kinds: [Kind]

    private static let limit = 20

    /// Reads the folder with blocking calls. A folder that is missing or cannot be read gives no kinds.
    init(root: String, tenant: String) {
        let base = "\(root)/\(tenant)"
        kinds = Self.names(in: base).filter { !["done", "refused"].contains($0) && !$0.hasPrefix(".") }.compactMap {
            kind in
            let folder = "\(base)/\(kind)"
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
                return nil
            }
            let names = Self.names(in: folder).filter { $0 != "done" && $0 != "refused" }
            let done = Self.names(in: folder + "/done").filter { !$0.hasSuffix(".report.txt") }
            let refused = Self.names(in: folder + "/refused").filter { !$0.hasSuffix(".report.txt") }
            return Kind(
                name: kind, waiting: Array(names.filter { !$0.hasPrefix(".") }.prefix(Self.limit)),
                underWay: names.filter { $0.hasPrefix(ImportInbox.claim) }.map {
                    String($0.dropFirst(ImportInbox.claim.count))
                },
                doneCount: done.count, refused: Array(refused.prefix(Self.limit)))
        }
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
