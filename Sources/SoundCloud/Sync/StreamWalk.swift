import Postgres
import Tenancy
import Web

/// A walk through the posts and reposts of followed users (spec L4, L5), newest first, until the end, a page without new entries, or `limit` entries.
struct StreamWalk: Sendable {
    let run: SyncRun

    /// The maximum number of stored entries per listener.
    static let limit = 2000

    func walk(from position: String) async throws {
        var position = position
        var state = PartState(position) ?? PartState(above: 0, isFull: false)
        while true {
            let cursor = state.cursor.flatMap { CloudCursor(rawValue: $0) }
            let page: CloudPage<CloudActivity>
            do {
                page = try await run.cloud.feed(after: cursor, as: run.tokens)
            } catch let error as CloudError where cursor != nil && !error.isTemporary && state.restarts < 3 {
                // Invalid cursors are a known fault of the feed (soundcloud/api#165, #315).
                if case .grantLost = error { throw error }
                state.cursor = nil
                state.restarts += 1
                continue
            }
            let outcome = try await run.retryingRollbacks { try await keep(page, from: position, state) }
            guard let next = outcome else { return }
            (position, state) = (next.text, next)
        }
    }

    private func keep(
        _ page: CloudPage<CloudActivity>, from position: String, _ before: PartState
    ) async throws -> PartState? {
        let (listener, sync) = (run.listener, run.sync)
        return try await run.store.database.transaction(in: listener.tenant) { transaction in
            var record = PageRecord(.stream, of: sync, in: listener.tenant)
            let lock = try await transaction.batch([SyncRun.planning, record.lock(at: position)])[1]
            guard !lock.isEmpty else { throw RunLost() }
            record.seen = page.items.count + page.faults.count
            record.faults = page.faults
            var state = before
            state.cursor = page.next?.rawValue
            // Counts the entries seen by this walk.
            state.above += Int64(page.items.count)
            let answers = try await transaction.batch(storing(page.items) + [insertion(page.items)])
            record.added = answers.last?.count ?? 0
            // Continues while pages have new entries. A page may be empty, and the last page has no next page.
            let isKnown = !page.items.isEmpty && record.added == 0
            let isDone = page.next == nil || isKnown || state.above >= Int64(Self.limit)
            if isDone {
                state.cursor = nil
                record.removed = try await transaction.rows(shortening).count
            }
            _ = try await transaction.batch([try record.update(to: state.text, isDone: isDone), run.sign])
            return isDone ? nil : state
        }
    }

    /// Returns the statements that store tracks, playlists and reposters. A reposter without a profile gets a row that is completed later.
    private func storing(_ items: [CloudActivity]) -> [SQL] {
        let tenant = run.listener.tenant
        var (tracks, playlists): ([CloudTrack], [CloudPlaylist]) = ([], [])
        for item in items {
            switch item.subject {
            case .track(let track): tracks.append(track)
            case .playlist(let playlist): playlists.append(playlist)
            }
        }
        let reposters = items.compactMap { item in
            item.reposter.map { item.reposterUser ?? CloudUser(urn: $0, username: "") }
        }
        return CloudRows.users(reposters, in: tenant) + CloudRows.tracks(tracks, in: tenant)
            + CloudRows.playlists(playlists, in: tenant)
    }

    private func insertion(_ items: [CloudActivity]) -> SQL {
        let now = run.now()
        // Oldest first, so that the upper of two entries with the same time counts as newer.
        let items = Array(items.reversed())
        return """
            insert into app.stream_entry (tenant_id, user_id, via, track_id, playlist_id, reposter_id, happened_at)
            select \(run.listener.tenant), \(run.listener.account), n.via, t.track_id, p.playlist_id, u.cloud_user_id,
                   n.happened_at
              from unnest(\(items.map { $0.isRepost ? "repost" : "post" }), \(items.map(\.subject.urn)),
                          \(items.map { $0.reposter?.description }), \(items.map { ($0.createdAt ?? now).date }))
                   with ordinality as n (via, urn, reposter, happened_at, place)
              left join app.cloud_track t on t.tenant_id = \(run.listener.tenant) and t.urn = n.urn
              left join app.cloud_playlist p on p.tenant_id = \(run.listener.tenant) and p.urn = n.urn
              left join app.cloud_user u on u.tenant_id = \(run.listener.tenant) and u.urn = n.reposter
             order by n.place
                on conflict on constraint stream_entry_track_key do nothing
            returning entry_id
            """
    }

    /// The statement that deletes the oldest entries beyond the limit.
    private var shortening: SQL {
        """
        delete from app.stream_entry
         where tenant_id = \(run.listener.tenant)
           and user_id = \(run.listener.account)
           and entry_id in (select entry_id
                              from app.stream_entry
                             where tenant_id = \(run.listener.tenant)
                               and user_id = \(run.listener.account)
                             order by happened_at desc, entry_id desc
                            offset \(Self.limit))
        returning entry_id
        """
    }
}
