import Cryptography
import FoundationEssentials
import Tar

/// The archive of an exported tenant, verified when it is opened. Opening and reading it block the calling thread.
struct TenantArchive: Sendable {
    let path: String
    let manifest: Manifest
    /// The content of `tenant.json`.
    let description: String
    /// The host names of the exported tenant, the primary host first.
    let hosts: [String]
    /// The ID of the tenant on the exporting server, which every row must contain.
    let exportedID: Int32
    private let reader: TarReader

    /// The parts of the manifest that an import needs.
    struct Manifest: Decodable, Sendable {
        let format: String
        let formatVersion: Int
        let schemaVersion: Int
        let tenant: String
        let leftOut: [String]
        let members: [Member]

        struct Member: Decodable, Sendable {
            let name: String
            let bytes: Int
            let sha256: String
            let rows: Int?
        }
    }

    private struct Description: Decodable {
        let tenantID: Int32
        let hosts: String

        enum CodingKeys: String, CodingKey {
            case tenantID = "tenant_id"
            case hosts
        }
    }

    private static let manifestLimit = 64 << 20
    private static let descriptionLimit = 1 << 20
    /// The approximate maximum length of a line, in bytes. Pictures are stored in separate files.
    private static let lineLimit = 64 << 20

    /// Opens an archive and verifies the names, the order, the sizes and the checksums of its members. O(bytes). Throws `TenantImportError` for an
    /// archive that is not a valid export in the supported format, and `TarError` for a file that is not a tar archive or cannot be read.
    init(path: String) throws {
        self.path = path
        reader = try TarReader(path: path)
        let entries = reader.entries.map(\.header.name)
        for name in entries where !Self.isExpected(name) {
            throw TenantImportError(path, "it contains \(name), which does not belong in an export")
        }
        let decoder = JSONDecoder()
        let json = try Self.small("manifest.json", limit: Self.manifestLimit, reader)
        guard let manifest = try? decoder.decode(Manifest.self, from: Data(json)) else {
            throw TenantImportError(path, "its manifest.json is not a valid export manifest")
        }
        guard manifest.format == "tutti-tenant-export", manifest.formatVersion == 1 else {
            throw TenantImportError(
                path, "its format must be tutti-tenant-export 1, found \(manifest.format) \(manifest.formatVersion)",
                remedy: "install the same version on both servers and export again")
        }
        guard manifest.members.map(\.name) + ["manifest.json"] == entries else {
            throw TenantImportError(
                path, "its manifest.json must list all members of the archive in the order of the archive")
        }
        let text = try Self.small("tenant.json", limit: Self.descriptionLimit, reader)
        guard let own = try? decoder.decode(Description.self, from: Data(text)) else {
            throw TenantImportError(path, "its tenant.json is not a valid description of a tenant")
        }
        self.manifest = manifest
        description = String(decoding: text, as: UTF8.self)
        hosts = own.hosts.split(separator: " ").map(String.init)
        exportedID = own.tenantID
        for member in manifest.members { try verify(member) }
    }

    /// The names of the tables.
    var tables: Set<String> {
        Set(manifest.members.compactMap { Self.table($0.name) })
    }

    /// Returns the content of a stored file with this SHA-256 in hexadecimal; `nil` if the archive does not have it. Throws `TarError` if the file
    /// cannot be read.
    func file(_ hash: String) throws -> [UInt8]? {
        guard let entry = reader.entry("files/\(hash)") else { return nil }
        return try reader.read(entry, at: 0, count: entry.header.size)
    }

    /// The number of stored files.
    var fileCount: Int { manifest.members.count { $0.name.hasPrefix("files/") } }

    /// A reader of the lines of a table, with one batch in memory at a time.
    struct Lines {
        fileprivate let archive: TenantArchive
        fileprivate let entry: TarReader.Entry
        private var offset = 0
        private var rest: [UInt8] = []

        fileprivate init(_ archive: TenantArchive, _ entry: TarReader.Entry) {
            self.archive = archive
            self.entry = entry
        }

        /// Returns the next lines, usually about 1 MiB, or `nil` at the end. Throws `TenantImportError` for a line of more than about 64 MiB and for
        /// a last line without a line end, and `TarError` if the file cannot be read.
        mutating func next() throws -> [String]? {
            while true {
                if let last = rest.lastIndex(of: UInt8(ascii: "\n")) {
                    let lines = rest[..<last].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                    rest.removeFirst(last + 1)
                    return lines.map { String(decoding: $0, as: UTF8.self) }
                }
                guard rest.count <= TenantArchive.lineLimit else {
                    throw TenantImportError(archive.path, "each line of \(entry.header.name) must have at most 64 MiB")
                }
                let piece = try archive.reader.read(entry, at: offset, count: 1 << 20)
                offset += piece.count
                if piece.isEmpty {
                    guard rest.isEmpty else {
                        throw TenantImportError(archive.path, "\(entry.header.name) ends in the middle of a line")
                    }
                    return nil
                }
                rest += piece
            }
        }
    }

    /// Returns the lines of a table, or `nil` if the archive does not have it.
    func lines(of table: String) -> Lines? {
        reader.entry("app/\(table).jsonl").map { Lines(self, $0) }
    }

    private func verify(_ member: Manifest.Member) throws {
        guard let entry = reader.entry(member.name) else { return }
        var hash = SHA256()
        try reader.forEachPiece(of: entry) { hash.update(data: $0) }
        let digits = hash.finalize().hexadecimal
        guard entry.header.size == member.bytes, digits == member.sha256 else {
            throw TenantImportError(path, "\(member.name) does not have the size and checksum in manifest.json")
        }
        if member.name.hasPrefix("files/"), member.name.dropFirst(6) != digits {
            throw TenantImportError(path, "the name of \(member.name) is not the SHA-256 of its content")
        }
    }

    private static func small(_ name: String, limit: Int, _ reader: TarReader) throws -> [UInt8] {
        guard let entry = reader.entry(name) else { throw TenantImportError(reader.path, "\(name) is missing") }
        guard entry.header.size <= limit else {
            throw TenantImportError(reader.path, "\(name) must have at most \(limit) bytes")
        }
        return try reader.read(entry, at: 0, count: entry.header.size)
    }

    private static func isExpected(_ name: String) -> Bool {
        if name == "tenant.json" || name == "manifest.json" || table(name) != nil { return true }
        guard name.hasPrefix("files/") else { return false }
        let hash = name.utf8.dropFirst(6)
        return hash.count == 64 && hash.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns the name of the table in a path such as "app/work.jsonl"; `nil` for a path of another form.
    private static func table(_ name: String) -> String? {
        guard name.hasPrefix("app/"), name.hasSuffix(".jsonl") else { return nil }
        let table = name.dropFirst(4).dropLast(6)
        let isPlain = table.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
        return isPlain && !table.isEmpty ? String(table) : nil
    }
}

/// The reason why an archive cannot be imported. The import has changed nothing.
public struct TenantImportError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// Creates an error. `remedy` is the next step, by default for a damaged archive; `nil` if the reason contains it.
    init(_ path: String, _ reason: String, remedy: String? = "export the tenant again") {
        description = "\(path) cannot be imported: \(reason)" + (remedy.map { "; \($0)" } ?? "")
    }
}
