import Postgres
import Web

/// An entry of a tenant's audit log (`app.audit_event`).
struct AuditEntry: Sendable, Hashable {
    let id: Int64
    let at: Instant
    /// The time in microseconds since 1970, the precision of the database.
    let microseconds: Int64
    /// The kind of actor: "account", "platform" or "command".
    let actorKind: String
    /// The ID of the actor's account, which may have been deleted; `nil` if the actor is not an account of the tenant.
    let actorID: Int64?
    /// The login of the actor at the time of the action; "command line" for a command.
    let actor: String
    let action: String
    let subject: String
    let detail: [String: String]
    let requestID: String?

    /// The position in the list of entries, newest first.
    var position: TimePosition { TimePosition(microseconds: microseconds, id: id) }
}
