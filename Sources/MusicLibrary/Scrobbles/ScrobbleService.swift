import Logging
import Postgres
import SoundCloud
import Tenancy
import Web

/// A service that sends the listens of listeners to their ListenBrainz servers, and announces the tracks that are playing. Several processes may run
/// the service; one process at a time reserves a connection (a claim), until the process releases the connection or 60 seconds have passed without a
/// result.
public actor ScrobbleService {
    private let store: ScrobbleStore
    private let contexts: PlayContexts
    private let client: ListenBrainzClient
    private let vault: TokenVault
    private let servers: ListenBrainzServers
    private let tenants: @Sendable () async throws -> [TenantID]
    private let logger: Logger

    /// The maximum number of connections for which this process sends at the same time.
    private static let capacity = 4
    /// The interval at which all tenants are checked for due work.
    private static let interval = Duration.seconds(30)

    private let queue = TenantWorkQueue(capacity: ScrobbleService.capacity)
    private var isEnding = false
    /// The tracks to announce: for each listener, the track that began last.
    private var announcements: [Listener: CloudURN] = [:]
    private var announcing = 0
    /// The times until which no announcement is sent to a server, by the address of the server.
    private var pauses: [String: ContinuousClock.Instant] = [:]

    public init(
        database: TenantDatabase, vault: TokenVault, servers: ListenBrainzServers,
        fetcher: any Fetcher = SessionFetcher(), tenants: @escaping @Sendable () async throws -> [TenantID],
        logger: Logger
    ) {
        store = ScrobbleStore(database: database)
        contexts = PlayContexts(database: database)
        client = ListenBrainzClient(fetcher: fetcher)
        self.vault = vault
        self.servers = servers
        self.tenants = tenants
        self.logger = logger
        database.observers.add(self)
    }

    /// Sends the listens of the due connections of all tenants, which are checked at each interval, until the task is cancelled. Then drops the
    /// announcements that wait.
    public func run() async {
        await queue.run(every: Self.interval, over: tenants) { tenant, _ in await self.performOne(in: tenant) }
        isEnding = true
        announcements = [:]
    }

    /// Sends up to 100 listens of one due connection of this tenant. Returns `false` if no connection was due, or after an error, which is logged.
    nonisolated func performOne(in tenant: TenantID) async -> Bool {
        do {
            guard let claim = try await store.claim(in: tenant) else { return false }
            try await send(claim, in: tenant)
            return true
        } catch is CancellationError {
            return false
        } catch {
            let reason = (error as? PostgresError)?.withoutData ?? "\(error)"
            logger.warning("listens not sent", metadata: ["tenant.id": "\(tenant)", "error": "\(reason)"])
            return false
        }
    }

    /// Sends up to `ListenBrainzSubmission.limit` listens of a claimed connection and ends the claim. Encrypts the token again after a key change.
    private nonisolated func send(_ claim: ScrobbleStore.Claim, in tenant: TenantID) async throws {
        let listener = Listener(tenant: tenant, account: claim.account)
        var claim = claim
        guard servers.addresses.contains(claim.server) else {
            return try await store.refuse(
                claim,
                because: "this server no longer sends listens to \(claim.server): connect an account on another server",
                in: tenant)
        }
        guard let token = try? vault.open(claim.token, as: ScrobbleConnections.label(listener)) else {
            return try await store.refuse(
                claim, because: "the stored token cannot be decrypted: enter the token again", in: tenant)
        }
        if !vault.isCurrent(claim.token) {
            let sealed = try vault.seal(token, as: ScrobbleConnections.label(listener))
            guard let resealed = try await store.reseal(claim, as: sealed, in: tenant) else { return }
            claim = resealed
        }
        let listens = try await store.unsent(limit: ListenBrainzSubmission.limit, of: listener)
        switch try await submit(listens, token: token, claim, of: listener) {
        case .accepted(let pause): try await store.release(claim, after: pause, in: tenant)
        case .unknownToken:
            try await store.refuse(
                claim, because: "ListenBrainz no longer accepts the token: enter a new token", in: tenant)
        case .later(let seconds, let reason):
            // 5 s, 10 s, 20 s … up to one hour, but not before the time that the server sent.
            let pause = min(3600, 5 << min(claim.failures, 10))
            try await store.postpone(
                claim, by: max(pause, seconds ?? 0),
                because: "sending listens failed and will be tried again: \(reason)",
                in: tenant)
        case .refused: try await store.release(claim, after: 0, in: tenant)
        }
    }

    /// Submits listens and records each result. If the server rejects several listens, each half is submitted separately. Returns the last answer; a
    /// recorded rejection counts as accepted, so the result is never `refused`.
    private nonisolated func submit(
        _ listens: [ListenStore.StoredListen], token: String, _ claim: ScrobbleStore.Claim, of listener: Listener
    ) async throws -> ListenBrainzAnswer {
        guard !listens.isEmpty else { return .accepted(pauseSeconds: 0) }
        let items = try await contexts.items(listens.map(\.track)[...], for: listener)
        let lines = items.map { ListenBrainzLine(listens[$0.index], ExportedTrack($0, filing: nil)) }
        guard !lines.isEmpty else {
            try await store.settle(
                listens, fault: "listens of tracks that are no longer on this server were not sent", of: listener)
            return .accepted(pauseSeconds: 0)
        }
        let answer = try await client.submit(ListenBrainzSubmission(lines), token: token, to: claim.server)
        switch answer {
        case .accepted:
            try await store.settle(listens, of: listener)
            return answer
        case .refused(let reason) where listens.count == 1:
            try await store.settle(listens, fault: "ListenBrainz did not accept a listen: \(reason)", of: listener)
            return .accepted(pauseSeconds: 0)
        case .refused:
            let middle = listens.count / 2
            for half in [listens[..<middle], listens[middle...]] {
                let answer = try await submit(Array(half), token: token, claim, of: listener)
                guard case .accepted(let pause) = answer, pause == 0 else {
                    return answer
                }
            }
            return .accepted(pauseSeconds: 0)
        case .unknownToken, .later: return answer
        }
    }
}

