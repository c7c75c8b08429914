import CLibpq
import Dispatch

/// A request to the server to cancel the running statement of a connection (libpq §34.7).
final class CancelRequest: @unchecked Sendable {
    // Safety: a PGcancel is made from a connection, is independent of it from then on, is used by one block on one queue and freed exactly once.
    private let pointer: OpaquePointer

    /// The queue on which all requests are sent. `PQcancel` opens a connection of its own and blocks, so it does not run on the queue of a
    /// connection.
    private static let queue = DispatchQueue(label: "postgres.cancel", qos: .utility)

    init?(of handle: Handle) {
        guard let pointer = PQgetCancel(handle.pointer) else { return nil }
        self.pointer = pointer
    }

    deinit { PQfreeCancel(pointer) }

    /// Sends the request and returns immediately. Failures are ignored, since the connection is closed in any case.
    func send() {
        Self.queue.async {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
                _ = PQcancel(self.pointer, message.baseAddress, Int32(message.count))
            }
        }
    }
}
