import HTTP
import Synchronization
import Tenancy
import Web

/// One tenant's live state in memory: the last reading, the open streams and the long polls. The topic answers all requests of listeners from
/// memory; one reader at a time reads the database.
final class LiveTopic: Sendable {
    /// The largest number of waiting long polls; further polls are answered immediately.
    static let pollLimit = 10_000

    let events: EventBroadcaster
    /// The same events for operator pages, with the changes of the sources.
    let operatorEvents: EventBroadcaster

    private let memory: Memory
    private let read: @Sendable (LiveFeed) async throws -> LiveReading
    private let now: @Sendable () -> Instant

    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var feed = LiveFeed()
        /// The encoded response to `GET /api/v1/live`; `nil` off the air.
        var answer: Representation?
        /// The section of the start page; `nil` off the air.
        var startSection: HTML?
        /// The last event about the sources; `nil` if the last reading had no sources.
        var sources: ServerSentEvent?
        /// The number of different events about the sources so far, which makes the `id` of each event unique.
        var sourcesCount: UInt64 = 0
        var readAt: ContinuousClock.Instant?
        /// The running or last reading. `next` is the reading that starts afterwards.
        var current: Task<Void, any Error>?
        var next: Task<Void, any Error>?
        var polls: [UInt64: CheckedContinuation<PollOutcome, Never>] = [:]
        var pollCount: UInt64 = 0
        var isClosed = false
    }

    /// The reason for the end of a long poll.
    enum PollOutcome: Sendable {
        /// The revision differs, or the public stream got an event.
        case changed
        /// The time is over, the topic was closed, or the task was cancelled.
        case unchanged
        case refused
    }

    /// Creates a topic without a reading. `read` reads the state, with the log of changes after the revision of the feed; it sees everything
    /// committed before the call.
    init(read: @escaping @Sendable (LiveFeed) async throws -> LiveReading, now: @escaping @Sendable () -> Instant) {
        let memory = Memory()
        self.memory = memory
        self.read = read
        self.now = now
        events = EventBroadcaster { lastEventID in
            Self.backlog(memory.state.withLock { $0.feed.backlog(after: lastEventID, now: now()) })
        }
        operatorEvents = EventBroadcaster(lifetime: Self.operatorLifetime) { lastEventID in
            Self.backlog(
                memory.state.withLock { state in
                    state.feed.backlog(after: lastEventID, now: now()) + (state.sources.map { [$0] } ?? [])
                })
        }
    }

    /// The longest duration of an operator's stream, which limits how long the stream outlasts the operator's session. The page opens the next
    /// stream before this one ends.
    private static let operatorLifetime = Duration.seconds(15 * 60)

    /// Adds the retry time to the first event of a stream. For a listener that has missed nothing, returns an event with only the retry time.
    private static func backlog(_ events: [ServerSentEvent]) -> [ServerSentEvent] {
        var events = events.isEmpty ? [.retry(milliseconds: LiveFeed.retryMilliseconds)] : events
        events[0].retryMilliseconds = LiveFeed.retryMilliseconds
        return events
    }

    /// The feed after the last reading.
    var feed: LiveFeed { memory.state.withLock { $0.feed } }

    /// Returns the messages that are valid at `now`, newest first.
    func messages(at now: Instant) -> [AudienceMessage] {
        feed.messages.reversed().filter { $0.isValid(at: now) }
    }

    var answer: Representation? { memory.state.withLock { $0.answer } }

    /// The section of the start page about the current position; `nil` off the air.
    var startSection: HTML? { memory.state.withLock { $0.startSection } }

    /// The time since the last successful reading; `nil` before the first.
    var age: Duration? { memory.state.withLock { $0.readAt }.map { .now - $0 } }

    /// Whether there are open streams or waiting polls.
    var isWatched: Bool { followerCount > 0 || isOperated }

    /// Whether an operator page has an open stream.
    var isOperated: Bool { operatorEvents.subscriberCount > 0 }

    /// The number of connections that follow at this server: event streams and long polls, without the streams of operator pages.
    var followerCount: Int { events.subscriberCount + memory.state.withLock { $0.polls.count } }

    /// Starts a reading that begins after this call. Callers share a reading that has not begun, so simultaneous calls cost at most two readings. The
    /// returned task ends when the reading has been stored, or throws the error of `read`.
    @discardableResult
    func refresh() -> Task<Void, any Error> {
        memory.state.withLock { state in
            if let next = state.next { return next }
            let previous = state.current
            let task = Task {
                _ = await previous?.result
                memory.state.withLock { state in
                    state.current = state.next
                    state.next = nil
                }
                take(try await read(feed))
            }
            state.next = task
            return task
        }
    }

    /// Waits until the revision differs from `revision`, the public stream gets an event, the time `limit` has passed, or the task is cancelled.
    /// Returns immediately if `pollLimit` polls wait or the topic is closed.
    @discardableResult
    func change(from revision: Int64, within limit: Duration) async -> PollOutcome {
        let id = memory.state.withLock { state in
            state.pollCount += 1
            return state.pollCount
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            wake(id)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: PollOutcome? = memory.state.withLock { state in
                    guard state.feed.revision == revision else { return .changed }
                    guard !state.isClosed, !Task.isCancelled else { return .unchanged }
                    guard state.polls.count < Self.pollLimit else { return .refused }
                    state.polls[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            wake(id)
        }
    }

    /// Ends all streams and polls, and accepts no further polls.
    func close() {
        events.close()
        operatorEvents.close()
        let polls = memory.state.withLock { state in
            state.isClosed = true
            defer { state.polls = [:] }
            return state.polls
        }
        for poll in polls.values { poll.resume(returning: .unchanged) }
    }

    private func wake(_ id: UInt64) {
        memory.state.withLock { $0.polls.removeValue(forKey: id) }?.resume(returning: .unchanged)
    }

    /// Stores a reading and sends the new events. Only the tasks of `refresh()` call this function, one at a time.
    private func take(_ reading: LiveReading) {
        let answer = reading.snapshot.flatMap(LiveAnswer.representation)
        let (events, sources, polls) = memory.state.withLock { state in
            let (revision, position) = (state.feed.revision, state.feed.position)
            let events = state.feed.update(with: reading, now: now())
            if state.feed.position != position {
                state.startSection = state.feed.position.map(LiveStartSection.section)
            }
            if state.answer?.entityTag != answer?.entityTag { state.answer = answer }
            state.readAt = .now
            let sources = Self.noteSources(of: reading, in: &state)
            // Messages also end polls, because a polling client requests the messages after each response.
            guard state.feed.revision != revision || !events.isEmpty else {
                return (events, sources, [UInt64: CheckedContinuation<PollOutcome, Never>]())
            }
            defer { state.polls = [:] }
            return (events, sources, state.polls)
        }
        for event in events {
            self.events.publish(event)
            operatorEvents.publish(event)
        }
        if let sources { operatorEvents.publish(sources) }
        for poll in polls.values { poll.resume(returning: .changed) }
    }

    /// Stores the event about the sources. Returns it if it differs from the last one.
    private static func noteSources(of reading: LiveReading, in state: inout State) -> ServerSentEvent? {
        guard let data = reading.sources?.eventData else {
            state.sources = nil
            return nil
        }
        guard state.sources?.data != data else { return nil }
        state.sourcesCount += 1
        let event = ServerSentEvent(
            id: "\(state.feed.id).\(state.sourcesCount)", name: LiveSources.eventName, data: data)
        state.sources = event
        return event
    }
}
