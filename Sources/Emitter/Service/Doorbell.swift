/// Lets one loop wait for a time or for somebody to ring, whichever is first.
///
/// A ring while nobody waits is kept, so that none is missed; many rings are one. A wait may also end early
/// without reason, so a loop looks round each time. A cancelled task does not wait.
final class Doorbell: Sendable {
    private let rings: AsyncStream<Void>
    private let button: AsyncStream<Void>.Continuation

    init() { (rings, button) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func ring() { button.yield() }

    /// For one waiting task at a time.
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
