import Crypto
import Foundation
import Glibc
import Tar

/// A backup in a file, opened for reading. Every call blocks.
struct BackupFile: Sendable {
    let path: String
    let manifest: BackupManifest
    private let archive: TarReader

    /// The most bytes of a manifest; one of a thousand tables takes 100 kB.
    private static let manifestLimit = 16 << 20
    /// What `pg_dump --format=custom` begins with.
    private static let magic = Array("PGDMP".utf8)

    /// Reads the headers and the manifest.
    init(path: String) throws {
        self.path = path
        archive = try TarReader(path: path, limit: 1000)
        guard let entry = archive.entry(BackupManifest.name), entry.header.size <= Self.manifestLimit else {
            throw CommandFailure("\(path) is not a Tutti backup: it contains no manifest.json")
        }
        let json = try archive.read(entry, at: 0, count: entry.header.size)
        manifest = try BackupManifest(json: json, path: path)
    }

    /// How many bytes the database's dump has.
    var dumpSize: Int { archive.entry(BackupManifest.dump)?.header.size ?? 0 }

    /// Reads every byte and compares it with the manifest.
    ///
    /// - Throws: `CommandFailure` naming the first member that differs.
    func verify(progress: (BackupProgress) -> Void = { _ in }) throws {
        let listed = manifest.members.map(\.name)
        guard archive.entries.map(\.header.name) == listed + [BackupManifest.name],
            listed.contains(BackupManifest.dump)
        else {
            throw CommandFailure("\(path) is damaged: its files are not those that its manifest.json lists")
        }
        for member in manifest.members {
            var hash = SHA256()
            var done = 0
            try forEachPiece(of: member.name) { piece in
                if done == 0, member.name == BackupManifest.dump, !piece.starts(with: Self.magic) {
                    throw CommandFailure("\(path) is damaged: \(member.name) was not written by pg_dump")
                }
                hash.update(data: piece)
                done += piece.count
                progress(BackupProgress(step: .verifying, bytes: done, of: member.bytes))
            }
            guard done == member.bytes, hash.finalize().hexadecimal == member.sha256 else {
                throw CommandFailure("\(path) is damaged: \(member.name) does not match its checksum")
            }
        }
    }

    /// Hands a member's content to `body`, a piece at a time.
    func forEachPiece(of name: String, _ body: ([UInt8]) throws -> Void) throws {
        guard let entry = archive.entry(name) else { throw CommandFailure("\(path) is damaged: \(name) is missing") }
        try archive.forEachPiece(of: entry, body)
    }
}

/// How far a backup or a restore is.
public struct BackupProgress: Sendable, Hashable {
    /// The parts of the work, in their order.
    public enum Step: String, Sendable {
        case dumping, counting, verifying, restoring, comparing
    }

    /// What is being done.
    public let step: Step
    /// How many bytes of it are done; 0 where they are not counted.
    public let bytes: Int
    /// `nil` while nobody knows.
    public let total: Int?

    init(step: Step, bytes: Int = 0, of total: Int? = nil) {
        self.step = step
        self.bytes = bytes
        self.total = total
    }
}

extension SHA256.Digest {
    /// 64 digits.
    var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
