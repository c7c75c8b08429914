import Dispatch

/// The serial queue of an event loop, on which shared connections run.
final class ConnectionHome: Sendable {
    private static let key = DispatchSpecificKey<ConnectionHome>()

    let queue: DispatchQueue

    init(_ queue: DispatchQueue) {
        self.queue = queue
        queue.setSpecific(key: Self.key, value: self)
    }

    /// The home whose queue runs the caller; `nil` if there is none.
    static var current: ConnectionHome? { DispatchQueue.getSpecific(key: key) }
}