/// A service that announces to other servers which track a listener plays.
public protocol NowPlayingAnnouncer: Sendable {
    /// Announces a track that has begun to play. Returns immediately; a failed announcement is not reported.
    func announce(_ track: CloudURN, of listener: Listener)
}

/// Announcements of the tracks that are playing ("playing_now"). Each announcement is sent at most once, and a failed announcement is lost. Listens
/// are sent only from the listening history (decision 0074).
extension ScrobbleService: NowPlayingAnnouncer {
    /// The maximum number of announcements that wait. A later track of the same listener replaces the listener's announcement; announcements of
    /// further listeners are dropped.
    private static let announcementLimit = 1_000
    /// The maximum number of announcements that this server sends at the same time.
    private static let announcementCapacity = 2

    public nonisolated func announce(_ track: CloudURN, of listener: Listener) {
        Task { await enqueue(track, of: listener) }
    }

    private func enqueue(_ track: CloudURN, of listener: Listener) {
        guard !isEnding, announcements.count < Self.announcementLimit || announcements[listener] != nil else { return }
        announcements[listener] = track
        announceNext()
    }

    private func announceNext() {
        while announcing < Self.announcementCapacity, let (listener, track) = announcements.popFirst() {
            announcing += 1
            Task {
                await announceNow(track, of: listener)
                announcing -= 1
                announceNext()
            }
        }
    }

    /// Sends an announcement if the listener has a working connection to an allowed server and the server did not ask for a pause. Logs errors.
    func announceNow(_ track: CloudURN, of listener: Listener) async {
        do {
            guard let claim = try await store.working(of: listener), servers.addresses.contains(claim.server),
                pauses[claim.server].map({ $0 <= .now }) ?? true,
                let token = try? vault.open(claim.token, as: ScrobbleConnections.label(listener)),
                let item = try await contexts.items(of: [track], for: listener).first
            else { return }
            let line = ListenBrainzLine(playing: ExportedTrack(item, filing: nil))
            switch try await client.submit(ListenBrainzSubmission(playing: line), token: token, to: claim.server) {
            case .accepted(let seconds) where seconds > 0: pause(claim.server, seconds)
            case .later(let seconds, _): pause(claim.server, seconds ?? 60)
            // A token that is no longer known is recorded when the next listen is sent.
            case .accepted, .refused, .unknownToken: break
            }
        } catch {
            let reason = (error as? PostgresError)?.withoutData ?? "\(error)"
            logger.debug("track not announced", metadata: ["tenant.id": "\(listener.tenant)", "error": "\(reason)"])
        }
    }

    private func pause(_ server: String, _ seconds: Int) { pauses[server] = .now + .seconds(seconds) }
}

extension ScrobbleService: TenantObserver {
    /// Starts sending the tenant's unsent listens if the notice is about listens to send.
    public nonisolated func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == ScrobbleStore.kind else { return }
        Task { await queue.add(notice.tenant) }
    }

    /// Does nothing, because all tenants are checked twice a minute.
    public nonisolated func changesWereMissed() {}

    /// Does nothing, because work in progress detects that the tenant no longer exists.
    public nonisolated func tenantEnded(_ tenant: TenantID) {}

    public nonisolated var knownTenants: [TenantID] { [] }
}
