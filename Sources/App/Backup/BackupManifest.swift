import FoundationEssentials
import Web

/// The last member of a backup: what it is, what is in it, and what is not.
struct BackupManifest: Codable, Sendable, Hashable {
    static let format = "tutti-backup"
    /// Rises when an older program could not restore the file.
    static let formatVersion = 1
    static let name = "manifest.json"
    /// The database, as `pg_dump --format=custom` writes it.
    static let dump = "database.dump"

    var format = Self.format
    var formatVersion = Self.formatVersion
    /// The number of the last migration of the database.
    let schemaVersion: Int
    /// RFC 3339, UTC: the moment that the backup shows.
    let takenAt: String
    /// PostgreSQL's version.
    let server: String
    let tables: [Table]
    let members: [Member]
    var leftOut = Self.leftOut

    /// What a restored installation needs beside the file.
    static let leftOut = [
        "the secret key (TUTTI_SECRET_KEY, or the file secret-key in the data folder): without the key listeners must "
            + "connect their SoundCloud accounts again and create new app passwords",
        "the settings (the environment, and the files that it names)",
        "the passwords of the database's roles",
    ]

    /// One table at the moment of the backup.
    struct Table: Codable, Sendable, Hashable {
        let name: String
        let rows: Int
        /// See `control.table_digest`.
        let digest: String
    }

    /// One file of the archive.
    struct Member: Codable, Sendable, Hashable {
        let name: String
        let bytes: Int
        /// In hexadecimal.
        let sha256: String
    }

    var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }

    /// Reads a manifest.
    ///
    /// - Throws: `CommandFailure` for one of another format, or of a version that this program does not read.
    init(json: [UInt8], path: String) throws(CommandFailure) {
        struct Kind: Decodable {
            let format: String
            let formatVersion: Int
        }
        let decoder = JSONDecoder()
        guard let kind = try? decoder.decode(Kind.self, from: Data(json)), kind.format == Self.format else {
            throw CommandFailure(
                "\(path) is not a Tutti backup: the format in its manifest.json is not \"\(Self.format)\"")
        }
        guard kind.formatVersion <= Self.formatVersion else {
            throw CommandFailure(
                """
                \(path) has format version \(kind.formatVersion); this program reads versions up to \
                \(Self.formatVersion). Use the program that wrote the backup, or a newer one.
                """)
        }
        do {
            self = try decoder.decode(Self.self, from: Data(json))
        } catch {
            throw CommandFailure("\(path) is damaged: its manifest.json cannot be read")
        }
    }

    init(schemaVersion: Int, takenAt: String, server: String, tables: [Table], members: [Member]) {
        self.schemaVersion = schemaVersion
        self.takenAt = takenAt
        self.server = server
        self.tables = tables
        self.members = members
    }
}
