import Postgres
import Tenancy
import Web

/// Brings up to date what the finder and search read, from the marks that every change of the radio leaves
/// (`RadioChange`): the one writer of the tables `app.finder_…`.
///
/// A step is one transaction under the lock of the tenant's row in `app.finder_state`, so that several servers may do
/// it at the same time; it takes a few marked shows and what belongs to them. Nothing in the tables depends on the
/// clock: windows and airings are written down with their instants, and an answer compares those with its own.
public struct FinderIndex: Sendable {
    let database: TenantDatabase

    /// How many shows a step takes: as many as a statement can carry within its time, at some hundreds of episodes each.
    static let portion = 25

    public init(database: TenantDatabase) { self.database = database }

    /// Takes every mark of a tenant that is committed when it is taken; returns how many shows were looked at.
    ///
    /// A step that lost a race with a writer is taken again.
    @discardableResult
    public func update(_ tenant: TenantID) async throws -> Int {
        var count = 0
        var races = 0
        while true {
            do {
                let taken = try await step(tenant)
                count += taken
                if taken < Self.portion { return count }
            } catch let error as PostgresError where error.isTemporary && races < 5 && error.sqlState != nil {
                races += 1
            }
        }
    }

    /// Takes the next shows; returns how many.
    private func step(_ tenant: TenantID) async throws -> Int {
        try await database.transaction(in: tenant) { transaction in
            let state = try await FinderState.locked(tenant, transaction)
            try await FinderNames(tenant: tenant, transaction: transaction).update(state)
            let shows = try await take(tenant, transaction)
            guard !shows.isEmpty else { return 0 }
            let outcome = try await FinderShows(tenant: tenant, transaction: transaction)
                .update(shows, locale: state.locale)
            try await FinderWords(tenant: tenant, transaction: transaction).update(shows)
            if outcome.isMoved { try await rank(tenant, state.locale, transaction) }
            if outcome.isMoved || outcome.isListedOtherwise {
                _ = try await transaction.rows(RadioChange.listedOtherwise(in: tenant))
            }
            return shows.count
        }
    }

    /// Marks that somebody is writing are left to whoever is told when that is committed.
    private func take(_ tenant: TenantID, _ transaction: Transaction) async throws -> [Int64] {
        try await transaction.rows(
            """
            delete from app.show_change
             where tenant_id = \(tenant)
               and show_id in (select show_id
                                 from app.show_change
                                where tenant_id = \(tenant)
                                order by show_id
                                limit \(Int64(Self.portion))
                                  for update skip locked)
            returning show_id
            """
        ).map { row in try row("show_id") }
    }

    /// Gives a place to what has none, or another one. Reads all listed shows in order and writes those that moved.
    private func rank(_ tenant: TenantID, _ locale: String, _ transaction: Transaction) async throws {
        let rows = try await transaction.rows("select show_id, rank from app.finder_order(\(locale))")
        let ordered = try rows.map { row in
            (id: try row("show_id", as: Int64.self), rank: try row.optional("rank", as: Int64.self))
        }
        let changes = RankPlan.changes(ordered)
        guard !changes.isEmpty else { return }
        _ = try await transaction.rows(
            """
            update app.finder_show f
               set rank = n.rank
              from unnest(\(changes.map(\.id)), \(changes.map(\.rank))) as n (show_id, rank)
             where f.tenant_id = \(tenant)
               and f.show_id = n.show_id
            """)
    }
}
