import Dispatch
import Glibc

/// A listening socket that one loop accepts from. Confined to that loop, which makes its source.
final class Listener {
    let descriptor: Int32
    private var source: (any DispatchSourceRead)?
    private var isSuspended = false
    /// Out of descriptors or memory: the source would fire without end, and those who wait do so in the kernel's
    /// queue until the next tick.
    private(set) var isPaused = false
    /// Whether the loop polls the listener.
    var isHot = false {
        didSet { update() }
    }

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    var isClosed: Bool { source == nil }

    /// Sets the source that reports waiting connections. Cancelling it closes the descriptor.
    func watch(by source: any DispatchSourceRead) { self.source = source }

    func pause() {
        isPaused = true
        update()
    }

    func resume() {
        isPaused = false
        update()
    }

    /// Lets go of the socket. A suspended source is resumed first, or its release traps (spec H3.2).
    func close() {
        source?.cancel()
        if isSuspended { source?.resume() }
        source = nil
    }

    private func update() {
        guard let source, isSuspended != (isPaused || isHot) else { return }
        isSuspended.toggle()
        isSuspended ? source.suspend() : source.resume()
    }
}
