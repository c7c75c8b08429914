import Dispatch

/// A queue that frees large values, because the last reference to a library often ends on an event loop, which must not be blocked (spec H3.4).
enum Disposal {
    private static let queue = DispatchQueue(label: "tutti.filing.disposal", qos: .utility)

    /// Replaces a value with `rest` and frees the old value on the queue.
    static func dispose<Value: Sendable>(of value: inout Value, leaving rest: Value) {
        let oldValue = OldValue(value)
        value = rest
        queue.async { oldValue.value = nil }
    }

    // Safety: created by one thread and then used by the queue only.
    private final class OldValue<Value>: @unchecked Sendable {
        var value: Value?

        init(_ value: Value) { self.value = value }
    }
}
