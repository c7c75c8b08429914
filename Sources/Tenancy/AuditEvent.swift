import Postgres

/// One privileged act for the record of its tenant: who did what to whom (`app.audit_event`).
///
/// It is written in the transaction of the act itself, so that neither is without the other, and nobody changes it
/// afterwards: the service's role may only add and read.
public struct AuditEvent: Sendable, Hashable {
    public let actor: Actor
    /// What was done, from the general to the particular: "account.disable", "live.activate". Lower case, dots, hyphens.
    public let action: String
    /// What it was done to, as people know it: a login, a concert's short name. Never a secret.
    public let subject: String
    /// Further facts, such as the role an account was given. Never a secret.
    public let detail: [String: String]
    /// The request that did it; `nil` for a command.
    public let requestID: String?

    /// Who acts.
    public enum Actor: Sendable, Hashable {
        /// An account of the tenant.
        case account(id: Int64, login: String)
        /// Somebody who looks after all tenants.
        case platform(login: String)
        /// Whoever may use the command line of the server.
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

    /// The statement that appends it, for the transaction of the act.
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
    /// The word of the schema.
    public var kind: String {
        switch self {
        case .account: "account"
        case .platform: "platform"
        case .command: "command"
        }
    }

    /// The key of the account, where one of the tenant acts.
    public var id: Int64? {
        if case .account(let id, _) = self { id } else { nil }
    }

    /// The login, as it was then.
    public var name: String {
        switch self {
        case .account(_, let login), .platform(let login): login
        case .command: "command line"
        }
    }
}
