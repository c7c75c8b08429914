import CLibpq
import Dispatch

/// A point in the handshake at which libpq waits for the socket.
struct HandshakePause {
    let number: Int
    let watch: SocketWatch
    let continuation: CheckedContinuation<Bool, Never>
}

extension Connection {
    /// Connects to the first suitable host, with a connect timeout for each. If the task is cancelled, the connection is closed.
    ///
    /// Host names are resolved beforehand on another thread, since the connection's queue may be an event loop's. Throws `unavailable` with the
    /// reason of each host if no host can be used.
    func open() async throws(PostgresError) {
        try await withTaskCancellationHandler {
            await opened()
        } onCancel: {
            Task { await close() }
        }.get()
    }

    private func opened() async -> Result<Void, PostgresError> {
        do throws(PostgresError) {
            return .success(try await connect())
        } catch {
            return .failure(error)
        }
    }

    private func connect() async throws(PostgresError) {
        guard state == .new else { throw .unavailable(reason: "closed") }
        state = .opening
        var reasons: [String] = []
        let resolved = await parameters.resolved()
        let limit = parameters.connectTimeout
        let attempts = parameters.servers?.ordered(resolved, limit: limit) ?? resolved.map { ($0, limit) }
        for (keywords, limit) in attempts where state == .opening {
            do throws(PostgresError) {
                return try begin(try await handshake(keywords, within: limit), to: keywords)
            } catch {
                if case .unavailable(let reason) = error { reasons.append(reason) }
            }
        }
        state = .ended
        throw .unavailable(reason: reasons.isEmpty ? "closed" : reasons.joined(separator: "; "))
    }

    private func handshake(
        _ keywords: ConnectionParameters.Keywords, within limit: Duration
    ) async throws(PostgresError) -> Handle {
        guard let handle = Handle(connecting: keywords) else { throw .unavailable(reason: "out of memory") }
        guard !handle.isBroken else { throw handle.lastError }
        let deadline = DispatchTime.now() + limit.dispatchInterval
        var next = PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED else { throw handle.lastError }
            let event: SocketWatch.Event = next == PGRES_POLLING_READING ? .readable : .writable
            guard await isReady(handle.socket, for: event, until: deadline) else {
                if state == .opening { parameters.servers?.isSilent(keywords) }
                throw .unavailable(reason: "the server did not answer within \(limit)")
            }
            next = PQconnectPoll(handle.pointer)
        }
        return handle
    }

    /// Waits until the socket is ready. Returns `false` if the deadline has passed, the connection is closed, or the socket cannot be watched.
    private func isReady(_ socket: Int32, for event: SocketWatch.Event, until deadline: DispatchTime) async -> Bool {
        guard let watch = SocketWatch(socket, for: event, on: executor.queue) else { return false }
        pauses += 1
        let number = pauses
        return await withCheckedContinuation { continuation in
            pause = HandshakePause(number: number, watch: watch, continuation: continuation)
            watch.source.setEventHandler { self.endPause(number, isReady: true) }
            watch.source.activate()
            executor.queue.asyncAfter(deadline: deadline) {
                self.assumeIsolated { $0.endPause(number, isReady: false) }
            }
        }
    }

    func endPause(_ number: Int, isReady: Bool) {
        guard let pause, pause.number == number else { return }
        self.pause = nil
        pause.watch.cancel()
        pause.continuation.resume(returning: isReady)
    }

    private func begin(_ handle: Handle, to keywords: ConnectionParameters.Keywords) throws(PostgresError) {
        guard state == .opening else { throw .unavailable(reason: "closed") }
        guard handle.stopBlocking(), mode.isScript || handle.usePipeline(), startReading(handle.socket) else {
            throw handle.lastError
        }
        self.handle = handle
        server = keywords
        state = .open
        parameters.servers?.opened(self, to: keywords)
        logger.debug("connected to the database", metadata: ["server.pid": "\(PQbackendPID(handle.pointer))"])
    }

    /// Starts to watch the socket for data. Returns `false` if the process has too many descriptors or threads, or the socket is closed.
    private func startReading(_ socket: Int32) -> Bool {
        if pollsOnThread {
            polling = PollingThread(socket, on: executor.queue) { self.assumeIsolated { $0.receive() } }
            return polling != nil
        }
        guard let watch = SocketWatch(socket, for: .readable, on: executor.queue) else { return false }
        watch.source.setEventHandler { self.readable() }
        watch.source.activate()
        reading = watch
        return true
    }
}

extension Connection.Mode {
    var isScript: Bool { if case .script = self { true } else { false } }
}
