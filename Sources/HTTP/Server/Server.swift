import CSystem
import Dispatch
import Glibc
import Logging
import Synchronization

/// The HTTP/1.1 server, with one event loop for each queue of its configuration, usually one per core. Each loop has its own listeners and
/// connections (spec H1).
public final class Server: Sendable {
    /// The addresses and limits of a server.
    public struct Configuration: Sendable {
        /// The host name or address to bind, such as "127.0.0.1", "0.0.0.0", or "::" for both families.
        public var host: String
        /// The port to bind; 0 lets the system choose the server's `port`.
        public var port: Int
        /// The serial queues of the loops, one for each loop. One loop per core gives the best throughput (spec H2). Create
        /// the queues with `Server.queues`.
        public var queues: [DispatchQueue]
        public var limits: Limits
        /// The listening sockets inherited from a service manager or predecessor, which replace host and port. The server
        /// duplicates the descriptors; the caller keeps its own.
        public var inheritedSockets: [Int32]
        /// The fields sent with every response, such as `X-Content-Type-Options`. A response's own field of the same name replaces a common field.
        public var fields: Fields
        /// Whether recently active sockets are polled before a source waits for them (spec H2). Loops stop polling while polling finds too few
        /// requests.
        public var keepsHotSet: Bool

        public init(
            host: String, port: Int, queues: [DispatchQueue] = Server.queues(2), limits: Limits = Limits(),
            inheritedSockets: [Int32] = [], fields: Fields = [:], keepsHotSet: Bool = true
        ) {
            self.host = host
            self.port = port
            self.queues = queues
            self.limits = limits
            self.inheritedSockets = inheritedSockets
            self.fields = fields
            self.keepsHotSet = keepsHotSet
        }
    }

    private struct State {
        var loops: [EventLoop] = []
        var port = 0
        var limits: Limits
    }

    private let configuration: Configuration
    private let responder: any Responder
    private let observer: (any ExchangeObserver)?
    private let logger: Logger
    private let counts = ConnectionCounts()
    private let state: Mutex<State>

    public init(
        _ configuration: Configuration, responder: any Responder, observer: (any ExchangeObserver)?, logger: Logger
    ) {
        self.configuration = configuration
        self.responder = responder
        self.observer = observer
        self.logger = logger
        state = Mutex(State(limits: configuration.limits))
    }

    /// Creates the serial queues for the loops of a server, at least one. Other components may use the queues for work that serves the loops and does
    /// not block.
    public static func queues(_ count: Int) -> [DispatchQueue] {
        (0..<max(1, count)).map { DispatchQueue(label: "tutti.http.loop.\($0)", qos: .userInitiated) }
    }

    /// The time slice of a loop in nanoseconds, longer than any other process has by default. Decision 0088 has the figures.
    private static let timeSlice: UInt64 = 30_000_000

    /// Asks the kernel not to preempt another process for a loop of this process (SCHED_BATCH, sched(7)), and to preempt a loop for another process
    /// that has just become ready (a long time slice, sched_setattr(2)).
    ///
    /// The setting affects threads and child processes started later, so call this function before creating any. The call has no effect if the kernel
    /// refuses the setting.
    public static func favourThroughput() {
        _ = csystem_schedule_as_batch(timeSlice)
    }

    /// Binds the sockets, or duplicates the inherited sockets, and accepts connections. Call this function once per server.
    ///
    /// - Throws: an error that names the address if the address cannot be resolved or bound, or the inherited socket if the socket is not listening
    ///   or the process has no free descriptor.
    public func start() async throws(ServerError) {
        let limits = limits
        let queues = configuration.queues.isEmpty ? Server.queues(1) : configuration.queues
        let loopCount = queues.count
        let (descriptors, port) =
            if configuration.inheritedSockets.isEmpty {
                try ListeningSocket.bind(host: configuration.host, port: configuration.port, count: loopCount)
            } else {
                try ListeningSocket.share(configuration.inheritedSockets, count: loopCount)
            }
        let loops = queues.map { queue in
            EventLoop(
                on: queue, responder: responder, observer: observer, limits: limits,
                fields: configuration.fields, keepsHotSet: configuration.keepsHotSet, counts: counts, logger: logger)
        }
        state.withLock { state in
            state.loops = loops
            state.port = port
        }
        for (index, loop) in loops.enumerated() {
            // With more sockets than loops, a loop serves several.
            let share = stride(from: index, to: descriptors.count, by: loopCount).map { descriptors[$0] }
            await loop.start(listeningOn: share)
        }
        logger.debug("listening", metadata: ["port": "\(port)", "loops": "\(loopCount)"])
    }

    /// The port in use; 0 before the server has started.
    public var port: Int { state.withLock { $0.port } }

    /// The limits in force.
    public var limits: Limits { state.withLock { $0.limits } }

    /// Changes the limits of the running server without closing connections, and returns when every loop has the new limits. Deadlines that are
    /// already set remain, and connections above a lower limit stay open.
    public func apply(_ limits: Limits) async {
        let loops = state.withLock { state in
            state.limits = limits
            return state.loops
        }
        for loop in loops { await loop.apply(limits) }
    }

    /// The number of open connections.
    public var connectionCount: Int { counts.connections.value }

    /// The maximum number of descriptors of the process. If the number is below `limits.connections`, that limit is never reached and clients wait in
    /// the kernel's queue.
    public var descriptorLimit: Int { DescriptorReserve.softLimit }

    /// The current counts, for the metrics. Reading the counts takes a lock that opening an event stream also takes.
    public var facts: ServerFacts { ServerFacts(counts) }

    /// Whether no event stream is counted and no entry of a realm or network is left. The value must be `true` after the last stream has ended.
    var hasNoStreamCounted: Bool { counts.streams.isEmpty }

    /// Returns after every loop has had a turn; does not return while a loop hangs.
    public func turn() async {
        for loop in state.withLock({ $0.loops }) { await loop.turn() }
    }

    /// Returns new descriptors of the server's listening sockets, one per socket, for a successor to inherit. The descriptors have close-on-exec set,
    /// and the caller closes them. Sockets for which no descriptor is free are left out.
    public func duplicateSockets() async -> [Int32] {
        var sockets: [Int32] = []
        for loop in state.withLock({ $0.loops }) { sockets += await loop.duplicateListeners() }
        return ListeningSocket.distinct(sockets)
    }

    /// Stops accepting, after accepting connections that are already established. `stop` also stops accepting; call this
    /// function earlier to end other work while clients cannot reconnect.
    public func stopAccepting() async {
        for loop in state.withLock({ $0.loops }) { await loop.stopAccepting() }
    }

    /// Stops accepting, finishes requests in progress with `Connection: close`, and returns when the last connection has ended or the grace period is
    /// over.
    ///
    /// - Parameters:
    ///   - grace: the time for requests in progress, in seconds. Connections that are still open afterwards are closed.
    ///   - idleGrace: the time in seconds after a connection's last response, or after accept, within which the connection may send another request.
    ///     The response closes the connection. One second suffices for active clients. With the whole `idleTimeout` no client is cut off early, but
    ///     stopping takes that long.
    public func stop(grace: Double, idleGrace: Double = 1) async {
        let loops = state.withLock { state in
            defer { state.loops = [] }
            return state.loops
        }
        await withTaskGroup(of: Void.self) { group in
            for loop in loops { group.addTask { await loop.stop(grace: grace, idleGrace: idleGrace) } }
        }
    }
}

/// A failure to start a server.
public enum ServerError: Error, Sendable {
    case cannotListen(address: String, reason: String)
}
