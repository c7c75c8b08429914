import Tenancy

extension RequestContext {
    /// Returns the audit event for a privileged action of this request. Throws 401 without an account.
    ///
    /// - Parameters:
    ///   - action: the name of the action, such as "account.disable": lower case, dots and hyphens.
    ///   - subject: the readable name of the action's object; never a secret.
    ///   - detail: further facts; never secrets.
    public func audit(
        _ action: String, subject: String = "", detail: [String: String] = [:]
    ) throws(APIError) -> AuditEvent {
        AuditEvent(action, by: try actor, subject: subject, detail: detail, requestID: requestID)
    }

    /// The account or platform account of the request, as the actor of an audit event. Throws 401 without an account.
    public var actor: AuditEvent.Actor {
        get throws(APIError) {
            if let platform { return .platform(login: platform.login) }
            guard let caller else { throw .notLoggedIn }
            return .account(id: caller.userID, login: caller.login)
        }
    }
}
