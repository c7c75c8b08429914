/// An event with a deadline, for one waiting loop.
///
/// A ring while no task waits is kept, and several rings count as one. A wait may also end early, so the loop must check its
/// condition each time. A cancelled task does not wait.
final class Doorbell: Sendable {
    private let rings: AsyncStream<Void>
    private let button: AsyncStream<Void>.Continuation

    init() { (rings, button) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func ring() { button.yield() }

    /// Waits for a ring or until the deadline. Only one task may wait at a time.
    func wait(until deadline: ContinuousClock.Instant) async {
        let alarm = Task { [button] in
            try await Task.sleep(until: deadline)
            button.yield()
        }
        var iterator = rings.makeAsyncIterator()
        _ = await iterator.next()
        alarm.cancel()
    }
}
