import Logging
import Postgres
import Synchronization
import Tenancy
import Web

/// An attempt by one server to complete a sync. The unfinished parts run one after another; a failed part does not stop the next.
struct SyncRun: Sendable {
    let store: SyncStore
    let cloud: any MusicService
    let library: any SyncedLibrary
    let tokens: any TokenSource
    let listener: Listener
    let sync: LibrarySync.ID
    let logger: Logger
    var now: @Sendable () -> Instant = { .now }
    private let profile = Profile()

    /// The result of an attempt.
    enum Outcome: Sendable, Hashable {
        case ended
        /// SoundCloud requires a pause or is unavailable. The next attempt starts no earlier than `until`, which is `nil` if SoundCloud sent no time.
        case postponed(until: Instant?, reason: String)
        /// Another server has taken over the run, or the run has ended.
        case lost
    }

    /// The account's profile, read once per attempt.
    private final class Profile: Sendable {
        let me = Mutex<CloudUser?>(nil)
    }

    init(
        store: SyncStore, cloud: any MusicService, library: any SyncedLibrary, tokens: any TokenSource,
        listener: Listener, sync: LibrarySync.ID, logger: Logger
    ) {
        self.store = store
        self.cloud = cloud
        self.library = library
        self.tokens = tokens
        self.listener = listener
        self.sync = sync
        self.logger = logger
    }

    /// Performs all unfinished parts. A postponed part is retried when the run continues later. Without a connection, all unfinished parts fail.
    func run() async throws -> Outcome {
        var postponed: Outcome?
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
                postponed = .postponed(until: until, reason: reason)
            } catch CloudError.unavailable(let reason) {
                postponed = postponed ?? .postponed(until: nil, reason: reason)
            } catch let error as CloudError {
                try await store.fail(part.part, of: sync, because: error.reason, in: listener.tenant)
            } catch let error as PostgresError where error.sqlState?.hasPrefix("23") == true {
                // A constraint of the schema rejected the data. The other parts continue.
                logger.error(
                    "page not stored",
                    metadata: ["sync.id": "\(sync)", "part": "\(part.part)", "error": "\(error.withoutData)"])
                let reason = "the data from SoundCloud could not be stored"
                try await store.fail(part.part, of: sync, because: reason, in: listener.tenant)
            }
        }
        if let postponed { return postponed }
        try await store.finish(sync, in: listener.tenant)
        return .ended
    }

    private func walk(_ part: LibrarySync.Part) async throws {
        switch part.part {
        case .likedTracks: try await ListWalk<LikedTracks>(run: self).walk(from: part.position)
        case .likedPlaylists: try await ListWalk<LikedPlaylists>(run: self).walk(from: part.position)
        case .playlists: try await ListWalk<OwnPlaylists>(run: self).walk(from: part.position)
        case .followings: try await ListWalk<Followings>(run: self).walk(from: part.position)
        case .stream: try await StreamWalk(run: self).walk(from: part.position)
        }
    }

    /// Returns the account's profile. The first call reads the profile from SoundCloud and updates the stored copy.
    func me() async throws -> CloudUser {
        if let me = profile.me.withLock({ $0 }) { return me }
        let me = try await cloud.me(as: tokens)
        _ = try await store.database.batch(
            in: listener.tenant, CloudRows.users([me], in: listener.tenant), idempotent: true)
        profile.me.withLock { $0 = me }
        return me
    }

    /// The statement that makes PostgreSQL plan the page's statements for the current table contents. A generic plan from the start of a first sync,
    /// when the tables were empty, would scan whole tables.
    static let planning: SQL = "select set_config('plan_cache_mode', 'force_custom_plan', true)"

    /// The statement that renews the lease in the page's transaction.
    var sign: SQL {
        """
        update app.library_sync
           set leased_until = now() + \(SyncStore.lease) * interval '1 second'
         where tenant_id = \(listener.tenant)
           and sync_id = \(sync)
           and state = 'running'
        """
    }

    /// Runs `body`, and retries up to four times after a temporary database error, such as a deadlock of two syncs.
    func retryingRollbacks<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
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
