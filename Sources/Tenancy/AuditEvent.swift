import Postgres

/// An entry for the audit log of a tenant (`app.audit_event`): a privileged action with actor and subject.
///
/// Write the entry in the transaction of the action, so that neither exists without the other. Entries cannot be changed later: the service's
/// database role can only add and read entries.
public struct AuditEvent: Sendable, Hashable {
    public let actor: Actor
    /// The action, from general to specific, such as "account.disable" or "live.activate": lower case, dots and hyphens.
    public let action: String
    /// The object of the action under a name that people know, such as a login or a concert's short name. The subject is never a secret.
    public let subject: String
    /// Further facts, such as the new role of an account. The facts never include secrets.
    public let detail: [String: String]
    /// The ID of the request; `nil` for a command on the command line.
    public let requestID: String?

    /// The actor of an action.
    public enum Actor: Sendable, Hashable {
        /// An account of the tenant.
        case account(id: Int64, login: String)
        /// A platform account.
        case platform(login: String)
        /// The command line of the server.
        case command
    }

    public init(
        _ action: String, by actor: Actor, subject: String = "", detail: [String: String] = [:],
        requestID: String? = nil
    ) {
        self.actor = actor
        self.action = action
        self.subject = subject
        self.detail = detail
        self.requestID = requestID
    }

    /// Returns the statement that adds the entry.
    public func insertion(in tenant: TenantID) -> SQL {
        let facts = detail.sorted { $0.key < $1.key }
        return """
            insert into app.audit_event (tenant_id, actor_kind, actor_id, actor, action, subject, detail, request_id)
            values (\(tenant), \(actor.kind), \(actor.id), \(actor.name), \(action), \(subject),
                    jsonb_object(\(facts.map(\.key))::text[], \(facts.map(\.value))::text[]), \(requestID))
            """
    }
}

extension AuditEvent.Actor {
    /// The kind of the actor as stored: "account", "platform" or "command".
    public var kind: String {
        switch self {
        case .account: "account"
        case .platform: "platform"
        case .command: "command"
        }
    }

    /// The ID of the account; `nil` unless the actor is an account of the tenant.
    public var id: Int64? {
        if case .account(let id, _) = self { id } else { nil }
    }

    /// The login at the time of the action, or "command line" for a command.
    public var name: String {
        switch self {
        case .account(_, let login), .platform(let login): login
        case .command: "command line"
        }
    }
}
