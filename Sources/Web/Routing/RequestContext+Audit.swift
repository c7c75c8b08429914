import Tenancy

extension RequestContext {
    /// What is written down of a privileged act of this request.
    ///
    /// Throws 401 when nobody has logged in: no act is without somebody who did it.
    ///
    /// - Parameters:
    ///   - action: "account.disable": lower case, dots, hyphens.
    ///   - subject: what it is done to, as people know it; never a secret.
    ///   - detail: further facts; never a secret.
    public func audit(
        _ action: String, subject: String = "", detail: [String: String] = [:]
    ) throws(APIError) -> AuditEvent {
        AuditEvent(action, by: try actor, subject: subject, detail: detail, requestID: requestID)
    }

    /// Who acts, as the record names them. Throws 401 when nobody has logged in.
    public var actor: AuditEvent.Actor {
        get throws(APIError) {
            if let platform { return .platform(login: platform.login) }
            guard let caller else { throw .notLoggedIn }
            return .account(id: caller.userID, login: caller.login)
        }
    }
}
