import CSystem
import Dispatch
import Glibc
import Logging
import Synchronization

/// The HTTP/1.1 server: one event loop per core, each with its own listener and connections (spec H1).
public final class Server: Sendable {
    /// The addresses and limits of a server.
    public struct Configuration: Sendable {
        /// A name or an address: "0.0.0.0", "::" for both families, "127.0.0.1".
        public var host: String
        /// 0 lets the system choose; `port` then tells which.
        public var port: Int
        /// The serial queues that the loops run on, one for each: one per core serves best (spec H2). `Server.queues`
        /// makes them.
        public var queues: [DispatchQueue]
        public var limits: Limits
        /// Inherited listening sockets (service manager or predecessor); they win over host and port. The server
        /// uses duplicates of them; the descriptors stay the caller's.
        public var inheritedSockets: [Int32]
        /// Sent with every answer, such as `X-Content-Type-Options`. An answer's own field of the same name wins.
        public var fields: Fields
        /// Whether a connection that was answered, and a socket that somebody came to, are asked again before a source
        /// waits for them (spec H2). Under load this halves the work of a small answer; loops stop by themselves
        /// where it does not pay.
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

    /// Queues for the loops of a server. Others may use them too, for what the loops alone ask for and wait for; what
    /// runs on them must not block.
    public static func queues(_ count: Int) -> [DispatchQueue] {
        (0..<max(1, count)).map { DispatchQueue(label: "tutti.http.loop.\($0)", qos: .userInitiated) }
    }

    /// Asks the kernel not to interrupt another process for a loop of this one that could go on (SCHED_BATCH, sched(7)): by the
    /// time the loop runs, more requests and answers of the database are there, and each costs less. Decision 0040 has the figures.
    ///
    /// For threads that are started from then on, and for child processes: to be called before there are others. A kernel that
    /// refuses leaves things as they were.
    public static func favourThroughput() {
        _ = csystem_schedule_as_batch()
    }

    /// Binds and listens; throws when the address cannot be bound, naming it. Once per server.
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
            // More sockets than loops: each is served all the same.
            let share = stride(from: index, to: descriptors.count, by: loopCount).map { descriptors[$0] }
            await loop.start(listeningOn: share)
        }
        logger.debug("listening", metadata: ["port": "\(port)", "loops": "\(loopCount)"])
    }

    /// The port in use once started.
    public var port: Int { state.withLock { $0.port } }

    /// The limits in force.
    public var limits: Limits { state.withLock { $0.limits } }

    /// Changes the limits of the running server. No connection ends by it: each is judged by the new ones from
    /// its next event, and those beyond a lower cap stay.
    public func apply(_ limits: Limits) async {
        let loops = state.withLock { state in
            state.limits = limits
            return state.loops
        }
        for loop in loops { await loop.apply(limits) }
    }

    /// How many connections are open now.
    public var connectionCount: Int { census.connections.value }

    /// How many descriptors the process may have: with fewer than `limits.connections` that cap is never reached, and who
    /// comes waits in the kernel's queue instead.
    public var descriptorLimit: Int { DescriptorReserve.softLimit }

    /// The figures for the metrics. Takes a lock that opening an event stream also takes.
    public var facts: ServerFacts { ServerFacts(census) }

    /// Whether no event stream is counted under any realm or address: what must hold when the last has ended.
    var hasNoStreamCounted: Bool { census.streams.isEmpty }

    /// Returns when every loop has had a turn; does not while one hangs.
    public func turn() async {
        for loop in state.withLock({ $0.loops }) { await loop.turn() }
    }

    /// New descriptors of the sockets that the server listens on, each socket once, for a successor to inherit. The
    /// caller closes them; they are closed on exec as they are.
    public func duplicateSockets() async -> [Int32] {
        var sockets: [Int32] = []
        for loop in state.withLock({ $0.loops }) { sockets += await loop.duplicateListeners() }
        return ListeningSocket.distinct(sockets)
    }

    /// Stops accepting, and takes those whose connect has succeeded, as far as the kernel has told. `stop` does so by
    /// itself; a caller who ends more than connections does it first, so that nobody comes back meanwhile.
    public func stopAccepting() async {
        for loop in state.withLock({ $0.loops }) { await loop.stopAccepting() }
    }

    /// Stops accepting, finishes requests in flight with `Connection: close`, and returns when the last
    /// connection has ended or the grace period is over.
    ///
    /// - Parameters:
    ///   - grace: in seconds.
    ///   - idleGrace: how long after its last answer a kept connection may still ask for something, and so be told
    ///     that it ends, in seconds. A second spares the clients that are at work; with the whole `idleTimeout`, which
    ///     only a stop that nobody waits for can afford, none that keeps to it is cut off.
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

/// Why a server cannot start.
public enum ServerError: Error, Sendable {
    case cannotListen(address: String, reason: String)
}
