import Logging
import Postgres
import Synchronization
import Tenancy
import Web

/// One run, on one server: does the parts that have not ended, each for itself.
struct SyncRun: Sendable {
    let store: SyncStore
    let cloud: any MusicService
    let tokens: any TokenSource
    let listener: Listener
    let sync: LibrarySync.ID
    let logger: Logger
    var now: @Sendable () -> Instant = { .now }
    private let profile = Profile()

    /// How a run ended, for now.
    enum Outcome: Sendable, Hashable {
        case ended
        /// Upstream asks for a pause, or is away: not before this moment, where it said one.
        case putOff(until: Instant?, reason: String)
        /// Another server goes on with it, or it has ended.
        case lost
    }

    /// Asked for once in a run.
    private final class Profile: Sendable {
        let me = Mutex<CloudUser?>(nil)
    }

    init(
        store: SyncStore, cloud: any MusicService, tokens: any TokenSource, listener: Listener, sync: LibrarySync.ID,
        logger: Logger
    ) {
        self.store = store
        self.cloud = cloud
        self.tokens = tokens
        self.listener = listener
        self.sync = sync
        self.logger = logger
    }

    /// Does all parts that are left. One that fails is noted and the next one begun; what is only put off is tried again with
    /// the whole run.
    func run() async throws -> Outcome {
        var putOff: Outcome?
        for part in try await store.parts(of: sync, in: listener.tenant)
        where part.state != .done && part.state != .failed {
            do {
                try await walk(part)
            } catch is RunLost {
                return .lost
            } catch CloudError.grantLost(let reason) {
                try await store.finish(sync, because: reason, in: listener.tenant)
                return .ended
            } catch CloudError.notConnected {
                try await store.finish(sync, because: CloudError.notConnected.reason, in: listener.tenant)
                return .ended
            } catch CloudError.throttled(let until, let reason) {
                putOff = .putOff(until: until, reason: reason)
            } catch CloudError.unavailable(let reason) {
                putOff = putOff ?? .putOff(until: nil, reason: reason)
            } catch let error as CloudError {
                try await store.fail(part.part, of: sync, because: error.reason, in: listener.tenant)
            } catch let error as PostgresError where error.sqlState?.hasPrefix("23") == true {
                // A rule of the schema that what was sent does not keep: the other parts need not suffer.
                logger.error(
                    "page not stored",
                    metadata: ["sync.id": "\(sync)", "part": "\(part.part)", "error": "\(error.withoutData)"])
                let reason = "the data from SoundCloud could not be stored"
                try await store.fail(part.part, of: sync, because: reason, in: listener.tenant)
            }
        }
        if let putOff { return putOff }
        try await store.finish(sync, in: listener.tenant)
        return .ended
    }

    private func walk(_ part: LibrarySync.Part) async throws {
        switch part.part {
        case .likedTracks: try await ListWalk<LikedTracks>(run: self).walk(from: part.place)
        case .likedPlaylists: try await ListWalk<LikedPlaylists>(run: self).walk(from: part.place)
        case .playlists: try await ListWalk<OwnPlaylists>(run: self).walk(from: part.place)
        case .followings: try await ListWalk<Followings>(run: self).walk(from: part.place)
        case .stream: try await StreamWalk(run: self).walk(from: part.place)
        }
    }

    /// The account itself, brought up to date.
    func me() async throws -> CloudUser {
        if let me = profile.me.withLock({ $0 }) { return me }
        let me = try await cloud.me(as: tokens)
        _ = try await store.database.batch(
            in: listener.tenant, CloudRows.users([me], in: listener.tenant), idempotent: true)
        profile.me.withLock { $0 = me }
        return me
    }

    /// Has the statements of a page planned for what the tables hold now, in its transaction.
    ///
    /// A plan that is kept for all values was made when a first sync had just begun: it reads whole tables that were empty then, and
    /// compares each row with each thing of the page. What planning costs is some milliseconds a page.
    static let planning: SQL = "select set_config('plan_cache_mode', 'force_custom_plan', true)"

    /// Shows that the run is alive, in the transaction of a page.
    var sign: SQL {
        """
        update app.library_sync
           set leased_until = now() + \(SyncStore.lease) * interval '1 second'
         where tenant_id = \(listener.tenant)
           and sync_id = \(sync)
           and state = 'running'
        """
    }

    /// Does it again where the database says that nothing was done: two syncs may want the same rows.
    func keepingAtIt<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        var attempt = 1
        while true {
            do {
                return try await body()
            } catch let error as PostgresError where error.isTemporary && attempt < 5 {
                logger.debug(
                    "page write retried", metadata: ["attempt": "\(attempt)", "error": "\(error.withoutData)"])
                try await Task.sleep(for: .milliseconds(50 << attempt))
                attempt += 1
            }
        }
    }
}
