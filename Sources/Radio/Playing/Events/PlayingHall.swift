import HTTP
import Synchronization
import Tenancy
import Web

/// One tenant's radio in memory: the scene and the open streams. The database is read by one reader at a time, however many
/// ask.
final class PlayingHall: Sendable {
    /// How many selections of channels are listened to at once; streams of the same selection share each event's bytes.
    static let selectionLimit = 512

    private let memory: Memory
    private let read: @Sendable (Part?) async throws -> RadioScene
    private let tallies: ChannelTallies
    private let now: @Sendable () -> Instant

    /// What is to be read anew of a scene: these channels, by which it becomes that of a later revision.
    struct Part: Sendable {
        let known: RadioScene
        let channels: Set<Channel.ID>
        let revision: RadioRevision
    }

    /// What the hall knows. A class of its own, so that a broadcaster's backlog can read it.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var feed = PlayingFeed()
        /// When the revision was last looked at.
        var checkedAt: ContinuousClock.Instant?
        /// Whether anything may have been changed since the scene was read.
        var isOutdated = true
        /// What has been said of changes since then that were about some channels only.
        var notices = NoticeLog()
        /// The answer to `findNow`, and of which state of the feed it tells.
        var board: (version: UInt64, answer: Response)?
        var askedAt = ContinuousClock.now
        /// The reading that runs or was the last, and the one that begins after it.
        var current: Task<RadioScene, any Error>?
        var next: Task<RadioScene, any Error>?
        var audiences: [Set<Channel.ID>?: EventBroadcaster] = [:]
        var isClosed = false
    }

    /// - Parameters:
    ///   - read: reads the database, all or a part; a call sees everything that was committed before it.
    ///   - tallies: what requests and streams are counted in.
    init(
        read: @escaping @Sendable (Part?) async throws -> RadioScene, tallies: ChannelTallies,
        now: @escaping @Sendable () -> Instant
    ) {
        memory = Memory()
        self.read = read
        self.tallies = tallies
        self.now = now
    }

    /// The scene, when it is known to be the newest and covers this moment.
    var scene: RadioScene? {
        memory.state.withLock { state in
            state.askedAt = .now
            return newest(state)
        }
    }

    private func newest(_ state: State) -> RadioScene? {
        guard !state.isOutdated, state.notices.isEmpty, let scene = state.feed.scene, covers(scene) else { return nil }
        return scene
    }

    /// The scene of the last reading, whatever has happened since.
    var lastScene: RadioScene? { memory.state.withLock { $0.feed.scene } }

    /// Whether the revision is to be looked at, since that was last done longer ago. True for one caller of all that ask at
    /// once; never before the first reading.
    func isDueForCheck(after staleness: Duration) -> Bool {
        memory.state.withLock { state in
            guard let checkedAt = state.checkedAt, .now - checkedAt > staleness else { return false }
            state.checkedAt = .now
            return true
        }
    }

    /// When somebody last asked.
    var askedAt: ContinuousClock.Instant { memory.state.withLock { $0.askedAt } }

    /// Whether anyone is waiting to hear of a change.
    var isWatched: Bool { memory.state.withLock { $0.audiences.values.contains { $0.subscriberCount > 0 } } }

    /// When something ends or begins by the clock.
    var nextChange: Instant? { memory.state.withLock { $0.feed.nextChange } }

    /// Something was changed: the next who asks causes a reading, and so do open streams.
    func outdate() {
        memory.state.withLock { $0.isOutdated = true }
        if isWatched { refresh() }
    }

    /// Something was changed and what is known: as `outdate`, but where only some channels are concerned, no others are read.
    /// What was read already is heard again from the database, and passed over.
    func heard(_ notice: RadioNotice) {
        let isNews = memory.state.withLock { state in
            if let scene = state.feed.scene, notice.revision <= scene.revision { return false }
            if let channels = notice.channels {
                state.notices.note(channels, at: notice.revision)
            } else {
                state.isOutdated = true
            }
            return true
        }
        if isNews, isWatched { refresh() }
    }

    /// The database was asked and has this revision. One that notices lead up to will be read by them.
    func checked(_ revision: RadioRevision) {
        let isKnown = memory.state.withLock { state in
            guard let known = state.feed.scene?.revision else { return false }
            return known == revision || state.notices.part(after: known).map { $0.revision >= revision } ?? false
        }
        if !isKnown { outdate() }
    }

    /// A reading that begins after this call, where there is anything to read. Callers that come before it has begun share it,
    /// so that any number of them cost two readings at most.
    @discardableResult
    func refresh() -> Task<RadioScene, any Error> {
        memory.state.withLock { state in
            if let next = state.next { return next }
            let previous = state.current
            let task = Task {
                _ = await previous?.result
                let plan = memory.state.withLock { state in
                    state.current = state.next
                    state.next = nil
                    return begin(&state)
                }
                if case .nothing(let scene) = plan { return scene }
                do {
                    var scene = try await read(plan.part)
                    // A part has the channels that it was made of, and their tallies.
                    if plan.part == nil { scene.tallies = tallies.tallies(of: scene.channels) }
                    memory.state.withLock { state in
                        state.checkedAt = .now
                        state.notices.forget(through: scene.revision)
                        Self.tell(state.feed.take(scene, reread: plan.part?.channels, at: now()), to: state.audiences)
                    }
                    return scene
                } catch {
                    memory.state.withLock { $0.isOutdated = true }
                    throw error
                }
            }
            state.next = task
            return task
        }
    }

    /// What a reading has to read.
    private enum Plan {
        case nothing(RadioScene)
        case part(Part)
        case all

        var part: Part? { if case .part(let part) = self { part } else { nil } }
    }

    private func begin(_ state: inout State) -> Plan {
        if let scene = newest(state) { return .nothing(scene) }
        defer { state.isOutdated = false }
        guard !state.isOutdated, let scene = state.feed.scene, covers(scene),
            let (channels, revision) = state.notices.part(after: scene.revision)
        else { return .all }
        return .part(Part(known: scene, channels: channels, revision: revision))
    }

    /// Tells what has ended or begun by the clock.
    func advance() {
        memory.state.withLock { state in Self.tell(state.feed.advance(to: now()), to: state.audiences) }
    }

    /// What is on all channels now, as bytes with their tag: put together of what listeners were told last of each channel, so
    /// that only what has changed since the last answer is written anew. For whoever has waited for a scene.
    func board(in tenant: TenantID) -> Response {
        let (known, version, parts) = memory.state.withLock { state -> (Response?, UInt64, [String]) in
            Self.tell(state.feed.advance(to: now()), to: state.audiences)
            if let board = state.board, board.version == state.feed.version { return (board.answer, 0, []) }
            return (nil, state.feed.version, state.feed.views)
        }
        if let known { return known }
        var bytes = Array(#"{"items":["#.utf8)
        bytes.reserveCapacity(parts.reduce(20) { $0 + $1.utf8.count + 1 })
        for (index, part) in parts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: part.utf8)
        }
        bytes.append(contentsOf: "]}".utf8)
        let answer = Response.tagged(.bytes(bytes, mediaType: "application/json"), in: tenant)
        memory.state.withLock { state in
            if state.board.map({ $0.version < version }) ?? true { state.board = (version, answer) }
        }
        return answer
    }

    /// The events of a selection of channels, `nil` for all; `nil` when there are too many selections.
    func events(of channels: Set<Channel.ID>?) -> EventBroadcaster? {
        memory.state.withLock { state in
            if let known = state.audiences[channels] { return known }
            if state.audiences.count >= Self.selectionLimit {
                state.audiences = state.audiences.filter { $0.value.subscriberCount > 0 }
            }
            guard state.audiences.count < Self.selectionLimit else { return nil }
            let made = EventBroadcaster { [memory, now] lastEventID in
                memory.state.withLock { $0.feed.backlog(of: channels, after: lastEventID, at: now()) }
            }
            if state.isClosed { made.close() }
            state.audiences[channels] = made
            return made
        }
    }

    /// Counts the open streams that name a channel; those of all channels follow none in particular.
    func countFollowers() {
        let audiences = memory.state.withLock { $0.audiences }
        var followers: [Channel.ID: Int] = [:]
        for (channels, audience) in audiences {
            let count = audience.subscriberCount
            guard count > 0, let channels else { continue }
            for channel in channels { followers[channel, default: 0] += count }
        }
        for (channel, count) in followers { tallies.tally(of: channel)?.saw(followers: count) }
    }

    /// Ends every stream, and lets none open any more.
    func close() {
        let audiences = memory.state.withLock { state in
            state.isClosed = true
            return Array(state.audiences.values)
        }
        for audience in audiences { audience.close() }
    }

    /// Called with the lock held, so that events go out in the order in which they were found.
    private static func tell(_ events: [PlayingFeed.Told], to audiences: [Set<Channel.ID>?: EventBroadcaster]) {
        guard !events.isEmpty else { return }
        for (channels, audience) in audiences where audience.subscriberCount > 0 {
            for told in events where told.channel.map({ channels?.contains($0) ?? true }) ?? true {
                audience.publish(told.event)
            }
        }
    }

    private func covers(_ scene: RadioScene) -> Bool {
        let moment = now()
        // Made anew at half its time, so that the rest is there when a reading fails.
        return scene.covers.lowerBound <= moment.advanced(byMs: -scene.bufferMs)
            && moment.advanced(byMs: SceneStore.lifetimeMs / 2) < scene.covers.upperBound
    }
}
