import FoundationEssentials
import HTTP
import Tenancy
import Testing

@testable import Accounts

/// Helpers for listeners with subscriptions, and for an administrator who manages them.
extension Stage {
    /// Adds the listener "ann" here, with this subscription.
    @discardableResult
    func addListener(_ login: String = "ann", _ subscription: Subscription = Subscription(.active)) async throws -> User
    {
        let user = try await users.add(
            login: login, role: .listener, password: Stage.password, hasher: Stage.hasher, in: here.id)
        try await subscribe(login, subscription)
        return user
    }

    func subscribe(_ login: String, _ subscription: Subscription) async throws {
        _ = try await database.tenants.rows(
            in: here.id,
            """
            update app.user_account
               set subscription = \(subscription.state.rawValue),
                   subscription_until = \(subscription.until)
             where tenant_id = \(here.id)
               and login = \(login)
            """)
    }

    /// Adds the administrator "root" here and returns a token of the account.
    func adminToken() async throws -> String {
        _ = try await users.add(
            login: "root", role: .admin, password: Stage.password, hasher: Stage.hasher, in: here.id)
        return try await tokens.create(login: "root", in: here.id)
    }

    /// Sets the tenant's texts and contact data.
    func setHelp() async throws {
        try await database.sql(
            """
            insert into app.tenant_profile (tenant_id, conversion_url, support_url, support_phone, texts,
                                            streams_per_account)
            values (\(here.id.rawValue), 'https://radio.example/join?a=1&b=2', 'https://radio.example/help',
                    '+44 (0)20 7946/0123', '{"login.subscription-required.title": "Předplatné <skončilo>",
                                              "login.invalid-credentials.action.exit": "Konec", "other": 1}', 1);
            """)
    }

    /// Returns the audit log of this tenant, oldest first.
    func audit() async throws -> [String] {
        try await database.tenants.rows(
            in: here.id,
            """
            select concat_ws('|', actor, action, subject, detail) as line
              from app.audit_event
             where tenant_id = \(here.id)
               and action like 'subscription.%'
             order by event_id
            """
        ).map { try $0("line") }
    }
}

/// A problem document (RFC 9457).
struct Problem: Decodable {
    let title: String
    let status: Int
    let detail: String
    let code: String
    let actions: [Action]?
    let faults: [Fault]?
    let streams: [Playing]?

    struct Action: Decodable, Hashable {
        let id: String
        let label: String
        var url: String?
        var tel: String?
        let clearsCredentials: Bool
    }

    struct Fault: Decodable, Hashable {
        let field: String
        let reason: String
    }

    struct Playing: Decodable, Hashable {
        let id: String
        let device: String?
    }
}

extension Response {
    /// The content as a problem.
    var problem: Problem { get throws { try decoded() } }

    /// Returns the content decoded from JSON.
    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
