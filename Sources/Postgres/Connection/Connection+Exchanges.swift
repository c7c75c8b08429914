import CLibpq

extension Connection {
    /// Queues the exchange behind all previously submitted exchanges. An exchange fails with `unavailable` if the connection is not open.
    ///
    /// All exchanges that are submitted before the connection's queue runs share one block on the queue.
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
            defer { inbox = [] }
            return inbox
        }
        for exchange in arrived { send(exchange) }
        flush()
    }

    /// Sends the exchange or, if its caller no longer waits, the owner's next exchange.
    private func send(_ first: Exchange) {
        var exchange = first
        while exchange.answer.isFinished {
            guard let next = owner.connection(self, finishedWith: nil, at: lastProgress) else { return }
            exchange = next
        }
        guard state == .open, let handle else { return exchange.fail(.unavailable(reason: "the connection has ended")) }
        if !pipeline.isExpecting { lastProgress = .now }
        var isSent = true
        pipeline.begin(exchange) { message in isSent = isSent && handle.send(message) }
        guard isSent else { return end(handle.lastError) }
        watchSilence()
    }

    /// Passes buffered bytes to the kernel, immediately or when the socket has room again.
    func flush() {
        guard let handle else { return }
        switch PQflush(handle.pointer) {
        case 0:
            writing?.cancel()
            writing = nil
        case 1:
            guard writing == nil else { return }
            guard let watch = SocketWatch(handle.socket, for: .writable, on: executor.queue) else {
                return end(
                    .unavailable(
                        reason:
                            "the socket is closed, or the process has too many open file descriptors; if it happens again, raise the limit of open files"
                    ))
            }
            watch.source.setEventHandler { self.flush() }
            watch.source.activate()
            writing = watch
        default:
            end(handle.lastError)
        }
    }

    /// Reads all data that has arrived, including the end of the stream.
    ///
    /// Reading only a part would lose data: after a hang-up, Dispatch reports no further event (EPOLLHUP cannot be masked).
    func receive() {
        while let handle, state == .open {
            let isAlive = PQconsumeInput(handle.pointer) == 1
            lastProgress = .now
            // Data that arrived before the end is still read, since it may hold the outcome of a COMMIT.
            if mode.isScript { readScript(from: handle) } else { readResults(from: handle) }
            guard state == .open else { return }
            while let notification = handle.notification() {
                owner.connection(self, notified: notification.channel, payload: notification.payload)
            }
            guard isAlive, !handle.isBroken else { return end(handle.lastError) }
            flush()
            guard hasMore else { return }
        }
    }

    /// Whether data or the end of the stream can be read now.
    var hasMore: Bool { reading?.hasMore ?? polling?.hasMore ?? false }

    private func readResults(from handle: Handle) {
        var hasEnded = false
        while state == .open, pipeline.isExpecting, !handle.isBusy {
            guard let event = handle.nextEvent(keepsResult: pipeline.wantsNext) else {
                return end(.refused(reason: "COPY cannot be used on this connection"))
            }
            // Every message has a result before its end, so two ends in a row mean that the connection was lost.
            if case .ended = event {
                guard !hasEnded else { return end(handle.lastError) }
                hasEnded = true
            } else {
                hasEnded = false
            }
            guard let finished = pipeline.received(event) else { continue }
            let answer = Exchange.Answer(tables: finished.tables, isIdle: handle.isIdle)
            // Notify the owner first: the answered caller must not get a connection that this answer has disqualified.
            let next = owner.connection(self, finishedWith: finished.error, at: lastProgress)
            finished.exchange.answer.finish(finished.error.map { .failure($0) } ?? .success(answer))
            if let next { send(next) }
        }
    }
}

extension Handle {
    /// Puts a message into libpq's buffer, and returns whether libpq has accepted it.
    func send(_ message: Pipeline.Message) -> Bool {
        switch message {
        case .prepare(let name, let statement): prepare(name, statement)
        case .execute(let statement, let name): execute(statement, named: name)
        case .sync: PQpipelineSync(pointer) == 1
        }
    }

    /// Returns the next result, or `ended` after the results of a message; `nil` for a result that this module does not use, such as that of COPY.
    /// Without `keepsResult`, the rows of a result are discarded. Blocks if `isBusy` is true.
    func nextEvent(keepsResult: Bool = true) -> Pipeline.Event? {
        guard let result = PQgetResult(pointer) else { return .ended }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            if keepsResult { return .succeeded(ResultTable(owning: result)) }
            PQclear(result)
            return .succeeded(nil)
        case let other:
            defer { PQclear(result) }
            return switch other {
            case PGRES_FATAL_ERROR: .failed(PostgresError(result: result))
            case PGRES_PIPELINE_ABORTED: .skipped
            case PGRES_PIPELINE_SYNC: .synced
            default: nil
            }
        }
    }
}
