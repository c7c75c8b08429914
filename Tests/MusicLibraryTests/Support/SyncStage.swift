import CloudStandIn
import Foundation
import HTTP
import Postgres
import Synchronization
import Tenancy
import TestSupport
import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// The error that simulates the end of the process.
struct Crash: Error {}

/// A fetcher that throws `Crash` at the n-th request: before the request is sent, or after the response has arrived. Without a plan, it throws no
/// `Crash`.
final class CrashingFetcher: Fetcher {
    enum Moment: Sendable, CaseIterable { case before, after }

    private let inner: any Fetcher
    private let plan = Mutex<(number: Int, moment: Moment)?>(nil)
    private let count = Atomic<Int>(0)

    init(_ inner: any Fetcher) { self.inner = inner }

    func crash(at number: Int, _ moment: Moment) {
        count.store(0, ordering: .relaxed)
        plan.withLock { $0 = (number, moment) }
    }

    func fetch(_ request: UpstreamRequest) async throws -> UpstreamResponse {
        let number = count.add(1, ordering: .relaxed).newValue
        let moment = plan.withLock { $0?.number == number ? $0?.moment : nil }
        if moment == .before { throw Crash() }
        let answer = try await inner.fetch(request)
        if moment == .after { throw Crash() }
        return answer
    }
}

/// A database with listeners, the stand-in, and sync runs that the test starts.
struct SyncStage {
    let database: TestDatabase
    let tenant: Tenant
    let cloud: CloudStage
    let crasher: CrashingFetcher
    let store: SyncStore

    static func with(
        _ world: StandInWorld = StandInWorld(), recorded: String? = nil, pageSize: Int = 20,
        _ body: (SyncStage) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("here", host: "here.example")
            let box = Mutex<CrashingFetcher?>(nil)
            let wrap: (any Fetcher) -> any Fetcher = { inner in
                let crasher = CrashingFetcher(inner)
                box.withLock { $0 = crasher }
                return crasher
            }
            try await CloudStage.with(world, recorded: recorded, pageSize: pageSize, wrap: wrap) { cloud in
                let crasher = try #require(box.withLock { $0 })
                try await body(
                    SyncStage(
                        database: database, tenant: tenant, cloud: cloud, crasher: crasher,
                        store: SyncStore(database: database.tenants)))
            }
        }
    }

    /// Returns the same stage for another tenant without synced data.
    func elsewhere(_ slug: String) async throws -> SyncStage {
        SyncStage(
            database: database, tenant: try await database.tenant(slug, host: "\(slug).example"), cloud: cloud,
            crasher: crasher, store: store)
    }

    /// Returns a listener with a connected account.
    func listener(_ login: String) async throws -> Listener {
        let id = try await database.sql(
            """
            with made as (
                insert into app.user_account (tenant_id, login, password_hash, role)
                values (\(tenant.id), '\(login)', 'none', 'listener') returning user_id
            ), connected as (
                insert into app.cloud_connection (tenant_id, user_id, access_token, expires_at, connected_at)
                select \(tenant.id), user_id, '', now(), now() - interval '1 minute' from made
            )
            select user_id from made;
            """)
        return Listener(tenant: tenant.id, account: try #require(Int64(id)))
    }

    /// Requests a sync and claims it.
    func begin(_ listener: Listener, _ parts: [SyncPart] = SyncPart.order) async throws -> LibrarySync.ID {
        let id = try await store.create(parts, for: listener).sync.id
        _ = try await store.claim(in: tenant.id)
        return id
    }

    func run(
        _ id: LibrarySync.ID, of listener: Listener, tokens: (any TokenSource)? = nil
    ) async throws -> SyncRun.Outcome {
        try await SyncRun(
            store: store, cloud: cloud.cloud, library: ListenerLibrary(), tokens: tokens ?? cloud.tokens,
            listener: listener, sync: id,
            logger: RouteStage.silence
        ).run()
    }

    /// Runs a whole sync without faults.
    @discardableResult
    func sync(_ listener: Listener, _ parts: [SyncPart] = SyncPart.order) async throws -> LibrarySync {
        let id = try await begin(listener, parts)
        #expect(try await run(id, of: listener) == .ended)
        return try #require(try await store.sync(id, of: listener))
    }

    /// Returns the numbers of the tracks that this listener likes, newest first.
    func likes(of listener: Listener) async throws -> [Int] {
        try await database.sql(
            """
            select split_part(t.urn, ':', 3) from app.cloud_like l join app.cloud_track t using (tenant_id, track_id)
             where l.user_id = \(listener.account) order by l.rank desc, l.like_id desc
            """
        ).split(separator: "\n").compactMap { Int($0) }
    }

    /// Returns all synced data as text, without identifiers and times of runs.
    func state(of listener: Listener) async throws -> String {
        try await database.sql(
            """
            select 'like', coalesce(t.urn, p.urn), l.title_key, l.user_key, l.duration_ms, t.access
              from app.cloud_like l left join app.cloud_track t using (tenant_id, track_id)
              left join app.cloud_playlist p on p.tenant_id = l.tenant_id and p.playlist_id = l.playlist_id
             where l.user_id = \(listener.account) order by l.playlist_id is null, l.rank desc;
            select 'follow', u.urn, u.username, u.follower_count from app.cloud_following f
              join app.cloud_user u using (tenant_id, cloud_user_id)
             where f.user_id = \(listener.account) order by f.rank desc;
            select 'playlist', p.urn, p.title, p.track_count,
                   (select string_agg(t.urn, ' ' order by x.position) from app.cloud_playlist_track x
                      join app.cloud_track t using (tenant_id, track_id)
                     where x.tenant_id = p.tenant_id and x.playlist_id = p.playlist_id)
              from app.own_playlist o join app.cloud_playlist p using (tenant_id, playlist_id)
             where o.user_id = \(listener.account) order by o.rank desc;
            select 'stream', e.via, t.urn, u.urn, e.happened_at from app.stream_entry e
              join app.cloud_track t using (tenant_id, track_id)
              left join app.cloud_user u on u.tenant_id = e.tenant_id and u.cloud_user_id = e.reposter_id
             where e.user_id = \(listener.account) order by e.happened_at desc, e.entry_id desc;
            """)
    }
}
