/// First in, first out; both ends in amortised constant time.
struct FIFO<Element> {
    private var items: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }
    var count: Int { items.count - head }
    /// The oldest element.
    var first: Element? { isEmpty ? nil : items[head] }

    mutating func append(_ element: Element) { items.append(element) }

    mutating func popFirst() -> Element? {
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

    /// Removes the elements that satisfy the condition and returns them, oldest first. O(n).
    mutating func removeAll(where isRemoved: (Element) -> Bool = { _ in true }) -> [Element] {
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
