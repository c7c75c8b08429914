import Postgres
import Tenancy
import Web

extension LiveStore {
    /// Moves the concert back to the position and state before the move to `revision`. An undo is a move like any other: it is recorded and can be
    /// undone.
    ///
    /// Throws `APIError` 404 without a live concert, 409 as `LiveLastMove.undone(by:in:)` does, 412 if the concert has been moved since, 422 if the
    /// idempotency key belongs to a different request, and 503 if other writers are faster at every attempt.
    func undo(
        _ revision: Int64, in tenant: TenantID, by attribution: LiveAttribution
    ) async throws -> LivePosition {
        let last = try await lastMove(at: revision, in: tenant)
        var attribution = attribution
        attribution.expectedRevisions = [revision]
        return try await move(in: tenant, by: attribution) { _, _, program throws(APIError) in
            guard let last else { throw .nothingToUndo }
            return try last.undone(by: attribution.userID, in: program)
        }
    }

    /// Returns the move to a revision from the log of changes; `nil` if there is none, or if the concert went off the air at that revision.
    func lastMove(at revision: Int64, in tenant: TenantID) async throws(PostgresError) -> LiveLastMove? {
        try await database.first(in: tenant, Self.move(to: revision, tenant))
    }

    /// Returns whether a person has changed the live concert after a revision, on a page, by a script or with a console. Putting a concert on the air
    /// or taking it off counts as a change.
    func isMovedByPeople(since revision: Int64, in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await database.rows(
            in: tenant,
            """
            select 1 as moved
              from app.live_change
             where tenant_id = \(tenant)
               and revision > \(revision)
               and source in ('operator', 'osc')
             limit 1
            """)
        return !rows.isEmpty
    }

    static func move(to revision: Int64, _ tenant: TenantID) -> SQL {
        """
        select h.revision, h.source, h.user_id, u.login, b.piece, b.measure, b.state,
               (extract(epoch from clock_timestamp() - h.at) * 1000)::bigint as age_ms
          from app.live_change h
          left join app.live_change b on b.tenant_id = \(tenant) and b.revision = h.revision - 1
                                     and b.concert_id = h.concert_id and b.state <> 'off-air'
          left join app.user_account u on u.tenant_id = \(tenant) and u.user_id = h.user_id
         where h.tenant_id = \(tenant)
           and h.revision = \(revision)
           and h.state <> 'off-air'
        """
    }
}
