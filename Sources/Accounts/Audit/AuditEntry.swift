import Postgres
import Web

/// A privileged act as the record of a tenant has it (`app.audit_event`): who did what to whom, and when.
struct AuditEntry: Sendable, Hashable {
    let id: Int64
    let at: Instant
    /// In microseconds since 1970, as exact as the database keeps it: what the place in the list is told by.
    let microseconds: Int64
    /// "account", "platform" or "command".
    let actorKind: String
    /// The key of the account, where one of the tenant acted; the account may be gone.
    let actorID: Int64?
    /// The login, as it was then.
    let actor: String
    let action: String
    let subject: String
    let detail: [String: String]
    let requestID: String?

    /// Where a list goes on after this entry.
    var cursor: Cursor { Cursor(microseconds: microseconds, id: id) }

    /// A place in the list, newest first. Opaque to clients.
    struct Cursor: Sendable, Hashable, CustomStringConvertible {
        let microseconds: Int64
        let id: Int64

        init(microseconds: Int64, id: Int64) {
            self.microseconds = microseconds
            self.id = id
        }

        /// Reads what `description` wrote; `nil` for anything else.
        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            // Digits by hand: `Int64` also takes "+5" (spec S1).
            let numbers = parts.compactMap { part in
                part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int64(part) : nil
            }
            // Beyond the year 9999 no timestamp of the database can be made of it.
            guard parts.count == 2, numbers.count == 2, numbers[0] < 253_402_300_800_000_000 else { return nil }
            self.init(microseconds: numbers[0], id: numbers[1])
        }

        var description: String { "\(microseconds).\(id)" }
    }
}
