import Dispatch

/// Waits for the disk in place of a loop, on a thread of its own: one a loop, and first come is first served. Each
/// connection asks for one thing at a time, so what waits is bounded by their number.
final class DiskReader: Sendable {
    private let queue = DispatchQueue(label: "tutti.http.disk")

    /// Brings a part of a file into the page cache.
    func bringIn(_ range: Range<Int>, of file: ContentFile) async {
        await withCheckedContinuation { continuation in
            queue.async {
                file.bringIn(range)
                continuation.resume()
            }
        }
    }
}
