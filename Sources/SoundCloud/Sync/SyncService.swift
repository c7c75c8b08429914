import Logging
import Postgres
import Tenancy
import Web

/// A service that runs the requested syncs and sends listeners' changes to SoundCloud. A server that claims work owns the work until the lease
/// expires.
public final class SyncService: Sendable {
    private let syncs: SyncStore
    private let writes: CloudWriteStore
    private let cloud: any MusicService
    private let library: any SyncedLibrary
    private let tokens: @Sendable (Listener) -> any TokenSource
    private let tenants: @Sendable () async throws -> [TenantID]
    private let logger: Logger
    private let clock: UpstreamClock

    /// The maximum number of runs and changes in progress on this server.
    private static let capacity = 6
    /// The interval at which all tenants are checked for due work.
    private static let interval = Duration.seconds(30)
    /// The age of a sync, in seconds, after which the sync fails instead of being postponed.
    private static let patience = 86_400.0
    /// The number of attempts after which a change fails, even if the error of SoundCloud is temporary.
    private static let maxAttempts = 20

    private let queue = TenantWorkQueue(capacity: SyncService.capacity)

    init(
        database: TenantDatabase, cloud: any MusicService, library: any SyncedLibrary,
        tokens: @escaping @Sendable (Listener) -> any TokenSource,
        tenants: @escaping @Sendable () async throws -> [TenantID], clock: UpstreamClock = UpstreamClock(),
        logger: Logger
    ) {
        syncs = SyncStore(database: database)
        writes = CloudWriteStore(database: database)
        self.cloud = cloud
        self.library = library
        self.tokens = tokens
        self.tenants = tenants
        self.clock = clock
        self.logger = logger
        database.observers.add(self)
    }

    // MARK: - Work

    /// Checks all tenants at each interval until the task is cancelled. Then no further work starts, and work in progress continues.
    public func run() async {
        await queue.run(every: Self.interval, over: tenants) { tenant, found in
            await self.performOne(in: tenant, found: found)
        }
    }

    /// Claims one due change or run of this tenant, calls `found`, and performs it. Returns `false` if nothing was due, in which case `found` is not
    /// called, or after an error, which is logged.
    func performOne(in tenant: TenantID, found: @Sendable () async -> Void = {}) async -> Bool {
        do {
            if let write = try await writes.claim(in: tenant) {
                await found()
                try await send(write, in: tenant)
                return true
            }
            guard let claim = try await syncs.claim(in: tenant) else { return false }
            await found()
            try await perform(claim, in: tenant)
            return true
        } catch is CancellationError {
            return false
        } catch {
            let reason = (error as? PostgresError)?.withoutData ?? "\(error)"
            logger.warning("library not synced", metadata: ["tenant.id": "\(tenant)", "error": "\(reason)"])
            return false
        }
    }

    // MARK: - Performing a run

    private func perform(_ claim: SyncStore.Claim, in tenant: TenantID) async throws {
        let listener = Listener(tenant: tenant, account: claim.account)
        let run = SyncRun(
            store: syncs, cloud: cloud, library: library, tokens: tokens(listener), listener: listener, sync: claim.id,
            logger: logger)
        let leaseRenewal = Task { [syncs] in
            while true {
                try await Task.sleep(for: .seconds(SyncStore.lease / 3))
                try? await syncs.renew(claim.id, in: tenant)
            }
        }
        defer { leaseRenewal.cancel() }
        let outcome: SyncRun.Outcome
        do {
            outcome = try await run.run()
        } catch let error as PostgresError where error.isTemporary {
            outcome = .postponed(until: nil, reason: "the database cannot be reached")
        } catch {
            // An error on this server is not retried.
            try? await syncs.finish(claim.id, because: "an error on this server stopped the sync", in: tenant)
            throw error
        }
        switch outcome {
        case .ended:
            logger.info("library synced", metadata: ["tenant.id": "\(tenant)", "sync.id": "\(claim.id)"])
        case .lost: break
        case .postponed(_, let reason) where claim.age > Self.patience:
            try await syncs.finish(claim.id, because: reason, in: tenant)
        case .postponed(let until, let reason):
            // Half of the run's age, but at least 15 seconds and at most half an hour.
            let requestedPause = until.map { Int(($0.milliseconds - clock.now().milliseconds) / 1000) + 1 } ?? 0
            let pause = max(requestedPause, Int(min(1800, max(15, claim.age / 2))))
            try await syncs.postpone(claim.id, by: pause, because: reason, in: tenant)
        }
    }

    // MARK: - Performing a change

    private func send(_ write: CloudWrite, in tenant: TenantID) async throws {
        let tokens = tokens(Listener(tenant: tenant, account: write.account))
        do {
            switch write.action {
            case .like: try await cloud.setLike(true, of: write.urn, as: tokens)
            case .unlike: try await cloud.setLike(false, of: write.urn, as: tokens)
            case .follow: try await cloud.setFollowing(true, of: write.urn, as: tokens)
            case .unfollow: try await cloud.setFollowing(false, of: write.urn, as: tokens)
            }
            try await writes.succeed(write, in: tenant)
        } catch let error as CloudError where error.isTemporary && write.attempts < Self.maxAttempts {
            // The pause is 5 s, 10 s, 20 s … up to one hour, but ends no earlier than the time that SoundCloud sent.
            var pause = min(3600, 5 << min(Int(write.attempts) - 1, 10))
            if case .throttled(let until, _) = error {
                pause = max(pause, Int((until.milliseconds - clock.now().milliseconds) / 1000) + 1)
            }
            try await writes.postpone(write, by: pause, because: error.reason, in: tenant)
        } catch let error as CloudError {
            try await writes.fail(write, because: error.reason, in: tenant)
        }
    }
}

extension SyncService: TenantObserver {
    /// Starts the tenant's work after a listener has requested a sync or made a change for SoundCloud.
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == SyncStore.kind else { return }
        Task { await queue.add(notice.tenant) }
    }

    /// Does nothing, because all tenants are checked twice a minute.
    public func changesWereMissed() {}

    /// Does nothing, because work in progress detects that the tenant no longer exists.
    public func tenantEnded(_ tenant: TenantID) {}

    public var knownTenants: [TenantID] { [] }
}
