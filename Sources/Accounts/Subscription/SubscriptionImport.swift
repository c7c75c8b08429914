import Foundation
import Postgres
import Tenancy
import Web

/// An import of listeners' subscriptions from a file. Listeners that the file does not name stay unchanged. If the file has a fault, nothing is
/// changed.
public struct SubscriptionImport: Sendable {
    private let database: TenantDatabase

    /// The maximum size of an imported file, in bytes.
    public static let sizeLimit = 8 * 1024 * 1024

    public init(database: TenantDatabase) { self.database = database }

    /// The result of an import or of a dry run.
    public struct Report: Sendable, Hashable, Encodable {
        /// The number of listeners in the file whose subscription changed or, in a dry run, would change.
        public let changed: Int
        /// The number of listeners in the file whose stored subscription was already the same.
        public let unchanged: Int
        public let dryRun: Bool
    }

    /// Imports the bytes of a file, for the command line, and parses them on the caller's executor. Throws 422 with up to 100 faults, also for a
    /// login that is not a listener's.
    ///
    /// - Parameter event: returns the audit event, given the numbers of changed and unchanged subscriptions. Not called in a dry run.
    public func run(
        _ bytes: [UInt8], in tenant: Tenant, dryRun: Bool,
        event: @Sendable (_ facts: [String: String]) throws -> AuditEvent
    ) async throws -> Report {
        try await run(SubscriptionFile(bytes, timeZone: tenant.clock), in: tenant.id, dryRun: dryRun, event: event)
    }

    /// Imports a file and records the audit event that `event` returns, in one transaction. A dry run only counts the changes. Throws 422 with up to
    /// 100 faults, also for a login that is not a listener's.
    func run(
        _ file: SubscriptionFile, in tenant: TenantID, dryRun: Bool,
        event: @Sendable (_ facts: [String: String]) throws -> AuditEvent
    ) async throws -> Report {
        guard file.faults.isEmpty else { throw APIError.invalid(file.faults) }
        let logins = file.entries.map { LoginName($0.login).key }
        let states = file.entries.map(\.subscription.state.rawValue)
        let ends = file.entries.map(\.subscription.until)
        return try await database.transaction(in: tenant) { transaction in
            let unknownLogins = try await transaction.rows(Self.unknownLogins(logins, in: tenant))
            guard unknownLogins.isEmpty else { throw try Self.refusal(of: unknownLogins, file) }
            let different = try await transaction.rows(Self.different(logins, states, ends, in: tenant))
            let changed: Int = try different.first?("count") ?? 0
            let report = Report(changed: changed, unchanged: logins.count - changed, dryRun: dryRun)
            if !dryRun {
                let facts = ["changed": "\(report.changed)", "unchanged": "\(report.unchanged)"]
                _ = try await transaction.batch([
                    Self.update(logins, states, ends, in: tenant), event(facts).insertion(in: tenant),
                ])
            }
            return report
        }
    }

    private static func refusal(of unknownLogins: [Row], _ file: SubscriptionFile) throws -> APIError {
        APIError.invalid(
            try unknownLogins.map { row in
                let position: Int = try row("position")
                let reason =
                    try row("is_known", as: Bool.self)
                    ? "is not the login of a listener; only listeners have subscriptions, so remove the line"
                    : "is not a login of this tenant; correct the login or remove the line"
                return SubscriptionFile.fault(line: file.entries[position - 1].line, "login", reason)
            })
    }

    /// Returns a query for the logins (`LoginName.key`) that do not belong to a listener: their positions, from 1, and whether another account has
    /// the login. The result has at most `SubscriptionFile.faultLimit` rows.
    private static func unknownLogins(_ logins: [String], in tenant: TenantID) -> SQL {
        """
        with named as materialized (
            select position, login_key
              from unnest(\(logins)) with ordinality n (login_key, position)
        )
        select n.position, u.user_id is not null as is_known
          from named n
          left join app.user_account u on u.tenant_id = \(tenant)
                                      and u.login_key = n.login_key
         where u.role is distinct from 'listener'
         order by n.position
         limit \(SubscriptionFile.faultLimit)
        """
    }

    /// Returns a query for the number of listeners whose subscription differs from the file. The query locks all listeners in the file, so that the
    /// number is exact, and in a fixed order, so that two imports cannot deadlock.
    private static func different(
        _ logins: [String], _ states: [String], _ ends: [Date?], in tenant: TenantID
    ) -> SQL {
        """
        with named as materialized (
            select login_key, state, until
              from unnest(\(logins), \(states), \(ends)) n (login_key, state, until)
        ), locked as (
            select u.subscription, u.subscription_until, n.state, n.until
              from named n
              join app.user_account u on u.tenant_id = \(tenant)
                                     and u.login_key = n.login_key
             order by u.user_id
               for no key update of u
        )
        select count(*) as count
          from locked
         where (subscription, subscription_until) is distinct from (state, until)
        """
    }

    private static func update(
        _ logins: [String], _ states: [String], _ ends: [Date?], in tenant: TenantID
    ) -> SQL {
        """
        with named as materialized (
            select login_key, state, until
              from unnest(\(logins), \(states), \(ends)) n (login_key, state, until)
        )
        update app.user_account u
           set subscription = n.state,
               subscription_until = n.until
          from named n
         where u.tenant_id = \(tenant)
           and u.login_key = n.login_key
           and (u.subscription, u.subscription_until) is distinct from (n.state, n.until)
        """
    }
}

extension Tenant {
    /// The tenant's time zone, or UTC if the identifier is unknown.
    var clock: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }
}
