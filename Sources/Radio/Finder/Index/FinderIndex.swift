import Postgres
import Tenancy
import Web

/// The only writer of the tables `app.finder_…`, which the finder and the search read.
///
/// A change of radio data marks the affected shows (`RadioChange`), and an update processes the marked shows in steps. A step is one transaction that
/// locks the tenant's row in `app.finder_state`, so the steps of several servers run one after another. The tables store times and do not depend on
/// the clock.
public struct FinderIndex: Sendable {
    let database: TenantDatabase

    /// The number of shows per step, few enough for the time limit of a statement.
    static let portion = 25

    public init(database: TenantDatabase) { self.database = database }

    /// Updates the tables for all shows of a tenant that have a committed mark, and returns the number of these shows. Repeats steps that fail with a
    /// temporary error, up to five times in all. After an error, the earlier steps stay committed, and the remaining marks wait for the next update.
    @discardableResult
    public func update(_ tenant: TenantID) async throws -> Int {
        var count = 0
        var retries = 0
        while true {
            do {
                let taken = try await step(tenant)
                count += taken
                if taken < Self.portion { return count }
            } catch let error as PostgresError where error.isTemporary && retries < 5 && error.sqlState != nil {
                retries += 1
            }
        }
    }

    private func step(_ tenant: TenantID) async throws -> Int {
        try await database.transaction(in: tenant) { transaction in
            let state = try await FinderState.locked(tenant, transaction)
            try await FinderNames(tenant: tenant, transaction: transaction).update(state)
            let shows = try await take(tenant, transaction)
            guard !shows.isEmpty else { return 0 }
            let outcome = try await FinderShows(tenant: tenant, transaction: transaction)
                .update(shows, locale: state.locale)
            try await FinderSearchIndex(tenant: tenant, transaction: transaction).update(shows)
            if outcome.isMoved { try await rank(tenant, state.locale, transaction) }
            if outcome.isMoved || outcome.isListedOtherwise {
                _ = try await transaction.rows(RadioChange.listedOtherwise(in: tenant))
            }
            return shows.count
        }
    }

    /// Deletes the marks of at most `portion` shows and returns the shows. Marks that another transaction is writing are skipped; that transaction's
    /// notification causes another update.
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

    /// Assigns ranks to shows that have no rank or are out of order. Reads all listed shows.
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
