import FoundationEssentials
import HTTP
import Logging
import PlayerCore
import Postgres
import Synchronization
import Tenancy
import Web

/// The event streams of shared sessions on this server, separate for each member, because the JSON of a session differs between members. One reading
/// of a session serves all its members on this server.
public final class SharedHub: Sendable {
    private struct ItemText: Sendable {
        let item: String
        let text: SharedTrackText
    }

    private typealias Streams = RevisionStreams<ItemText>

    private static let interval = Duration.milliseconds(500)
    private static let presenceInterval = Duration.seconds(20)

    private let responder: SharedResponder
    private let logger: Logger
    private let registry = StreamRegistry<ItemText>()
    private let recordedAt = Mutex(ContinuousClock.now)

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
        await registry.run(every: Self.interval) {
            await recordPresence()
            await tick()
        }
    }

    /// Reads every session that is due, and removes idle streams.
    func tick() async {
        let now = PlayerTime(milliseconds: (responder.store.clock?() ?? .now).milliseconds)
        var done: Set<Int64> = []
        for (owner, streams) in registry.removeIdle() where streams.isDue(at: now) && !Task.isCancelled {
            guard let session = streams.row, done.insert(session).inserted else { continue }
            await read(session, owner)
        }
    }

    /// Records that the members with open streams are present, at most every 20 seconds. Ignores an error of the database.
    private func recordPresence() async {
        let isDue = recordedAt.withLock { recordedAt in
            guard .now - recordedAt > Self.presenceInterval else { return false }
            recordedAt = .now
            return true
        }
        guard isDue else { return }
        let owners = registry.all.filter { $0.value.isOpen }.map(\.key)
        for (tenant, members) in Dictionary(grouping: owners, by: \.tenant) {
            try? await responder.store.recordPresence(members.map(\.account), in: tenant)
        }
    }

    /// Returns the event stream of a member, and records that the member is present; `nil` if the listener is in no session.
    func events(of owner: PlayerOwner) async throws -> EventBroadcaster? {
        guard let stored = try await responder.seen(owner) else { return nil }
        let streams = registry.requested(by: owner)
        try await take(stored, owner, streams)
        return streams.events
    }

    /// Ends every stream. Call this method when the server stops.
    public func close() { registry.close() }

    /// Reads a session as its member `owner`, and publishes the session to all its members on this server. Ends the streams of former members.
    private func read(_ id: Int64, _ owner: PlayerOwner) async {
        let members = members(of: id, in: owner.tenant)
        for streams in members.values { streams.beginReading() }
        do {
            var stored = try await responder.current(of: owner)
            if stored?.id != id { stored = try await responder.store.stored(id, in: owner.tenant) }
            for (member, streams) in members {
                guard let stored, stored.member(of: member) != nil else {
                    streams.end(with: ServerSentEvent(id: "left", name: "left", data: "{}"))
                    registry.remove(streams, of: member)
                    continue
                }
                try await take(stored, member, streams)
            }
        } catch {
            for streams in members.values { streams.outdate() }
            logger.warning(
                "shared session not read",
                metadata: [
                    "tenant.id": "\(owner.tenant)",
                    "error": "\((error as? PostgresError)?.withoutData ?? "\(error)")",
                ])
        }
    }

    private func members(of session: Int64, in tenant: TenantID) -> [PlayerOwner: Streams] {
        registry.all.filter { $0.key.tenant == tenant && $0.value.row == session }
    }

    private func take(_ stored: StoredSharedSession, _ owner: PlayerOwner, _ streams: Streams) async throws {
        guard let member = stored.member(of: owner) else { return }
        let view = SharedSessionView(stored, member, try await text(of: stored.session, owner, streams))
        // At most 50 members, so a bit for each member fits into the number.
        let present = stored.session.members.enumerated().reduce(UInt64(0)) { bits, entry in
            entry.element.isPresent(at: stored.now) ? bits | 1 << UInt64(entry.offset) : bits
        }
        // The members who are present change without a new revision, so the ID contains them.
        let event = ServerSentEvent(
            id: "\(stored.session.revision).\(String(present, radix: 16))", name: "shared",
            data: String(decoding: try ViewWriter.bytes(view), as: UTF8.self))
        streams.take(
            RowState(
                row: stored.id, revision: stored.session.revision, event: event, deadline: stored.session.deadline))
    }

    private func text(
        of session: SharedSession, _ owner: PlayerOwner, _ streams: Streams
    ) async throws -> SharedTrackText? {
        let item = session.player.item?.id
        if let memo = streams.memo, memo.item == item { return memo.text }
        let text = try await responder.catalogue.text(of: session, for: owner)
        streams.memo = item.flatMap { item in text.map { ItemText(item: item, text: $0) } }
        return text
    }
}

extension SharedHub: TenantObserver {
    /// Marks the changed session as outdated, and reads the session if a member's stream is open.
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == SharedNotice.kind, let news = SharedNotice(notice.detail) else { return }
        let members = members(of: news.session, in: notice.tenant)
        for streams in members.values { streams.outdate() }
        guard let owner = members.first(where: { $0.value.isOpen })?.key else { return }
        Task { await read(news.session, owner) }
    }

    /// Marks all sessions as outdated, so that the next check reads them again.
    public func changesWereMissed() { registry.outdateAll() }

    public func tenantEnded(_ tenant: TenantID) { registry.end(tenant) }

    public var knownTenants: [TenantID] { registry.tenants }
}
