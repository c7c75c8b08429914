extension PlayerQueue {
    /// The place in the order of play where new items are inserted.
    public enum InsertionPoint: String, Codable, Sendable, Hashable, CaseIterable {
        /// After the current item.
        case next
        /// At the end of the queue.
        case last
    }

    /// Inserts items; in an empty queue, the first new item becomes current. O(n) in the length of the queue.
    mutating func insert(_ new: [PlayerItem], at point: InsertionPoint) {
        guard !items.isEmpty, point == .next else {
            let old = items.count
            items += new
            if order != nil { order?.append(contentsOf: old..<items.count) }
            return
        }
        let after = listIndex(index) + 1
        items.insert(contentsOf: new, at: after)
        guard let old = order else { return }
        var shifted = old.map { $0 < after ? $0 : $0 + new.count }
        shifted.insert(contentsOf: after..<(after + new.count), at: index + 1)
        order = shifted
    }

    /// Moves an item to another index in the order of play; both indexes must exist. The current item stays the same. O(n).
    mutating func move(from: Int, to: Int) {
        if var order {
            order.insert(order.remove(at: from), at: to)
            self.order = order
        } else {
            items.insert(items.remove(at: from), at: to)
        }
        if index == from {
            index = to
        } else if from < index, to >= index {
            index -= 1
        } else if from > index, to <= index {
            index += 1
        }
    }

    /// Removes the item at an index in the order of play; the index must exist. If the current item is removed, the next item becomes current, or at
    /// the end of the queue the item before it. O(n).
    mutating func remove(at removed: Int) {
        let listed = listIndex(removed)
        items.remove(at: listed)
        if var order {
            order.remove(at: removed)
            self.order = order.map { $0 > listed ? $0 - 1 : $0 }
        }
        if removed < index { index -= 1 }
        index = max(0, min(index, count - 1))
    }
}
