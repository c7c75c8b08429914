import CLibpq
import Dispatch
import Logging
import Synchronization

/// One libpq connection in pipeline mode, from its handshake to its end; it is never opened twice.
///
/// Confined to a serial Dispatch queue of its own, on which its sources fire. Exchanges are answered in the
/// order in which they were submitted, and an error in one of them touches no other (each ends in a Sync).
actor Connection {
    /// What a pool needs to find its way from a connection to its own records.
    nonisolated let slot: Int

    private nonisolated let executor: ConnectionExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let parameters: ConnectionParameters
    private let silenceLimit: Duration?
    private let owner: any ConnectionOwner
    private let logger: Logger

    private enum State { case new, opening, open, ended }
    private var state = State.new
    private var handle: Handle?
    private var reading: SocketWatch?
    private var writing: SocketWatch?
    private var pause: Pause?
    private var pauses = 0

    private nonisolated let inbox = Mutex<[Exchange]>([])
    private var exchanges = FIFO<Exchange>()
    private var commands = FIFO<Command>()
    private var tables: [ResultTable] = []
    private var error: PostgresError?
    private var cache: StatementCache
    private var lastProgress = ContinuousClock.now
    private var isWatchingSilence = false

    /// What was sent to the server and is to be answered, one by one.
    private enum Command {
        case drop(name: String)
        case prepare(StatementCache.Key)
        case execute(named: StatementCache.Key?, isWanted: Bool)
        case sync(isLast: Bool)
    }

    /// A step of the handshake that waits for the socket.
    private struct Pause {
        let number: Int
        let watch: SocketWatch
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// - Parameters:
    ///   - preparedLimit: how many statements are kept prepared on the server; 0 for none.
    ///   - silenceLimit: how long an exchange may go without any answer before the connection is given up;
    ///     `nil` for ever.
    init(
        slot: Int, parameters: ConnectionParameters, preparedLimit: Int, silenceLimit: Duration?,
        owner: any ConnectionOwner, logger: Logger
    ) {
        self.slot = slot
        self.parameters = parameters
        self.silenceLimit = silenceLimit
        self.owner = owner
        self.logger = logger
        executor = ConnectionExecutor(label: "postgres.connection")
        cache = StatementCache(capacity: preparedLimit)
    }

    // MARK: Handshake

    /// Connects to the first host that will do.
    ///
    /// - Throws: `unavailable` with what each host said, within the connect time-out of each.
    func open() async throws(PostgresError) {
        precondition(state == .new)
        state = .opening
        var reasons: [String] = []
        for keywords in parameters.attempts where state == .opening {
            do throws(PostgresError) {
                let handle = try await handshake(keywords)
                try begin(handle)
                return
            } catch {
                if case .unavailable(let reason) = error { reasons.append(reason) }
            }
        }
        state = .ended
        throw .unavailable(reason: reasons.isEmpty ? "closed" : reasons.joined(separator: "; "))
    }

    private func handshake(_ keywords: ConnectionParameters.Keywords) async throws(PostgresError) -> Handle {
        guard let handle = Handle(connecting: keywords), !handle.isBroken else {
            throw .unavailable(reason: "libpq could not begin to connect")
        }
        let deadline = DispatchTime.now() + parameters.connectTimeout.dispatchInterval
        var next = PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED else { throw handle.lastError }
            let event: SocketWatch.Event = next == PGRES_POLLING_READING ? .readable : .writable
            guard await isReady(handle.socket, for: event, until: deadline) else {
                throw .unavailable(reason: "the database did not answer within \(parameters.connectTimeout)")
            }
            next = PQconnectPoll(handle.pointer)
        }
        return handle
    }

    /// Waits until the socket is ready; `false` when time is up or the connection is closed meanwhile.
    private func isReady(_ socket: Int32, for event: SocketWatch.Event, until deadline: DispatchTime) async -> Bool {
        guard let watch = SocketWatch(socket, for: event, on: executor.queue) else { return false }
        pauses += 1
        let number = pauses
        return await withCheckedContinuation { continuation in
            pause = Pause(number: number, watch: watch, continuation: continuation)
            watch.source.setEventHandler { self.endPause(number, isReady: true) }
            watch.source.activate()
            executor.queue.asyncAfter(deadline: deadline) {
                self.assumeIsolated { $0.endPause(number, isReady: false) }
            }
        }
    }

    private func endPause(_ number: Int, isReady: Bool) {
        guard let pause, pause.number == number else { return }
        self.pause = nil
        pause.watch.cancel()
        pause.continuation.resume(returning: isReady)
    }

    private func begin(_ handle: Handle) throws(PostgresError) {
        guard state == .opening else { throw .unavailable(reason: "closed") }
        guard handle.usePipeline(), let watch = SocketWatch(handle.socket, for: .readable, on: executor.queue) else {
            throw handle.lastError
        }
        watch.source.setEventHandler { self.receive() }
        watch.source.activate()
        self.handle = handle
        reading = watch
        state = .open
        logger.debug("connected to the database", metadata: ["server.pid": "\(PQbackendPID(handle.pointer))"])
    }

    // MARK: Sending

    /// Puts the exchange behind those submitted before it. Fails it when the connection is not open.
    nonisolated func submit(_ exchange: Exchange) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(exchange)
            return inbox.count == 1
        }
        guard isFirst else { return }
        executor.queue.async { self.assumeIsolated { $0.emptyInbox() } }
    }

    private func emptyInbox() {
        let arrived = inbox.withLock { inbox in
            defer { inbox.removeAll(keepingCapacity: true) }
            return inbox
        }
        for exchange in arrived { send(exchange) }
        flush()
    }

    /// Sends the exchange, or the next one in its stead if nobody waits for it any more.
    private func send(_ exchange: Exchange) {
        var exchange = exchange
        while exchange.answer.isFinished {
            guard let next = owner.connection(self, finishedWith: nil) else { return }
            exchange = next
        }
        guard state == .open, let handle else {
            exchange.fail(.unavailable(reason: "the connection has ended"))
            return
        }
        if exchanges.isEmpty { lastProgress = .now }
        exchanges.append(exchange)
        for (index, group) in exchange.groups.enumerated() {
            guard group.allSatisfy({ send($0, through: handle) }), PQpipelineSync(handle.pointer) == 1 else {
                return end(handle.lastError)
            }
            commands.append(.sync(isLast: index == exchange.groups.count - 1))
        }
        watchSilence()
    }

    private func send(_ step: Exchange.Step, through handle: Handle) -> Bool {
        let statement = step.statement
        let key = StatementCache.Key(text: statement.text, types: statement.binds.map(\.type))
        switch step.isPrepared ? cache.plan(for: key) : .unnamed {
        case .unnamed:
            commands.append(.execute(named: nil, isWanted: step.isWanted))
            return handle.execute(statement, named: nil)
        case .named(let name):
            commands.append(.execute(named: key, isWanted: step.isWanted))
            return handle.execute(statement, named: name)
        case .prepare(let name, let dropped):
            if let dropped {
                commands.append(.drop(name: dropped))
                guard handle.execute(SQL(text: "deallocate \(dropped)"), named: nil) else { return false }
            }
            commands.append(.prepare(key))
            commands.append(.execute(named: key, isWanted: step.isWanted))
            return handle.prepare(name, key) && handle.execute(statement, named: name)
        }
    }

    /// Hands the rest of what was sent to the kernel, now or when the socket has room again.
    private func flush() {
        guard let handle else { return }
        switch PQflush(handle.pointer) {
        case 0:
            writing?.cancel()
            writing = nil
        case 1:
            guard writing == nil else { return }
            guard let watch = SocketWatch(handle.socket, for: .writable, on: executor.queue) else {
                return end(.unavailable(reason: "out of descriptors"))
            }
            watch.source.setEventHandler { self.flush() }
            watch.source.activate()
            writing = watch
        default:
            end(handle.lastError)
        }
    }

    // MARK: Receiving

    private func receive() {
        guard let handle else { return }
        let isAlive = PQconsumeInput(handle.pointer) == 1
        // What had arrived before the end is read all the same: it may hold the outcome of a COMMIT.
        readResults(from: handle)
        guard state == .open else { return }
        while let notification = handle.notification() {
            owner.connection(self, notified: notification.channel, payload: notification.payload)
        }
        guard isAlive, !handle.isBroken else { return end(handle.lastError) }
        flush()
    }

    private func readResults(from handle: Handle) {
        while state == .open, let command = commands.first, !handle.isBusy {
            lastProgress = .now
            if let result = PQgetResult(handle.pointer) {
                accept(ResultTable(owning: result), for: command)
            } else {
                // The end of one statement's results. Behind a Sync there is none.
                _ = commands.popFirst()
            }
        }
    }

    private func accept(_ result: ResultTable, for command: Command) {
        switch (result.status, command) {
        case (PGRES_PIPELINE_SYNC, .sync(let isLast)):
            _ = commands.popFirst()
            if isLast { finishExchange() }
        case (PGRES_TUPLES_OK, _), (PGRES_COMMAND_OK, _), (PGRES_EMPTY_QUERY, _):
            switch command {
            case .prepare(let key): cache.prepared(key)
            case .execute(_, isWanted: true): tables.append(result)
            case .execute, .drop, .sync: break
            }
        case (PGRES_FATAL_ERROR, _):
            let failure = result.error
            error = error ?? failure
            switch command {
            case .prepare(let key): cache.notPrepared(key)
            case .execute(let key?, _) where failure.isStalePlan: cache.expired(key)
            case .execute, .drop, .sync: break
            }
        case (PGRES_PIPELINE_ABORTED, .prepare(let key)): cache.notPrepared(key)
        case (PGRES_PIPELINE_ABORTED, .drop(let name)): cache.notDropped(name)
        case (PGRES_PIPELINE_ABORTED, _): break
        default: end(.refused(reason: "a statement that copies rows needs a connection of its own"))
        }
    }

    private func finishExchange() {
        guard let exchange = exchanges.popFirst() else { return }
        let failure = error
        let answer = Exchange.Answer(tables: tables, isIdle: handle?.isIdle ?? false)
        tables = []
        error = nil
        exchange.answer.finish(failure.map { .failure($0) } ?? .success(answer))
        if let next = owner.connection(self, finishedWith: failure) { send(next) }
    }

    // MARK: The end

    /// Ends the connection; exchanges in it fail with `unavailable`. May be called at any time, more than once.
    func close() {
        switch state {
        case .new: state = .ended
        case .opening:
            state = .ended
            if let pause { endPause(pause.number, isReady: false) }
        case .open: end(.unavailable(reason: "closed"))
        case .ended: break
        }
    }

    /// Ends the connection and tells the server to stop what it is doing for it. What was running is rolled
    /// back; the connection is not used again, so the cancel request can hit nothing else.
    func abandon() {
        if let handle { CancelRequest(of: handle)?.send() }
        close()
    }

    private func end(_ reason: PostgresError) {
        guard state == .open else { return }
        state = .ended
        logger.debug("connection to the database ended")
        reading?.cancel()
        writing?.cancel()
        (reading, writing, handle) = (nil, nil, nil)
        let head = error ?? reason
        for (index, exchange) in exchanges.removeAll().enumerated() { exchange.fail(index == 0 ? head : reason) }
        for exchange in inbox.withLock({ $0 }) { exchange.fail(reason) }
        _ = commands.removeAll()
        owner.connection(self, endedWith: reason)
    }

    private func watchSilence() {
        guard let silenceLimit, !isWatchingSilence else { return }
        isWatchingSilence = true
        executor.queue.asyncAfter(deadline: .now() + silenceLimit.dispatchInterval) {
            self.assumeIsolated { $0.checkSilence(silenceLimit) }
        }
    }

    private func checkSilence(_ limit: Duration) {
        isWatchingSilence = false
        guard state == .open, !exchanges.isEmpty else { return }
        guard lastProgress.duration(to: .now) < limit else {
            logger.debug("the database has been silent for too long")
            return abandon()
        }
        watchSilence()
    }
}
