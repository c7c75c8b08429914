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

    /// Its place in the list, newest first.
    var place: TimePlace { TimePlace(microseconds: microseconds, id: id) }
}
