import FoundationEssentials
import HTTP
import Logging
import PlayerCore
import Postgres
import Tenancy
import Web

/// The event streams of all players on this server. A player with an open stream is read after a notification, when its deadline passes, and
/// regularly in case a notification was lost.
public final class PlayerHub: Sendable {
    private typealias Streams = RevisionStreams<Never>

    private static let interval = Duration.seconds(1)

    private let responder: PlayerResponder
    private let logger: Logger
    private let registry = StreamRegistry<Never>()

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
    public func run() async { await registry.run(every: Self.interval) { await tick() } }

    /// Reads every player that is due, and removes idle streams.
    func tick() async {
        let now = PlayerTime(milliseconds: (responder.store.clock?() ?? .now).milliseconds)
        for (owner, streams) in registry.removeIdle() where streams.isDue(at: now) && !Task.isCancelled {
            await read(owner, streams)
        }
    }

    /// Returns the event stream of a player, after reading the player. The first event contains the current player, unless the client already has
    /// this revision.
    func events(of owner: PlayerOwner) async throws -> EventBroadcaster {
        let streams = registry.requested(by: owner)
        try await take(owner, streams)
        return streams.events
    }

    /// Ends every stream. Call this method when the server stops.
    public func close() { registry.close() }

    private func read(_ owner: PlayerOwner, _ streams: Streams) async {
        do {
            try await take(owner, streams)
        } catch {
            streams.outdate()
            logger.warning(
                "player not read",
                metadata: [
                    "tenant.id": "\(owner.tenant)",
                    "error": "\((error as? PostgresError)?.withoutData ?? "\(error)")",
                ])
        }
    }

    private func take(_ owner: PlayerOwner, _ streams: Streams) async throws {
        streams.beginReading()
        let outcome = try await responder.store.current(of: owner, reading: .excerpt)
        let view = try await responder.view(outcome.session, at: outcome.now, of: owner)
        let data = String(decoding: try ViewWriter.bytes(view), as: UTF8.self)
        streams.take(
            RowState(
                row: owner.account, revision: outcome.session.revision,
                event: ServerSentEvent(id: "\(outcome.session.revision)", name: "player", data: data),
                deadline: outcome.session.deadline))
    }
}

extension PlayerHub: TenantObserver {
    /// Marks the changed player as outdated, and reads the player if one of its streams is open.
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == PlayerNotice.kind, let news = PlayerNotice(notice.detail) else { return }
        let owner = PlayerOwner(tenant: notice.tenant, account: news.account)
        guard let streams = registry[owner] else { return }
        streams.outdate()
        guard streams.isOpen else { return }
        Task { await read(owner, streams) }
    }

    /// Marks all players as outdated, so that the next check reads them again.
    public func changesWereMissed() { registry.outdateAll() }

    public func tenantEnded(_ tenant: TenantID) { registry.end(tenant) }

    public var knownTenants: [TenantID] { registry.tenants }
}
