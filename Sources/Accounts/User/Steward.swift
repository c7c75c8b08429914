import Tenancy
import Web

/// Whoever does a privileged act, as the tenant's record names it (`app.audit_event`).
public struct Steward: Sendable, Hashable {
    let actor: AuditEvent.Actor
    /// `nil` for a command.
    let requestID: String?

    /// Whoever may use the command line of the server.
    public static let command = Steward(actor: .command, requestID: nil)

    /// What is written down of an act.
    ///
    /// - Parameters:
    ///   - subject: what it is done to, as people know it; never a secret.
    ///   - detail: further facts; never a secret.
    func event(_ action: String, subject: String, detail: [String: String] = [:]) -> AuditEvent {
        AuditEvent(action, by: actor, subject: subject, detail: detail, requestID: requestID)
    }
}

extension RequestContext {
    /// Whoever sends this request. Throws 401 when nobody has logged in.
    var steward: Steward {
        get throws(APIError) { Steward(actor: try actor, requestID: requestID) }
    }

    /// Whoever holds a link or signs up: the account that comes of it acts for itself.
    func steward(as user: User) -> Steward {
        Steward(actor: .account(id: user.id.rawValue, login: user.login), requestID: requestID)
    }
}
