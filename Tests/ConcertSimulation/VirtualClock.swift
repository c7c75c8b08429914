/// The time of a concert, in milliseconds since its start, and the actions to come. Actions of the same time run in the order in which they were
/// added.
///
/// Nearly all actions are due within two seconds. They are kept in a ring with one list for each millisecond, and the others in a heap.
final class VirtualClock {
    private struct Entry {
        let time: Int64
        let number: Int64
        let action: () -> Void

        func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    /// The number of milliseconds in the ring, a power of two.
    private static let span: Int64 = 2048

    private(set) var now: Int64 = 0
    /// The actions of the next `span` milliseconds. The list of a time is at the remainder of the time by `span`.
    private var ring: [[() -> Void]]
    /// One bit for each list of the ring that has actions.
    private var occupied = [UInt64](repeating: 0, count: Int(span / 64))
    /// The number of actions in the ring.
    private var near = 0
    /// The later actions.
    private var heap: [Entry] = []
    /// The number of actions that were ever added to the heap.
    private var count: Int64 = 0
    /// An origin for the types of the product that take an instant of the continuous clock. Only differences are ever compared.
    private let origin = ContinuousClock.now

    init() { ring = Array(repeating: [], count: Int(Self.span)) }

    /// The current time for the types of the product.
    var instant: ContinuousClock.Instant { origin + .milliseconds(now) }

    /// Returns the first whole millisecond at or after an instant.
    func time(of instant: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = (instant - origin).components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }

    /// Runs an action after a wait. O(1) for waits of at most two seconds, else O(log actions).
    func after(_ wait: Int64, _ action: @escaping () -> Void) {
        guard wait < Self.span else { return addLater(now + wait, action) }
        insert(action, at: now + max(0, wait))
    }

    /// Runs the actions up to a time, or until `goesOn` returns `false`.
    func run(until end: Int64, while goesOn: () -> Bool) {
        var due: [() -> Void] = []
        while goesOn(), let next = nextTime(), next <= end {
            now = next
            // The lists of the times that enter the ring are still empty, so the order of actions of one time is kept.
            while let first = heap.first, first.time < now + Self.span {
                insert(first.action, at: first.time)
                removeFirst()
            }
            let slot = Self.slot(now)
            // An action may add another for the same time.
            while !ring[slot].isEmpty {
                swap(&due, &ring[slot])
                for action in due {
                    action()
                    guard goesOn() else { return }
                }
                near -= due.count
                due.removeAll(keepingCapacity: true)
            }
            occupied[slot / 64] &= ~(1 << UInt64(slot % 64))
        }
        if goesOn() { now = max(now, end) }
    }

    /// Returns the time of the next action; `nil` without actions.
    private func nextTime() -> Int64? {
        guard near > 0 else { return heap.first?.time }
        let begin = Self.slot(now)
        for step in 0...occupied.count {
            let word = (begin / 64 + step) % occupied.count
            var bits = occupied[word]
            if step == 0 { bits &= ~0 << UInt64(begin % 64) }
            guard bits != 0 else { continue }
            let slot = word * 64 + bits.trailingZeroBitCount
            return now + Int64(slot - begin) + (slot < begin ? Self.span : 0)
        }
        return nil
    }

    private func insert(_ action: @escaping () -> Void, at time: Int64) {
        let slot = Self.slot(time)
        ring[slot].append(action)
        occupied[slot / 64] |= 1 << UInt64(slot % 64)
        near += 1
    }

    /// Forgets the actions to come, which hold the objects of the concert.
    func stop() {
        ring = []
        heap = []
        near = 0
    }

    private static func slot(_ time: Int64) -> Int { Int(time & (span - 1)) }

    private func addLater(_ time: Int64, _ action: @escaping () -> Void) {
        count += 1
        heap.append(Entry(time: time, number: count, action: action))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

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
