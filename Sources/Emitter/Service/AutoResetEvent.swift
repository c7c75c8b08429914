/// An event with a deadline, for one waiting loop. As in an auto-reset event of Windows, the end of a wait resets the event.
///
/// A signal while no task waits ends the next wait, and several signals count as one. A wait may end early, so the loop must check its condition each
/// time.
final class AutoResetEvent: Sendable {
    private let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func signal() { continuation.yield() }

    /// Waits for a signal or until the deadline. Only one task may wait at a time.
    func wait(until deadline: ContinuousClock.Instant) async {
        let timer = Task { [continuation] in
            try await Task.sleep(until: deadline)
            continuation.yield()
        }
        var iterator = signals.makeAsyncIterator()
        _ = await iterator.next()
        timer.cancel()
    }
}
