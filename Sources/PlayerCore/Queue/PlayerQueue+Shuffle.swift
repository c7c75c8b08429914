extension PlayerQueue {
    /// Shuffles the queue. The current item comes first. The order of the other items depends only on the seed, the list and the current item, so
    /// that a shuffle can be repeated. O(n) in the length of the queue.
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
