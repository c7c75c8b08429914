import Glibc
import Logging
import Synchronization

/// The HTTP/1.1 server: one event loop per core, each with its own listener and connections (spec H1).
public final class Server: Sendable {
    /// Where a server listens and within which limits.
    public struct Configuration: Sendable {
        /// A name or an address: "0.0.0.0", "::" for both families, "127.0.0.1".
        public var host: String
        /// 0 lets the system choose; `port` then tells which.
        public var port: Int
        /// One per core serves best (spec H2).
        public var loops: Int
        public var limits: Limits
        /// An inherited listening socket (service manager or predecessor); wins over host and port. The server
        /// uses duplicates of it; the descriptor stays the caller's.
        public var inheritedSocket: Int32?
        /// Sent with every answer, such as `X-Content-Type-Options`. An answer's own field of the same name wins.
        public var fields: Fields

        public init(
            host: String, port: Int, loops: Int = 2, limits: Limits = Limits(), inheritedSocket: Int32? = nil,
            fields: Fields = [:]
        ) {
            self.host = host
            self.port = port
            self.loops = loops
            self.limits = limits
            self.inheritedSocket = inheritedSocket
            self.fields = fields
        }
    }

    private struct State {
        var loops: [EventLoop] = []
        var port = 0
    }

    private let configuration: Configuration
    private let responder: any Responder
    private let observer: (any ExchangeObserver)?
    private let logger: Logger
    private let count = ConnectionCount()
    private let state = Mutex(State())

    public init(
        _ configuration: Configuration, responder: any Responder, observer: (any ExchangeObserver)?, logger: Logger
    ) {
        self.configuration = configuration
        self.responder = responder
        self.observer = observer
        self.logger = logger
    }

    /// Binds and listens; throws when the address cannot be bound, naming it. Once per server.
    public func start() async throws(ServerError) {
        allowDescriptors(configuration.limits.connections + 256)
        let loopCount = max(1, configuration.loops)
        let (descriptors, port) =
            if let inherited = configuration.inheritedSocket {
                try ListeningSocket.share(inherited, count: loopCount)
            } else {
                try ListeningSocket.bind(host: configuration.host, port: configuration.port, count: loopCount)
            }
        let loops = descriptors.indices.map { index in
            EventLoop(
                index: index, responder: responder, observer: observer, limits: configuration.limits,
                fields: configuration.fields, count: count, logger: logger)
        }
        state.withLock { $0 = State(loops: loops, port: port) }
        for (loop, descriptor) in zip(loops, descriptors) { await loop.start(listeningOn: descriptor) }
        logger.debug("listening", metadata: ["port": "\(port)", "loops": "\(loopCount)"])
    }

    /// The port in use once started.
    public var port: Int { state.withLock { $0.port } }

    /// How many connections are open now.
    public var connectionCount: Int { count.value }

    /// Stops accepting, finishes requests in flight with `Connection: close`, and returns when the last
    /// connection has ended or the grace period is over.
    ///
    /// - Parameter grace: in seconds.
    public func stop(grace: Double) async {
        let loops = state.withLock { state in
            defer { state.loops = [] }
            return state.loops
        }
        await withTaskGroup(of: Void.self) { group in
            for loop in loops { group.addTask { await loop.stop(grace: grace) } }
        }
    }

    /// Raises the process's soft limit of descriptors towards `wanted`, as far as the hard one allows: the
    /// usual 1,024 would be the bound of connections, and not the one that `Limits` states.
    private func allowDescriptors(_ wanted: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < rlim_t(wanted)
        else { return }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// Why a server cannot start.
public enum ServerError: Error, Sendable {
    case cannotListen(address: String, reason: String)
}
