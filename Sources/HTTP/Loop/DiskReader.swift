import Dispatch

/// A loop's reader that waits for the disk on a queue of its own, so that the loop does not wait.
final class DiskReader: Sendable {
    private let queue = DispatchQueue(label: "tutti.http.disk")

    /// Reads part of a file into the page cache, and returns when the part is there or reading has failed.
    func preload(_ range: Range<Int>, of file: ContentFile) async {
        await withCheckedContinuation { continuation in
            queue.async {
                file.preload(range)
                continuation.resume()
            }
        }
    }
}
