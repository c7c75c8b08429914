import Dispatch

/// Frees what is large on a queue of its own.
///
/// A library of 50,000 tracks is half a million objects, which take most of a tenth of a second to free; and they are freed by whoever
/// drops them last, which is mostly an event loop (spec H3.4).
enum Disposal {
    private static let queue = DispatchQueue(label: "tutti.filing.disposal", qos: .utility)

    /// Puts something small in its place.
    static func dispose<Value: Sendable>(of value: inout Value, leaving rest: Value) {
        let remains = Remains(value)
        value = rest
        queue.async { remains.value = nil }
    }

    // Safety: made by one thread, and changed by the queue alone once it is there.
    private final class Remains<Value>: @unchecked Sendable {
        var value: Value?

        init(_ value: Value) { self.value = value }
    }
}
