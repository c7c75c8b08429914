import Dispatch
import Glibc

/// SIGTERM and SIGINT as a stream: the first asks for a graceful stop, the second for an immediate one.
/// SIGHUP comes through as well, to re-read what may be re-read.
final class StopSignals: @unchecked Sendable {
    // Safety: the sources are made here and never touched again but by `deinit`; Dispatch owns their state.
    private let sources: [any DispatchSourceSignal]
    let signals: AsyncStream<Int32>

    init(_ numbers: [Int32] = [SIGTERM, SIGINT]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        let queue = DispatchQueue(label: "signals")
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in continuation.yield(number) }
            source.activate()
            return source
        }
    }

    deinit { sources.forEach { $0.cancel() } }
}
