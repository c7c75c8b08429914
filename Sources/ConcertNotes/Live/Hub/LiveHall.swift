import HTTP
import Synchronization
import Tenancy
import Web

/// One tenant's hall in memory: the last reading, the open streams and the long polls. All that listeners ask
/// is answered from here; the database is read by one reader at a time.
final class LiveHall: Sendable {
    /// Long polls held at once; one more is answered at once.
    static let pollLimit = 10_000

    /// How long a client that lost its stream waits before it asks again: within the two seconds of a hand-over, and not all
    /// of a hall in one instant (browsers wait 3 to 5 s by themselves).
    static let retryMilliseconds = 1500

    let events: EventBroadcaster

    private let memory: Memory
    private let read: @Sendable (Int64) async throws -> LiveReading
    private let now: @Sendable () -> Instant

    /// What the hall knows. A class of its own, so that the broadcaster's backlog can read it.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var feed = LiveFeed()
        /// `GET /api/v1/live`, ready to be sent; `nil` off the air.
        var answer: Representation?
        var readAt: ContinuousClock.Instant?
        /// The reading that runs or was the last, and the one that begins after it.
        var current: Task<Void, any Error>?
        var next: Task<Void, any Error>?
        var polls: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var pollCount: UInt64 = 0
        var isClosed = false
    }

    /// - Parameter read: reads the database, the log of changes from a revision on; a call sees everything that was
    ///   committed before it.
    init(read: @escaping @Sendable (Int64) async throws -> LiveReading, now: @escaping @Sendable () -> Instant) {
        let memory = Memory()
        self.memory = memory
        self.read = read
        self.now = now
        events = EventBroadcaster { lastEventID in
            var events = memory.state.withLock { $0.feed.backlog(after: lastEventID, now: now()) }
            // Also to a listener that has missed nothing.
            if events.isEmpty { events = [.retry(milliseconds: Self.retryMilliseconds)] }
            events[0].retryMilliseconds = Self.retryMilliseconds
            return events
        }
    }

    /// The feed as it is known.
    var feed: LiveFeed { memory.state.withLock { $0.feed } }

    /// What the screens show, newest first.
    func messages(at now: Instant) -> [HallMessage] {
        feed.messages.reversed().filter { $0.isValid(at: now) }
    }

    var answer: Representation? { memory.state.withLock { $0.answer } }

    /// How long ago the database was read; `nil` before the first time.
    var age: Duration? { memory.state.withLock { $0.readAt }.map { .now - $0 } }

    /// Whether anyone is waiting to hear of a change.
    var isWatched: Bool { events.subscriberCount > 0 || memory.state.withLock { !$0.polls.isEmpty } }

    /// How many connections follow at this server: event streams and long polls.
    var followerCount: Int { events.subscriberCount + memory.state.withLock { $0.polls.count } }

    /// A reading that begins after this call. Callers that come before it has begun share it, so that any
    /// number of them cost two readings at most.
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
                take(try await read(feed.revision))
            }
            state.next = task
            return task
        }
    }

    /// Returns once the revision is another than this one, or a message has come or gone, or the time is over, or too many wait already, or the hall
    /// is closed.
    func change(from revision: Int64, within limit: Duration) async {
        let id = memory.state.withLock { state in
            state.pollCount += 1
            return state.pollCount
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            wake(id)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = memory.state.withLock { state in
                    guard state.feed.revision == revision, state.polls.count < Self.pollLimit, !state.isClosed,
                        !Task.isCancelled
                    else { return false }
                    state.polls[id] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            wake(id)
        }
        timer.cancel()
    }

    /// Ends every stream and poll, and lets none wait any more.
    func close() {
        events.close()
        let polls = memory.state.withLock { state in
            state.isClosed = true
            defer { state.polls = [:] }
            return state.polls
        }
        for poll in polls.values { poll.resume() }
    }

    private func wake(_ id: UInt64) {
        memory.state.withLock { $0.polls.removeValue(forKey: id) }?.resume()
    }

    /// Makes a reading the truth and tells everyone what is new. Only the one reader calls it.
    private func take(_ reading: LiveReading) {
        let answer = reading.snapshot.flatMap(LiveAnswer.representation)
        let (events, polls) = memory.state.withLock { state in
            let revision = state.feed.revision
            let events = state.feed.update(with: reading, now: now())
            if state.answer?.entityTag != answer?.entityTag { state.answer = answer }
            state.readAt = .now
            // A message wakes them too: a client that polls asks for the messages after each answer.
            guard state.feed.revision != revision || !events.isEmpty else {
                return (events, [UInt64: CheckedContinuation<Void, Never>]())
            }
            defer { state.polls = [:] }
            return (events, state.polls)
        }
        for event in events { self.events.publish(event) }
        for poll in polls.values { poll.resume() }
    }
}
