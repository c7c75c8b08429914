import Fairness
import Logging
import Synchronization

/// A pool of connections that many requests share. Each connection takes a bounded number of exchanges; further exchanges wait, and realms take turns
/// (`FairQueue`).
///
/// All connections open at the first exchange of the pool, and reopen after a loss.
final class PipelinePool: ConnectionOwner {
    private struct Slot {
        let loopQueue: LoopQueue?
        var connection: Connection?
        var inFlight = 0
        var lastProgress = ContinuousClock.now
        /// Whether the connection takes no further exchanges and closes when empty, since its server no longer accepts writes.
        var isRetiring = false
        /// The number of attempts to open the connection since the last exchange that succeeded.
        var attempts = 0
        /// The identity of the last connection that was lost between its handshake and its adoption.
        var lostBeforeUse: ObjectIdentifier?

        mutating func begin(at now: ContinuousClock.Instant) {
            if inFlight == 0 { lastProgress = now }
            inFlight += 1
        }

        func isProgressing(at now: ContinuousClock.Instant, patience: Duration) -> Bool {
            inFlight == 0 || lastProgress.duration(to: now) < patience
        }
    }

    private struct State {
        var slots: [Slot]
        var waiting = FairQueue<Exchange>()
        var outage = Outage()
        var waitTimes = WaitTimes()
        var diskFullAt: ContinuousClock.Instant?
        var isStarted = false
        var isSweeping = false
        var isClosed = false

        var isReachable: Bool { slots.contains { $0.connection != nil } }
    }

    /// The time for which a loop's connection may leave requests unanswered before the loop uses another connection.
    private static let patience = Duration.milliseconds(20)

    private let configuration: PoolConfiguration
    private let loopQueues: [LoopQueue?]
    private let logger: Logger
    private let state: Mutex<State>
    private let openings = Openings()

    init(_ configuration: PoolConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        let loopQueues = configuration.sharedQueues
        self.loopQueues = loopQueues
        state = Mutex(State(slots: loopQueues.map { Slot(loopQueue: $0) }))
    }

    /// Sends the exchange or queues it. Every exchange is answered: it fails soon after its deadline if it cannot be sent.
    func submit(_ exchange: Exchange) {
        enum Admission { case connection(Connection), line(without: Exchange?, sweeps: Bool), nowhere(PostgresError) }
        let loopQueue = configuration.loopQueues.isEmpty ? nil : LoopQueue.current
        let (admission, starts) = state.withLock { state -> (Admission, Bool) in
            guard !state.isClosed else { return (.nowhere(.unavailable(reason: "closed")), false) }
            let starts = !state.isStarted
            state.isStarted = true
            if state.waiting.isEmpty, let slot = freeSlot(state, for: exchange, at: loopQueue),
                let connection = state.slots[slot].connection
            {
                state.slots[slot].begin(at: exchange.since)
                return (.connection(connection), starts)
            }
            if !state.isReachable, state.outage.hasLasted(configuration.waitDuration, at: .now) {
                return (.nowhere(state.outage.reason), starts)
            }
            let refused = state.waiting.append(
                exchange, of: exchange.realm, limit: configuration.waitingLimit, isAhead: exchange.isAhead)
            if refused === exchange { return (.nowhere(.poolTimeout), starts) }
            defer { state.isSweeping = true }
            return (.line(without: refused, sweeps: !state.isSweeping), starts)
        }
        if starts { start() }
        switch admission {
        case .connection(let connection): connection.submit(exchange)
        case .line(let refused, let sweeps):
            refused?.fail(.poolTimeout)
            if sweeps { Sweeper.later { self.sweep() } }
        case .nowhere(let error): exchange.fail(error)
        }
    }

    /// Returns the slot to use, preferably on the caller's loop; `nil` if no slot has room.
    ///
    /// The SELECT statements of one loop go to one server process, which then finds several each time it wakes; spreading them over two processes
    /// cost 9 % more per request. Writes use the other connection, because a statement behind a commit waits for the disk.
    private func freeSlot(_ state: borrowing State, for exchange: Exchange, at loopQueue: LoopQueue?) -> Int? {
        let now = exchange.since
        let last = state.slots.count - 1
        var best: Int?
        var isBestOnLoop = false
        for number in state.slots.indices {
            let index = exchange.mayWrite ? last - number : number
            let slot = state.slots[index]
            guard slot.connection != nil, !slot.isRetiring, slot.inFlight < configuration.pipelineDepth else {
                continue
            }
            let isOnLoop = loopQueue != nil && slot.loopQueue === loopQueue
            if isOnLoop, slot.isProgressing(at: now, patience: Self.patience) { return index }
            if let found = best {
                if isBestOnLoop, !isOnLoop { continue }
                if isBestOnLoop == isOnLoop, state.slots[found].inFlight <= slot.inFlight { continue }
            }
            (best, isBestOnLoop) = (index, isOnLoop)
        }
        return best
    }

    private func start() {
        for slot in loopQueues.indices { openings.start { await self.open(slot) } }
    }

