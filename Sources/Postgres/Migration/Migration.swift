import Cryptography

/// A numbered, forward-only SQL file.
public struct Migration: Sendable, Hashable {
    /// The name, such as "0001_tenancy": four digits, an underscore and lower-case words.
    public let name: String
    public let sql: String
    /// The SHA-256 of the text, in 64 hexadecimal digits. An applied file must never change.
    public let checksum: String

    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql
        checksum = SHA256.hash(data: sql.utf8).hexadecimal
    }

    /// The number in the first four characters of the name; 0 if there is none.
    public var version: Int { Int(name.prefix(4)) ?? 0 }

    /// Whether the statements run in one transaction. A file whose first line is `-- no-transaction`, as `CREATE INDEX CONCURRENTLY` requires, must
    /// be repeatable, since statements before a failure stay applied.
    var isTransactional: Bool {
        let line = sql.prefix { !$0.isNewline }
        return line.trimmed != "-- no-transaction"
    }

    var isNamedRight: Bool {
        let bytes = Array(name.utf8)
        guard bytes.count > 5, bytes[4] == UInt8(ascii: "_"), version > 0 else { return false }
        return bytes.prefix(4).allSatisfy { $0.isDigit }
            && bytes.dropFirst(5).allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") || (97...122).contains($0) }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (48...57).contains(self) }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

/// The reason why the database was not migrated, or not completely.
public enum MigrationError: Error, Sendable, Hashable {
    /// A number is missing among the files, or the named file was not applied although a later file was applied.
    case gap(missing: String)
    /// The file differs in name or text from the file that was applied under its number.
    case changed(name: String)
    /// The database has a migration that this program does not know, so the program is older than the database.
    case unknown(name: String)
    /// The server refused the file, or the file is invalid. Its changes are rolled back, except those of a file that is not in one transaction.
    case failed(name: String, reason: String)
    /// The login lacks a right that migration needs.
    case denied(reason: String)
    /// The server refused a statement outside any file.
    case refused(reason: String)
    /// Another migrator did not finish within the `lockWait` of the `Migrator`.
    case lockTimeout
    /// The database cannot be reached, the connection was lost, or the task was cancelled. The file that was being applied may have been committed.
    case unavailable(reason: String)
}

extension MigrationError {
    /// Creates the error for a failure that no file causes, such as at login or after the loss of the connection.
    init(_ error: any Error) {
        guard let error = error as? PostgresError else {
            self = .unavailable(reason: "\(error)")
            return
        }
        // A refused login has no SQLSTATE, since libpq reports only text.
        self =
            switch error {
            case .server("42501", _, _, _): .denied(reason: error.reason)
            case .unavailable(let reason) where reason.contains("permission denied"): .denied(reason: reason)
            case .server: .refused(reason: error.reason)
            default: .unavailable(reason: error.reason)
            }
    }
}
