import CSystem
import Dispatch
import Glibc
import Logging
import Synchronization

/// The HTTP/1.1 server, with one event loop for each queue of its configuration. Each loop has its own listeners and connections (spec H1).
public final class Server: Sendable {
    /// The settings of a server.
    public struct Configuration: Sendable {
        /// The host name or address to bind, such as "127.0.0.1", or "::" for both families.
        public var host: String
        /// The port to bind; 0 lets the system choose one.
        public var port: Int
        /// The serial queues of the loops, made by `Server.queues`. One loop per core gives the best throughput (spec H2).
        public var queues: [DispatchQueue]
        public var limits: Limits
        /// The listening sockets inherited from a service manager or a predecessor, to use instead of binding host and port; empty for none. The
        /// caller keeps its descriptors.
        public var inheritedSockets: [Int32]
        /// The fields sent with every response, unless the response has a field of the same name.
        public var fields: Fields
        /// Whether recently active sockets are polled before a source waits for them (spec H2).
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

    /// Creates a server that does not listen yet. `observer` makes the recorders of finished exchanges; `nil` records none.
    public init(
        _ configuration: Configuration, responder: any Responder, observer: (any ExchangeObserver)?, logger: Logger
    ) {
        self.configuration = configuration
        self.responder = responder
        self.observer = observer
        self.logger = logger
        state = Mutex(State(limits: configuration.limits))
    }

    /// Creates `count` serial queues for the loops of a server, at least one. Work that serves the loops and does not block may use them too.
    public static func queues(_ count: Int) -> [DispatchQueue] {
        (0..<max(1, count)).map { DispatchQueue(label: "tutti.http.loop.\($0)", qos: .userInitiated) }
    }

    /// The time slice of a loop in nanoseconds, longer than the default. Decision 0088 has the figures.
    private static let timeSlice: UInt64 = 30_000_000

    /// Asks the kernel not to preempt another process for a loop (SCHED_BATCH, sched(7)), and to preempt a loop for a process that has just become
    /// ready (a long time slice, sched_setattr(2)).
    ///
    /// The setting affects threads and child processes started later, so call this function first. It has no effect if the kernel refuses.
    public static func favourThroughput() {
        _ = csystem_schedule_as_batch(timeSlice)
    }

    /// Binds the sockets, or duplicates the inherited ones, and accepts connections. Call it once. Throws an error that names the address or socket.
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
            let share = stride(from: index, to: descriptors.count, by: loopCount).map { descriptors[$0] }
            await loop.start(listeningOn: share)
        }
        logger.debug("listening", metadata: ["port": "\(port)", "loops": "\(loopCount)"])
    }

    /// The port in use; 0 before the server has started.
    public var port: Int { state.withLock { $0.port } }

    public var limits: Limits { state.withLock { $0.limits } }

    /// Changes the limits of the running server, and returns when every loop has them. Connections above a lower limit stay open.
    public func apply(_ limits: Limits) async {
        let loops = state.withLock { state in
            state.limits = limits
            return state.loops
        }
        for loop in loops { await loop.apply(limits) }
    }

    public var connectionCount: Int { counts.connections.value }

    /// The number of descriptors that the process may have. If it is below `limits.connections`, further clients wait in the kernel's queue instead
    /// of being refused.
    public var descriptorLimit: Int { DescriptorReserve.softLimit }

    /// The current counts, for the metrics.
    public var facts: ServerFacts { ServerFacts(counts) }

    /// Whether no event stream is counted, which must be `true` after the last stream has ended.
    var hasNoStreamCounted: Bool { counts.streams.isEmpty }

    /// Returns when every loop has had a turn, and not before, so that a caller can detect a loop that hangs.
    public func turn() async {
        for loop in state.withLock({ $0.loops }) { await loop.turn() }
    }

    /// Returns a new descriptor of each listening socket, with close-on-exec. The caller must close them. Sockets for which no descriptor is free
    /// are omitted. Empty after `stopAccepting`.
    public func duplicateSockets() async -> [Int32] {
        var sockets: [Int32] = []
        for loop in state.withLock({ $0.loops }) { sockets += await loop.duplicateListeners() }
        return ListeningSocket.distinct(sockets)
    }

    /// Accepts the connections that are established, and stops accepting. Call it before `stop` to end other work while clients cannot reconnect.
    public func stopAccepting() async {
        for loop in state.withLock({ $0.loops }) { await loop.stopAccepting() }
    }

    /// Stops accepting, ends event streams, finishes other requests in progress with `Connection: close`, and returns when the last connection has
    /// ended. A handler that is still reading content gets the error `stopping`.
    ///
    /// - Parameters:
    ///   - grace: the time for requests in progress, in seconds. Connections that are open afterwards are closed.
    ///   - idleGrace: the time for another request of an idle connection, in seconds after the last response, or after accept. One second suffices
    ///     for active clients.
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
