import CSystem
import Dispatch
import Glibc
import Logging

/// One event loop of a server, with its listeners, connections, timer and shared buffers.
///
/// The loop is confined to one serial queue, on which Dispatch also delivers the sockets' events. Sources and tasks are created only in methods of
/// this actor, so that their closures inherit its isolation; a closure created in a connection would run unchecked on any queue (spec H9.2).
actor EventLoop {
    /// The length of a turn for accepting or closing many connections, in seconds (spec H1).
    private static let turn = 0.0002
    /// The maximum number of sockets closed in one turn. The kernel releases a socket's memory after the turn.
    private static let closedInTurn = 8
    /// The maximum number of streams that receive an event in one turn, about a quarter of a millisecond of work.
    private static let streamsInTurn = 64
    private static let rest = DispatchTimeInterval.milliseconds(1)

    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let responder: any Responder
    let recorder: (any ExchangeRecorder)?
    private(set) var limits: Limits
    let logger: Logger
    let counts: ConnectionCounts
    private var reserve: DescriptorReserve

    // Exclusivity checks are off: no call of the parser, the encoder, the buffer or the cache accesses the loop. The checks would take a sixth of the
    // instructions of a response from memory.
    @exclusivity(unchecked) var parser = HeadParser()
    @exclusivity(unchecked) var encoder: ResponseEncoder
    @exclusivity(unchecked) var output = OutputBuffer()
    @exclusivity(unchecked) var identifiers = IdentifierGenerator()
    var labels = AnswerLabels()
    let input = ReadBuffer()
    let disk = DiskReader()
    @exclusivity(unchecked) private var answers = AnswerCache()
    private let answerTally: AnswerTally
    private(set) var now = MonotonicTime.now
    /// The time of the current event by the wall clock, in milliseconds since 1970.
    private(set) var wallTime: Int64 = 0

    /// Whether sockets that are likely to be readable are polled (`HotSet`).
    let keepsHotSet: Bool
    @exclusivity(unchecked) var hotSet = HotSet()
    /// The number of requests at the responder, without long polls and requests whose content is read while it arrives.
    var handling = 0
    var isRoundDue = false
    var isRoundAwaited = false
    /// The time of the first round that found at least `HotSet.handlerLimit` requests at handlers, or of the last round that took requests
    /// nevertheless; `nil` below the limit.
    var handlerLimitSince: MonotonicTime?

    private var connections = ConnectionTable()
    private var networks: ClientNetworkTable
    private var channels: [ObjectIdentifier: EventChannel] = [:]
    private var listeners: [Listener] = []
    private var timer: (any DispatchSourceTimer)?
    private var isScanning = false
    private var drained: CheckedContinuation<Void, Never>?

    init(
        on queue: DispatchQueue, responder: any Responder, observer: (any ExchangeObserver)?, limits: Limits,
        fields: Fields,
        keepsHotSet: Bool, counts: ConnectionCounts, logger: Logger
    ) {
        executor = LoopExecutor(queue: queue)
        self.responder = responder
        recorder = observer?.makeRecorder()
        self.limits = limits
        reserve = DescriptorReserve(limits: limits)
        self.keepsHotSet = keepsHotSet
        self.counts = counts
        answerTally = counts.makeAnswerTally()
        networks = ClientNetworkTable(counts.networks)
        self.logger = logger
        encoder = ResponseEncoder(fields)
    }

    /// Reads the monotonic and the wall clock, and passes the time to the encoder.
    func readClocks() {
        now = .now
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &wall)
        encoder.setTime(Int64(wall.tv_sec))
        wallTime = Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000
    }

    /// Changes the limits for later events. Deadlines that are set remain, and connections above a lower limit stay open.
    func apply(_ limits: Limits) {
        self.limits = limits
        reserve = DescriptorReserve(limits: limits)
    }

    /// Returns when the loop has had a turn, and not before, so that a caller can detect a loop that hangs.
    func turn() {}

    // MARK: Accepting

    /// Starts accepting from listening sockets, of which the loop takes ownership.
    func start(listeningOn descriptors: [Int32]) {
        readClocks()
        listeners = descriptors.map { descriptor in
            let listener = Listener(descriptor)
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
            source.setEventHandler {
                if self.accept(from: listener).count > 0 { self.keepHot(listener) }
            }
            source.setCancelHandler { Glibc.close(descriptor) }
            source.activate()
            listener.watch(by: source)
            return listener
        }
        let timer = DispatchSource.makeTimerSource(queue: executor.queue)
        timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500), leeway: .milliseconds(50))
        timer.setEventHandler { self.tick() }
        timer.activate()
        self.timer = timer
    }

    /// Returns new descriptors of the loop's listening sockets, as far as descriptors are free, for a successor. The caller must close them.
    func duplicateListeners() -> [Int32] {
        listeners.map { fcntl($0.descriptor, F_DUPFD_CLOEXEC, 0) }.filter { $0 >= 0 }
    }

    /// Accepts waiting connections and handles the input of each, for about one turn.
    ///
    /// - Returns: the number of accepted connections, including those refused for a limit, and whether another call may accept more.
    func accept(from listener: Listener) -> (count: Int, mayBeMore: Bool) {
        readClocks()
        let end = now + Self.turn
        var accepted = 0
        repeat {
            var address = sockaddr_in6()
            var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let descriptor = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    csystem_accept(listener.descriptor, $0, &length)
                }
            }
            guard descriptor >= 0 else {
                switch errno {
                case EAGAIN, EBADF, EINVAL: return (accepted, false)
                case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                    pauseAccepting(listener, errno)
                    return (accepted, false)
                // The connection has already ended (accept(2), "Error handling").
                default: continue
                }
            }
            accepted += 1
            let isLast = reserve.isReached(by: descriptor)
            if isLast { pauseAccepting(listener, EMFILE) }
            guard let client = admit(ClientNetwork(address)) else {
                Glibc.close(descriptor)
                if isLast { return (accepted, false) }
                continue
            }
            let connection = Connection(descriptor, from: client, PeerAddress(address), at: now, limits: limits)
            connections.insert(connection)
            // With deferred accept the request has arrived, so many connections never need a source.
            connection.readable(self)
            if isLast { return (accepted, false) }
        } while MonotonicTime.now < end
        return (accepted, true)
    }

    /// Counts a connection and returns the entry of its network; `nil` if a limit is reached. The total needs no look-up and is checked first.
    private func admit(_ network: ClientNetwork) -> ClientNetworkEntry? {
        guard counts.connections.enter(limit: limits.connections) else {
            counts.refusedByTotal.add()
            return nil
        }
        if let client = networks.enter(network, limit: limits.connectionsPerAddress) { return client }
        counts.connections.leave()
        counts.refusedByAddress.add()
        return nil
    }

    /// Pauses accepting for lack of descriptors or memory. Connections wait in the kernel's queue until a tick finds room. Rejected: a spare
    /// descriptor with which to accept and immediately close connections.
    private func pauseAccepting(_ listener: Listener, _ error: Int32) {
        logger.debug("accepting paused", metadata: ["errno": "\(error)"])
        counts.pauses.add()
        listener.pause()
    }

    // MARK: Connections

    /// Returns an active source that calls `readable` of the connection for input events.
    func makeReadSource(for connection: Connection) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: connection.descriptor, queue: executor.queue)
        source.setEventHandler { connection.readable(self) }
        source.setCancelHandler { connection.sourceCancelled(self) }
        source.activate()
        return source
    }

    /// Returns an active source that calls `writable` of the connection for output events.
    func makeWriteSource(for connection: Connection) -> any DispatchSourceWrite {
        let source = DispatchSource.makeWriteSource(fileDescriptor: connection.descriptor, queue: executor.queue)
        source.setEventHandler { connection.writable(self) }
        source.setCancelHandler { connection.sourceCancelled(self) }
        source.activate()
        return source
    }

    /// Returns the trace that a valid `traceparent` of the parsed head names, or a new trace.
    func trace(_ bytes: Bytes) -> TraceID {
        let named = parser.head.traceParent
        if !named.isEmpty, let trace = TraceID(traceparent: bytes[named]) { return trace }
        // The low bit prevents a zero ID.
        return TraceID(upper: identifiers.next(), lower: identifiers.next() | 1)
    }

    /// Returns the cached response to the parsed head, or the responder's response from memory, which is then cached; `nil` if there is neither.
    func answerFromMemory(_ bytes: Bytes) -> MemoryAnswer? {
        let authority = bytes[parser.head.authority]
        let target = bytes[parser.head.target]
        // Read first, so that a response made during a change is not stored under the new version.
        answers.follow(responder.memoryVersion)
        if let answer = answers.answer(authority, target, at: now) {
            answerTally.hit()
            return answer
        }
        answerTally.miss()
        let view = RequestView(isSafe: true, target: target, authority: authority)
        guard let answer = responder.answerFromMemory(view) else { return nil }
        answers.keep(answer, authority, target, at: now)
        return answer
    }

    /// Runs the responder, in place until it first suspends, and then gives the response to the connection. Returns the request's task; `nil` if
    /// `Responder.withRequestValues` did not start it.
    func dispatch(_ request: Request, of connection: Connection) -> Task<Void, Never>? {
        // An executor preference would enqueue the task each time (spec H9.1). A handler that reads content or waits for a change must not count as a
        // slow one.
        let waits = request.query != nil && responder.waits(method: request.method, path: request.path)
        let counts = request.content == nil && !waits
        if counts { handling += 1 }
        var task: Task<Void, Never>?
        responder.withRequestValues {
            task = Task.immediate {
                let response = await self.responder.respond(to: request)
                if counts { self.handling -= 1 }
                if self.isRoundAwaited, self.handling < HotSet.handlerLimit { self.scheduleRound() }
                connection.finish(response, on: self)
            }
        }
        return task
    }

    /// Requests more bytes of streamed content and returns the task that gives them to the connection. The task is never immediate: a source that
    /// always has bytes would recurse and occupy the loop.
    func pull(from source: any ContentSource, for connection: Connection) -> Task<Void, Never> {
        Task {
            let result: Result<[UInt8]?, any Error>
            do {
                result = .success(try await source.next())
            } catch {
                result = .failure(error)
            }
            connection.pulled(result, on: self)
        }
    }

    func forget(_ connection: Connection) {
        connections.remove(connection)
        networks.leave(connection.client)
        counts.connections.leave()
        if connections.isEmpty { resumeStop() }
    }

    private func tick() {
        readClocks()
        for listener in listeners where listener.isPaused && !reserve.isReached(beside: listener.descriptor) {
            listener.resume()
        }
        answers.follow(responder.memoryVersion)
        networks.sweep()
        guard !isScanning else { return }
        isScanning = true
        scan(from: 0)
    }

    /// Handles due connections from the index `first`, in turns with pauses, since thousands of connections that arrived together expire together.
    private func scan(from first: Int) {
        readClocks()
        let end = now + Self.turn
        var closed = 0
        for place in first..<max(first, connections.placeCount) {
            guard let connection = connections[place] else { continue }
            connection.tick(self)
            if connection.isClosed { closed += 1 }
            guard closed < Self.closedInTurn, MonotonicTime.now < end else {
                executor.queue.asyncAfter(deadline: .now() + Self.rest) {
                    self.assumeIsolated { $0.scan(from: place + 1) }
                }
                return
            }
        }
        isScanning = false
    }

    // MARK: Event streams

    func join(_ connection: Connection, _ broadcaster: EventBroadcaster) -> EventChannel {
        let key = ObjectIdentifier(broadcaster)
        let channel = channels[key] ?? EventChannel(broadcaster)
        channels[key] = channel
        channel.add(connection)
        return channel
    }

    func leave(_ connection: Connection, _ channel: EventChannel) {
        channel.remove(connection)
        if channel.isEmpty { channels[ObjectIdentifier(channel.broadcaster)] = nil }
        channel.broadcaster.left(self)
    }

    func deliver(_ frame: EventFrame, _ sequence: UInt64, from broadcaster: EventBroadcaster) {
        guard let channel = channels[ObjectIdentifier(broadcaster)] else { return }
        if channel.add(frame, sequence) { continueDelivery(in: channel) }
    }

    /// Sends events to the next streams of a channel. Other work has its turn before the rest, because thousands of streams take tens of
    /// milliseconds. The loop yields its core between turns; the emitter and the database would otherwise wait for the end of its time slice.
    private func continueDelivery(in channel: EventChannel) {
        readClocks()
        guard !deliver(in: channel, atMost: Self.streamsInTurn) else { return }
        sched_yield()
        Task { continueDelivery(in: channel) }
    }

    /// Passes the pending events of a channel to its streams, in at most `limit` calls of `Connection.deliver`. Returns `false` if some streams have
    /// not received all events.
    private func deliver(in channel: EventChannel, atMost limit: Int) -> Bool {
        channel.deliver(atMost: limit) { $0.deliver($1, $2, on: self) }
    }

    func endStreams(of broadcaster: EventBroadcaster) {
        guard let channel = channels[ObjectIdentifier(broadcaster)] else { return }
        readClocks()
        _ = deliver(in: channel, atMost: .max)
        channel.forEach { $0.endStream(on: self) }
    }

    // MARK: Stopping

    /// Accepts waiting connections, then stops listening.
    ///
    /// No other process serves the queue of a socket that only this loop has. The number of connections is bounded, since clients may connect faster
    /// than the loop accepts. Connections that the kernel defers until their first byte are lost with the socket's last descriptor (spec O4.7).
    func stopAccepting() {
        for listener in listeners {
            var left = 16_384
            while left > 0, !listener.isPaused {
                let (count, mayBeMore) = accept(from: listener)
                left -= max(1, count)
                guard mayBeMore else { break }
            }
            listener.close()
        }
        listeners = []
    }

    /// Stops accepting, finishes requests in progress, and returns when every connection is closed. The connections that are open after `grace`
    /// seconds are closed without waiting.
    ///
    /// - Parameter idleGrace: the time for another request of an idle connection, in seconds after the last response, or after accept.
    func stop(grace: Double, idleGrace: Double) async {
        stopAccepting()
        readClocks()
        connections.forEach { $0.drain(idleGrace: idleGrace, on: self) }
        if !connections.isEmpty {
            await withCheckedContinuation { continuation in
                drained = continuation
                executor.queue.asyncAfter(deadline: .now() + max(0, grace)) {
                    self.assumeIsolated { $0.resumeStop() }
                }
            }
        }
        connections.forEach { $0.close(on: self) }
        networks.sweep()
        timer?.cancel()
        timer = nil
    }

    private func resumeStop() {
        drained?.resume()
        drained = nil
    }
}
