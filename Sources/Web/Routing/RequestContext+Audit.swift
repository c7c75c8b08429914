import Tenancy

extension RequestContext {
    /// What is written down of a privileged act of this request. Only for routes that nobody may call without
    /// logging in.
    ///
    /// - Parameters:
    ///   - action: "account.disable": lower case, dots, hyphens.
    ///   - subject: what it is done to, as people know it; never a secret.
    ///   - detail: further facts; never a secret.
    public func audit(_ action: String, subject: String = "", detail: [String: String] = [:]) -> AuditEvent {
        AuditEvent(action, by: actor, subject: subject, detail: detail, requestID: requestID)
    }

    private var actor: AuditEvent.Actor {
        if let platform { return .platform(login: platform.login) }
        if let caller { return .account(id: caller.userID, login: caller.login) }
        return .account(id: 0, login: "nobody")
    }
}