    private func open(_ slot: Int) async {
        while let attempt = beginAttempt(slot) {
            if attempt > 0 { try? await Task.sleep(for: configuration.backoff.pause(before: attempt)) }
            do throws(PostgresError) {
                let loopQueue = loopQueues[slot]?.queue
                let connection = Connection(
                    slot: slot, parameters: try configuration.parameters, mode: configuration.mode,
                    silenceLimits: configuration.sharedLimits, loopQueue: loopQueue, owner: self, logger: logger)
                try await connection.open()
                if await adopt(connection) { return }
            } catch {
                logger.debug("cannot connect to the database", metadata: ["attempt": "\(attempt + 1)"])
                state.withLock { $0.outage.began(error, at: .now) }
            }
        }
    }

    /// Begins an attempt to open the slot, and returns the number of earlier attempts; `nil` if the pool is closed.
    private func beginAttempt(_ slot: Int) -> Int? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.slots[slot].attempts += 1 }
            return state.slots[slot].attempts
        }
    }

    /// Puts the open connection into use and sends it waiting exchanges. Returns `false` if the connection is already lost or the pool is closed.
    private func adopt(_ connection: Connection) async -> Bool {
        let first = state.withLock { state -> [Exchange]? in
            guard !state.isClosed, state.slots[connection.slot].lostBeforeUse != ObjectIdentifier(connection) else {
                return nil
            }
            state.outage.ended()
            var exchanges: [Exchange] = []
            while exchanges.count < configuration.pipelineDepth, let next = Self.nextWaiting(&state) {
                exchanges.append(next)
            }
            state.slots[connection.slot].connection = connection
            state.slots[connection.slot].inFlight = exchanges.count
            state.slots[connection.slot].lastProgress = .now
            state.slots[connection.slot].isRetiring = false
            return exchanges
        }
        guard let first else {
            await connection.close()
            return false
        }
        for exchange in first { connection.submit(exchange) }
        return true
    }

    /// Removes and returns the next exchange whose caller still waits; `nil` if there is none.
    private static func nextWaiting(_ state: inout State) -> Exchange? {
        while let next = state.waiting.popFirst() {
            guard !next.answer.isFinished else { continue }
            state.waitTimes.observe(next.endWait())
            return next
        }
        return nil
    }

    /// Fails the waiting exchanges whose deadline has passed, and repeats itself while exchanges wait.
    private func sweep() {
        let now = ContinuousClock.now
        let (expired, error, again) = state.withLock { state -> ([Exchange], PostgresError, Bool) in
            let expired = state.waiting.removeAll { $0.deadline <= now || $0.answer.isFinished }
            for exchange in expired where !exchange.answer.isFinished {
                state.waitTimes.observe(exchange.since.duration(to: now))
            }
            state.isSweeping = !state.waiting.isEmpty
            return (expired, state.isReachable ? .poolTimeout : state.outage.reason, state.isSweeping)
        }
        for exchange in expired { exchange.fail(error) }
        if again { Sweeper.later { self.sweep() } }
    }

    func connection(
        _ connection: Connection, finishedWith error: PostgresError?, at now: ContinuousClock.Instant
    ) -> Exchange? {
        let (next, isDone) = state.withLock { state -> (Exchange?, Bool) in
            let slot = connection.slot
            state.slots[slot].lastProgress = max(state.slots[slot].lastProgress, now)
            if error?.sqlState == "25006" { state.slots[slot].isRetiring = true }
            if error == nil { state.slots[slot].attempts = 0 }
            if error?.isDiskFull == true { state.diskFullAt = now }
            if !state.slots[slot].isRetiring, let next = Self.nextWaiting(&state) { return (next, false) }
            state.slots[slot].inFlight -= 1
            return (nil, state.slots[slot].isRetiring && state.slots[slot].inFlight == 0)
        }
        if isDone { Task { await connection.close() } }
        return next
    }

    func connection(_ connection: Connection, endedWith error: PostgresError) {
        let reopens = state.withLock { state in
            guard state.slots[connection.slot].connection === connection else {
                state.slots[connection.slot].lostBeforeUse = ObjectIdentifier(connection)
                return false
            }
            state.slots[connection.slot].connection = nil
            state.slots[connection.slot].inFlight = 0
            if !state.isReachable { state.outage.began(error, at: .now) }
            return !state.isClosed
        }
        if reopens { openings.start { await self.open(connection.slot) } }
    }

    /// Closes every connection, including those being opened. All waiting and unanswered exchanges fail with `unavailable`.
    func close() async {
        for connection in shut() { await connection.close() }
        await openings.close()
    }

    /// Refuses new callers and fails the waiting callers. Returns the connections to close.
    func shut() -> [Connection] {
        let (waiting, connections) = state.withLock { state in
            state.isClosed = true
            return (state.waiting.removeAll(), state.slots.compactMap(\.connection))
        }
        for exchange in waiting { exchange.fail(.unavailable(reason: "closed")) }
        return connections
    }

    func report(into facts: inout PoolFacts) {
        state.withLock { state in
            facts.pipelinesOpen = state.slots.count { $0.connection != nil }
            facts.pipelinesDown = state.slots.count - facts.pipelinesOpen
            facts.pipelineInFlight = state.slots.reduce(0) { $0 + $1.inFlight }
            facts.pipelineWaiting = state.waiting.count
            facts.waitTimes = facts.waitTimes + state.waitTimes
            facts.diskFullAt = [facts.diskFullAt, state.diskFullAt].compactMap(\.self).max()
        }
    }
}
