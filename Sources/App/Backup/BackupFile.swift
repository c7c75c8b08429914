import Cryptography
import Foundation
import Glibc
import Tar

/// A backup file that is open for reading. Every method blocks, so call it on a worker thread.
struct BackupFile: Sendable {
    let path: String
    let manifest: BackupManifest
    private let archive: TarReader

    /// The maximum size of a manifest, in bytes. The manifest of a thousand tables takes about 100 kB.
    private static let manifestLimit = 16 << 20
    /// The first bytes of the output of `pg_dump --format=custom`.
    private static let magic = Array("PGDMP".utf8)

    /// Opens the file at `path`, and reads the headers of its members and the manifest. Throws `CommandFailure` if this program cannot read the
    /// backup, and `TarError` if the file cannot be read or is not an archive.
    init(path: String) throws {
        self.path = path
        archive = try TarReader(path: path, limit: 1000)
        guard let entry = archive.entry(BackupManifest.name) else {
            throw CommandFailure(notABackup: path, "it contains no manifest.json")
        }
        guard entry.header.size <= Self.manifestLimit else {
            throw CommandFailure(
                notABackup: path,
                "its manifest.json must have at most \(Self.manifestLimit) bytes, found \(entry.header.size)")
        }
        let json = try archive.read(entry, at: 0, count: entry.header.size)
        manifest = try BackupManifest(json: json, path: path)
    }

    /// The size of the database dump in bytes; 0 if the backup has no dump.
    var dumpSize: Int { archive.entry(BackupManifest.dump)?.header.size ?? 0 }

    /// Reads the whole file and compares the content with the manifest. Throws `CommandFailure` with the first difference. Calls `progress` after
    /// each piece. O(bytes).
    func verify(progress: (BackupProgress) -> Void = { _ in }) throws {
        let listed = manifest.members.map(\.name)
        guard archive.entries.map(\.header.name) == listed + [BackupManifest.name] else {
            throw CommandFailure(damagedBackup: path, "its files differ from the list in its manifest.json")
        }
        guard listed.contains(BackupManifest.dump) else {
            throw CommandFailure(damagedBackup: path, "the list in its manifest.json has no \(BackupManifest.dump)")
        }
        for member in manifest.members {
            var hash = SHA256()
            var done = 0
            try forEachPiece(of: member.name) { piece in
                if done == 0, member.name == BackupManifest.dump, !piece.starts(with: Self.magic) {
                    throw CommandFailure(damagedBackup: path, "\(member.name) was not written by pg_dump")
                }
                hash.update(data: piece)
                done += piece.count
                progress(BackupProgress(step: .verifying, bytes: done, of: member.bytes))
            }
            guard done == member.bytes else {
                throw CommandFailure(
                    damagedBackup: path,
                    "\(member.name) has \(done) bytes, but manifest.json states \(member.bytes) bytes")
            }
            guard hash.finalize().hexadecimal == member.sha256 else {
                throw CommandFailure(
                    damagedBackup: path, "\(member.name) does not have the checksum in manifest.json")
            }
        }
    }

    /// Passes the content of a member to `body`, one piece at a time. Throws `CommandFailure` if the archive does not contain the member.
    func forEachPiece(of name: String, _ body: ([UInt8]) throws -> Void) throws {
        guard let entry = archive.entry(name) else {
            throw CommandFailure(damagedBackup: path, "\(name) is missing")
        }
        try archive.forEachPiece(of: entry, body)
    }
}

/// The progress of a backup or a restore.
public struct BackupProgress: Sendable, Hashable {
    /// The steps of a backup (dumping, counting, verifying) and of a restore (verifying, restoring, comparing).
    public enum Step: String, Sendable {
        case dumping, counting, verifying, restoring, comparing
    }

    /// The step that is running.
    public let step: Step
    /// The number of bytes processed in this step; 0 in steps that do not count bytes.
    public let bytes: Int
    /// The total number of bytes of this step; `nil` if unknown in advance.
    public let total: Int?

    init(step: Step, bytes: Int = 0, of total: Int? = nil) {
        self.step = step
        self.bytes = bytes
        self.total = total
    }
}

extension CommandFailure {
    /// Creates the failure for a damaged backup. `reason` is a main clause that describes the damage.
    init(damagedBackup path: String, _ reason: String) {
        self.init("\(path) is damaged: \(reason); use another backup")
    }

    /// Creates the failure for a file that `tutti backup` did not write. `reason` is a main clause that says how the file differs from a backup.
    init(notABackup path: String, _ reason: String) {
        self.init("\(path) is not a Tutti backup: \(reason). Name a file that `tutti backup` wrote.")
    }
}
