import CLibpq
import Dispatch
import Logging
import Synchronization

/// A libpq connection from its handshake to its end. A closed connection is never reopened.
///
/// Confined to a serial Dispatch queue. Exchanges are answered in the order of submission, and a failed exchange does not affect others.
actor Connection {
    /// The protocol in which statements are sent.
    enum Mode: Sendable {
        /// Exchanges in pipeline mode (libpq §34.5).
        case pipeline(preparedLimit: Int)
        /// Scripts of several statements in the simple query protocol.
        case script
    }

    enum State { case new, opening, open, ended }

    /// The pool's key for its records of this connection.
    nonisolated let slot: Int
    nonisolated let executor: ConnectionExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let parameters: ConnectionParameters
    let mode: Mode
    let owner: any ConnectionOwner
    let logger: Logger
    let silenceLimits: SilenceLimits?
    /// The queue of the event loop that uses the connection; `nil` if the connection has a queue of its own.
    let loopQueue: DispatchQueue?
    /// Whether a `PollingThread` waits for data, in place of a Dispatch source.
    let pollsOnThread: Bool
    /// The number of consecutive polls without data while the source is suspended.
    var silence = 0

    var state = State.new
    var handle: Handle?
    var reading: SocketWatch?
    /// Reads in place of `reading` if `pollsOnThread`.
    var polling: PollingThread?
    var writing: SocketWatch?
    var pause: HandshakePause?
    var pauses = 0
    // Exclusivity checks are off: the state machine calls only libpq while it changes.
    @exclusivity(unchecked) var pipeline: Pipeline
    var script: ScriptRun?
    var lastProgress = ContinuousClock.now
    var quiet = Silence()
    /// The parameters of the host that answered; `nil` before the connection is open.
    var server: ConnectionParameters.Keywords?
    nonisolated let inbox = Mutex<[Exchange]>([])

    /// Creates a connection, which `open` opens.
    init(
        slot: Int = 0, parameters: ConnectionParameters, mode: Mode, silenceLimits: SilenceLimits? = nil,
        loopQueue: DispatchQueue? = nil, pollsOnThread: Bool = false, owner: any ConnectionOwner, logger: Logger
    ) {
        self.slot = slot
        executor = ConnectionExecutor(label: "postgres.connection", loopQueue: loopQueue)
        self.loopQueue = loopQueue
        self.pollsOnThread = pollsOnThread
        self.parameters = parameters
        self.mode = mode
        self.silenceLimits = silenceLimits
        self.owner = owner
        self.logger = logger
        pipeline =
            if case .pipeline(let limit) = mode { Pipeline(preparedLimit: limit) } else { Pipeline(preparedLimit: 0) }
    }

    /// Closes the connection. Its unanswered exchanges fail with `unavailable`, or with the error that the server has already reported.
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

    /// Closes the connection and asks the server to cancel its running statement. The connection is not reused, so no later statement can be hit.
    func abandon() {
        if let handle { CancelRequest(of: handle)?.send() }
        close()
    }

    func end(_ reason: PostgresError) {
        guard state == .open else { return }
        state = .ended
        logger.debug("connection to the database ended")
        parameters.servers?.ended(self)
        reading?.cancel()
        polling?.cancel()
        writing?.cancel()
        (reading, polling, writing, handle) = (nil, nil, nil, nil)
        let left = pipeline.abandon()
        for (index, exchange) in left.exchanges.enumerated() {
            exchange.fail(index == 0 ? left.error ?? reason : reason)
        }
        // Exchanges still in the inbox are failed by the block that empties it.
        script?.result.finish(.failure(script?.error ?? reason))
        script = nil
        owner.connection(self, endedWith: reason)
    }
}
