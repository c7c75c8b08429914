import Foundation
import Glibc

/// The watched folder from which files are imported.
///
/// Files are in `TENANT/FORMAT/`, or in `TENANT/FORMAT:SOURCE/` for one of several sources of a format. A folder is imported as a whole.
///
/// A file that no longer changes is claimed by renaming it, which only one of several servers can do. After the import, the file is moved to `done/`
/// or `refused/`, with a report beside it. A newer file of the same name waits until then. Symbolic links are refused. Names that start with a dot,
/// as of unfinished copies, are ignored.
public struct ImportInbox {
    /// A claimed file or folder.
    public struct Entry: Sendable, Hashable {
        public let tenant: String
        public let format: String
        /// The source name in the folder's name; `nil` if the name has none.
        public let source: String?
        /// The name of the file or folder before the claim.
        public let name: String
        /// The path after the claim.
        public let path: String
        fileprivate let folder: String
    }

    /// The number of seconds for which a file must be unchanged before it is claimed.
    static let unchangedSeconds: Int64 = 5
    /// The age in seconds at which a claim is released, because the server that made it must have stopped.
    static let claimLimit: Int64 = 7200
    static let claim = ".importing-"

    private let root: String
    private var seen: [String: String] = [:]

    public init(root: String) { self.root = root }

    /// Claims and returns the files and folders that have not changed since the previous call and for at least `unchangedSeconds`. Also releases
    /// claims older than `claimLimit`. `now` is in seconds since 1970.
    public mutating func claimReady(now: Int64) -> [Entry] {
        var (entries, looks): ([Entry], [String: String]) = ([], [:])
        for tenant in Self.folders(in: root) {
            for kind in Self.folders(in: "\(root)/\(tenant)") {
                let folder = "\(root)/\(tenant)/\(kind)"
                let parts = kind.split(separator: ":", maxSplits: 1).map(String.init)
                guard let format = parts.first, !["done", "refused"].contains(kind) else { continue }
                for name in Self.names(in: folder) where name != "done" && name != "refused" {
                    let path = "\(folder)/\(name)"
                    if name.hasPrefix(Self.claim) {
                        Self.releaseOld(String(name.dropFirst(Self.claim.count)), in: folder, now: now)
                    }
                    guard !name.hasPrefix("."), let look = Self.look(path), look.newest + Self.unchangedSeconds <= now
                    else {
                        continue
                    }
                    looks[path] = look.text
                    guard seen[path] == look.text else { continue }
                    let claimed = "\(folder)/\(Self.claim)\(name)"
                    guard Self.move(path, to: claimed) else { continue }
                    entries.append(
                        Entry(
                            tenant: tenant, format: format, source: parts.count > 1 ? parts[1] : nil, name: name,
                            path: claimed, folder: folder))
                }
            }
        }
        seen = looks
        return entries
    }

    /// Moves a file or folder to `done/` or `refused/` and writes the report beside it. A number is put before a name that is taken.
    ///
    /// - Throws: `ImportSource.Failure` if the file cannot be moved, and the errors of creating the folder and the report. If only the report cannot
    ///   be written, the file has been moved.
    public func finish(_ entry: Entry, isDone: Bool, report: [String]) throws {
        try Self.finish(entry.name, in: entry.folder, isDone: isDone, report: report)
    }

    /// Releases a claim by renaming the file or folder back, so that a later call of `claimReady` can claim it again. If a newer file has the name by
    /// then, the claimed one is moved to `refused/` with a report, because importing the older file after the newer one would undo the newer one.
    public func release(_ entry: Entry) { Self.release(entry.name, in: entry.folder) }

    /// Returns whether the entry is neither a regular file nor a folder, or no longer exists. A symbolic link is foreign, because its target could be
    /// any file.
    public static func isForeign(_ entry: Entry) -> Bool {
        var status = stat()
        guard lstat(entry.path, &status) == 0 else { return true }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func releaseOld(_ name: String, in folder: String, now: Int64) {
        var status = stat()
        guard lstat("\(folder)/\(claim)\(name)", &status) == 0, Int64(status.st_ctim.tv_sec) + claimLimit < now else {
            return
        }
        release(name, in: folder)
    }

    private static func release(_ name: String, in folder: String) {
        guard !move("\(folder)/\(claim)\(name)", to: "\(folder)/\(name)") else { return }
        try? finish(
            name, in: folder, isDone: false,
            report: ["not imported, because a newer file of the same name arrived before this one was imported"])
    }

    private static func finish(_ name: String, in folder: String, isDone: Bool, report: [String]) throws {
        let target = "\(folder)/\(isDone ? "done" : "refused")"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        var (free, number) = (name, 2)
        while exists("\(target)/\(free)") {
            free = "\(number)-\(name)"
            number += 1
        }
        guard move("\(folder)/\(claim)\(name)", to: "\(target)/\(free)") else {
            throw ImportSource.Failure(
                description:
                    "\(folder)/\(claim)\(name) cannot be moved to \(target); check the permissions of both folders")
        }
        let text = report.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(target)/\(free).report.txt"))
    }

    /// Renames a file or folder. Returns `false` if that fails or the new name is taken, whose file `rename` alone would replace.
    private static func move(_ path: String, to target: String) -> Bool {
        !exists(target) && rename(path, target) == 0
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns the sizes and modification times of a file, or of a folder and its direct contents, as `text`, and the newest of these times in
    /// seconds since 1970; `nil` if the path does not exist.
    private static func look(_ path: String) -> (text: String, newest: Int64)? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        var text = "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        var newest = Int64(status.st_mtim.tv_sec)
        guard status.st_mode & S_IFMT == S_IFDIR else { return (text, newest) }
        for name in names(in: path) {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            text += " \(name) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
            newest = max(newest, Int64(status.st_mtim.tv_sec))
        }
        return (text, newest)
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Returns the names of the subfolders, sorted. Hidden folders and symbolic links to folders are left out.
    private static func folders(in folder: String) -> [String] {
        names(in: folder).filter { name in
            var status = stat()
            return !name.hasPrefix(".") && lstat("\(folder)/\(name)", &status) == 0
                && status.st_mode & S_IFMT == S_IFDIR
        }
    }
}
