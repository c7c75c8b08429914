import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The store of listeners' subscriptions. Each change runs in one transaction with the audit event.
public struct SubscriptionStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Throws 403 with the tenant's texts and next steps (spec R4) unless the caller may listen now. Call this method for every request for a stream.
    public func requireSubscription(of caller: Caller, in tenant: TenantID) async throws {
        try await requireSubscription(of: User.ID(rawValue: caller.userID), caller.role, in: tenant)
    }

    /// Throws 403 with the tenant's texts and next steps (spec R4) unless the account may listen now.
    func requireSubscription(of user: User.ID, _ role: Role, in tenant: TenantID) async throws {
        guard role == .listener else { return }
        let subscription: Subscription? = try await database.first(
            in: tenant,
            """
            select subscription, subscription_until
              from app.user_account
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
            """)
        if let refusal = (subscription ?? Subscription(.lapsed)).refusal(for: role, at: Instant.now.date) {
            throw refusal.error(try await LoginHelpStore(database: database).help(in: tenant))
        }
    }

    /// Returns at most `limit` listeners with IDs greater than `cursor` and their subscriptions, in the order of the IDs: those whose subscription is
    /// now in the state `state`, or all if `state` is `nil`.
    func subscribers(
        _ state: Subscription.State?, after cursor: Int64, limit: Int, in tenant: TenantID
    ) async throws(PostgresError) -> [Subscriber] {
        try await database.all(
            in: tenant,
            """
            select user_id, login, subscription, subscription_until
              from app.user_account
             where tenant_id = \(tenant)
               and role = 'listener'
               and user_id > \(cursor)
               and (\(state?.rawValue)::text is null
                    or \(state?.rawValue) = case when subscription = 'active' and subscription_until <= now()
                                                 then 'lapsed'
                                                 else subscription
                                                 end)
             order by user_id
             limit \(limit)
            """)
    }

    /// Changes a listener's subscription, in one transaction with the audit event that `event` returns for the listener's login. Returns `nil` for an
    /// unknown account. Throws 409 for another role.
    func set(
        _ subscription: Subscription, of user: User.ID, in tenant: TenantID,
        event: @Sendable (_ login: String) throws -> AuditEvent
    ) async throws -> Subscriber? {
        try await database.transaction(in: tenant) { transaction in
            let found = try await transaction.rows(
                """
                select login, role
                  from app.user_account
                 where tenant_id = \(tenant)
                   and user_id = \(user.rawValue)
                   for no key update
                """)
            guard let row = found.first else { return nil }
            let role = try row.role("role")
            guard role == .listener else { throw Self.noListener(role) }
            let login: String = try row("login")
            let update: SQL = """
                update app.user_account
                   set subscription = \(subscription.state.rawValue),
                       subscription_until = \(subscription.until)
                 where tenant_id = \(tenant)
                   and user_id = \(user.rawValue)
                """
            _ = try await transaction.batch([update, event(login).insertion(in: tenant)])
            return Subscriber(id: user, login: login, subscription: subscription)
        }
    }

    private static func noListener(_ role: Role) -> APIError {
        APIError(
            .conflict, code: .noListener,
            "only accounts with the role listener have a subscription, and this account has the role \(role.rawValue): "
                + "choose the account of a listener")
    }
}

struct Subscriber: Sendable, Hashable, RowDecodable {
    let id: User.ID
    let login: String
    let subscription: Subscription

    init(id: User.ID, login: String, subscription: Subscription) {
        self.id = id
        self.login = login
        self.subscription = subscription
    }

    init(row: Row) throws(PostgresError) {
        id = User.ID(rawValue: try row("user_id"))
        login = try row("login")
        subscription = try Subscription(row: row)
    }
}
