import Postgres
import Tenancy
import Web

/// The store of changes to send to SoundCloud. A change takes effect on this server in the transaction that queues it.
package struct CloudWriteStore: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// The lease of a claimed change, in seconds; longer than a call usually takes with its retries.
    private static let lease = 180

    // MARK: - Changes by the listener

    /// Returns the listener's last change to an item, or `nil` if no change is stored.
    func last(_ urn: CloudURN, by listener: Listener) async throws(PostgresError) -> CloudWrite? {
        try await database.first(in: listener.tenant, Self.last(urn, listener))
    }

    /// Returns the statement that selects the last change of a listener to an item. The result has no row if there is no change.
    package static func last(_ urn: CloudURN, _ listener: Listener) -> SQL {
        """
        select write_id, user_id, act, urn, state, attempts, fault
          from app.cloud_write
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and urn = \(urn)
         order by write_id desc
         limit 1
        """
    }

    /// A change with the name of its item.
    package struct NamedWrite: Sendable, Hashable, RowDecodable {
        package let write: CloudWrite
        /// The title or user name of the item; empty if the item is not stored.
        package let name: String

        package init(row: Row) throws(PostgresError) {
            write = try CloudWrite(row: row)
            name = try row("name")
        }
    }

    /// Returns the number of a listener's pending changes.
    package func waiting(of listener: Listener) async throws(PostgresError) -> Int64 {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select count(*) as waiting
              from app.cloud_write
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and state = 'pending'
            """)
        return try rows.first?("waiting") ?? 0
    }

    /// Returns up to `limit` changes of a listener: pending changes, newest first, then changes that failed within the last week, newest first.
    package func open(of listener: Listener, limit: Int) async throws(PostgresError) -> [NamedWrite] {
        try await database.all(
            in: listener.tenant,
            """
            select w.write_id, w.user_id, w.act, w.urn, w.state, w.attempts, w.fault,
                   coalesce(t.title, p.title, u.username, '') as name
              from app.cloud_write w
              left join app.cloud_track t on t.tenant_id = w.tenant_id and t.urn = w.urn
              left join app.cloud_playlist p on p.tenant_id = w.tenant_id and p.urn = w.urn
              left join app.cloud_user u on u.tenant_id = w.tenant_id and u.urn = w.urn
             where w.tenant_id = \(listener.tenant)
               and w.user_id = \(listener.account)
               and (w.state = 'pending' or w.state = 'failed' and w.finished_at > now() - interval '7 days')
             order by w.state = 'pending' desc, w.write_id desc
             limit \(limit)
            """)
    }

    /// Returns the statement that applies a change to the stored likes or followings. The result has one row if the change made a difference, and no
    /// row otherwise, for example for an item that is not stored.
    package static func change(_ action: CloudWrite.Action, _ urn: CloudURN, _ listener: Listener) -> SQL {
        switch (action, urn.kind) {
        case (.like, .playlist):
            """
            insert into app.cloud_like
                        (tenant_id, user_id, playlist_id, rank, title_key, user_key, cloud_user_id, artist_key, duration_ms)
            select p.tenant_id, \(listener.account), p.playlist_id,
                   (select coalesce(max(rank), 0) + \(RankPlan.step)
                      from app.cloud_like
                     where tenant_id = \(listener.tenant) and user_id = \(listener.account)),
                   p.title_key, u.name_key, u.cloud_user_id, u.name_key, p.duration_ms
              from app.cloud_playlist p
              join app.cloud_user u on u.tenant_id = p.tenant_id and u.cloud_user_id = p.cloud_user_id
             where p.tenant_id = \(listener.tenant)
               and p.urn = \(urn)
                on conflict (tenant_id, user_id, playlist_id) do nothing
            returning like_id
            """
        case (.like, _):
            """
            insert into app.cloud_like
                        (tenant_id, user_id, track_id, rank, title_key, user_key, cloud_user_id, artist_key, duration_ms)
            select t.tenant_id, \(listener.account), t.track_id,
                   (select coalesce(max(rank), 0) + \(RankPlan.step)
                      from app.cloud_like
                     where tenant_id = \(listener.tenant) and user_id = \(listener.account)),
                   t.title_key, u.name_key, u.cloud_user_id, coalesce(x.artist_key, u.name_key), t.duration_ms
              from app.cloud_track t
              join app.cloud_user u on u.tenant_id = t.tenant_id and u.cloud_user_id = t.cloud_user_id
              left join app.library_track x
                on x.tenant_id = t.tenant_id and x.user_id = \(listener.account) and x.track_id = t.track_id
             where t.tenant_id = \(listener.tenant)
               and t.urn = \(urn)
                on conflict (tenant_id, user_id, track_id) do nothing
            returning like_id
            """
        case (.unlike, .playlist): removal(urn, from: LikedPlaylists.table, listener)
        case (.unlike, _): removal(urn, from: LikedTracks.table, listener)
        case (.unfollow, _): removal(urn, from: Followings.table, listener)
        case (.follow, _):
            """
            insert into app.cloud_following (tenant_id, user_id, cloud_user_id, rank, name_key)
            select u.tenant_id, \(listener.account), u.cloud_user_id,
                   (select coalesce(max(rank), 0) + \(RankPlan.step)
                      from app.cloud_following
                     where tenant_id = \(listener.tenant) and user_id = \(listener.account)),
                   u.name_key
              from app.cloud_user u
             where u.tenant_id = \(listener.tenant)
               and u.urn = \(urn)
                on conflict (tenant_id, user_id, cloud_user_id) do nothing
            returning cloud_user_id
            """
        }
    }

    private static func removal(_ urn: CloudURN, from list: RankedTable, _ listener: Listener) -> SQL {
        """
        delete from \(name: list.table) l
         using \(name: list.kind.table) t
         where l.tenant_id = \(listener.tenant)
           and l.user_id = \(listener.account)
           and t.tenant_id = l.tenant_id
           and t.\(name: list.kind.key) = l.\(name: list.kind.key)
           and t.urn = \(urn)
        returning l.\(name: list.kind.key)
        """
    }

    // MARK: - Sending changes

    /// Claims the oldest due change of any listener until the lease expires; `nil` if no change is due. The claim counts as an attempt. A listener's
    /// change to an item is due only after earlier changes of the listener to the item have ended.
    func claim(in tenant: TenantID) async throws(PostgresError) -> CloudWrite? {
        try await database.first(
            in: tenant,
            """
            update app.cloud_write
               set attempts = attempts + 1, next_attempt_at = now() + \(Self.lease) * interval '1 second'
             where tenant_id = \(tenant)
               and write_id = (select w.write_id
                                 from app.cloud_write w
                                where w.tenant_id = \(tenant)
                                  and w.state = 'pending'
                                  and w.next_attempt_at <= now()
                                  and not exists (select 1
                                                    from app.cloud_write b
                                                   where b.tenant_id = w.tenant_id
                                                     and b.user_id = w.user_id
                                                     and b.urn = w.urn
                                                     and b.state = 'pending'
                                                     and b.write_id < w.write_id)
                                order by w.write_id
                                limit 1
                                  for update skip locked)
            returning write_id, user_id, act, urn, state, attempts, fault
            """)
    }

    /// Records that SoundCloud has accepted the change and, in the same transaction, deletes the account's changes that were accepted
    /// more than a week ago.
    func succeed(_ write: CloudWrite, in tenant: TenantID) async throws {
        _ = try await database.batch(
            in: tenant,
            [
                """
                update app.cloud_write
                   set state = 'done', fault = '', finished_at = now()
                 where tenant_id = \(tenant)
                   and write_id = \(write.id)
                   and state = 'pending'
                """,
                """
                delete from app.cloud_write
                 where tenant_id = \(tenant)
                   and user_id = \(write.account)
                   and state = 'done'
                   and finished_at < now() - interval '7 days'
                """,
            ])
    }

    /// Postpones the next attempt by `seconds`, and stores the reason, cut to 1,000 characters. Does nothing if the change is no longer pending.
    func postpone(_ write: CloudWrite, by seconds: Int, because reason: String, in tenant: TenantID) async throws {
        _ = try await database.rows(
            in: tenant,
            """
            update app.cloud_write
               set next_attempt_at = now() + \(seconds) * interval '1 second', fault = \(String(reason.prefix(1000)))
             where tenant_id = \(tenant)
               and write_id = \(write.id)
               and state = 'pending'
            """)
    }

    /// Records that SoundCloud has refused the change, with the reason cut to 1,000 characters. In the same transaction, undoes a like or follow,
    /// unless the listener has a later change to the item. Does nothing if the change is no longer pending.
    func fail(_ write: CloudWrite, because reason: String, in tenant: TenantID) async throws {
        let listener = Listener(tenant: tenant, account: write.account)
        try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.batch([
                """
                update app.cloud_write
                   set state = 'failed', fault = \(String(reason.prefix(1000))), finished_at = now()
                 where tenant_id = \(tenant)
                   and write_id = \(write.id)
                   and state = 'pending'
                returning write_id
                """,
                Self.last(write.urn, listener),
            ])
            guard !rows[0].isEmpty, let last = rows[1].first, try last("write_id", as: CloudWrite.ID.self) == write.id
            else {
                return
            }
            // After a refused removal, the next sync restores the item at its position.
            switch write.action {
            case .like: _ = try await transaction.rows(Self.change(.unlike, write.urn, listener))
            case .follow: _ = try await transaction.rows(Self.change(.unfollow, write.urn, listener))
            case .unlike, .unfollow: break
            }
        }
    }
}
