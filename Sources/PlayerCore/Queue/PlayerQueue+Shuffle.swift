extension PlayerQueue {
    /// Shuffles the queue, with the current item first. The order depends only on the seed, the list and the current item. O(n).
    mutating func shuffle(seed: UInt64) {
        let current = items.isEmpty ? nil : listIndex(index)
        var others = items.indices.filter { $0 != current }
        var generator = SeededGenerator(seed: seed)
        for end in others.indices.dropFirst().reversed() { others.swapAt(end, generator.number(below: end + 1)) }
        order = (current.map { [$0] } ?? []) + others
        self.seed = seed
        index = 0
    }

    /// Restores the order of the list. The current item stays the same.
    mutating func unshuffle() {
        if !items.isEmpty { index = listIndex(index) }
        (order, seed) = (nil, nil)
    }
}
