/// A first-in, first-out queue, from which the newest element can also be removed. Adding or removing one element takes amortised O(1). Inlinable,
/// because every statement of a database pipeline uses one.
public struct FIFO<Element> {
    @usableFromInline var items: [Element?] = []
    @usableFromInline var head = 0

    @inlinable public init() {}

    @inlinable public var isEmpty: Bool { head == items.count }
    @inlinable public var count: Int { items.count - head }
    /// The oldest element; `nil` if the queue is empty.
    @inlinable public var first: Element? { isEmpty ? nil : items[head] }

    /// Appends an element.
    @inlinable public mutating func append(_ element: Element) { items.append(element) }

    /// Removes and returns the oldest element; `nil` if the queue is empty.
    @inlinable public mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = items[head].take()
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= items.count {
            items.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes and returns the newest element; `nil` if the queue is empty.
    @inlinable public mutating func popLast() -> Element? {
        guard !isEmpty else { return nil }
        let element = items.removeLast()
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        }
        return element
    }

    /// Removes the elements that satisfy the condition, by default all, and returns them, oldest first. O(n).
    @inlinable public mutating func removeAll(where isRemoved: (Element) -> Bool = { _ in true }) -> [Element] {
        var removed: [Element] = []
        var kept: [Element?] = []
        for element in items[head...].lazy.compactMap(\.self) {
            if isRemoved(element) { removed.append(element) } else { kept.append(element) }
        }
        items = kept
        head = 0
        return removed
    }
}

extension FIFO: Sendable where Element: Sendable {}
