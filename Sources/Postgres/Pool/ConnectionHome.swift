import Dispatch

/// The serial queue of an event loop, as a place where shared connections live.
final class ConnectionHome: Sendable {
    private static let key = DispatchSpecificKey<ConnectionHome>()

    let queue: DispatchQueue

    init(_ queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: Self.key, value: self)
    }

    /// The home on whose queue the caller runs.
    static var current: ConnectionHome? { DispatchQueue.getSpecific(key: key) }
}
