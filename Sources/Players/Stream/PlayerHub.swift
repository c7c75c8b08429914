import FoundationEssentials
import HTTP
import Logging
import PlayerCore
import Postgres
import Synchronization
import Tenancy
import Web

/// The event streams of all players. A notification starts a reading of a player that any server has changed. Players with open
/// streams are also read when a time limit expires, so that the streams report unanswered attempts and lost devices.
public final class PlayerHub: Sendable {
    private struct State {
        var audiences: [PlayerOwner: PlayerAudience] = [:]
        var isClosed = false
    }

    /// The interval at which time limits are checked and failed readings are repeated.
    private static let interval = Duration.seconds(1)
    /// The interval at which all players with open streams are read again, in case a notification was lost.
    private static let staleness = Duration.seconds(15)

    private let responder: PlayerResponder
    private let logger: Logger
    private let state = Mutex(State())

    public convenience init(database: TenantDatabase, catalogue: any PlayerCatalogue, logger: Logger) {
        self.init(database: database, catalogue: catalogue, logger: logger, clock: nil)
    }

    init(
        database: TenantDatabase, catalogue: any PlayerCatalogue, logger: Logger, clock: (@Sendable () -> Instant)?
    ) {
        let store = PlayerStore(database: database, clock: clock)
        responder = PlayerResponder(store: store, catalogue: catalogue)
        self.logger = logger
        database.observers.add(self)
    }

    /// Checks the players with streams until the task is cancelled, then ends all streams.
    public func run() async {
        var refreshed = ContinuousClock.now
        while (try? await Task.sleep(for: Self.interval)) != nil {
            if .now - refreshed > Self.staleness {
                refreshed = .now
                changesWereMissed()
            }
            await tick()
        }
        close()
    }

    /// Reads every player that is due, and removes audiences that had no stream for a minute.
    func tick() async {
        let now = PlayerTime(milliseconds: (responder.store.clock?() ?? .now).milliseconds)
        let audiences = state.withLock { state in
            for (owner, audience) in state.audiences where audience.isIdle { state.audiences[owner] = nil }
            return state.audiences
        }
        for (owner, audience) in audiences where audience.isDue(at: now) && !Task.isCancelled {
            await read(owner, audience)
        }
    }

    /// Returns the event stream of a player. The first event of a stream contains the current player, unless the client already has this
    /// revision.
    func events(of owner: PlayerOwner) async throws -> EventBroadcaster {
        let audience = state.withLock { state in
            let audience = state.audiences[owner] ?? PlayerAudience()
            audience.touch()
            if state.isClosed { audience.events.close() }
            state.audiences[owner] = audience
            return audience
        }
        try await take(owner, audience)
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

    private func read(_ owner: PlayerOwner, _ audience: PlayerAudience) async {
        do {
            try await take(owner, audience)
        } catch {
            audience.outdate()
            logger.warning(
                "player not read",
                metadata: [
                    "tenant.id": "\(owner.tenant)",
                    "error": "\((error as? PostgresError)?.withoutData ?? "\(error)")",
                ])
        }
    }

    private func take(_ owner: PlayerOwner, _ audience: PlayerAudience) async throws {
        audience.beginReading()
        let outcome = try await responder.store.current(of: owner, reading: .excerpt)
        let view = try await responder.view(outcome.session, at: outcome.now, of: owner)
        let data = String(decoding: try ViewWriter.bytes(view), as: UTF8.self)
        audience.postpone(to: outcome.session.deadline)
        audience.take(
            outcome.session,
            ServerSentEvent(id: "\(outcome.session.revision)", name: "player", data: data))
    }
}

extension PlayerHub: TenantObserver {
    /// Reads the changed player if one of its streams is open.
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == PlayerNotice.kind, let news = PlayerNotice(notice.detail) else { return }
        let owner = PlayerOwner(tenant: notice.tenant, account: news.account)
        guard let audience = state.withLock({ $0.audiences[owner] }) else { return }
        audience.outdate()
        guard audience.events.subscriberCount > 0 else { return }
        Task { await read(owner, audience) }
    }

    /// Marks all players as outdated, so that the next check reads them again.
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
