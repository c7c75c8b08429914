import CSystem
import Dispatch
import Glibc
import Logging
import Synchronization

/// The HTTP/1.1 server: one event loop per core, each with its own listener and connections (spec H1).
public final class Server: Sendable {
    /// The addresses and limits of a server.
    public struct Configuration: Sendable {
        /// A host name or an address: "0.0.0.0", "::" for both families, "127.0.0.1".
        public var host: String
        /// 0 lets the system choose; the server's `port` is then the chosen one.
        public var port: Int
        /// The serial queues of the loops, one each; one per core serves best (spec H2). Create them with `Server.queues`.
        public var queues: [DispatchQueue]
        public var limits: Limits
        /// Inherited listening sockets (from a service manager or predecessor), which replace host and port. The server
        /// duplicates them; the caller keeps the descriptors.
        public var inheritedSockets: [Int32]
        /// Fields sent with every answer, such as `X-Content-Type-Options`. An answer's own field of the same name replaces
        /// one.
        public var fields: Fields
        /// Whether recently active sockets are polled before a source waits for them (spec H2). Under load this halves the cost
        /// of a small answer; loops stop polling by themselves while it does not pay off.
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
    private let census = Census()
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

    /// The queues for the loops of a server. Other components may use them for work that serves the loops; it must not block.
    public static func queues(_ count: Int) -> [DispatchQueue] {
        (0..<max(1, count)).map { DispatchQueue(label: "tutti.http.loop.\($0)", qos: .userInitiated) }
    }

    /// Asks the kernel not to preempt another process for a loop of this one (SCHED_BATCH, sched(7)). By the time the loop
    /// runs, more requests and database answers have arrived, and each costs less. Decision 0040 has the figures.
    ///
    /// Affects threads and child processes started later, so call it before creating any. Has no effect if the kernel refuses.
    public static func favourThroughput() {
        _ = csystem_schedule_as_batch()
    }

    /// Binds and listens. Call once per server. Throws an error that names the address if it cannot be bound.
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
                fields: configuration.fields, keepsHotSet: configuration.keepsHotSet, census: census, logger: logger)
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

    /// The port in use, once started.
    public var port: Int { state.withLock { $0.port } }

    /// The limits in force.
    public var limits: Limits { state.withLock { $0.limits } }

    /// Changes the limits of the running server without closing connections. Each connection follows them from its next event,
    /// and those above a lower cap stay.
    public func apply(_ limits: Limits) async {
        let loops = state.withLock { state in
            state.limits = limits
            return state.loops
        }
        for loop in loops { await loop.apply(limits) }
    }

    /// The number of open connections.
    public var connectionCount: Int { census.connections.value }

    /// The most descriptors of the process. If it is below `limits.connections`, that cap is never reached and clients wait in
    /// the kernel's queue.
    public var descriptorLimit: Int { DescriptorReserve.softLimit }

    /// The figures for the metrics. Takes a lock that opening an event stream also takes.
    public var facts: ServerFacts { ServerFacts(census) }

    /// Whether no event stream is counted under any realm or address. Must be true once the last has ended.
    var hasNoStreamCounted: Bool { census.streams.isEmpty }

    /// Returns after every loop has had a turn; does not return while one hangs.
    public func turn() async {
        for loop in state.withLock({ $0.loops }) { await loop.turn() }
    }

    /// New descriptors of the server's listening sockets, one per socket, for a successor to inherit. The caller closes them;
    /// they have close-on-exec set.
    public func duplicateSockets() async -> [Int32] {
        var sockets: [Int32] = []
        for loop in state.withLock({ $0.loops }) { sockets += await loop.duplicateListeners() }
        return ListeningSocket.distinct(sockets)
    }

    /// Stops accepting after taking connections that are already established. `stop` does this too; call it first to end other
    /// work without clients reconnecting meanwhile.
    public func stopAccepting() async {
        for loop in state.withLock({ $0.loops }) { await loop.stopAccepting() }
    }

    /// Stops accepting, finishes requests in progress with `Connection: close`, and returns when the last connection has ended
    /// or the grace period is over.
    ///
    /// - Parameters:
    ///   - grace: in seconds.
    ///   - idleGrace: how long after its last answer a persistent connection may send another request, in seconds; the answer
    ///     closes it. One second suffices for active clients. The whole `idleTimeout` cuts off no client that observes it, but
    ///     makes the stop slow.
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
