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
    private let read: @Sendable () async throws -> RadioScene
    private let now: @Sendable () -> Instant

    /// What the hall knows. A class of its own, so that a broadcaster's backlog can read it.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var feed = PlayingFeed()
        /// When the revision was last looked at.
        var checkedAt: ContinuousClock.Instant?
        /// Whether something was changed since the scene was read.
        var isOutdated = true
        var askedAt = ContinuousClock.now
        /// The reading that runs or was the last, and the one that begins after it.
        var current: Task<RadioScene, any Error>?
        var next: Task<RadioScene, any Error>?
        var audiences: [Set<Channel.ID>?: EventBroadcaster] = [:]
        var isClosed = false
    }

    /// - Parameter read: reads the database; a call sees everything that was committed before it.
    init(read: @escaping @Sendable () async throws -> RadioScene, now: @escaping @Sendable () -> Instant) {
        memory = Memory()
        self.read = read
        self.now = now
    }

    /// The scene, when it is known to be the newest and covers this moment.
    var scene: RadioScene? {
        memory.state.withLock { state in
            state.askedAt = .now
            guard !state.isOutdated, let scene = state.feed.scene, covers(scene) else { return nil }
            return scene
        }
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

    /// The database was asked and has this revision.
    func checked(_ revision: RadioRevision) {
        if memory.state.withLock({ $0.feed.scene?.revision != revision }) { outdate() }
    }

    /// A reading that begins after this call. Callers that come before it has begun share it, so that any number of them
    /// cost two readings at most.
    @discardableResult
    func refresh() -> Task<RadioScene, any Error> {
        memory.state.withLock { state in
            if let next = state.next { return next }
            let previous = state.current
            let task = Task {
                _ = await previous?.result
                memory.state.withLock { state in
                    state.current = state.next
                    state.next = nil
                    state.isOutdated = false
                }
                do {
                    let scene = try await read()
                    memory.state.withLock { state in
                        state.checkedAt = .now
                        Self.tell(state.feed.take(scene, at: now()), to: state.audiences)
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

    /// Tells what has ended or begun by the clock.
    func advance() {
        memory.state.withLock { state in Self.tell(state.feed.advance(to: now()), to: state.audiences) }
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
