import PlayerCore
import Synchronization
import Tenancy

/// The event streams of a hub, by listener.
final class StreamRegistry<Memo: Sendable>: Sendable {
    typealias Streams = RevisionStreams<Memo>

    private struct State {
        var streams: [PlayerOwner: Streams] = [:]
        var isClosed = false
    }

    /// The interval at which all rows with open streams are read again, in case a notification was lost.
    private static var staleness: Duration { .seconds(15) }

    private let state = Mutex(State())

    /// Calls `check` at an interval until the task is cancelled, then ends all streams.
    func run(every interval: Duration, _ check: () async -> Void) async {
        var refreshed = ContinuousClock.now
        while (try? await Task.sleep(for: interval)) != nil {
            if .now - refreshed > Self.staleness {
                refreshed = .now
                outdateAll()
            }
            await check()
        }
        close()
    }

    /// Returns the streams of all listeners.
    var all: [PlayerOwner: Streams] { state.withLock { $0.streams } }

    /// Returns the streams of a listener; `nil` if the registry has none.
    subscript(owner: PlayerOwner) -> Streams? { state.withLock { $0.streams[owner] } }

    /// Returns the streams of a listener for a request. Makes new streams if the listener has none, or if they have ended.
    func requested(by owner: PlayerOwner) -> Streams {
        state.withLock { state in
            let streams = state.streams[owner].flatMap { $0.hasEnded ? nil : $0 } ?? Streams()
            streams.touch()
            if state.isClosed { streams.events.close() }
            state.streams[owner] = streams
            return streams
        }
    }

    /// Removes the idle streams, and returns the others.
    func removeIdle() -> [PlayerOwner: Streams] {
        state.withLock { state in
            for (owner, streams) in state.streams where streams.isIdle { state.streams[owner] = nil }
            return state.streams
        }
    }

    /// Removes these streams of a listener, unless newer streams have replaced them. Does not end the streams.
    func remove(_ streams: Streams, of owner: PlayerOwner) {
        state.withLock { if $0.streams[owner] === streams { $0.streams[owner] = nil } }
    }

    /// Marks all rows as outdated, so that the next check reads them again.
    func outdateAll() {
        for streams in all.values { streams.outdate() }
    }

    /// Ends every stream, and immediately any stream that is requested later.
    func close() {
        let all = state.withLock { state in
            state.isClosed = true
            return state.streams
        }
        for streams in all.values { streams.events.close() }
    }

    /// Ends and removes the streams of a tenant.
    func end(_ tenant: TenantID) {
        let ended = state.withLock { state in
            let ended = state.streams.filter { $0.key.tenant == tenant }
            for owner in ended.keys { state.streams[owner] = nil }
            return ended
        }
        for streams in ended.values { streams.events.close() }
    }

    /// The tenants with streams.
    var tenants: [TenantID] { Array(Set(all.keys.map(\.tenant))) }
}
