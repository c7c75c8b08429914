import Dispatch
import Glibc

/// A listening socket, confined to the loop that accepts its connections.
final class Listener {
    let descriptor: Int32
    private var source: (any DispatchSourceRead)?
    private var isSuspended = false
    /// Whether accepting is paused for lack of descriptors or memory; the source would otherwise fire continuously.
    private(set) var isPaused = false
    var isHot = false {
        didSet { update() }
    }

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    var isClosed: Bool { source == nil }

    /// Sets the source that reports connections. Cancelling the source closes the descriptor.
    func watch(by source: any DispatchSourceRead) { self.source = source }

    func pause() {
        isPaused = true
        update()
    }

    func resume() {
        isPaused = false
        update()
    }

    /// Cancels the source, which closes the socket. A suspended source is resumed before its release, which would otherwise trap (spec H3.2).
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
