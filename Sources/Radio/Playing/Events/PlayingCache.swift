import HTTP
import Synchronization
import Tenancy
import Web

/// The radio data of one tenant in memory: the snapshot and the open streams. Only one task at a time reads the snapshot from the database.
final class PlayingCache: Sendable {
    /// The maximum number of channel selections with open streams. Streams with the same selection share the bytes of each event.
    static let selectionLimit = 512

    private let memory: Memory
    private let read: @Sendable (Part?) async throws -> RadioSnapshot
    private let tallies: ChannelTallies
    private let now: @Sendable () -> Instant

    /// The channels to reread to bring a known snapshot to a later revision.
    struct Part: Sendable {
        let known: RadioSnapshot
        let channels: Set<Channel.ID>
        let revision: RadioRevision
    }

    /// The state, in a class so that the backlog closures of the broadcasters can read it.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var feed = PlayingFeed()
        var checkedAt: ContinuousClock.Instant?
        var isOutdated = true
        var notices = NoticeLog()
        /// The response of `findNow` and its feed version.
        var nowResponse: (version: UInt64, answer: Response)?
        var startSections: StartSections?
        var lastUsedAt = ContinuousClock.now
        /// The running or last read. `next` is the read that starts after it.
        var current: Task<RadioSnapshot, any Error>?
        var next: Task<RadioSnapshot, any Error>?
        var audiences: [Set<Channel.ID>?: EventBroadcaster] = [:]
        var isClosed = false
    }

    private struct StartSections {
        let version: UInt64
        let streams: [Bool]
        let forVisitors: HTML?
        let forAccounts: HTML?
    }

    /// Creates a cache. `read` receives the channels to reread, or `nil` to read the whole snapshot. Its result includes all changes committed before
    /// the call.
    init(
        read: @escaping @Sendable (Part?) async throws -> RadioSnapshot, tallies: ChannelTallies,
        now: @escaping @Sendable () -> Instant
    ) {
        memory = Memory()
        self.read = read
        self.tallies = tallies
        self.now = now
    }

    /// The snapshot; `nil` if none was read, or if it is outdated or has passed half of its lifetime. Reading the property updates `lastUsedAt`.
    var snapshot: RadioSnapshot? {
        memory.state.withLock { state in
            state.lastUsedAt = .now
            return newest(state)
        }
    }

    private func newest(_ state: State) -> RadioSnapshot? {
        guard !state.isOutdated, state.notices.isEmpty, let snapshot = state.feed.snapshot, covers(snapshot) else {
            return nil
        }
        return snapshot
    }

    /// The last read snapshot, even if outdated; `nil` before the first read.
    var lastSnapshot: RadioSnapshot? { memory.state.withLock { $0.feed.snapshot } }

    /// Returns whether the last check of the revision is longer ago than `staleness`. If it is, this call counts as a check, so only one of several
    /// callers gets `true`. Returns `false` before the first read.
    func isDueForCheck(after staleness: Duration) -> Bool {
        memory.state.withLock { state in
            guard let checkedAt = state.checkedAt, .now - checkedAt > staleness else { return false }
            state.checkedAt = .now
            return true
        }
    }

    var lastUsedAt: ContinuousClock.Instant { memory.state.withLock { $0.lastUsedAt } }

    var isWatched: Bool { memory.state.withLock { $0.audiences.values.contains { $0.subscriberCount > 0 } } }

    /// The next instant at which listeners of a channel hear an item start or end; `nil` if unknown.
    var nextChange: Instant? { memory.state.withLock { $0.feed.nextChange } }

    /// Marks the snapshot as outdated. If a stream is open, the snapshot is reread immediately, else at the next request.
    func outdate() {
        memory.state.withLock { $0.isOutdated = true }
        if isWatched { refresh() }
    }

    /// Marks the channels that a notification lists as outdated, or the whole snapshot if it lists none, and rereads like `outdate`. Ignores a
    /// notification whose revision was already read.
    func receive(_ notice: RadioNotice) {
        let isNews = memory.state.withLock { state in
            if let snapshot = state.feed.snapshot, notice.revision <= snapshot.revision { return false }
            if let channels = notice.channels {
                state.notices.note(channels, at: notice.revision)
            } else {
                state.isOutdated = true
            }
            return true
        }
        if isNews, isWatched { refresh() }
    }

    /// Marks the snapshot as outdated unless its revision and the notifications received since then lead up to `revision`, the current revision in
    /// the database.
    func checked(_ revision: RadioRevision) {
        let isKnown = memory.state.withLock { state in
            guard let known = state.feed.snapshot?.revision else { return false }
            return known == revision || state.notices.part(after: known).map { $0.revision >= revision } ?? false
        }
        if !isKnown { outdate() }
    }

    /// Returns a task whose value is the current snapshot. If the snapshot is not current, the task reads it after this call. Any number of
    /// simultaneous callers cause at most two reads.
    @discardableResult
    func refresh() -> Task<RadioSnapshot, any Error> {
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
                if case .nothing(let snapshot) = plan { return snapshot }
                do {
                    var snapshot = try await read(plan.part)
                    // A partial read keeps the channels and counters of the known snapshot.
                    if plan.part == nil { snapshot.tallies = tallies.tallies(of: snapshot.channels) }
                    memory.state.withLock { state in
                        state.checkedAt = .now
                        state.notices.forget(through: snapshot.revision)
                        Self.publish(
                            state.feed.take(snapshot, reread: plan.part?.channels, at: now()), to: state.audiences)
                    }
                    return snapshot
                } catch {
                    memory.state.withLock { $0.isOutdated = true }
                    throw error
                }
            }
            state.next = task
            return task
        }
    }

    private enum Plan {
        case nothing(RadioSnapshot)
        case part(Part)
        case all

        var part: Part? { if case .part(let part) = self { part } else { nil } }
    }

    private func begin(_ state: inout State) -> Plan {
        if let snapshot = newest(state) { return .nothing(snapshot) }
        defer { state.isOutdated = false }
        guard !state.isOutdated, let snapshot = state.feed.snapshot, covers(snapshot),
            let (channels, revision) = state.notices.part(after: snapshot.revision)
        else { return .all }
        return .part(Part(known: snapshot, channels: channels, revision: revision))
    }

    /// Publishes the events for the items that have started or ended.
    func advance() {
        memory.state.withLock { state in Self.publish(state.feed.advance(to: now()), to: state.audiences) }
    }

    /// Publishes the events for the items that have started or ended, and returns the response of `findNow`: the current views of all channels. Only
    /// changed views are encoded again. Call it after reading a snapshot.
    func nowResponse(in tenant: TenantID) -> Response {
        let (known, version, parts) = memory.state.withLock { state -> (Response?, UInt64, [String]) in
            Self.publish(state.feed.advance(to: now()), to: state.audiences)
            if let nowResponse = state.nowResponse, nowResponse.version == state.feed.version {
                return (nowResponse.answer, 0, [])
            }
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
            if state.nowResponse.map({ $0.version < version }) ?? true { state.nowResponse = (version, answer) }
        }
        return answer
    }

    /// Publishes the events for the items that have started or ended, and returns the start page's section about the first channels, for an account
    /// (which has a player) or a visitor; `nil` if there are no channels. Call it after reading a snapshot.
    func startSection(hasPlayer: Bool) -> HTML? {
        memory.state.withLock { state in
            Self.publish(state.feed.advance(to: now()), to: state.audiences)
            let (version, views) = (state.feed.version, state.feed.first(RadioStartSection.shown))
            let streams = views.map { !$0.entry.streams.isEmpty }
            if let known = state.startSections, known.version == version, known.streams == streams {
                return hasPlayer ? known.forAccounts : known.forVisitors
            }
            let made = StartSections(
                version: version, streams: streams,
                forVisitors: RadioStartSection.section(about: views, hasPlayer: false),
                forAccounts: RadioStartSection.section(about: views, hasPlayer: true))
            state.startSections = made
            return hasPlayer ? made.forAccounts : made.forVisitors
        }
    }

    /// Returns the broadcaster of the events of the selected channels, or of all channels if `channels` is `nil`. Returns `nil` if `selectionLimit`
    /// other selections have open streams.
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

    /// Records the number of open streams that selected each channel. Streams of all channels do not count.
    func countFollowers() {
        let audiences = memory.state.withLock { $0.audiences }
        var followers: [Channel.ID: Int] = [:]
        for (channels, audience) in audiences {
            let count = audience.subscriberCount
            guard count > 0, let channels else { continue }
            for channel in channels { followers[channel, default: 0] += count }
        }
        for (channel, count) in followers { tallies.tally(of: channel)?.record(followers: count) }
    }

    /// Ends every stream. Streams that are requested later end immediately.
    func close() {
        let audiences = memory.state.withLock { state in
            state.isClosed = true
            return Array(state.audiences.values)
        }
        for audience in audiences { audience.close() }
    }

    /// Publishes events to the streams of their channels. The caller holds the lock, which keeps events in order.
    private static func publish(
        _ events: [PlayingFeed.ChannelEvent], to audiences: [Set<Channel.ID>?: EventBroadcaster]
    ) {
        guard !events.isEmpty else { return }
        for (channels, audience) in audiences where audience.subscriberCount > 0 {
            for published in events where published.channel.map({ channels?.contains($0) ?? true }) ?? true {
                audience.publish(published.event)
            }
        }
    }

    private func covers(_ snapshot: RadioSnapshot) -> Bool {
        let moment = now()
        // A snapshot is renewed after half its lifetime, so a failed read can be repeated.
        return snapshot.covers.lowerBound <= moment.advanced(byMs: -snapshot.bufferMs)
            && moment.advanced(byMs: RadioSnapshotStore.lifetimeMs / 2) < snapshot.covers.upperBound
    }
}
