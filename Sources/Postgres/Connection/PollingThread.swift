import Dispatch
import Glibc
import Synchronization

/// A thread that waits for data on one socket with poll(2) and calls a handler on the queue of the socket's connection.
///
/// An event of a Dispatch source wakes two threads in turn, each of which waits for a processor on a busy machine. A polling thread runs the handler
/// after one wake, but occupies a thread and three descriptors until `cancel`.
final class PollingThread: Sendable {
    private let descriptor: Int32
    private let queue: DispatchQueue
    private let handler: @Sendable () -> Void
    /// A pair of sockets, the second of which is closed to end the thread.
    private let ends: (polled: Int32, closed: Int32)
    private let isCancelled = Atomic(false)

    /// Starts a thread that polls a duplicate of the socket; `nil` if the process has too many descriptors or threads, or the socket is closed.
    ///
    /// - Parameter handler: reads all data that has arrived. Called on `queue`.
    init?(_ socket: Int32, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        let duplicate = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return nil }
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            close(duplicate)
            return nil
        }
        descriptor = duplicate
        ends = (pair[0], pair[1])
        self.queue = queue
        self.handler = handler
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<PollingThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument)
        guard status == 0 else {
            Unmanaged<PollingThread>.fromOpaque(argument).release()
            for end in [duplicate, ends.polled, ends.closed] { close(end) }
            return nil
        }
        pthread_detach(thread)
    }

    /// Whether data or the end of the stream can be read now.
    var hasMore: Bool { SocketWatch.isReadable(descriptor) }

    /// Ends the thread. After a call on the queue, the handler is not called again.
    func cancel() {
        guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        close(ends.closed)
    }

    private func run() {
        while true {
            var requests = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ends.polled, events: Int16(POLLIN), revents: 0),
            ]
            // A negative result means that a signal has interrupted the wait.
            guard poll(&requests, nfds_t(requests.count), -1) > 0 else { continue }
            guard requests[1].revents == 0 else { break }
            queue.sync { if !isCancelled.load(ordering: .acquiring) { handler() } }
        }
        close(descriptor)
        close(ends.polled)
    }
}
