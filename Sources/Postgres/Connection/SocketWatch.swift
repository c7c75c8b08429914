import Glibc
import Dispatch

/// A watch of one direction of a socket, with a Dispatch source on a duplicate descriptor.
///
/// libpq closes its socket by itself. A source on that descriptor would outlive the socket and never fire for the next socket with the same number
/// (spec H3.1). So each source gets a duplicate, which only its cancel handler closes.
final class SocketWatch {
    enum Event { case readable, writable }

    let source: any DispatchSourceProtocol
    private let descriptor: Int32
    private var isSuspended = false

    /// Creates a watch, which begins when `source` is activated; `nil` if the process is out of descriptors or the socket is already closed.
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

    /// Whether data or the end of the stream can be read now.
    var hasMore: Bool { Self.isReadable(descriptor) }

    /// Returns whether data or the end of the stream can be read from a socket now.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }

    /// Suspends events until `resume` is called.
    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        source.suspend()
    }

    /// Resumes events, including an event for data that has already arrived.
    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        source.resume()
    }

    /// Ends the watch. After a call on the source's queue, the handler is not called again.
    ///
    /// A suspended source is resumed first, since releasing a suspended source traps (spec H3.2).
    func cancel() {
        source.cancel()
        resume()
    }

    deinit { resume() }
}
