import Logging
import Multicast
import Synchronization

/// The sockets of one tenant's emitter and the rules for its packets, behind a lock, so that the thread that receives a notification sends the
/// position itself. Sending under the lock does not wait for the network.
final class PacketTransmitter: Sendable {
    typealias Sockets = (sender: MulticastSender, receiver: MulticastReceiver)

    /// The state that the lock protects.
    struct State {
        var sockets: Sockets
        var transmission = Transmission(now: .now)
        var tally = PacketTally(since: .now)
        var health = LinkHealth()
    }

    private let state: Mutex<State>
    private let open: @Sendable () throws -> Sockets
    private let logger: Logger

    /// Opens the sockets with `open`, and throws its errors. `open` is called again, under the lock, whenever new sockets are needed.
    init(logger: Logger, open: @escaping @Sendable () throws -> Sockets) throws {
        self.logger = logger
        self.open = open
        state = Mutex(State(sockets: try open()))
    }

    /// Runs `body`, which may change the state, under the lock, and returns the result of `body`.
    func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Updates the position from a notification, and sends the packets that are due.
    func send(_ notice: PositionNotice) {
        state.withLock { state in
            state.transmission.notified(notice, at: .now)
            sendDue(&state)
        }
    }

    /// Sends the packets that are due. Returns the time of the next call; `nil` if this emitter may not send or there is no position.
    func sendDue() -> ContinuousClock.Instant? {
        state.withLock { state in
            sendDue(&state)
            return state.transmission.due
        }
    }

    /// Opens new sockets. If that fails, the old ones remain.
    func reopen() { state.withLock { reopen(&$0) } }

    private func sendDue(_ state: inout State) {
        listen(&state)
        while let packet = state.transmission.packet(at: .now) { send(packet, &state) }
    }

    /// Handles the packets that have arrived, at most 1000 per call. A packet of a successor ends the lease, so that sending stops.
    private func listen(_ state: inout State) {
        for _ in 0..<1000 {
            guard let datagram = state.sockets.receiver.receive() else { return }
            state.health.received()
            guard state.transmission.received(datagram, at: .now) else { continue }
            logger.notice("the lease is lost: another emitter sends with a higher count")
        }
    }

    private func send(_ packet: [UInt8], _ state: inout State) {
        switch state.sockets.sender.send(packet) {
        case .sent:
            state.tally.sent(at: .now)
            state.health.sent(at: .now)
        case .dropped(let code):
            state.tally.dropped()
            state.health.refused(code: code, at: .now)
            // An interface that was removed and added again has a new index, which the old sockets do not use.
            if state.tally.isBroken { reopen(&state) }
        }
        if let report = state.tally.report(at: .now) { logger.info("packets of the last minute", metadata: report) }
    }

    private func reopen(_ state: inout State) {
        if let sockets = try? open() { state.sockets = sockets }
    }
}
