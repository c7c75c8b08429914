import Postgres

/// An entry for the audit log of a tenant (`app.audit_event`): a privileged action with actor and subject.
///
/// Write the entry in the transaction of the action, so that neither exists without the other. The service's database role cannot change or delete
/// entries.
public struct AuditEvent: Sendable, Hashable {
    public let actor: Actor
    /// The action, from general to specific, such as "account.disable": lower case, dots and hyphens.
    public let action: String
    /// The object of the action under a name that people know, such as a login; never a secret, and empty if the action has no object.
    public let subject: String
    /// Further facts, such as the new role of an account; never secrets.
    public let detail: [String: String]
    /// The ID of the request; `nil` for a command.
    public let requestID: String?

    /// The actor of an action: an account of the tenant, a platform account or the command line.
    public enum Actor: Sendable, Hashable {
        case account(id: Int64, login: String)
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
    /// The kind of the actor as stored.
    public var kind: String {
        switch self {
        case .account: "account"
        case .platform: "platform"
        case .command: "command"
        }
    }

    /// The ID of the actor's account; `nil` if the actor is not an account of the tenant.
    public var id: Int64? {
        if case .account(let id, _) = self { id } else { nil }
    }

    /// The login at the time of the action, or "command line".
    public var name: String {
        switch self {
        case .account(_, let login), .platform(let login): login
        case .command: "command line"
        }
    }
}
