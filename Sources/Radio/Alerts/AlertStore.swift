import Foundation
import Postgres
import Tenancy
import Web

/// A store for accounts' alerts. A new alert and its notification are one transaction; a deletion sends no notification.
struct AlertStore: Sendable {
    let database: TenantDatabase

    /// Sets an alert on a broadcast. Returns the alert and whether it is new. Setting the alert again changes nothing.
    ///
    /// Also deletes the account's alerts on broadcasts that are over. A lock on the account's row prevents two devices from exceeding the limit
    /// together.
    ///
    /// - Throws: `APIError` 404 if the broadcast is unknown or its show or channel is inactive; for a new alert, 409 if the broadcast has begun or is
    ///   cancelled, or if the account has too many alerts.
    func set(
        _ airing: Airing.ID, of account: Int64, at now: Instant, in tenant: TenantID
    ) async throws -> (alert: AiringAlert, isNew: Bool) {
        try await database.transaction(in: tenant) { transaction in
            _ = try await transaction.batch([
                Self.lock(account, in: tenant), Self.clearing(account, at: now, in: tenant),
            ])
            guard let row = try await transaction.rows(Self.airing(airing, of: account, in: tenant)).first else {
                throw Self.unknown
            }
            let wanted = try AlertedAiring(row: row)
            if let setAt = try row.optional("created_at", as: Date.self) {
                let firedAt = try row.optional("fired_at", as: Date.self).map { Instant($0) }
                return (AiringAlert(airing: wanted, setAt: Instant(setAt), firedAt: firedAt), false)
            }
            guard !wanted.isCancelled else { throw Self.cancelled }
            guard wanted.startsAt > now else { throw Self.begun }
            try await Self.requireRoom(account, in: tenant, transaction)
            _ = try await transaction.batch([
                """
                insert into app.airing_alert (tenant_id, user_id, airing_id, created_at)
                values (\(tenant), \(account), \(airing.rawValue), \(now.date))
                """,
                AlertChange.notification(in: tenant),
            ])
            return (AiringAlert(airing: wanted, setAt: now, firedAt: nil), true)
        }
    }

    /// Sets an alert on the broadcasts of a show that start after `now`. Returns the alert and whether it is new. Setting the alert again changes
    /// nothing.
    ///
    /// Also deletes the account's alerts on broadcasts that are over.
    ///
    /// - Throws: `APIError` 404 if the show is unknown or inactive, 409 if the account has too many alerts.
    func set(
        _ show: Show.ID, of account: Int64, at now: Instant, in tenant: TenantID
    ) async throws -> (alert: ShowAlert, isNew: Bool) {
        try await database.transaction(in: tenant) { transaction in
            _ = try await transaction.batch([
                Self.lock(account, in: tenant), Self.clearing(account, at: now, in: tenant),
            ])
            let known = try await transaction.rows(
                """
                select s.title, d.created_at
                  from app.show s
                  left join app.show_alert d on d.tenant_id = s.tenant_id and d.show_id = s.show_id and d.user_id = \(account)
                 where s.tenant_id = \(tenant)
                   and s.show_id = \(show.rawValue)
                   and s.active
                   for key share of s
                """
            ).first
            guard let known else { throw APIError.unknownShow }
            let setAt = try known.optional("created_at", as: Date.self).map { Instant($0) }
            if setAt == nil {
                try await Self.requireRoom(account, in: tenant, transaction)
                _ = try await transaction.batch([
                    """
                    insert into app.show_alert (tenant_id, user_id, show_id, created_at)
                    values (\(tenant), \(account), \(show.rawValue), \(now.date))
                    """,
                    AlertChange.notification(in: tenant),
                ])
            }
            let next = try await transaction.rows(Self.next([show.rawValue], at: now, in: tenant)).first
            let alert = ShowAlert(
                show: show, title: try known("title"), setAt: setAt ?? now,
                next: try next.map { try AlertedAiring(row: $0) })
            return (alert, setAt == nil)
        }
    }

    /// Deletes the alert on a broadcast and returns whether there was one.
    func remove(_ airing: Airing.ID, of account: Int64, in tenant: TenantID) async throws(PostgresError) -> Bool {
        try await remove("app.airing_alert", "airing_id", airing.rawValue, of: account, in: tenant)
    }

    /// Deletes the alert on a show and returns whether there was one.
    func remove(_ show: Show.ID, of account: Int64, in tenant: TenantID) async throws(PostgresError) -> Bool {
        try await remove("app.show_alert", "show_id", show.rawValue, of: account, in: tenant)
    }

    private func remove(
        _ table: StaticString, _ column: StaticString, _ key: Int64, of account: Int64, in tenant: TenantID
    ) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: tenant,
            """
            delete from \(name: table)
             where tenant_id = \(tenant)
               and user_id = \(account)
               and \(name: column) = \(key)
            returning \(name: column)
            """
        ).isEmpty
    }

    /// Returns the account's alerts. Makes at most two round trips.
    func alerts(of account: Int64, at now: Instant, in tenant: TenantID) async throws -> AlertList {
        let answers = try await database.batch(
            in: tenant,
            [
                Self.lead(of: account, in: tenant), Self.airings(of: account, at: now, in: tenant),
                Self.shows(of: account, in: tenant),
            ], idempotent: true)
        let keys = try answers[2].map { try $0("show_id", as: Int64.self) }
        var next: [Show.ID: AlertedAiring] = [:]
        if !keys.isEmpty {
            for row in try await database.rows(in: tenant, Self.next(keys, at: now, in: tenant)) {
                let airing = try AlertedAiring(row: row)
                next[airing.show] = airing
            }
        }
        return AlertList(
            leadMinutes: try answers[0].first?("minutes") ?? AlertRule.defaultLeadMinutes,
            airings: try answers[1].map { row in
                AiringAlert(
                    airing: try AlertedAiring(row: row), setAt: Instant(try row("created_at", as: Date.self)),
                    firedAt: try row.optional("fired_at", as: Date.self).map { Instant($0) })
            },
            shows: try answers[2].map { row in
                let show = Show.ID(rawValue: try row("show_id"))
                return ShowAlert(
                    show: show, title: try row("title"), setAt: Instant(try row("created_at", as: Date.self)),
                    next: next[show])
            })
    }

    private static func requireRoom(
        _ account: Int64, in tenant: TenantID, _ transaction: Transaction
    ) async throws {
        let countRow = try await transaction.rows(
            """
            select (select count(*) from app.airing_alert where tenant_id = \(tenant) and user_id = \(account))
                   + (select count(*) from app.show_alert where tenant_id = \(tenant) and user_id = \(account)) as held
            """
        ).first
        guard try countRow?("held", as: Int64.self) ?? 0 < AlertRule.limit else { throw tooMany }
    }

    private static let unknown = APIError(
        .notFound, code: .noSuchAiring, "no broadcast of an active show and channel has this ID: check the ID")
    private static let begun = APIError(
        .conflict, code: .airingHasBegun, "this broadcast has begun: set an alert on a later broadcast")
    private static let cancelled = APIError(
        .conflict, code: .airingIsCancelled, "this broadcast is cancelled: set an alert on its show instead")
    private static let tooMany = APIError(
        .conflict, code: .tooManyAlerts,
        "you have \(AlertRule.limit) alerts, the maximum: remove an alert first")
}
