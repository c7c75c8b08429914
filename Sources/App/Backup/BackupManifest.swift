import FoundationEssentials
import Web

/// The last member of a backup, which describes the backup and lists its contents.
struct BackupManifest: Codable, Sendable, Hashable {
    static let format = "tutti-backup"
    /// The version of the backup format, which increases when older programs cannot restore the new format.
    static let formatVersion = 1
    static let name = "manifest.json"
    /// The name of the member with the database dump, written by `pg_dump --format=custom`.
    static let dump = "database.dump"

    var format = Self.format
    var formatVersion = Self.formatVersion
    /// The number of the last migration that was applied to the database.
    let schemaVersion: Int
    /// The time of the database snapshot in the backup, RFC 3339 in UTC.
    let takenAt: String
    /// The version of the PostgreSQL server whose database was dumped.
    let server: String
    let tables: [Table]
    let members: [Member]
    var leftOut = Self.leftOut

    /// The parts of an installation that are not in a backup.
    static let leftOut = [
        "the secret key (TUTTI_SECRET_KEY, or the file secret-key in the data folder): without the key, listeners must "
            + "connect their SoundCloud and ListenBrainz accounts again and create new app passwords, and tenants must enter the "
            + "secrets of their SoundCloud applications again",
        "the settings (the environment, and the files that it names)",
        "the passwords of the database's roles",
    ]

    /// A table in the backup, with the number and a digest of its rows, to check a restore.
    struct Table: Codable, Sendable, Hashable {
        let name: String
        let rows: Int
        /// The digest of the table's rows, computed by `control.table_digest`.
        let digest: String
    }

    /// A file in the archive, with its size and checksum.
    struct Member: Codable, Sendable, Hashable {
        let name: String
        let bytes: Int
        /// The SHA-256 checksum of the content, in hexadecimal.
        let sha256: String
    }

    var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }

    /// Reads the manifest of the backup at `path`. Throws `CommandFailure` if the format differs or is newer than this program can read, or if the
    /// manifest is damaged.
    init(json: [UInt8], path: String) throws(CommandFailure) {
        struct Kind: Decodable {
            let format: String
            let formatVersion: Int
        }
        let decoder = JSONDecoder()
        guard let kind = try? decoder.decode(Kind.self, from: Data(json)), kind.format == Self.format else {
            throw CommandFailure(
                notABackup: path, "its manifest.json does not have the format \"\(Self.format)\"")
        }
        guard kind.formatVersion <= Self.formatVersion else {
            throw CommandFailure(
                """
                \(path) has format version \(kind.formatVersion); this program reads versions up to \
                \(Self.formatVersion). Use the program that wrote the backup, or a newer program.
                """)
        }
        do {
            self = try decoder.decode(Self.self, from: Data(json))
        } catch {
            throw CommandFailure(damagedBackup: path, "its manifest.json cannot be read")
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
