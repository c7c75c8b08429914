import Tenancy
import Web

/// The actor of a privileged action, for the audit log (`app.audit_event`).
public struct PrivilegedActor: Sendable, Hashable {
    let actor: AuditEvent.Actor
    /// The ID of the request; `nil` for a command.
    let requestID: String?

    /// The command line of the server.
    public static let command = PrivilegedActor(actor: .command, requestID: nil)

    /// Returns the audit event of an action. `subject` is a readable text, such as a login. Neither `subject` nor `detail` may contain secrets.
    func event(_ action: String, subject: String, detail: [String: String] = [:]) -> AuditEvent {
        AuditEvent(action, by: actor, subject: subject, detail: detail, requestID: requestID)
    }
}

extension RequestContext {
    /// The caller of this request as the actor. Throws 401 without an account.
    var privilegedActor: PrivilegedActor {
        get throws(APIError) { PrivilegedActor(actor: try actor, requestID: requestID) }
    }

    /// Returns an account as the actor of its own creation or password reset.
    func privilegedActor(as user: User) -> PrivilegedActor {
        PrivilegedActor(actor: .account(id: user.id.rawValue, login: user.login), requestID: requestID)
    }
}
