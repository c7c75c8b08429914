import Dispatch

/// A reader that waits for the disk on a separate thread per loop, in the order of requests. Each connection waits for at
/// most one range, so the queue is never longer than the number of connections.
final class DiskReader: Sendable {
    private let queue = DispatchQueue(label: "tutti.http.disk")

    /// Reads part of a file into the page cache.
    func preload(_ range: Range<Int>, of file: ContentFile) async {
        await withCheckedContinuation { continuation in
            queue.async {
                file.preload(range)
                continuation.resume()
            }
        }
    }
}
