import Crypto

/// A numbered, forward-only SQL file.
public struct Migration: Sendable, Hashable {
    /// "0001_tenancy": four digits, an underscore, lower-case words.
    public let name: String
    public let sql: String

    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }

    /// The number in front of the name; 0 when there is none.
    public var version: Int { Int(name.prefix(4)) ?? 0 }

    /// SHA-256 of the text, 64 hexadecimal digits: a file that was applied must never change.
    public var checksum: String {
        SHA256.hash(data: Array(sql.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Whether the first line says that the statements run one by one, outside a transaction
    /// (`CREATE INDEX CONCURRENTLY`). Such a file must be repeatable: what ran before a failure stays.
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

/// Why the database was not brought up to date.
public enum MigrationError: Error, Sendable, Hashable {
    /// A number is missing among the files, or this file was never applied although a later one was.
    case gap(missing: String)
    /// The file differs from what was applied under its name.
    case changed(name: String)
    /// The database has a migration that this program does not know: it is older than the database.
    case unknown(name: String)
    /// The file was refused; nothing of it remains unless it says `-- no-transaction`.
    case failed(name: String, reason: String)
    /// The login lacks a right that migrating needs.
    case denied(reason: String)
    /// The server refused something that belongs to no file.
    case refused(reason: String)
    /// Another migration did not end in time.
    case lockTimeout
    /// The database cannot be reached, or was lost on the way.
    case unavailable(reason: String)
}

extension MigrationError {
    /// An error outside any file: at the log-in, while looking, while the table of migrations is made.
    init(_ error: any Error) {
        guard let error = error as? PostgresError else {
            self = .unavailable(reason: "\(error)")
            return
        }
        // A refused log-in comes without a code (libpq has only its text); missing rights on a role are told there.
        self =
            switch error {
            case .server("42501", _, _, _): .denied(reason: error.reason)
            case .unavailable(let reason) where reason.contains("permission denied"): .denied(reason: reason)
            case .server: .refused(reason: error.reason)
            default: .unavailable(reason: error.reason)
            }
    }
}
