import Postgres
import Tenancy

extension LiveStore {
    /// Raises the revision of the row, read as `found`, above the revision of `lost`, an earlier reading that the database no longer has. The
    /// position, the state and the source stay, and the time becomes the current time. On the air, the new revision is recorded in `app.live_change`.
    /// Notifies the servers and emitters. Does nothing if the row has changed since `found`, so repeating the call is safe.
    ///
    /// A fail-over to a standby without synchronous replication, or the restore of a backup, loses the newest commits. Phones would keep the lost
    /// position, because they ignore lower revisions, and the next move would use its revision again (decision 0052). The new revision skips one
    /// number: feeds remember no moves across the gap, so no lost position is sent again.
    func raise(_ found: LiveSnapshot, above lost: LiveSnapshot, in tenant: TenantID) async throws(PostgresError) {
        let revision = max(found.revision, lost.revision) + 2
        let version = max(found.arbiterVersion, lost.arbiterVersion) + 1
        _ = try await database.rows(
            in: tenant,
            """
            with raised as (
                update app.live
                   set revision = \(revision), arbiter_version = \(version), at = clock_timestamp()
                 where tenant_id = \(tenant)
                   and revision = \(found.revision)
                   and arbiter_version = \(found.arbiterVersion)
                   and (extract(epoch from at) * 1000)::bigint
                       = coalesce(\(found.onAir?.position.at.milliseconds), (extract(epoch from at) * 1000)::bigint)
             returning revision, concert_id, piece_id, measure, state, source, at
            ), noted as (
                insert into app.live_change (tenant_id, revision, concert_id, piece, measure, state, source, at)
                select \(tenant), r.revision, r.concert_id, p.name, r.measure, r.state, r.source, r.at
                  from raised r
                  join app.piece p on p.tenant_id = \(tenant) and p.piece_id = r.piece_id
            )
            select revision, pg_notify('tutti', \(LiveNotice.payload(tenant, kind: "live")) || revision) from raised
            """)
    }
}
