/// The time of a concert, in milliseconds since its start, and the actions to come, in a binary heap. Actions of the same time run in the
/// order in which they were added.
final class VirtualClock {
    private struct Entry {
        let time: Int64
        let number: Int64
        let action: () -> Void

        func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private(set) var now: Int64 = 0
    private var heap: [Entry] = []
    private var count: Int64 = 0
    /// An origin for the types of the product that take an instant of the continuous clock. Only differences are ever compared.
    private let origin = ContinuousClock.now

    /// The current time for the types of the product.
    var instant: ContinuousClock.Instant { origin + .milliseconds(now) }

    /// Returns the first whole millisecond at or after an instant.
    func time(of instant: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = (instant - origin).components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }

    /// Runs an action after a wait. O(log actions).
    func after(_ wait: Int64, _ action: @escaping () -> Void) {
        count += 1
        heap.append(Entry(time: now + max(0, wait), number: count, action: action))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Runs the actions up to a time, or until `isOver` is true.
    func run(until end: Int64, while goesOn: () -> Bool) {
        while let first = heap.first, first.time <= end, goesOn() {
            removeFirst()
            now = first.time
            first.action()
        }
        if goesOn() { now = end }
    }

    /// Forgets the actions to come, which hold the objects of the concert.
    func stop() { heap = [] }

    private func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
