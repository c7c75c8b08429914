import CSystem
import Dispatch
import Glibc
import Logging

/// One core's share of the server: its listener, its connections, its timer and the memory they share.
///
/// Confined to one serial queue, on which Dispatch also delivers the sockets' events. Connections are plain
/// types inside that isolation. Sources and tasks are made in methods of this actor only, so that their closures
/// inherit it: one written in a connection would run unchecked wherever it is called (spec H9, trap 2).
actor EventLoop {
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let responder: any Responder
    let observer: (any ExchangeObserver)?
    /// Asked for each request: looking whether the existential is `nil` copies it.
    let isObserved: Bool
    let limits: Limits
    let logger: Logger
    private let count: ConnectionCount

    /// Shared by the connections, each for the length of one turn.
    var parser = HeadParser()
    var encoder: ResponseEncoder
    var output = OutputBuffer()
    let input = ReadBuffer()
    /// When the event being handled arrived.
    private(set) var now = MonotonicTime.now

    private var connections = ConnectionTable()
    private var channels: [ObjectIdentifier: EventChannel] = [:]
    private var listener: Int32 = -1
    private var acceptSource: (any DispatchSourceRead)?
    private var isAcceptPaused = false
    private var timer: (any DispatchSourceTimer)?
    private var drained: CheckedContinuation<Void, Never>?

    init(
        index: Int, responder: any Responder, observer: (any ExchangeObserver)?, limits: Limits, fields: Fields,
        count: ConnectionCount, logger: Logger
    ) {
        executor = LoopExecutor(label: "tutti.http.loop.\(index)")
        self.responder = responder
        self.observer = observer
        isObserved = observer != nil
        self.limits = limits
        self.count = count
        self.logger = logger
        encoder = ResponseEncoder(fields)
    }

    /// Reads both clocks, once per event.
    func readClocks() {
        now = .now
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &wall)
        encoder.setTime(Int64(wall.tv_sec))
    }

    // MARK: Accepting

    /// Begins to accept from a listening socket, which the loop then owns.
    func start(listeningOn descriptor: Int32) {
        readClocks()
        listener = descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
        source.setEventHandler { self.accept() }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.activate()
        acceptSource = source

        let timer = DispatchSource.makeTimerSource(queue: executor.queue)
        timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500), leeway: .milliseconds(50))
        timer.setEventHandler { self.tick() }
        timer.activate()
        self.timer = timer
    }

    /// Accepts what waits, up to a bound that lets the connections at hand have their turn.
    private func accept() {
        readClocks()
        for _ in 0..<64 {
            let descriptor = csystem_accept(listener, nil, nil)
            guard descriptor >= 0 else {
                switch errno {
                case EAGAIN, EBADF, EINVAL: return
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: return pauseAccepting()
                // The connection is gone already (accept(2), "Error handling").
                default: continue
                }
            }
            guard count.enter(limit: limits.connections) else {
                Glibc.close(descriptor)
                continue
            }
            let connection = Connection(descriptor, at: now, limits: limits)
            connections.insert(connection)
            // With a deferred accept the request is here already, and many connections never need a source.
            connection.readable(self)
        }
    }

    /// Out of descriptors or memory. The listener would fire without end; those who wait do so in the
    /// kernel's queue until the next tick.
    private func pauseAccepting() {
        logger.debug("accepting paused", metadata: ["errno": "\(errno)"])
        guard !isAcceptPaused else { return }
        isAcceptPaused = true
        acceptSource?.suspend()
    }

    // MARK: Connections

    /// Makes the source that reports input. It is born active.
    func makeReadSource(for connection: Connection) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: connection.descriptor, queue: executor.queue)
        source.setEventHandler { connection.readable(self) }
        source.setCancelHandler { connection.sourceCancelled(self) }
        source.activate()
        return source
    }

    /// Makes the source that reports room for output. It is born active.
    func makeWriteSource(for connection: Connection) -> any DispatchSourceWrite {
        let source = DispatchSource.makeWriteSource(fileDescriptor: connection.descriptor, queue: executor.queue)
        source.setEventHandler { connection.writable(self) }
        source.setCancelHandler { connection.sourceCancelled(self) }
        source.activate()
        return source
    }

    /// Has the responder answer. Runs in place until it first suspends; often it is done on return.
    func dispatch(_ request: Request, of connection: Connection) -> Task<Void, Never> {
        // No executor preference: with one, the task would be enqueued each time (spec H9, trap 1).
        Task.immediate {
            let response = await self.responder.respond(to: request)
            connection.finish(response, on: self)
        }
    }

    func forget(_ connection: Connection) {
        connections.remove(connection)
        count.leave()
        if connections.isEmpty { resumeStop() }
    }

    private func tick() {
        readClocks()
        if isAcceptPaused {
            isAcceptPaused = false
            acceptSource?.resume()
        }
        connections.forEach { $0.tick(self) }
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
        readClocks()
        channel.forEach { $0.deliver(frame, sequence, on: self) }
    }

    func endStreams(of broadcaster: EventBroadcaster) {
        guard let channel = channels[ObjectIdentifier(broadcaster)] else { return }
        readClocks()
        channel.forEach { $0.endStream(on: self) }
    }

    // MARK: Stopping

    /// Stops accepting, lets what is in flight end, and cuts off the rest after `grace` seconds.
    func stop(grace: Double) async {
        // Those whose connect has succeeded are served, as far as the kernel has told.
        if !isAcceptPaused { accept() }
        acceptSource?.cancel()
        if isAcceptPaused { acceptSource?.resume() }
        acceptSource = nil
        readClocks()
        connections.forEach { $0.drain(on: self) }
        if !connections.isEmpty {
            await withCheckedContinuation { continuation in
                drained = continuation
                executor.queue.asyncAfter(deadline: .now() + max(0, grace)) {
                    self.assumeIsolated { $0.resumeStop() }
                }
            }
        }
        connections.forEach { $0.close(on: self) }
        timer?.cancel()
        timer = nil
    }

    private func resumeStop() {
        drained?.resume()
        drained = nil
    }
}
