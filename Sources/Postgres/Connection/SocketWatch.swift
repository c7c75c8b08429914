import Glibc
import Dispatch

/// Watches one direction of a socket by a Dispatch source on a duplicate descriptor.
///
/// libpq closes its socket without asking, whenever it meets an error or tries the next host. A source on that
/// descriptor would outlive it, and the next socket with the same number would never fire (spec H3.1). So
/// each source gets a duplicate, which is closed in its cancel handler and nowhere else.
final class SocketWatch {
    enum Event { case readable, writable }

    let source: any DispatchSourceProtocol
    private let descriptor: Int32
    private var isResting = false

    /// - Returns: `nil` when the process is out of descriptors or the socket is gone already.
    init?(_ socket: Int32, for event: Event, on queue: DispatchQueue) {
        let duplicate = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return nil }
        descriptor = duplicate
        source =
            switch event {
            case .readable: DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: queue)
            case .writable: DispatchSource.makeWriteSource(fileDescriptor: duplicate, queue: queue)
            }
        source.setCancelHandler { @Sendable in _ = close(duplicate) }
    }

    /// Whether there is something to read now, the end of the stream included.
    var hasMore: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }

    /// Stops reports until `goOn`.
    func rest() {
        guard !isResting else { return }
        isResting = true
        source.suspend()
    }

    /// Reports again, from what is there now.
    func goOn() {
        guard isResting else { return }
        isResting = false
        source.resume()
    }

    /// Ends the watch. The handler is not called again once this returns on the source's queue.
    ///
    /// A suspended source is resumed first, or its release traps (spec H3.2).
    func cancel() {
        source.cancel()
        goOn()
    }

    deinit { goOn() }
}
