import FoundationEssentials
import HTTP
import Logging
import PlayerCore
import Postgres
import Synchronization
import Tenancy
import Web

/// The event streams of shared sessions on this server. Each member has a separate audience, because the JSON of a session differs between members. A
/// notification from any server starts one reading of the session for all its members on this server. Sessions with open streams are also read when
/// a time limit expires.
public final class SharedHub: Sendable {
    private struct State {
        var audiences: [PlayerOwner: SharedAudience] = [:]
        var isClosed = false
        var sightedAt = ContinuousClock.now
    }

    /// The interval at which time limits are checked and failed readings are repeated.
    private static let interval = Duration.milliseconds(500)
    /// The interval at which all sessions are read again, in case a notification was lost or a member became absent.
    private static let staleness = Duration.seconds(15)
    /// The interval at which members with open streams are recorded as present.
    private static let sighting = Duration.seconds(20)

    private let responder: SharedResponder
    private let logger: Logger
    private let state = Mutex(State())

    public convenience init(database: TenantDatabase, catalogue: any PlayerCatalogue, logger: Logger) {
        self.init(database: database, catalogue: catalogue, logger: logger, clock: nil)
    }

    init(
        database: TenantDatabase, catalogue: any PlayerCatalogue, logger: Logger, clock: (@Sendable () -> Instant)?
    ) {
        responder = SharedResponder(
            store: SharedSessionStore(database: database, clock: clock), catalogue: catalogue)
        self.logger = logger
        database.observers.add(self)
    }

    /// Checks the sessions with streams until the task is cancelled, then ends all streams.
    public func run() async {
        var refreshed = ContinuousClock.now
        while (try? await Task.sleep(for: Self.interval)) != nil {
            if .now - refreshed > Self.staleness {
                refreshed = .now
                changesWereMissed()
            }
            await sight()
            await tick()
        }
        close()
    }

    /// Reads every session that is due, once for all its members, and removes audiences without streams.
    func tick() async {
        let now = PlayerTime(milliseconds: (responder.store.clock?() ?? .now).milliseconds)
        let audiences = state.withLock { state in
            for (owner, audience) in state.audiences where audience.isIdle { state.audiences[owner] = nil }
            return state.audiences
        }
        var done: Set<Int64> = []
        for (owner, audience) in audiences where audience.isDue(at: now) && !Task.isCancelled {
            guard let session = audience.session, done.insert(session).inserted else { continue }
            await read(session, owner)
        }
    }

    /// Records that the members with open streams are present.
    private func sight() async {
        let owners = state.withLock { state -> [PlayerOwner] in
            guard .now - state.sightedAt > Self.sighting else { return [] }
            state.sightedAt = .now
            return state.audiences.filter { $0.value.events.subscriberCount > 0 }.map(\.key)
        }
        for (tenant, members) in Dictionary(grouping: owners, by: \.tenant) {
            try? await responder.store.sight(members.map(\.account), in: tenant)
        }
    }

    /// Returns the event stream of a member, which begins with the session, and records that the member is present; `nil` if the listener is in no
    /// session.
    func events(of owner: PlayerOwner) async throws -> EventBroadcaster? {
        // A stream is a sign of presence, as a request is.
        guard let stored = try await responder.store.seen(owner) else { return nil }
        let audience = state.withLock { state in
            let audience = state.audiences[owner].flatMap { $0.hasEnded ? nil : $0 } ?? SharedAudience()
            audience.touch()
            if state.isClosed { audience.events.close() }
            state.audiences[owner] = audience
            return audience
        }
        try await take(stored, owner, audience)
        return audience.events
    }

    /// Ends every stream when the server stops.
    public func close() {
        let audiences = state.withLock { state in
            state.isClosed = true
            return Array(state.audiences.values)
        }
        for audience in audiences { audience.events.close() }
    }

    /// Reads a session and publishes the session to its members on this server.
    ///
    /// - Parameter owner: One of the members, for whom the passage of time is applied.
    private func read(_ id: Int64, _ owner: PlayerOwner) async {
        let audiences = state.withLock {
            $0.audiences.filter { $0.key.tenant == owner.tenant && $0.value.session == id }
        }
        for audience in audiences.values { audience.beginReading() }
        do {
            var stored = try await responder.current(of: owner)
            if stored?.id != id { stored = try await responder.store.stored(id, in: owner.tenant) }
            for (member, audience) in audiences {
                guard let stored, stored.member(of: member) != nil else {
                    audience.end()
                    state.withLock { if $0.audiences[member] === audience { $0.audiences[member] = nil } }
                    continue
                }
                try await take(stored, member, audience)
            }
        } catch {
            for audience in audiences.values { audience.outdate() }
            logger.warning(
                "shared session not read",
                metadata: [
                    "tenant.id": "\(owner.tenant)",
                    "error": "\((error as? PostgresError)?.withoutData ?? "\(error)")",
                ])
        }
    }

    private func take(_ stored: StoredSharedSession, _ owner: PlayerOwner, _ audience: SharedAudience) async throws {
        guard let member = stored.member(of: owner) else { return }
        let text = try await audience.text(of: stored.session.player.item?.id) {
            try await responder.catalogue.text(of: stored.session, for: owner)
        }
        let data = String(
            decoding: try ViewWriter.bytes(SharedSessionView(stored, member, text)), as: UTF8.self)
        audience.take(stored, data)
    }
}

extension SharedHub: TenantObserver {
    /// Reads the changed session if a member's stream is open.
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == SharedNotice.kind, let news = SharedNotice(notice.detail) else { return }
        let open = state.withLock { state in
            state.audiences.filter { $0.key.tenant == notice.tenant && $0.value.session == news.session }
        }
        for audience in open.values { audience.outdate() }
        guard let owner = open.first(where: { $0.value.events.subscriberCount > 0 })?.key else { return }
        Task { await read(news.session, owner) }
    }

    /// Marks all sessions as outdated, so that the next check reads them again.
    public func changesWereMissed() {
        for audience in state.withLock({ Array($0.audiences.values) }) { audience.outdate() }
    }

    public func tenantEnded(_ tenant: TenantID) {
        let ended = state.withLock { state in
            let ended = state.audiences.filter { $0.key.tenant == tenant }
            for owner in ended.keys { state.audiences[owner] = nil }
            return ended.values.map(\.self)
        }
        for audience in ended { audience.events.close() }
    }

    public var knownTenants: [TenantID] { Array(Set(state.withLock { $0.audiences.keys.map(\.tenant) })) }
}
