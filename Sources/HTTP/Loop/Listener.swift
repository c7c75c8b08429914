import Dispatch
import Glibc

/// A listening socket that one loop accepts from. Confined to that loop, which makes its source.
final class Listener {
    let descriptor: Int32
    private var source: (any DispatchSourceRead)?
    /// Out of descriptors or memory: the source would fire without end, and those who wait do so in the kernel's
    /// queue until the next tick.
    private(set) var isPaused = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Takes the source that reports who waits; it closes the descriptor when it is cancelled.
    func watch(by source: any DispatchSourceRead) { self.source = source }

    func pause() {
        guard !isPaused else { return }
        isPaused = true
        source?.suspend()
    }

    func resume() {
        guard isPaused else { return }
        isPaused = false
        source?.resume()
    }

    /// Lets go of the socket. A suspended source is resumed first, or its release traps (spec H3.2).
    func close() {
        source?.cancel()
        resume()
        source = nil
    }
}
