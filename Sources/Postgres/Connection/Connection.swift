import CLibpq
import Dispatch
import Logging
import Synchronization

/// A libpq connection from its handshake to its end. It is never reopened.
///
/// Confined to a serial Dispatch queue of its own, on which its sources fire. Exchanges are answered in the
/// order in which they were submitted, and an error in one of them touches no other (each ends in a Sync).
actor Connection {
    /// How statements are sent.
    enum Mode: Sendable {
        /// Exchanges in pipeline mode (libpq §34.5).
        case pipeline(preparedLimit: Int)
        /// Scripts of several statements in the simple protocol.
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
    /// The loop's queue that the connection lives on, if any.
    let home: DispatchQueue?
    /// How often in a row the socket was asked in vain, while its source rests.
    var silence = 0

    var state = State.new
    var handle: Handle?
    var reading: SocketWatch?
    var writing: SocketWatch?
    var pause: HandshakePause?
    var pauses = 0
    var pipeline: Pipeline
    var script: ScriptRun?
    var lastProgress = ContinuousClock.now
    var quiet = Silence()
    /// The one of the hosts that answered.
    var server: ConnectionParameters.Keywords?
    nonisolated let inbox = Mutex<[Exchange]>([])

    /// - Parameters:
    ///   - silenceLimits: how long what was sent may go without any answer before the connection is given up; `nil`
    ///     for ever.
    ///   - home: the serial queue that the connection shares with those who use it; `nil` for one of its own.
    init(
        slot: Int = 0, parameters: ConnectionParameters, mode: Mode, silenceLimits: SilenceLimits? = nil,
        home: DispatchQueue? = nil, owner: any ConnectionOwner, logger: Logger
    ) {
        self.slot = slot
        executor = ConnectionExecutor(label: "postgres.connection", home: home)
        self.home = home
        self.parameters = parameters
        self.mode = mode
        self.silenceLimits = silenceLimits
        self.owner = owner
        self.logger = logger
        pipeline =
            if case .pipeline(let limit) = mode { Pipeline(preparedLimit: limit) } else { Pipeline(preparedLimit: 0) }
    }

    /// Ends the connection; exchanges in it fail with `unavailable`. May be called at any time, more than once.
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

    /// Ends the connection and tells the server to stop what it is doing for it. What was running is rolled
    /// back; the connection is not used again, so the cancel request can hit nothing else.
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
        writing?.cancel()
        (reading, writing, handle) = (nil, nil, nil)
        let left = pipeline.abandon()
        for (index, exchange) in left.exchanges.enumerated() {
            exchange.fail(index == 0 ? left.error ?? reason : reason)
        }
        // Those still in the inbox are failed by the block that empties it.
        script?.result.finish(.failure(script?.error ?? reason))
        script = nil
        owner.connection(self, endedWith: reason)
    }
}
