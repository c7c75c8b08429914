import Fairness
import Logging
import Synchronization

/// A bounded pool of connections, each for one transaction at a time, opened when needed. Waiting realms take turns (`FairQueue`).
final class ExclusivePool: ConnectionOwner {
    private struct Waiter: Sendable {
        let turn: Promise<Connection>
        let since: ContinuousClock.Instant
        let deadline: ContinuousClock.Instant
    }

    private struct State {
        var idle: [Connection] = []
        /// The connections in use.
        var busy: Set<ObjectIdentifier> = []
        var opening = 0
        var attempts = 0
        var waiting = FairQueue<Waiter>()
        var outage = Outage()
        var isSweeping = false
        var isClosed = false
        var waitTimes = WaitTimes()
        var diskFullAt: ContinuousClock.Instant?

        var isReachable: Bool { !idle.isEmpty || !busy.isEmpty }
    }

    private let configuration: PoolConfiguration
    private let logger: Logger
    private let state = Mutex(State())
    private let openings = Openings()

    init(_ configuration: PoolConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Waits for a connection until `deadline` and returns the connection, which the caller must release.
    ///
    /// - Throws: `unavailable` with the cause of an outage; `poolTimeout` if every connection stays busy until `deadline` or too many callers wait;
    ///   `cancelled`.
    func take(for realm: String, until deadline: ContinuousClock.Instant) async throws(PostgresError) -> Connection {
        enum Admission {
            case connection(Connection), nowhere(PostgresError)
            case line(Promise<Connection>, without: Waiter?, sweeps: Bool)
        }
        let (admission, opens) = state.withLock { state -> (Admission, Bool) in
            guard !state.isClosed else { return (.nowhere(.unavailable(reason: "closed")), false) }
            if state.waiting.isEmpty, let connection = state.idle.popLast() {
                state.busy.insert(ObjectIdentifier(connection))
                return (.connection(connection), false)
            }
            if !state.isReachable, state.outage.hasLasted(configuration.waitDuration, at: .now) {
                return (.nowhere(state.outage.reason), beginOpening(&state, isProbe: true))
            }
            let turn = Promise<Connection>()
            let waiter = Waiter(turn: turn, since: .now, deadline: deadline)
            let refused = state.waiting.append(waiter, of: realm, limit: configuration.waitingLimit)
            if refused?.turn === turn { return (.nowhere(.poolTimeout), false) }
            defer { state.isSweeping = true }
            return (.line(turn, without: refused, sweeps: !state.isSweeping), beginOpening(&state))
        }
        if opens { openings.start { await self.open() } }
        switch admission {
        case .connection(let connection): return connection
        case .nowhere(let error): throw error
        case .line(let turn, let refused, let sweeps):
            refused?.turn.finish(.failure(.poolTimeout))
            if sweeps { Sweeper.later { self.sweep() } }
            return try await turn.valueUnlessCancelled()
        }
    }

    /// Returns a connection to the pool. An unclean connection is closed.
    func release(_ connection: Connection, isClean: Bool) async {
        if isClean, assign(connection) { return }
        forget(connection)
        await connection.close()
    }

    /// Gives the connection to the next caller in turn or keeps it idle. Returns `false` if the pool is closed or the connection has ended.
    private func assign(_ connection: Connection) -> Bool {
        let isKept = state.withLock { state in
            let key = ObjectIdentifier(connection)
            guard !state.isClosed, state.busy.contains(key) else { return false }
            while let waiter = state.waiting.popFirst() {
                // The promise is finished under the lock, so that a waiter cannot be both cancelled and served.
                guard waiter.turn.finish(.success(connection)) else { continue }
                state.waitTimes.observe(waiter.since.duration(to: .now))
                return true
            }
            state.busy.remove(key)
            state.idle.append(connection)
            return true
        }
        return isKept
    }

    private func forget(_ connection: Connection) {
        let opens = state.withLock { state in
            state.busy.remove(ObjectIdentifier(connection))
            state.idle.removeAll { $0 === connection }
            return beginOpening(&state)
        }
        if opens { openings.start { await self.open() } }
    }

    /// Reserves a place for another connection if more callers wait than connections are being opened or, with `isProbe`, if none is being opened.
    /// Returns `false` if no connection is needed, or if the pool is full or closed.
    private func beginOpening(_ state: inout State, isProbe: Bool = false) -> Bool {
        let isWanted = isProbe ? state.opening == 0 : state.waiting.count > state.opening
        let taken = state.idle.count + state.busy.count + state.opening
        guard isWanted, !state.isClosed, taken < max(1, configuration.exclusive) else { return false }
        state.opening += 1
        return true
    }

    /// Opens one connection and puts it into the pool. After a failure, tries again while callers wait.
    private func open() async {
        while true {
            let attempt = state.withLock { $0.attempts }
            if attempt > 0 { try? await Task.sleep(for: configuration.backoff.pause(before: attempt)) }
            do throws(PostgresError) {
                let connection = Connection(
                    parameters: try configuration.parameters, mode: configuration.mode,
                    silenceLimits: configuration.exclusiveLimits, owner: self, logger: logger)
                try await connection.open()
                state.withLock { state in
                    state.opening -= 1
                    state.attempts = 0
                    state.outage.ended()
                    state.busy.insert(ObjectIdentifier(connection))
                }
                return await release(connection, isClean: true)
            } catch {
                let goesOn = state.withLock { state in
                    state.attempts += 1
                    state.outage.began(error, at: .now)
                    guard state.isClosed || state.waiting.isEmpty else { return true }
                    state.opening -= 1
                    return false
                }
                if !goesOn { return }
            }
        }
    }

    private func sweep() {
        let now = ContinuousClock.now
        let (expired, error, again) = state.withLock { state -> ([Waiter], PostgresError, Bool) in
            let expired = state.waiting.removeAll { $0.deadline <= now || $0.turn.isFinished }
            for waiter in expired where !waiter.turn.isFinished {
                state.waitTimes.observe(waiter.since.duration(to: now))
            }
            state.isSweeping = !state.waiting.isEmpty
            return (expired, state.isReachable ? .poolTimeout : state.outage.reason, state.isSweeping)
        }
        for waiter in expired { waiter.turn.finish(.failure(error)) }
        if again { Sweeper.later { self.sweep() } }
    }

    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange? {
        if error?.isDiskFull == true { state.withLock { $0.diskFullAt = now } }
        return nil
    }

    func connection(_ connection: Connection, endedWith error: PostgresError) { forget(connection) }

    /// Closes the connections that are not in use, and fails all waiting callers. Connections in use close when they are returned.
    func close() async {
        for connection in shut() { await connection.close() }
        await openings.close()
    }

    /// Refuses new callers and fails the waiting callers. Returns the connections to close.
    func shut() -> [Connection] {
        let (waiting, idle) = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return (state.waiting.removeAll(), state.idle)
        }
        for waiter in waiting { waiter.turn.finish(.failure(.unavailable(reason: "closed"))) }
        return idle
    }

    func report(into facts: inout PoolFacts) {
        state.withLock { state in
            facts.exclusiveIdle = state.idle.count
            facts.exclusiveBusy = state.busy.count
            facts.exclusiveOpening = state.opening
            facts.exclusiveWaiting = state.waiting.count
            facts.waitTimes = facts.waitTimes + state.waitTimes
            facts.diskFullAt = [facts.diskFullAt, state.diskFullAt].compactMap(\.self).max()
        }
    }
}
